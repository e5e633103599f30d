//===- Cadence.h - How soon kernels go round --------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels use memory again after some tiles, wait for other blocks, and go from
// level to level. Whoever wants to see each of their ways with few elements
// (scanc verify, scanc report) needs to know after how many. A strategy says it
// here, beside its launch rule; nobody else knows what strategy it is.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LAUNCH_CADENCE_H
#define SCANC_LAUNCH_CADENCE_H

#include "scanc/Launch/LaunchRule.h"

#include <optional>

namespace scanc::launch {

/// What the launches of one kernel have.
struct KernelRange {
  /// Elements, or totals.
  uint64_t fewest = 1, most = mostElements;
  /// Whether there are more elements than so many for each block, or never.
  struct Share {
    uint64_t perBlock;
    bool isMore;
  };
  std::optional<Share> share = std::nullopt;
};

struct Cadence {
  /// Elements of a whole tile of the kernel over the input, and of the shortest
  /// one that is worth a block.
  uint64_t tile = 1, shortestTile = 1;
  /// What the blocks of a grid are: one for the whole scan; so many as the GPU
  /// holds, each with several tiles; one for each tile.
  enum class Grid { Single, Fixed, Growing } grid = Grid::Single;

  /// After so many tiles of a block, or of the grid, memory is used again; 0:
  /// never.
  uint64_t blockRing = 0, gridRing = 0;
  /// Tiles before its own that a tile looks at together; 0: none.
  uint64_t window = 0;
  /// Elements of a tile of the kernel for launches with one tile a block at
  /// most; 0: there is none.
  uint64_t shortTile = 0;
  /// Elements that are worth a block of their own while blocks are few; 0 where
  /// that makes no difference.
  uint64_t worthABlock = 0;
  /// Totals that the block over totals takes at a time, where there is one.
  uint64_t totalsTile = 0;
  /// Totals are scanned tile by tile themselves, so that they have totals, too.
  bool totalsHaveTotals = false;
  /// Of each kernel, in the order of the rule.
  std::vector<KernelRange> kernels;
};

} // namespace scanc::launch

#endif // SCANC_LAUNCH_CADENCE_H
