//===- StreamContext.h - What a streaming block knows -----------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is known of a kernel of one-launch streaming before anything of it is
// built: the plan, the layout of shared memory, the roles of warps. All parts
// of the kernel share it, and none changes it.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_STREAMCONTEXT_H
#define SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_STREAMCONTEXT_H

#include "../StreamLayout.h"

#include "scanc/Conversion/Kernels/ScanSource.h"
#include "scanc/Conversion/Kernels/SharedMemory.h"

namespace scanc::prefix {

/// How a thread goes through its run: as a whole, or, in short launches, piece
/// by piece.
struct RunPieces {
  /// Elements of what the runs of short launches have fewer of.
  int64_t length;
  /// How many a run of a full thread has.
  int64_t most;
  /// Whether a thread always goes from piece to piece, with a circuit for each.
  bool areReduced, areScanned;
  /// Whether runs can have several pieces and not all. A loop takes longer than
  /// whole runs do, but for combines that take longer than anything else.
  bool areLooped;
};

struct StreamContext {
  /// Of a kernel in which no block has more than one tile, if `hasOneTile`.
  StreamContext(const ScanSource &source, KernelBuilder &b, bool hasOneTile);

  ScanOutputs outputs() const { return ScanOp(scan).getScanOutputs(); }
  /// Whether the walk goes through a tile from its end. Then it lies at the end
  /// of its slot.
  bool isBackward() const {
    return b.domain().runOrder() == RunOrder::Backward;
  }
  /// Whether one warp of the spine finds the carry of another.
  bool passesCarry() const { return spine.getWarps() > 1; }

  // The warps of a block: the loader, the spine, the reducers, the scanners; of
  // a block with one tile, reducers that scan it afterwards.
  int64_t groups() const { return getGroups(down); }
  int64_t firstReducer() const { return 1 + spine.getWarps(); }
  int64_t firstScanner() const {
    return hasOneTile ? firstReducer()
                      : firstReducer() + groups() * down.getWarps();
  }
  /// The barrier of the first group of scanners; those before are reducers'.
  int64_t scannersBarrier() const { return 1 + groups(); }
  /// Waits for all threads of a group of reducers or scanners.
  void waitForGroup(mlir::Value barrier) const;

  KernelBuilder &b;
  ScanOp scan;
  MonoidOp monoid;
  SkeletonAttr up, down, spine;
  StreamLayout layout;
  bool hasOneTile;
  RunPieces pieces;
  SharedMemory shared;
};

} // namespace scanc::prefix

#endif // SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_STREAMCONTEXT_H
