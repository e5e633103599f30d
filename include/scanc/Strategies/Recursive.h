//===- Recursive.h - Totals of totals ---------------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_STRATEGIES_RECURSIVE_H
#define SCANC_STRATEGIES_RECURSIVE_H

#include "scanc/Launch/LaunchRule.h"

#include "mlir/IR/DialectRegistry.h"

namespace scanc::prefix {

/// Adds `scan_then_propagate` and `reduce_then_scan` to the dialect.
void registerRecursive(mlir::DialectRegistry &registry);

/// The launch rule of both: `rule` has the parameters that all have. The
/// elements of level k + 1 are the totals of the tiles of level k, in the
/// workspace; level 0 is the input, and the last level has one tile.
///
///   up, level 0 to the last but one        a total for each tile
///   NAME_top<<<1>>>, the last level        scanned exclusively, from the init
///   down, from the last level but one on   what comes before each tile
///
/// A grid has a block for each tile, at most max_blocks. Of the two kernels up
/// and the two down, one is over the input and one over totals. An input of one
/// tile is NAME_single's.
launch::LaunchRule recursiveRule(launch::LaunchRule rule, uint64_t tile,
                                 uint64_t totalsTile, uint64_t stateBytes);

} // namespace scanc::prefix

#endif // SCANC_STRATEGIES_RECURSIVE_H
