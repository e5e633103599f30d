//===- CircuitGraph.h - Circuits as ops and as plain networks ---*- C++ -*-===//
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

/// The graph of a verified circuit, with its author's stages.
inline circuits::Network getNetwork(CircuitOp circuit) {
  return circuit.getNetwork();
}

/// Builds `network`, which must be a scan, overlap allowed, as an op named
/// `name`: `idempotent` if spans do overlap, and with its stages unless they
/// are as soon as possible.
CircuitOp buildCircuit(mlir::OpBuilder &builder, mlir::Location loc,
                       llvm::StringRef name, const circuits::Network &network);

/// The spec that lib/Circuits builds `family` from.
inline circuits::Network buildNetwork(FamilyAttr family) {
  return family.buildNetwork();
}

/// Only what the last output of `network` depends on: a reduction. The other
/// outputs become that output.
circuits::Network keepLastOutput(const circuits::Network &network);

} // namespace scanc::prefix

#endif // SCANC_DIALECT_PREFIX_ANALYSIS_CIRCUITGRAPH_H
