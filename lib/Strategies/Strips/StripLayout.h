//===- StripLayout.h - The shared memory of a strip -------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   ring     tiles on their way, each in a slot, which is one region of each
//            warp after another: of each array, a lane's steps of its chains,
//            as `fetch_chains` puts them, or `fetch_stretch`, through whose
//            regions outputs go, too
//   places   of each array, where each chain of the strip begins; where tiles
//            are drawn, those of the strips of some tiles, in slots
//   totals   of each chain, what each warp has of a tile; for two tiles in
//            turn, so that a tile takes one barrier; where tiles are drawn, for
//            three, of which two are reduced and not scanned
//   lanes    what comes before each lane in its warp, of tiles that are reduced
//            and not scanned
//   gathered of each chain, what each scout has gathered of other tiles' totals
//   carries  of each chain, what comes before a tile; for two tiles in turn
//   drawn    what is known of tiles, from drawing them to scanning them
//
// The totals of a chain lie side by side, with one place between them and the
// next chain's: lanes, which have neighbouring chains, then use all banks.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_STRATEGIES_STRIPS_STRIPLAYOUT_H
#define SCANC_LIB_STRATEGIES_STRIPS_STRIPLAYOUT_H

#include "scanc/Dialect/Prefix/IR/ScanTypes.h"
#include "scanc/Dialect/Prefix/IR/SharedArrays.h"
#include "scanc/Dialect/Prefix/IR/StripWidths.h"

namespace scanc::prefix {

/// How the lanes of a launch lie, as its rule says: what kernels are told of
/// `blocks`, in bits. What they are told of elements is how many chains there
/// are.
struct LaneWord {
  /// As a power of two, how many lanes follow each other along the same chains.
  static constexpr uint64_t followersLog = 7;
  /// Strips are stretches; half of the warps lie beside the others; L2 keeps
  /// what is read.
  static constexpr uint64_t stretches = 8, beside = 16, kept = 32;
  /// From this bit on, how many of a block's warps have nothing to do.
  static constexpr uint64_t idleBit = 6;
};

struct StripLayout {
  /// Of a skeleton of a complete plan, for a kernel whose tiles are those of
  /// one strip after another.
  static StripLayout of(SkeletonAttr scan, const ScanTypes &types);
  /// The same where tiles are drawn; `top` is of the warps that gather.
  static StripLayout ofDrawn(SkeletonAttr scan, SkeletonAttr top,
                             const ScanTypes &types);
  /// The same where a block is a warp whose lanes do not know of each other.
  static StripLayout ofColumns(SkeletonAttr scan, const ScanTypes &types);

  SlotArray ring;
  WordArray places;
  StateArray totals;
  // Where tiles are drawn.
  StateArray lanes, gathered, carries;
  WordArray drawn;
  int64_t bytes = 0;
  int64_t placeSlots = 1;
  int64_t slots = 0; // of each warp, in the ring
  /// Chains of a strip, and places from a chain's totals to the next's, and
  /// from what is gathered of it.
  int64_t chains = 0, pitch = 0, gatheredPitch = 0;
  /// Of how few chains strips have half of the lanes, or a quarter; and whether
  /// half of a block's warps can lie beside the others, and from how many
  /// chains on, or 0: see StripWidths.
  llvm::SmallVector<int64_t> halvedUpTo;
  int64_t wideFrom = 0;
  /// How many of a block's warps may have nothing to do: see StripWidths.
  int64_t idle = 0;
  /// How often the lanes of a strip are halved at most where chains are short,
  /// so that a tile has all of a chain: see `findNarrowest`.
  int64_t narrowest = 0;

  /// The widest element of an array, in bytes.
  static int64_t widestOf(const ScanTypes &types);
  static StripWidths widthsOf(SkeletonAttr scan, const ScanTypes &types);
  /// From how many chains on half of the warps lie beside the others; 0: they
  /// never do.
  static int64_t findWide(SkeletonAttr scan, const ScanTypes &types) {
    return StripWidths::canBeWide(scan.getWarps())
               ? widthsOf(scan, types).wideFrom()
               : 0;
  }

  /// How many warps of a block have nothing to do where almost each
  /// multiprocessor has one strip; 0: all have, wherever.
  static int64_t findIdle(SkeletonAttr scan, const ScanTypes &types) {
    return widthsOf(scan, types).idleWarps(scan.getWarps(), scan.getItems());
  }

  /// How often the lanes of a warp can be halved so that those that are left
  /// have 32 bytes of a step, which memory gives at once.
  static int64_t findNarrowest(SkeletonAttr scan, const ScanTypes &types);
  /// Strips of a launch at most, if they are narrow for that reason.
  static constexpr int mostNarrow = 128;
  /// Tiles of a strip that a block walks along in less time than blocks tell
  /// each other what comes before theirs.
  static constexpr int soonWalked = 2;

  /// Of a launch that moves so many bytes, L2 keeps what is read; four times
  /// what L2 holds (sm_90).
  static constexpr int64_t leastBytesKept = 192 * 1024 * 1024;

  /// Words for each tile that is drawn.
  static constexpr int64_t wordsOfDrawn = 5;

private:
  void addRing(SkeletonAttr scan, const ScanTypes &types);
  /// For the places of so many strips and the totals of so many tiles; half of
  /// the warps lie beside the others from `wide` chains on, if that is not 0.
  void addChains(SkeletonAttr scan, const ScanTypes &types, int64_t slots,
                 int64_t tiles, int64_t wide);
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
  static constexpr int64_t windows = 4, mostTiles = 8192;
  /// Tiles of a window of which each lane has chains of its own, if there is
  /// room; and windows that a tile looks back at, at most.
  static constexpr int64_t shortest = 16, reach = 8;
  /// Blocks of a launch at most.
  static constexpr int64_t blocks = 2048;
  int64_t tiles;         // of all rings, a power of two
  int64_t marks, states; // where they begin, in bytes
  int64_t count;         // states
  int64_t entryBytes;    // of each
  int64_t bytes;
};

} // namespace scanc::prefix

#endif // SCANC_LIB_STRATEGIES_STRIPS_STRIPLAYOUT_H
