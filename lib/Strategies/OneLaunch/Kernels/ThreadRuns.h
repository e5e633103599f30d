//===- ThreadRuns.h - What a thread does to its run of a tile ---*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A group of warps has a tile in a slot of the ring: a run for each thread. The
// thread reduces its run, or replaces it by its outputs, as a whole or piece by
// piece.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_THREADRUNS_H
#define SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_THREADRUNS_H

#include "TileRing.h"

namespace scanc::prefix {

/// Which group of a role a thread is in, and where in it; i32 all.
struct Member {
  mlir::Value group, warp, thread;

  /// The executing thread, of a role from warp `firstWarp` of the block on.
  static Member of(const StreamContext &c, int64_t firstWarp);
  /// The same of the only group, and another one each time as far as the
  /// compiler can see: otherwise it computes in advance what is rarely needed,
  /// and keeps for that what it knows of the thread.
  static Member anew(const StreamContext &c, int64_t firstWarp);
};

class ThreadRuns {
public:
  using Value = mlir::Value;
  using ValueRange = mlir::ValueRange;

  ThreadRuns(const StreamContext &c, const WorkDivision &work,
             const TileRing &ring)
      : c(c), b(c.b), work(work), ring(ring) {}

  /// The input's last run, if its end cuts it short, goes on with copies of an
  /// element, so that the scanners find whole runs only. What becomes of them
  /// is not copied out. By the threads of a group.
  void fillLast(const Position &at, const Member &member,
                const Tile &tile) const;
  /// The state of the thread's run, if all of it exists. Of a run that the end
  /// of the input cuts short nobody asks: nothing comes behind it.
  /// `cuts` are those of cutsOfRun().
  Part reduce(const Position &at, const Member &member, const Tile &tile,
              ValueRange cuts) const;
  /// Where chains begin in the thread's run, as far as reduce() asks for it
  /// before it reads the run: it takes a while, and depends on no element.
  llvm::SmallVector<Value> cutsOfRun(const Member &member,
                                     const Tile &tile) const;
  /// What comes before the thread's run: `seed`, which comes before the tile,
  /// if no chain begins in between, and `before`, which is of the tile.
  State seedOf(const Member &member, const Tile &tile, ValueRange seed,
               ValueRange before) const;
  /// Replaces the thread's run by its outputs, after `seed`.
  void scan(const Position &at, const Member &member, const Tile &tile,
            ValueRange seed) const;
  /// Where chains begin among the tile's elements; null where there is one.
  std::unique_ptr<Restarts> restartsOf(const Tile &tile) const;
  /// Whether any lane of the warp has elements.
  Value exist(const Member &member, const Tile &tile) const;

private:
  Value firstOf(const Member &member) const;
  Value warpStart(const Member &member) const;
  Value count(const Member &member, const Tile &tile) const;

  SkeletonAttr pieceSkeleton() const;
  Value pieceStart(const Member &member, Value number) const;
  llvm::SmallVector<State> statesOfPiece(ValueRange fields) const;
  llvm::SmallVector<Part> partsOfPiece(ValueRange fields,
                                       ValueRange cuts) const;
  llvm::SmallVector<Value> cutsFrom(const Tile &tile, Value first,
                                    int64_t items) const;
  Value firstOfPiece(const Member &member, Value number) const;
  Part reducePieces(const Place &in, const Member &member,
                    const Tile &tile) const;
  void scanPieces(const Place &in, const Place &out, const Member &member,
                  const Tile &tile, ValueRange seed) const;

  const StreamContext &c;
  KernelBuilder &b;
  const WorkDivision &work;
  const TileRing &ring;
};

} // namespace scanc::prefix

#endif // SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_THREADRUNS_H
