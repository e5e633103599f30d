//===- LaunchRules.h - What the strategies launch ---------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The launch rule of each strategy, of the numbers that it depends on. The
// numbers of kernels are those of getKernels (PlannedKernels.h).
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_IR_LAUNCHRULES_H
#define SCANC_DIALECT_PREFIX_IR_LAUNCHRULES_H

#include "scanc/Launch/LaunchRule.h"

namespace scanc::prefix {

/// What the rules of all strategies depend on.
struct GridNumbers {
  uint64_t singleBlockUpTo = 0, blocksPerSM = 1, maxBlocks = 1;
  uint64_t tailTile = 1; ///< Elements of a cycle of the single block.
};

/// One block scans everything.
launch::LaunchRule singleBlockRule(const GridNumbers &grid);

/// Full tiles are dealt to C blocks in order, which have a state in the
/// workspace for each of their `lists`:
///
///   NAME_reduce<<<C>>>   workspace[b] = the combination of block b's tiles
///   NAME_top<<<1>>>      workspace = its exclusive scan, seeded with the init;
///                        then scans the n mod tile leftovers, in to out
///   NAME_scan<<<C>>>     scans the tiles of each block from its seed
///
/// (Merrill and Grimshaw, Parallel Scan for Stream Architectures, 2009,
/// sections 3.4.3 and 3.4.4). Without a full tile, NAME_top does all.
///
/// C is blocks_per_sm blocks on every multiprocessor: enough to saturate the
/// memory, all at work at once, and as many on each. Blocks walk their
/// stretches in step, so that their accesses lie a stretch apart; where that is
/// a multiple of a large power of two, they meet in few memory channels.
/// Merrill and Grimshaw found n near multiples of 32 C tiles bad, and made C
/// less until n was far from one (sections 4.2.2 and 4.3). The rule here: if
/// n / C, rounded to tiles, is a multiple of 32 tiles, C is the largest number
/// that makes it half a tile more than that; it falls by less than one part in
/// 32.
launch::LaunchRule twoLevelRule(const GridNumbers &grid, uint64_t tile,
                                uint64_t lists, uint64_t stateBytes);

/// Levels of totals. The elements of level k + 1 are the totals of the tiles of
/// level k, in the workspace; level 0 is the input, and the last level has one
/// tile.
///
///   up, level 0 to the last but one        a total for each tile
///   NAME_top<<<1>>>, the last level        scanned exclusively, from the init
///   down, from the last level but one on   what comes before each tile
///
/// (Merrill and Grimshaw 2009, sections 3.4.1 and 3.4.2). A grid has a block
/// for each tile, at most max_blocks. Of the two kernels up and the two down,
/// one is over the input and one over totals. An input of one tile is
/// NAME_single's.
launch::LaunchRule recursiveRule(const GridNumbers &grid, uint64_t tile,
                                 uint64_t totalsTile, uint64_t stateBytes);

/// C blocks draw tiles in order.
///
///   NAME_scan<<<C>>>   a block draws tile after tile; in the workspace it
///                      learns what comes before a tile, and tells what ends
///                      with it
///
/// C is blocks_per_sm blocks on every multiprocessor, and no more than there
/// are tiles. Any C is right.
launch::LaunchRule drawnTilesRule(const GridNumbers &grid, uint64_t tile,
                                  uint64_t exchangeBytes);

/// C blocks scan tiles in turn.
///
///   NAME_stream<<<C>>>   block b scans tiles b, b + C, ..; in the workspace the
///                        blocks tell each other the totals of their tiles
///   NAME_short<<<C>>>    the same, with a tile for each block at most: if the
///                        scan has it, and that is enough
///
/// Fewer than one for each multiprocessor where there are fewer tiles. If one
/// block is not enough, tiles are shorter, and blocks more, up to half of the
/// multiprocessors: the other half takes the next launch, which begins early.
struct OneLaunchTiles {
  uint64_t whole;     ///< Elements of a tile of NAME_stream.
  uint64_t shortened; ///< The same where runs have pieces; else `whole`.
  /// Elements that are worth a block of their own while half of the
  /// multiprocessors are idle; 0 where that makes no difference.
  uint64_t worthABlock = 0;
  uint64_t ofShort = 0; ///< Elements of a tile of NAME_short; 0: there is none.
};
launch::LaunchRule oneLaunchRule(const GridNumbers &grid,
                                 const OneLaunchTiles &tiles,
                                 uint64_t exchangeBytes);

} // namespace scanc::prefix

#endif // SCANC_DIALECT_PREFIX_IR_LAUNCHRULES_H
