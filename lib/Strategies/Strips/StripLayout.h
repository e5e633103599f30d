//===- StripLayout.h - The shared memory of a strip -------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   ring     tiles on their way: of each array, a lane's steps of its chains,
//            as `fetch_chains` puts them, or `fetch_stretch`, through whose
//            regions outputs go, too
//   places   of each array, where each chain of the strip begins; where tiles
//            are drawn, those of the strips of some tiles, in slots
//   totals   of each chain, what each warp has of a tile; where tiles are not
//            drawn, for two tiles in turn, so that a tile takes one barrier
//   gathered of each chain, what each warp has gathered of other tiles' totals;
//            for two tiles in turn
//   carries  of each chain, what comes before the window
//   drawn    the number of the tile that was drawn last; twice
//
// The totals of a chain lie side by side, with one place between them and the
// next chain's: lanes, which have neighbouring chains, then use all banks.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_STRATEGIES_STRIPS_STRIPLAYOUT_H
#define SCANC_LIB_STRATEGIES_STRIPS_STRIPLAYOUT_H

#include "scanc/Dialect/Prefix/IR/ScanTypes.h"
#include "scanc/Dialect/Prefix/IR/SharedArrays.h"

namespace scanc::prefix {

struct StripLayout {
  /// Of a skeleton of a complete plan, for a kernel whose tiles are drawn, or
  /// are those of one strip after another.
  static StripLayout of(SkeletonAttr scan, const ScanTypes &types,
                        bool areDrawn);
  /// The same where a block is a warp whose lanes do not know of each other.
  static StripLayout ofColumns(SkeletonAttr scan, const ScanTypes &types);

  SlotArray ring;
  WordArray places;
  StateArray totals;
  // Where tiles are drawn.
  StateArray gathered, carries;
  WordArray drawn;
  int64_t bytes = 0;
  int64_t placeSlots = 1;
  int64_t regionBytes = 0; // of a warp, in a slot of the ring
  /// Chains of a strip, and places from a chain's totals to the next's.
  int64_t chains = 0, pitch = 0;

private:
  void addRing(SkeletonAttr scan, const ScanTypes &types);
};

/// What tiles tell each other in the workspace:
///
///   counter and epoch   of drawn tiles (EntryLayout)
///   marks               of each block, which of its tiles may still wait
///   states              of each tile of a ring, what it posts, a state for
///                       each chain of a strip
struct WindowLayout {
  /// Of the skeletons `drawn_scan` and `top` of a complete plan.
  WindowLayout(SkeletonAttr scan, SkeletonAttr top,
               llvm::ArrayRef<mlir::Type> state);

  /// Windows of a ring at least, and tiles of all rings at most: see
  /// Windows.cpp.
  static constexpr int64_t windows = 4, mostTiles = 2048;
  /// Tiles of a window, and windows that a tile looks back at, at most.
  static constexpr int64_t mostOfWindow = 256, reach = 8;
  /// Blocks of a launch at most.
  static constexpr int64_t blocks = 2048;
  int64_t tiles;         // of all rings, a power of two
  int64_t marks, states; // where they begin, in bytes
  int64_t count;         // states
  int64_t bytes;
};

} // namespace scanc::prefix

#endif // SCANC_LIB_STRATEGIES_STRIPS_STRIPLAYOUT_H
