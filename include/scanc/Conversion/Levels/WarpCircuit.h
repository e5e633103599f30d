//===- WarpCircuit.h - A circuit run by the lanes of a warp -----*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Column j of a circuit is in lane j, or, of a wider one, in lane j mod 32;
// values move by shuffles.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_CONVERSION_LEVELS_WARPCIRCUIT_H
#define SCANC_CONVERSION_LEVELS_WARPCIRCUIT_H

#include "scanc/Conversion/Operators/StateBuilder.h"

#include "scanc/Dialect/Prefix/Analysis/Placement.h"

namespace scanc::prefix {

/// Input: a state per lane and fold and, where chains begin within some of
/// them, for each fold a bit of each lane (i32). Output: the value of each slot
/// when the circuit has run; the value of a column is of those from the last
/// one on in which a chain begins.
llvm::SmallVector<State> runCircuit(StateBuilder &b, mlir::Value lane,
                                    const Placement &placement,
                                    llvm::ArrayRef<State> inputs,
                                    mlir::ValueRange cuts = {});

/// The value of each lane's output of a fold.
State selectOutputs(StateBuilder &b, mlir::Value lane,
                    const Placement &placement, int64_t fold,
                    llvm::ArrayRef<State> slots);

/// Every prefix, inclusive, of the states that the first lanes have, by a
/// circuit of at most 32 inputs; the lanes above give anything. `cuts` (i32),
/// if any, has a bit for each lane within whose state a chain begins.
State scanLanes(StateBuilder &b, circuits::Network network,
                mlir::ValueRange own, mlir::Value cuts = {});

} // namespace scanc::prefix

#endif // SCANC_CONVERSION_LEVELS_WARPCIRCUIT_H
