//===- StreamingParts.h - What the streaming kernels share ------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two-level streaming cuts the input into cycles, one tile of the scan kernel
// each. Here is who takes which, and how the reduction hands its aggregates to
// the scan.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_STRATEGIES_TWOLEVEL_KERNELS_STREAMINGPARTS_H
#define SCANC_LIB_STRATEGIES_TWOLEVEL_KERNELS_STREAMINGPARTS_H

#include "scanc/Conversion/Kernels/ScanSource.h"

namespace scanc::prefix {

/// The cycles of the executing block (i64 both).
struct Cycles {
  mlir::Value first, count;

  static Cycles ofBlock(KernelBuilder &b, PlanAttr plan);
};

/// Elements of a cycle.
inline int64_t cycleOf(PlanAttr plan) { return plan.getScan().getTile(); }

/// Each of `states` joined with its part of `later`.
State combineEach(KernelBuilder &b, llvm::ArrayRef<State> states,
                  mlir::ValueRange later);

/// Aggregate `index`, in every lane.
State loadSeed(KernelBuilder &b, PlanAttr plan, mlir::Value index);

} // namespace scanc::prefix

#endif // SCANC_LIB_STRATEGIES_TWOLEVEL_KERNELS_STREAMINGPARTS_H
