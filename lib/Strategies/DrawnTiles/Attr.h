//===- Attr.h - Blocks draw their tiles -------------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_STRATEGIES_DRAWNTILES_ATTR_H
#define SCANC_LIB_STRATEGIES_DRAWNTILES_ATTR_H

#include "scanc/Conversion/Kernels/StrategyKernels.h"
#include "scanc/Dialect/Prefix/IR/PlannedKernels.h"
#include "scanc/Dialect/Prefix/Transforms/StrategyPlanning.h"

#define GET_ATTRDEF_CLASSES
#include "DrawnTiles/DrawnTiles.h.inc"

namespace scanc::prefix {

/// What tells the two apart for who plans.
struct DrawnTilesKind {
  bool looksBack = false;
};
mlir::FailureOr<PlanAttr> completeDrawnTiles(PlanRequest &request,
                                             const DrawnTilesKind &kind);

void buildChained(const ScanSource &source);
void buildDecoupledLookback(const ScanSource &source);

} // namespace scanc::prefix

#endif // SCANC_LIB_STRATEGIES_DRAWNTILES_ATTR_H
