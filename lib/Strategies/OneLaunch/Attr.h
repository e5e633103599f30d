//===- Attr.h - One launch of streaming blocks ------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_STRATEGIES_ONELAUNCH_ATTR_H
#define SCANC_LIB_STRATEGIES_ONELAUNCH_ATTR_H

#include "Sizes.h"
#include "StreamLayout.h"

#include "scanc/Conversion/Kernels/StrategyKernels.h"
#include "scanc/Dialect/Prefix/IR/PlannedKernels.h"
#include "scanc/Dialect/Prefix/Transforms/StrategyPlanning.h"
#include "scanc/Dialect/Prefix/Transforms/StrategyTuning.h"

#define GET_ATTRDEF_CLASSES
#include "OneLaunch/OneLaunch.h.inc"

namespace scanc::prefix {

/// The skeletons of the kernel for short launches; null if there is none.
inline SkeletonAttr getShortReduce(PlanAttr plan) {
  return plan.getSkeleton("short_reduce");
}
inline SkeletonAttr getShortScan(PlanAttr plan) {
  return plan.getSkeleton("short_scan");
}
/// Of a complete plan with such a kernel: the plan of that kernel alone. Its
/// spine has one warp.
PlanAttr getShort(PlanAttr plan);

/// Elements that are worth a block of a complete plan while half of the
/// multiprocessors are idle: a small part of a tile. 0 where blocks go by
/// multiprocessors or tiles alone.
int64_t getShortTile(PlanAttr plan, const ScanTypes &types);

mlir::LogicalResult checkOneLaunch(PlanChecker &checker, PlanAttr plan);
void buildOneLaunchStreaming(ScanSource source);
mlir::LogicalResult buildBulkSkeleton(ScanSource source,
                                      SkeletonPattern pattern);

} // namespace scanc::prefix

#endif // SCANC_LIB_STRATEGIES_ONELAUNCH_ATTR_H
