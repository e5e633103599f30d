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

#include "../TileLayout.h"
#include "scanc/Conversion/Kernels/ScanSource.h"
#include "scanc/Conversion/Kernels/SharedMemory.h"

namespace scanc::prefix {

/// What the parts of such a kernel know.
struct DrawnContext {
  explicit DrawnContext(const ScanSource &source);

  /// Tells the block what comes before its tile; one thread.
  void putSeed(mlir::ValueRange seed);
  void onlyFirstWarp(llvm::function_ref<void()> body);

  ScanSource source;
  PlanAttr plan;
  KernelBuilder b;
  TileEntries entries;
  TileLayout layout;
  SharedMemory shared;
};

/// How blocks tell each other their tiles' totals.
class TileExchange {
public:
  virtual ~TileExchange() = default;

  /// While the loads of `tile` are under way; all threads.
  virtual void prepare(DrawnContext &c, mlir::Value tile) const {}
  /// Posts what ends with `tile`, whose total it is given, and has some thread
  /// call putSeed with what comes before; all threads.
  virtual void exchange(DrawnContext &c, mlir::Value tile,
                        const Part &total) const = 0;
};

void buildDrawnTiles(const ScanSource &source, const TileExchange &exchange);

} // namespace scanc::prefix

#endif // SCANC_LIB_STRATEGIES_DRAWNTILES_KERNELS_DRAWNTILES_H
