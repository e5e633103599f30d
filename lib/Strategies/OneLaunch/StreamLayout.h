//===- StreamLayout.h - Shared memory of a streaming block ------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block of one_launch_streaming keeps in dynamic shared memory
//
//   ring         `stages` slots, a tile each: the input, then the outputs in
//                its place if they have the same size; a region for each array
//                that holds elements
//   outputs      otherwise, a place for each group that scans
//   starts       for each slot, the index of the tile's first element in memory
//   lengths      for each slot, how many elements the tile has
//   chains       for each slot, where chains begin in the tile, if they do
//   prefixes     for each slot and thread, what comes before the thread's run
//                within the tile
//   totals       for each group of reducing warps, twice, each warp's total
//   seeds        for each slot, what comes before the tile
//   carries      for each slot, what comes before the tile's cycle
//   full         for each slot: the input is there
//   ready        for each slot: prefixes and seed are there
//   empty        for each slot: the outputs have left, it or its group
//   carried      for each slot: the carry is there
//   decided      once: how the launch goes on is known
//   left         once: all roles but the scanners' are over
//   mode         how the launch goes on (BlockMode.h)
//   number       what those who stand in need to know (StandIn.h), so
//   present      that no registers hold it for that case: the number of the
//   launch       tile, how many blocks there are, the number of the launch, how
//   ownTiles     the work is divided, and of which row of totals the carry is
//   tileLength
//   carriedRow
//   opened       the epoch is there
//   epoch        of the workspace
//
// The launch asks for as many bytes, so that the planner, the description of
// the kernels and what builds them must agree: all of them ask here.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_STRATEGIES_ONELAUNCH_STREAMLAYOUT_H
#define SCANC_LIB_STRATEGIES_ONELAUNCH_STREAMLAYOUT_H

#include "Ring.h"

#include "scanc/Dialect/Prefix/IR/ExchangeLayout.h"
#include "scanc/Dialect/Prefix/IR/ScanTypes.h"
#include "scanc/Dialect/Prefix/IR/SharedArrays.h"

namespace scanc::prefix {

struct StreamLayout {
  /// Of a complete plan's scan skeleton.
  static StreamLayout of(SkeletonAttr scan, const ScanTypes &types);

  /// Launches that move at most as many bytes, inputs and outputs together,
  /// have what they move evicted first from L2: twice what L2 holds (sm_90).
  static constexpr int64_t mostBytesEvictedFirst = 100 * 1024 * 1024;

  SlotArray ring, outputs; // no outputs where they take the input's place
  /// Of a slot's input, of outputs in a slot or in a place: one for each array.
  llvm::SmallVector<TileRegion> inRegions, outRegions;
  StateArray prefixes, totals, seeds, carries;
  WordArray starts, lengths;
  WordArray chains; // only where there are several
  BarrierArray full, ready, empty, carried, decided, left, opened;
  WordArray epoch, mode, number, present, launch, ownTiles, tileLength,
      carriedRow;
  int64_t bytes = 0;
  /// Tiles whose loads may be under way at once: at most one for each stage.
  int64_t underWay = 0;
  /// The same at the start of a launch.
  int64_t underWayFirst = 0;
  /// The elements of every tile but the last are a multiple of this, so that
  /// each thread has a whole run or none, and tiles are whole cache lines of
  /// each array where they can be; with fewer pieces to a run, as many parts of
  /// this, what bulk copies can move. Divides the tile.
  int64_t granule = 0;
};

} // namespace scanc::prefix

#endif // SCANC_LIB_STRATEGIES_ONELAUNCH_STREAMLAYOUT_H
