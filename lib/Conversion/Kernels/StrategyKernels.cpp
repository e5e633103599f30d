//===- StrategyKernels.cpp - What builds the kernels of a strategy --------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Conversion/Kernels/StrategyKernels.h"

using namespace mlir;

namespace scanc::prefix {

LogicalResult refuseSkeleton(const ScanSource &source) {
  return ScanOp(source.scan).emitError()
         << "there are no skeletons of " << source.plan.getStrategy().getName();
}

LogicalResult checkSkeletonSource(const ScanSource &source) {
  ScanOp scan = source.scan;
  const SkeletonAttr skeleton = source.plan.getScan();
  if (skeleton.getSublists() || skeleton.isBlockWide() || skeleton.isWarpWide())
    return scan.emitError(
        "a skeleton has a warp circuit of 32 columns, a row circuit and a "
        "block circuit over the warps");
  if (scan.getReverse())
    return scan.emitError("a skeleton is not reversed");
  return success();
}

void storeWarpTotal(KernelBuilder &b, SkeletonAttr skeleton, int64_t warps,
                    ValueRange perLane) {
  State total = b.reduceWarp(skeleton, perLane);
  Value index = b.add(b.mul(b.blockId(), b.i64(warps)), b.toI64(b.warpId()));
  Value isFirst =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, b.laneId(), b.i32(0));
  b.onlyIf(isFirst, [&] { b.aggregates().storeState(b, index, total); });
}

} // namespace scanc::prefix

#include "scanc/Conversion/StrategyKernels.cpp.inc"
