//===- Attr.h - Lanes have chains of their own ------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_STRATEGIES_STRIPS_ATTR_H
#define SCANC_LIB_STRATEGIES_STRIPS_ATTR_H

#include "scanc/Conversion/Kernels/StrategyKernels.h"
#include "scanc/Dialect/Prefix/IR/PlannedKernels.h"
#include "scanc/Dialect/Prefix/Transforms/StrategyPlanning.h"

#define GET_ATTRDEF_CLASSES
#include "Strips/Strips.h.inc"

namespace scanc::prefix {

/// The parameter of the skeleton `top`: for how many tiles' totals there are
/// places, those of all strips together.
inline constexpr llvm::StringLiteral ringKey = "ring";

/// The skeleton of NAME_windows; null: there is no such kernel.
inline SkeletonAttr getDrawn(PlanAttr plan) {
  return plan.getSkeleton("drawn_scan");
}

/// The skeleton of NAME_columns; null: there is no such kernel.
inline SkeletonAttr getColumns(PlanAttr plan) {
  return plan.getSkeleton("column_scan");
}

/// The skeletons of NAME_clusters; null: there is no such kernel.
inline SkeletonAttr getClustered(PlanAttr plan) {
  return plan.getSkeleton("clustered_scan");
}
inline SkeletonAttr getClusteredTop(PlanAttr plan) {
  return plan.getSkeleton("clustered_top");
}

/// The parameter of the skeleton `clustered_top`: blocks of a cluster.
inline constexpr llvm::StringLiteral clusterKey = "cluster";

inline int64_t getCluster(SkeletonAttr top) { return *top.getOwn(clusterKey); }

void buildStrips(const ScanSource &source);
void buildWindows(const ScanSource &source);
void buildColumns(const ScanSource &source);
void buildClusters(const ScanSource &source);

} // namespace scanc::prefix

#endif // SCANC_LIB_STRATEGIES_STRIPS_ATTR_H
