//===- StrategyKernels.h - What builds the kernels of a strategy ----------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_CONVERSION_KERNELS_STRATEGYKERNELS_H
#define SCANC_CONVERSION_KERNELS_STRATEGYKERNELS_H

#include "scanc/Conversion/Kernels/ScanSource.h"

namespace scanc::prefix {

/// What a skeleton does with the tiles that it reads: it reads all tiles, folds
/// them and writes a state for each warp; or it writes what it reads. A
/// skeleton moves the bytes that the kernel over the input moves, the same way
/// and in the same blocks, and computes nothing (Merrill and Grimshaw 2009,
/// section 4.1): how fast it is bounds how fast any kernel in it can be.
enum class SkeletonPattern { In, InOut };

/// Says at the scan that its strategy has no skeletons.
mlir::LogicalResult refuseSkeleton(const ScanSource &source);
/// Whether a skeleton is one that moves data in order, by the warps of a block.
/// Says at the scan why not.
mlir::LogicalResult checkSkeletonSource(const ScanSource &source);
/// Each warp's total, by its first lane, into the workspace.
void storeWarpTotal(KernelBuilder &b, SkeletonAttr skeleton, int64_t warps,
                    mlir::ValueRange perLane);

} // namespace scanc::prefix

#include "scanc/Conversion/StrategyKernels.h.inc"

#endif // SCANC_CONVERSION_KERNELS_STRATEGYKERNELS_H
