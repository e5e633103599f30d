//===- CircuitGraph.h - Circuits as ops and as plain networks ------ -*- C++
//-*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_ANALYSIS_CIRCUITGRAPH_H
#define SCANC_DIALECT_PREFIX_ANALYSIS_CIRCUITGRAPH_H

#include "scanc/Circuits/Network.h"
#include "scanc/Dialect/Prefix/IR/Prefix.h"

namespace scanc::prefix {

/// The graph of a verified circuit. Stages are as soon as possible.
circuits::Network getNetwork(CircuitOp circuit);

/// Builds `network`, which must be a scan, as an op named `name`.
CircuitOp buildCircuit(mlir::OpBuilder &builder, mlir::Location loc,
                       llvm::StringRef name, const circuits::Network &network);

/// The spec that lib/Circuits builds `family` from.
circuits::Network buildNetwork(FamilyAttr family);

/// Only what the last output of `network` depends on: a reduction. The other
/// outputs become that output.
circuits::Network keepLastOutput(const circuits::Network &network);

} // namespace scanc::prefix

#endif // SCANC_DIALECT_PREFIX_ANALYSIS_CIRCUITGRAPH_H
