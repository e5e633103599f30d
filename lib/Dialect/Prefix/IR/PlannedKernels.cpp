//===- PlannedKernels.cpp - The kernels that a plan asks for --------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Dialect/Prefix/IR/PlannedKernels.h"

using namespace mlir;

namespace scanc::prefix {

LogicalResult checkNeeds(function_ref<InFlightDiagnostic()> emitError,
                         StrategyAttrInterface strategy,
                         const machine::GpuModel &gpu) {
  const uint32_t needs = strategy.getNeeds();
  if (gpu.has(needs))
    return success();
  return emitError() << strategy.getName() << " needs "
                     << machine::listFeatures(needs & ~gpu.features)
                     << ", which " << gpu.name << " does not have; take "
                     << machine::oldestWith(needs).name
                     << " or later, or another strategy";
}

/// Where lanes have chains of their own, it is the first kernel without its
/// tiles.
PlannedKernel emptyKernel(PlanAttr plan, const ScanTypes &types) {
  if (!plan.getStrategy().isAcross())
    return {"empty", {plan.getTail()}};
  PlannedKernel kernel = getKernels(plan, types).front();
  kernel.suffix = "empty";
  return kernel;
}

launch::LaunchRule beginRule(PlanAttr plan, bool isAloneFirst) {
  return launch::LaunchRule::begin(*plan.getSingleBlockUpTo(),
                                   *plan.getBlocksPerSM(), *plan.getMaxBlocks(),
                                   plan.getTail().getTile(), isAloneFirst);
}

} // namespace scanc::prefix
