//===- DrawnTiles.h - Blocks that draw their tiles --------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   NAME_scan   C blocks   each element is read once   reads, writes n
//
// A block draws a tile, loads it, and scans it up; some of its threads find out
// what comes before the tile, which is the strategy's; all scan it down from
// there and store it. While they do, the next tile is drawn. Tiles are drawn in
// the order of their numbers, so that L2 can fetch one before it is known who
// draws it. Nothing is asked of C or of the order in which blocks start: who
// waits, waits for tiles that were drawn before (TileEntries.h).
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_STRATEGIES_DRAWNTILES_KERNELS_DRAWNTILES_H
#define SCANC_LIB_STRATEGIES_DRAWNTILES_KERNELS_DRAWNTILES_H

#include "TileEntries.h"
#include "scanc/Conversion/Kernels/ScanSource.h"
#include "scanc/Conversion/Kernels/SharedMemory.h"

namespace scanc::prefix {

class DrawnTiles {
public:
  explicit DrawnTiles(ScanSource source);
  virtual ~DrawnTiles() = default;

  void build();

protected:
  /// While the loads of `tile` are under way; all threads.
  virtual void prepare(mlir::Value tile) {}
  /// Posts what ends with `tile`, whose total it is given, and has some thread
  /// call putSeed with what comes before; all threads.
  virtual void exchange(mlir::Value tile, mlir::ValueRange total) = 0;

  void putSeed(mlir::ValueRange seed);
  void onlyFirstWarp(llvm::function_ref<void()> body);

  ScanSource source;
  PlanAttr plan;
  KernelBuilder b;
  TileEntries entries;

private:
  mlir::Value drawByFirstThread(bool isFirst);
  /// The tile that the first thread has drawn, in every thread.
  mlir::Value shareTile(mlir::Value drawn);
  void scanTile(mlir::Value tile);
  /// Has L2 fetch the tile three quarters of a grid after `tile`, which will be
  /// drawn soon; one thread. So each tile but the first ones is fetched once.
  void fetchAhead(mlir::Value tile);
  /// What `build` builds, for a tile without or with an end of the array in it.
  llvm::SmallVector<mlir::Value> whereWhole(
      mlir::Value tile, mlir::TypeRange types,
      llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::Value)> build);

  TileLayout layout;
  SharedMemory shared;
};

} // namespace scanc::prefix

#endif // SCANC_LIB_STRATEGIES_DRAWNTILES_KERNELS_DRAWNTILES_H
