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

class StreamingParts {
protected:
  explicit StreamingParts(ScanSource source)
      : source(source), plan(source.plan) {}

  bool isCommutative() { return source.monoid.getCommutative(); }
  int64_t cycle() { return plan.getScan().getTile(); }

  struct Cycles {
    mlir::Value first, count; // i64
  };
  /// The cycles of the executing block.
  Cycles ownCycles(KernelBuilder &b);

  /// Each of `states` joined with its part of `later`.
  State combineEach(KernelBuilder &b, llvm::ArrayRef<State> states,
                    mlir::ValueRange later);

  /// Aggregate `index`, in every lane.
  State loadSeed(KernelBuilder &b, mlir::Value index);

  ScanSource source;
  PlanAttr plan;
};

} // namespace scanc::prefix

#endif // SCANC_LIB_STRATEGIES_TWOLEVEL_KERNELS_STREAMINGPARTS_H
