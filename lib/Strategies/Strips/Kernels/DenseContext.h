//===- DenseContext.h - Tiles that are stretches of memory ------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where all chains together fill a stretch of memory, a tile of some steps of
// all of them is a stretch, too, and is in shared memory as it lies in memory.
// Lanes side by side have all chains, 1, 2, .. or 32 of them, and the others of
// a warp follow them along the chains: see StripContext.h.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_STRATEGIES_STRIPS_KERNELS_DENSECONTEXT_H
#define SCANC_LIB_STRATEGIES_STRIPS_KERNELS_DENSECONTEXT_H

#include "../ClusterLayout.h"
#include "ChainContext.h"

namespace scanc::prefix {

/// The kernel that is built, and where the executing lane is.
class DenseContext final : public ChainContext {
public:
  /// Opens the kernel, and finds the lane's place.
  DenseContext(const ScanSource &source, llvm::StringRef suffix,
               SkeletonAttr skeleton, const ClusterLayout &memory);

  /// A tile: its first step (i64), how many steps of it exist (i64), and in
  /// which slot of the ring it is (i32).
  struct Tile {
    Value step, exist, slot;
  };
  /// The tile that begins with step `step`.
  Tile tileAt(Value step, Value slot);

  /// By a warp: brings a tile to its slot, and has `full` say so.
  void fetch(const Tile &tile);
  /// By a thread: has L2 bring a tile.
  void prefetch(const Tile &tile);
  /// As states, the lane's `skeleton.getItems()` steps from step `first` (i32)
  /// of a tile on.
  llvm::SmallVector<Value> load(const Tile &tile, Value first);
  /// What they make, of each of the lane's chains.
  llvm::SmallVector<State> reduce(llvm::ArrayRef<Value> elements) {
    return b.statesOfRows(skeleton, b.reduceRuns(skeleton, elements));
  }
  /// Stores the outputs of the same steps after `before`; `isWhole` if all of
  /// them exist and outputs are aligned.
  void scan(const Tile &tile, Value first, llvm::ArrayRef<Value> elements,
            llvm::ArrayRef<State> before, bool isWhole);
  /// Whether outputs begin at multiples of 16 bytes (i1).
  Value areOutputsAligned();

  /// Of each chain, what the lanes up to this one have that follow each other
  /// along it.
  llvm::SmallVector<State> upToLane(llvm::ArrayRef<State> own);
  /// The same before this one, of what that gave.
  llvm::SmallVector<State> beforeLane(llvm::ArrayRef<State> upTo);
  /// By the last of them: stores what the warp has, from state `place` (i32)
  /// on.
  void storeTotals(const StateArray &array, Value place,
                   llvm::ArrayRef<State> upTo);

  /// Where chain `chain` (i64) begins in an array of a side (i64).
  Value placeOf(Value chain, Side side) { return findChain(chain, side)[0]; }

  const ClusterLayout memory;
  Value all;       // chains (i32), a power of two
  Value allLog;    // as one (i32)
  Value tileSteps; // steps of a tile (i64)
  // Lanes that follow each other along a chain, as a power of two; which of
  // them the lane is; its first chain. i32 all.
  Value followers, followersLog, follower, ownChain;

private:
  /// Where a tile lies in memory, and how many bytes of it bulk copies can
  /// move.
  StretchOp stretchOf(const Tile &tile);
  /// By a warp: copies of the first step, at `from`, in the places of steps
  /// that do not exist and that a lane loads with others that do. The tile is
  /// at `to`.
  void fillRun(const Tile &tile, Value to, Value from);
  llvm::SmallVector<Value> placesOf(Side side) override;

  Value columns, column; // lanes side by side, and which of them it is (i32)
  // Where the first chain begins in the input, and in each output (i64).
  Value firstInput;
  llvm::SmallVector<Value> firstOutputs;
};

} // namespace scanc::prefix

#endif // SCANC_LIB_STRATEGIES_STRIPS_KERNELS_DENSECONTEXT_H
