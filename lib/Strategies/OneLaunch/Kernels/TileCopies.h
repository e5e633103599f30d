//===- TileCopies.h - Tiles between memory and slots ------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bulk copies move multiples of 16 bytes between addresses of 16 bytes. What
// they cannot move - the last bytes of the input, or everything where a pointer
// is not aligned - groups of threads copy, element by element.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_TILECOPIES_H
#define SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_TILECOPIES_H

#include "WorkDivision.h"

namespace scanc::prefix {

/// A tile of one array, in memory: its address, and how many of its bytes (i32)
/// bulk copies can move.
struct Stretch {
  TileRegion region;
  mlir::Value address, bulk;
};

/// What L2 is to do with what is copied (i64 both, CachePolicy).
struct CachePolicies {
  mlir::Value load, store;

  /// What a launch of the same size has written just before is still in L2, and
  /// not yet in memory. Reads that evict it have memory write while all blocks
  /// wait for the first totals; lines that were read are there to be evicted
  /// instead. Long launches write all the time: there L2 is to pass on what is
  /// written, in order, and not what was read before.
  static CachePolicies choose(const StreamContext &c);
};

class TileCopies {
public:
  using Value = mlir::Value;

  explicit TileCopies(const StreamContext &c) : c(c), b(c.b) {}

  llvm::SmallVector<Stretch> inputOf(const Tile &tile) const;
  llvm::SmallVector<Stretch> outputOf(const Tile &tile) const;
  /// What bulk copies can move, of all arrays (i32).
  Value bulkOf(llvm::ArrayRef<Stretch> stretches) const;
  Value isNonzero(Value value) const {
    return b.compare(mlir::arith::CmpIPredicate::ne, value, b.i32(0));
  }

  /// Copies by the threads of a group what is left of a tile after its first
  /// `bulk` bytes. The group meets at `barrier` then, if there is one.
  void copyRest(Value to, Value from, Value bulk, const Tile &tile,
                const TileRegion &region, Value thread, Value barrier) const;

private:
  llvm::SmallVector<Stretch>
  stretchesOf(const Place &place, const Tile &tile,
              llvm::ArrayRef<TileRegion> regions) const;

  const StreamContext &c;
  KernelBuilder &b;
};

} // namespace scanc::prefix

#endif // SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_TILECOPIES_H
