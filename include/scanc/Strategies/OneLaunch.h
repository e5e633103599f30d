//===- OneLaunch.h - One launch of streaming blocks -------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_STRATEGIES_ONELAUNCH_H
#define SCANC_STRATEGIES_ONELAUNCH_H

#include "scanc/Launch/LaunchRule.h"

#include "mlir/IR/DialectRegistry.h"

namespace scanc::prefix {

/// Adds `one_launch_streaming` to the dialect.
void registerOneLaunch(mlir::DialectRegistry &registry);

struct OneLaunchTiles {
  uint64_t whole;     ///< Elements of a tile of NAME_stream.
  uint64_t shortened; ///< The same where runs have pieces; else `whole`.
  /// Elements that are worth a block of their own while half of the
  /// multiprocessors are idle; 0 where that makes no difference.
  uint64_t worthABlock = 0;
  uint64_t ofShort = 0; ///< Elements of a tile of NAME_short; 0: there is none.
  /// Of a domain with chains: which size is the length of one, and the elements
  /// of a tile of NAME_single, and of a run of its threads.
  llvm::StringRef chain = "";
  uint64_t ofSingle = 0, itemsOfSingle = 1;
};

/// Its launch rule: `rule` has the parameters that all have. C blocks scan
/// tiles in turn.
///
///   NAME_stream<<<C>>>   block b scans tiles b, b + C, ..; in the workspace
///                        the blocks tell each other their tiles' totals
///   NAME_short<<<C>>>    the same, with a tile for each block at most: if the
///                        scan has it, and that is enough
///   NAME_single<<<C>>>   block b scans chains of its own, no more than a tile
///                        holds, and tells nobody: if that is all
///
/// C is less than one for each multiprocessor where there are fewer tiles. If
/// one block is not enough, tiles are shorter, and blocks more, up to half of
/// the multiprocessors: the other half takes the next launch, which begins
/// early.
launch::LaunchRule oneLaunchRule(launch::LaunchRule rule,
                                 const OneLaunchTiles &tiles,
                                 uint64_t exchangeBytes);

} // namespace scanc::prefix

#endif // SCANC_STRATEGIES_ONELAUNCH_H
