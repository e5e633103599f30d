//===- Loader.h - The warp that has tiles loaded ----------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loader runs at most `ahead` tiles ahead of the spine: what all blocks
// read stays close together in memory. It has only as much under way at once
// as memory needs to be busy (StreamLayout::underWay), so that a cycle's tiles
// come at about the same time.
//
// Where inputs are short, the time before the first load counts. While the
// launch before this one ends, L2 fetches the first tiles; the first one is
// loaded as soon as that launch has ended, before the roles part.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_LOADER_H
#define SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_LOADER_H

#include "BlockMode.h"
#include "TileCopies.h"

namespace scanc::prefix {

class Loader {
public:
  using Value = mlir::Value;
  using ValueRange = mlir::ValueRange;

  Loader(const StreamContext &c, const WorkDivision &work, const TileRing &ring,
         const BlockMode &mode, const TileCopies &copies,
         const CachePolicies &policies)
      : c(c), b(c.b), work(work), ring(ring), mode(mode), copies(copies),
        policies(policies) {}

  /// What bulk copies load of a tile.
  struct Load {
    Tile tile;
    llvm::SmallVector<Stretch> from;
  };
  /// The load of the block's first tile, in thread 0, and whether the block has
  /// any (i1).
  struct First {
    Load load;
    Value hasTiles;
  };

  /// Has L2 fetch the block's first tiles while the launch before this one
  /// ends. What that launch has yet to write goes through L2, too, so that the
  /// loads see it. Of few tiles only the first half: it is waited for, and
  /// comes the later the more is asked for with it.
  First prefetch() const;
  /// As soon as may be, before the threads know their roles.
  void loadFirst(const First &first) const;
  /// The role, of one thread: the other tiles.
  void run() const;

private:
  /// The loader stays at most `tiles` tiles ahead of what a barrier tells of.
  struct Behind {
    const BarrierArray &barriers;
    int64_t tiles;
  };

  Load loadOf(Value k) const;
  void startLoad(const Load &load, Value slot) const;
  State waitBehind(const Behind &behind, const Position &at,
                   ValueRange slot) const;
  void startSlowly(Value k) const;

  const StreamContext &c;
  KernelBuilder &b;
  const WorkDivision &work;
  const TileRing &ring;
  const BlockMode &mode;
  const TileCopies &copies;
  const CachePolicies &policies;
};

} // namespace scanc::prefix

#endif // SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_LOADER_H
