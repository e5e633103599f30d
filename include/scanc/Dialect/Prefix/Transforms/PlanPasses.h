//===- PlanPasses.h - A reduction, a scan, and a block over totals --------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What strategies share whose grid reduces tiles or scans them, while one block
// scans the totals: their sizes are the tuning's `twoLevel`.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_TRANSFORMS_PLANPASSES_H
#define SCANC_DIALECT_PREFIX_TRANSFORMS_PLANPASSES_H

#include "scanc/Dialect/Prefix/Transforms/PlanRequest.h"

namespace scanc::prefix {

/// A complete plan with the skeletons `reduce`, `scan`, `top` and `tail`. The
/// request's `tileKind` is set: where it cuts tiles, a block has one at a time,
/// and loads none ahead. `mostBlocks` of a grid, where nobody says; 0: as
/// tuned.
mlir::FailureOr<PlanAttr> planPasses(PlanRequest &request,
                                     int64_t mostBlocks = 0);

} // namespace scanc::prefix

#endif // SCANC_DIALECT_PREFIX_TRANSFORMS_PLANPASSES_H
