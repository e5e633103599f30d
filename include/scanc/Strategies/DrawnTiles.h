//===- DrawnTiles.h - Blocks draw their tiles -------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_STRATEGIES_DRAWNTILES_H
#define SCANC_STRATEGIES_DRAWNTILES_H

#include "scanc/Launch/LaunchRule.h"

#include "mlir/IR/DialectRegistry.h"

namespace scanc::prefix {

/// Adds `chained` and `decoupled_lookback` to the dialect.
void registerDrawnTiles(mlir::DialectRegistry &registry);

/// The launch rule of both: `rule` has the parameters that all have.
///
///   NAME_scan<<<C>>>   a block draws tile after tile; in the workspace it
///                      learns what comes before a tile, and tells what ends
///                      with it
///
/// C is blocks_per_sm blocks on every multiprocessor, and no more than there
/// are tiles. Any C is right.
launch::LaunchRule drawnTilesRule(launch::LaunchRule rule, uint64_t tile,
                                  uint64_t exchangeBytes);

} // namespace scanc::prefix

#endif // SCANC_STRATEGIES_DRAWNTILES_H
