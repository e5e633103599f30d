//===- SublistKernels.h - Kernels whose rows are sublists -------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With sublists, each row of each warp has cycles of its own and an aggregate
// of its own (Merrill and Grimshaw's merrill_linear): the block's cycles are
// one stretch of the input, cut into as many pieces as the block has rows. No
// warp waits for another.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_STRATEGIES_TWOLEVEL_KERNELS_SUBLISTKERNELS_H
#define SCANC_LIB_STRATEGIES_TWOLEVEL_KERNELS_SUBLISTKERNELS_H

#include "StreamingParts.h"

namespace scanc::prefix {

class SublistKernels {
public:
  explicit SublistKernels(const ScanSource &source)
      : source(source), plan(source.plan) {}

  /// The bodies of the reduction and of the scan.
  void buildReduce(KernelBuilder &b);
  void buildScan(KernelBuilder &b);

private:
  struct Sublists {
    mlir::Value count; // cycles of each, of a row of the skeleton
    llvm::SmallVector<mlir::Value> first; // per row: element
    llvm::SmallVector<mlir::Value> index; // per row: of the aggregate
  };
  /// The sublists of the executing warp.
  Sublists ownSublists(KernelBuilder &b, SkeletonAttr skeleton);

  /// A row of a warp, alone.
  SkeletonAttr oneRow(SkeletonAttr skeleton);
  /// Cycle `k` of each of the warp's sublists, as the rows of a tile.
  llvm::SmallVector<mlir::Value> loadRows(KernelBuilder &b,
                                          SkeletonAttr skeleton,
                                          const Sublists &lists, mlir::Value k);

  ScanSource source;
  PlanAttr plan;
};

} // namespace scanc::prefix

#endif // SCANC_LIB_STRATEGIES_TWOLEVEL_KERNELS_SUBLISTKERNELS_H
