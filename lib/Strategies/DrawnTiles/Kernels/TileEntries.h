//===- TileEntries.h - What tiles tell the tiles after them -----*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks draw tiles from a counter, so that a tile depends only on tiles that a
// block in flight has, and post what others need to know of them
// (Conversion/Exchange/LowerEntries.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_STRATEGIES_DRAWNTILES_KERNELS_TILEENTRIES_H
#define SCANC_LIB_STRATEGIES_DRAWNTILES_KERNELS_TILEENTRIES_H

#include "scanc/Conversion/Kernels/KernelBuilder.h"

namespace scanc::prefix {

/// Tiles are i64 throughout.
class TileEntries {
public:
  using Value = mlir::Value;

  /// For look-backs by `top`. All threads read the epoch, which each must have
  /// done before its block draws a number that is no tile's.
  TileEntries(KernelBuilder &b, SkeletonAttr top);

  /// By one thread of a block, once, before it draws.
  void open() const { OpenTilesOp::create(b, entries); }
  /// The next number.
  Value draw() const { return DrawTileOp::create(b, entries); }
  /// By who has drawn the last one.
  void close(Value tiles) const { CloseTilesOp::create(b, entries, tiles); }

  /// By one thread; all posts of a tile by the same.
  void postTotal(Value tile, mlir::ValueRange state) const {
    PostTileOp::create(b, state, /*prefix=*/false, entries, tile);
  }
  void postPrefix(Value tile, mlir::ValueRange state) const {
    PostTileOp::create(b, state, /*prefix=*/true, entries, tile);
  }
  /// Waits for the prefix of `tile`; one thread.
  State readPrefix(Value tile) const;
  /// Waits until the entry that `tile` overwrites is nobody's; a whole warp,
  /// whose first lane is to post.
  void awaitReaders(Value tile) const {
    AwaitReadersOp::create(b, entries, tile);
  }
  /// Waits for a prefix in the window that ends with `tile` and the totals
  /// after it, `start` being that of tile -1; a whole warp. Per field a vector
  /// of the lane's entries, the identity for those that do not count.
  llvm::SmallVector<Value> lookBack(Value tile, mlir::ValueRange start) const;

  /// In which of the lane's entries of that window chains begin, of tiles of
  /// `tileLength` elements: a bit for each (i32); null where all are one
  /// chain.
  Value cutsBefore(Value tile, int64_t tileLength) const;

private:
  KernelBuilder &b;
  int64_t perLane; // entries
  mlir::TypedValue<EntriesType> entries;
};

} // namespace scanc::prefix

#endif // SCANC_LIB_STRATEGIES_DRAWNTILES_KERNELS_TILEENTRIES_H
