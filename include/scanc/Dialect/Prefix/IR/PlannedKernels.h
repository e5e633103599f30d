//===- PlannedKernels.h - The kernels that a plan asks for ------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which kernels a strategy has it says once (`getKernels`): what builds them,
// what launches them and what reports on them ask for that list. Its order is
// the one in which the strategy's launch rule numbers the kernels.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_IR_PLANNEDKERNELS_H
#define SCANC_DIALECT_PREFIX_IR_PLANNEDKERNELS_H

#include "scanc/Dialect/Prefix/IR/ScanTypes.h"
#include "scanc/Launch/Cadence.h"

namespace scanc::prefix {

/// A kernel NAME_suffix of a scan.
struct PlannedKernel {
  llvm::StringRef suffix;
  /// What its blocks do; all have the same warps, and the first has the tile
  /// that the grid is made for.
  llvm::SmallVector<SkeletonAttr, 2> skeletons;
  /// Blocks that a multiprocessor is to hold at least.
  int64_t blocksPerSM = 1;
  /// Whether it gives totals and no prefixes.
  bool reduces = false;
  /// Bytes of dynamic shared memory a block.
  int64_t sharedBytes = 0;
  /// The next kernel in the stream may begin before this one ends.
  bool letsNextBegin = false;
  /// Warps of a block that have other things to do than the skeleton says.
  int64_t otherWarps = 0;
  /// Groups of warps of which each does what the first skeleton says.
  int64_t groups = 1;
  /// Blocks of a cluster, of which a grid has whole ones.
  int64_t cluster = 1;

  /// Of a block.
  int64_t threads() const {
    return groups * skeletons.front().getThreads() + 32 * otherWarps;
  }
};

/// The most blocks that a grid can have.
inline constexpr int64_t mostBlocksOfGrid = 2147483647;

/// The kernels of a complete plan; the first is the single block's.
inline std::vector<PlannedKernel> getKernels(PlanAttr plan,
                                             const ScanTypes &types) {
  return plan.getStrategy().getKernels(plan, types);
}

/// Whether a GPU has what the kernels of a strategy need.
mlir::LogicalResult
checkNeeds(llvm::function_ref<mlir::InFlightDiagnostic()> emitError,
           StrategyAttrInterface strategy, const machine::GpuModel &gpu);

/// That of the single block, by the plan's `tail`, which every strategy has.
/// The kernel for chains without elements, of a scan that leaves final states
/// or has an output more than elements: it writes what each chain starts from.
PlannedKernel emptyKernel(PlanAttr plan, const ScanTypes &types);

inline PlannedKernel singleKernel(PlanAttr plan) {
  return {"single", {plan.getTail()}};
}

/// The parameters that all launch rules have, of a complete plan, and the
/// points at which the single block turns; with a case for it, unless it is
/// all there is.
launch::LaunchRule beginRule(PlanAttr plan, bool isAloneFirst = true);

} // namespace scanc::prefix

#endif // SCANC_DIALECT_PREFIX_IR_PLANNEDKERNELS_H
