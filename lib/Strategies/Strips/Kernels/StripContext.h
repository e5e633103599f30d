//===- StripContext.h - What kernels of strips share ------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A strip has 32 x `rows` chains, or fewer: the lanes of a warp lie side by
// side, or 16, 8, .. of them do where that is enough for all chains there are,
// and the others follow them along the chains:
//
//              lanes side by side
//          lane 0   lane 1   ..  lane 7        `items` steps each
//   steps  lane 8   lane 9   ..  lane 15
//    |     ..
//    v     lane 24  ..           lane 31
//          lane 0   of the next warp
//
// Where chains of which there are few fill a stretch of memory, a strip has
// these, and a warp copies its part of the stretch as it lies. Where there are
// many, and a step is far from the next, half of the warps lie beside the
// others, on chains of their own: memory is read in pieces twice as long.
//
// A warp scans all of its chains by one circuit, which begins anew with each:
// for that, lanes hand their states to others, so that those of one chain
// follow each other in number.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_STRATEGIES_STRIPS_KERNELS_STRIPCONTEXT_H
#define SCANC_LIB_STRATEGIES_STRIPS_KERNELS_STRIPCONTEXT_H

#include "ChainContext.h"

namespace scanc::prefix {

/// The kernel that is built, and where the executing lane is.
class StripContext final : public ChainContext {
public:
  /// Opens the kernel, and finds the lane's place: as the launch is told
  /// (LaneWord), or with all lanes of a warp side by side, if it `isPlain`.
  StripContext(const ScanSource &source, llvm::StringRef suffix,
               SkeletonAttr skeleton, const StripLayout &layout,
               bool isPlain = false);

  /// Has so many threads, of which the executing one is number `thread` (i32),
  /// find where the chains of strip `strip` (i64) begin in the arrays of
  /// `sides`, for all lanes, in slot `slot` (i32) of the places; a barrier is
  /// to follow.
  void placeChains(Value strip, Value slot, Value thread, int64_t threads,
                   llvm::ArrayRef<Side> sides);
  /// Before the first strip: of the places for warps' totals, those that no
  /// warp has get the identity; a barrier is to follow.
  void clearTotals();
  /// What warps do that have chains, and what the others do, if there are such.
  void either(llvm::function_ref<void()> atWork,
              llvm::function_ref<void()> idle);
  /// How many chains a strip (i64) has (i32).
  Value countChains(Value strip);
  /// The strip that all below is of, which has so many chains (i32), and whose
  /// places are in that slot.
  void enter(Value count, Value slot);

  /// Begins to copy the lane's elements from `step` (i64) on to a slot of the
  /// ring.
  void fetch(Value step, Value slot);
  /// A tile whose elements are there.
  struct Tile {
    Value step, slot;                  // i64, i32
    llvm::SmallVector<Value> elements; // as states
  };
  /// What was fetched.
  Tile load(Value step, Value slot);
  /// Leaves the warp's totals in shared memory, where `totals` says for each of
  /// the lane's chains (i32); a barrier is to follow. Gives what comes before
  /// the lane in its warp.
  llvm::SmallVector<State> reduce(const Tile &tile,
                                  llvm::ArrayRef<Value> totals);
  /// Where, of each of the lane's chains, the totals of a tile are that are in
  /// such a place (i32).
  llvm::SmallVector<Value> placesOfTotals(Value place);
  /// Behind it: of each chain, what warps before this one have, and all.
  std::pair<llvm::SmallVector<State>, llvm::SmallVector<State>>
  scanWarps(llvm::ArrayRef<Value> totals);
  /// Of each chain, what lanes before this one have in the warp, and what these
  /// have with it, of lanes that have `own`.
  std::pair<llvm::SmallVector<State>, llvm::SmallVector<State>>
  scanLanes(llvm::ArrayRef<State> own);
  /// Stores what the warp, of that number (i32), has of each chain, which the
  /// last lane has of those that have it.
  void storeTotals(const StateArray &array, llvm::ArrayRef<State> totals,
                   llvm::ArrayRef<Value> places, Value warp);
  /// Stores the outputs of a tile, after what comes before the lane.
  void scan(const Tile &tile, llvm::ArrayRef<State> before);
  /// Behind the last tile, by a warp: what each chain of the strip leaves.
  void finish(llvm::ArrayRef<State> states);

  /// Where the chain of row `row` is among those of a strip, in shared memory
  /// or where tiles post (i32).
  Value chainOf(int64_t row) {
    return b.add(besideOthers(column, 32 * rows()), b.i32(row * 32));
  }
  Value isFirstFollower() { return b.isZero(follower); }

  // Strips in all; chains of a strip, and steps of a tile. i64 all.
  Value strips, chainsOfStrip, tileSteps;
  Value firstStep; // of the lane in a tile (i64)
  Value column;    // of the lane's chains in the warp (i32)
  Value warp;      // its place along the chains (i32)
  // Of the lane: the place along the chain in the warp, and how many others
  // have the same chains, a power of two (i32).
  Value follower, followers, followersLog;

private:
  void findLane(bool isPlain);
  /// Whether half of the warps lie beside the others, if they ever do.
  void findBeside();
  /// How many warps have chains, if that are not always all of them.
  void findIdle();
  Value hasFollowers() { // i1
    return b.compare(mlir::arith::CmpIPredicate::ugt, followers, b.i32(1));
  }
  /// `place` (i32), or so many further in a warp that lies beside others.
  Value besideOthers(Value place, int64_t by) {
    return beside ? b.add(place, b.mul(beside, b.i32(by))) : place;
  }
  /// The lane's first chain among those of the strip (i32).
  Value ownChain() { return b.mul(besideOthers(column, 32), b.i32(rows())); }

  /// Where the warp's region of a slot begins.
  Value ofWarp(Value slot);
  /// Where the lane's steps are in the warp's stretch, of a strip that is one.
  WarpStretch stretch(Side side, Value step);
  llvm::SmallVector<Value> placesOf(Side side) override;
  /// Places of one slot.
  int64_t placesOfSlot() const {
    return layout.places.count / layout.placeSlots;
  }

  Value columnsLog; // lanes side by side, a power of two (i32)
  // Whether half of the warps lie beside the others (i1), and as a power of two
  // how many lie beside each other; which of these the warp is (i32). Null, if
  // they never do.
  Value areBeside, besideLog, beside;
  Value working; // warps that have chains (i32); null: all
  // Whether strips are stretches (i1), and of how many chains (i32).
  Value areStretches, width;
  Value placeBase; // of the strip, where its places are (i32)
};

} // namespace scanc::prefix

#endif // SCANC_LIB_STRATEGIES_STRIPS_KERNELS_STRIPCONTEXT_H
