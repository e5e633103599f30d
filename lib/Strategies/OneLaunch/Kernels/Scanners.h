//===- Scanners.h - Warps that scan tiles -----------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A group of warps replaces a tile in its slot of the ring by its outputs, and
// has bulk copies bring them to memory: from the slot, which is another tile's
// then, or from a place of the group's where outputs are not as large as the
// input.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_SCANNERS_H
#define SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_SCANNERS_H

#include "ThreadRuns.h"
#include "TileCopies.h"

namespace scanc::prefix {

class Scanners {
public:
  using Value = mlir::Value;
  using ValueRange = mlir::ValueRange;

  Scanners(const StreamContext &c, const WorkDivision &work,
           const TileRing &ring, const TileCopies &copies,
           const CachePolicies &policies)
      : c(c), b(c.b), work(work), ring(ring), copies(copies),
        policies(policies), runs(c, work, ring) {}

  /// The role, where the block goes on normally; by the threads of one group.
  void run(const Member &member, Value barrier) const;
  /// The same where the block has one tile, of which `before` (within the tile)
  /// comes before the thread's run.
  void runOnce(const Member &member, Value barrier, ValueRange before) const;
  /// Replaces the thread's run by its outputs, after `seed`, which comes before
  /// the tile, and `before`, which comes before the run within it.
  void scan(const Position &at, const Member &member, const Tile &tile,
            ValueRange seed, ValueRange before) const {
    runs.scan(at, member, tile, runs.seedOf(member, tile, seed, before));
  }

private:
  void scanTile(const Position &at, const Member &member) const;
  void storeTile(const Position &at, const Member &member, Value barrier,
                 Value isFirst) const;
  bool emptiesAfterStores() const;
  void copyOut(llvm::ArrayRef<Stretch> output, const Position &at,
               const Tile &tile) const;
  void empty(Value slot) const;
  void awaitPlace(const Member &member, Value barrier) const;
  void awaitStores(Value isFirst) const;
  void waitForOutputs() const;

  const StreamContext &c;
  KernelBuilder &b;
  const WorkDivision &work;
  const TileRing &ring;
  const TileCopies &copies;
  const CachePolicies &policies;
  const ThreadRuns runs;
};

} // namespace scanc::prefix

#endif // SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_SCANNERS_H
