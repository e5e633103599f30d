//===- PlannedKernels.cpp - The kernels that a plan asks for --------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Dialect/Prefix/IR/PlannedKernels.h"

#include "scanc/Dialect/Prefix/IR/TileLayout.h"

using namespace mlir;

namespace scanc::prefix {

/// The loader, the spine, and as many warps that reduce as there are that scan.
///
/// A launch of few tiles has one group, and a slot for each tile; of one tile,
/// one warp of the spine. Two of its blocks then find room on a multiprocessor:
/// those of the next launch come while these still work, which is worth 0.5 us
/// from 2^18 to 2^21 bytes on an H200. One group is enough for a tile, and for
/// two where combines are short enough for whole runs. With a warp of the spine
/// less there is room for two blocks of up to 96 registers a thread, in place
/// of 80: a quarter of a multiprocessor has 16384 registers and takes five
/// warps, not six.
static PlannedKernel planStream(PlanAttr plan, const ScanTypes &types) {
  const SkeletonAttr scan = plan.getScan();
  const StreamLayout layout = StreamLayout::of(scan, types);
  const int64_t common = 1 + plan.getTop().getWarps();
  PlannedKernel stream{"stream", {scan, plan.getTop()}};
  stream.sharedBytes = layout.bytes;
  stream.otherWarps = common + scan.getGroups() * scan.getWarps();
  stream.letsNextBegin = true;
  const int64_t ofGroup = 2 * scan.getWarps();
  stream.shortForms = {{1, 32 * (2 + ofGroup), layout.bytesOf(1)}};
  const bool hasWholeRuns = scan.getRunPiece() == scan.getItems();
  if (hasWholeRuns && scan.getStages() > 1)
    stream.shortForms.push_back(
        {2, 32 * (common + ofGroup), layout.bytesOf(2)});
  return stream;
}

SmallVector<PlannedKernel> getKernels(PlanAttr plan, const ScanTypes &types) {
  const int64_t perSM = *plan.getBlocksPerSM();
  SmallVector<PlannedKernel> kernels = {{"single", {plan.getTail()}}};
  switch (*plan.getStrategy()) {
  case Strategy::SingleBlock:
    break;
  case Strategy::TwoLevelStreaming:
    kernels.push_back({"reduce", {plan.getReduce()}, perSM, /*reduces=*/true});
    kernels.push_back({"top", {plan.getTop(), plan.getTail()}});
    kernels.push_back({"scan", {plan.getScan()}, perSM});
    break;
  case Strategy::OneLaunchStreaming:
    kernels.front().letsNextBegin = true;
    kernels.push_back(planStream(plan, types));
    break;
  case Strategy::Chained:
  case Strategy::DecoupledLookback: {
    PlannedKernel scan{"scan", {plan.getScan(), plan.getTop()}, perSM};
    scan.sharedBytes = TileLayout::of(types).bytes;
    kernels.push_back(scan);
    break;
  }
  case Strategy::ScanThenPropagate:
    kernels.push_back({"scan", {plan.getScan()}, perSM});
    kernels.push_back({"scan_totals", {plan.getTop()}});
    kernels.push_back({"top", {plan.getTop()}});
    kernels.push_back({"propagate_totals", {plan.getTop()}});
    kernels.push_back({"propagate", {plan.getScan()}, perSM});
    break;
  case Strategy::ReduceThenScan:
    kernels.push_back({"reduce", {plan.getReduce()}, perSM, /*reduces=*/true});
    kernels.push_back({"reduce_totals", {plan.getTop()}, 1, /*reduces=*/true});
    kernels.push_back({"top", {plan.getTop()}});
    kernels.push_back({"scan_totals", {plan.getTop()}});
    kernels.push_back({"scan", {plan.getScan()}, perSM});
    break;
  }
  return kernels;
}

std::string listStrategies() {
  std::string names;
  for (uint32_t value = 0; value <= getMaxEnumValForStrategy(); ++value)
    if (auto strategy = symbolizeStrategy(value))
      names += (names.empty() ? "" : ", ") + stringifyStrategy(*strategy).str();
  return names;
}

} // namespace scanc::prefix
