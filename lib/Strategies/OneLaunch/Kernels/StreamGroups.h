//===- StreamGroups.h - What warps do to a tile in a slot -------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A group of warps reduces a tile in its slot of the ring, and scans it there
// after a seed: a run for each thread, a circuit across the lanes of each warp,
// another across the group's warps.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_STREAMGROUPS_H
#define SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_STREAMGROUPS_H

#include "StreamModes.h"

namespace scanc::prefix {

class StreamGroups : protected StreamModes {
protected:
  StreamGroups(ScanSource source, KernelBuilder &b)
      : StreamModes(source, b), up(source.plan.getReduce()) {}

  /// Which group of a role the thread is in, and where in it; i32 all.
  struct Member {
    Value group, warp, thread;
  };
  Member memberOf(int64_t firstWarp);

  /// The barrier of the first group of scanners; those before are reducers'.
  int64_t scannersBarrier() { return 1 + getGroups(down); }

  /// What comes before the thread's run within the tile, and all of the tile.
  struct RunAndTile {
    State before, total;
  };
  /// `turn` (i32) says which of the group's two rows of totals is free: with
  /// two, one barrier a tile does.
  RunAndTile reduceInGroup(const Position &at, const Member &member,
                           const Tile &tile, Value barrier, Value turn);
  /// Replaces the thread's run by its outputs, after `seed`.
  void scanRun(const Position &at, const Member &member, const Tile &tile,
               ValueRange seed);

  /// Where in `layout.totals` a group's row begins (i32).
  Value rowOfTotals(const Member &member, Value turn) {
    Value row =
        add(mlir::arith::MulIOp::create(b, member.group, b.i32(2)), turn);
    return mlir::arith::MulIOp::create(b, row, b.i32(down.getWarps()));
  }

  SkeletonAttr up;

private:
  Value firstOf(const Member &member);
  Value warpStart(const Member &member);
  State choose(Value condition, llvm::function_ref<State()> then,
               llvm::function_ref<State()> otherwise, int64_t states = 1);
  Value hasRuns(const Member &member, const Tile &tile);

  // Runs piece by piece: those of a short launch, or all.
  Value areWhole();
  SkeletonAttr pieceSkeleton();
  Value pieceStart(const Member &member, Value number);
  llvm::SmallVector<State> statesOfPiece(ValueRange fields);
  llvm::SmallVector<Value> scanInThread(ValueRange fields, ValueRange seed);
  State reducePieces(const Place &in, const Member &member);
  void scanPieces(const Place &in, const Place &out, const Member &member,
                  ValueRange seed);

  /// How many elements there are from the thread's first one on; 0 if none.
  Value countRun(const Member &member, const Tile &tile);
  void fillLastRun(const Position &at, const Member &member, const Tile &tile);
  void fillBehind(Value start, Value missing, const Member &member,
                  const Tile &tile, const TileRegion &region);
  State reduceRun(const Position &at, const Member &member, const Tile &tile);
  State reduceWarp(const Position &at, const Member &member, const Tile &tile);
  std::pair<State, State> scanWarps(Value row, Value warp);
};

} // namespace scanc::prefix

#endif // SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_STREAMGROUPS_H
