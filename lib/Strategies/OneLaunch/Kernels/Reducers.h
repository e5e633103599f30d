//===- Reducers.h - Warps that reduce tiles ---------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A group of warps reduces a tile in its slot of the ring: a run for each
// thread, a circuit across the lanes of each warp, another across the group's
// warps. What a thread finds to be before its run is kept for the scanners; the
// tile's total goes to all blocks.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_REDUCERS_H
#define SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_REDUCERS_H

#include "BlockMode.h"
#include "Exchange.h"
#include "ThreadRuns.h"
#include "TileCopies.h"

namespace scanc::prefix {

/// What comes before the thread's run within the tile, and all of the tile.
struct RunAndTile {
  Part before, total;
};

class Reducers {
public:
  using Value = mlir::Value;
  using ValueRange = mlir::ValueRange;

  Reducers(const StreamContext &c, const WorkDivision &work,
           const TileRing &ring, const BlockMode &mode,
           const TileCopies &copies)
      : c(c), b(c.b), work(work), ring(ring), mode(mode), copies(copies),
        runs(c, work, ring) {}

  /// The role.
  void run(const Exchange &exchange) const;
  /// Waits for the tile, reduces it, and tells the other blocks the total.
  /// Gives what comes before the thread's run within the tile.
  State reduceTile(const Position &at, const Member &member, Value barrier,
                   Value turn, const Descriptors &totals) const;
  /// Where chains begin in a tile: in the thread's run, as ThreadRuns has it,
  /// and in what each warp has, a bit for each (i32); null where there is one.
  struct Cuts {
    llvm::SmallVector<Value> run;
    Value warps;
  };
  Cuts cutsOf(const Member &member, const Tile &tile) const {
    return {runs.cutsOfRun(member, tile), cutsOfWarps(tile)};
  }
  /// A tile that is there. `turn` (i32) says which of the group's two rows of
  /// totals is free: with two, one barrier a tile does.
  RunAndTile reduce(const Position &at, const Member &member, const Tile &tile,
                    const Cuts &cuts, Value barrier, Value turn) const;

private:
  std::pair<Part, Part> reduceWarp(const Position &at, const Member &member,
                                   const Tile &tile, const Cuts &cuts) const;
  Value cutsOfWarps(const Tile &tile) const;
  std::pair<Part, Part> scanWarps(Value row, Value warp, Value cuts) const;
  Value rowOfTotals(const Member &member, Value turn) const;

  const StreamContext &c;
  KernelBuilder &b;
  const WorkDivision &work;
  const TileRing &ring;
  const BlockMode &mode;
  const TileCopies &copies;
  const ThreadRuns runs;
};

} // namespace scanc::prefix

#endif // SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_REDUCERS_H
