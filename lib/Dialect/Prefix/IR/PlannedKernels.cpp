//===- PlannedKernels.cpp - The kernels that a plan asks for --------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Dialect/Prefix/IR/PlannedKernels.h"

#include "scanc/Dialect/Prefix/IR/LaunchRules.h"
#include "scanc/Dialect/Prefix/IR/StructLayout.h"
#include "scanc/Dialect/Prefix/IR/TileLayout.h"

using namespace mlir;

namespace scanc::prefix {

/// The loader, the spine, and groups of warps in so many `roles`.
static PlannedKernel planStream(StringRef suffix, PlanAttr plan,
                                const ScanTypes &types, int64_t roles) {
  const SkeletonAttr scan = plan.getScan();
  PlannedKernel stream{suffix, {scan, plan.getTop()}};
  stream.sharedBytes = StreamLayout::of(scan, types).bytes;
  stream.otherWarps = 1 + plan.getTop().getWarps() +
                      (roles - 1) * scan.getGroups() * scan.getWarps();
  stream.letsNextBegin = true;
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
    kernels.push_back(planStream("stream", plan, types, 2));
    if (plan.getShortScan())
      kernels.push_back(planStream("short", plan.getShort(), types, 1));
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

int64_t getShortTile(PlanAttr plan, const ScanTypes &types) {
  // Where runs have pieces, blocks are as many as have a piece for each thread.
  if (*plan.getStrategy() != Strategy::OneLaunchStreaming ||
      plan.getScan().getRunPiece() != plan.getScan().getItems())
    return 0;
  // About 1 KiB of the tiles that are planned: for more, what blocks tell each
  // other takes less time than one block would.
  const SkeletonAttr shortest =
      plan.getShortScan() ? plan.getShortScan() : plan.getScan();
  return llvm::alignTo(llvm::divideCeil(plan.getScan().getTile(), 16),
                       StreamLayout::of(shortest, types).granule);
}

launch::LaunchRule getLaunchRule(PlanAttr plan, const ScanTypes &types) {
  const GridNumbers grid{static_cast<uint64_t>(*plan.getSingleBlockUpTo()),
                         static_cast<uint64_t>(*plan.getBlocksPerSM()),
                         static_cast<uint64_t>(*plan.getMaxBlocks()),
                         static_cast<uint64_t>(plan.getTail().getTile())};
  const SkeletonAttr down = plan.getScan();
  const uint64_t tile = down.getTile();
  const uint64_t stateBytes = StructLayout::of(types.state).size;
  const uint64_t exchange = exchangeBytes(plan, types);
  switch (*plan.getStrategy()) {
  case Strategy::SingleBlock:
    return singleBlockRule(grid);
  case Strategy::TwoLevelStreaming:
    return twoLevelRule(grid, tile, down.getLists(), stateBytes);
  case Strategy::ScanThenPropagate:
  case Strategy::ReduceThenScan:
    return recursiveRule(grid, tile, plan.getTop().getTile(), stateBytes);
  case Strategy::Chained:
  case Strategy::DecoupledLookback:
    return drawnTilesRule(grid, tile, exchange);
  case Strategy::OneLaunchStreaming: {
    OneLaunchTiles tiles;
    tiles.whole = tile;
    tiles.shortened = tile / down.getItems() * down.getRunPiece();
    tiles.worthABlock = getShortTile(plan, types);
    if (plan.getShortScan())
      tiles.ofShort = plan.getShortScan().getTile();
    return oneLaunchRule(grid, tiles, exchange);
  }
  }
  llvm_unreachable("unknown strategy");
}

launch::Cadence getCadence(PlanAttr plan, const ScanTypes &types) {
  using Grid = launch::Cadence::Grid;
  launch::Cadence cadence;
  cadence.tile = plan.getScan().getTile();
  const uint64_t single = *plan.getSingleBlockUpTo();
  cadence.kernels.resize(getKernels(plan, types).size());
  for (launch::KernelRange &kernel : llvm::drop_begin(cadence.kernels))
    kernel.fewest = single + 1;
  switch (*plan.getStrategy()) {
  case Strategy::SingleBlock:
    break;
  case Strategy::TwoLevelStreaming:
    cadence.grid = Grid::Fixed;
    cadence.totalsTile = plan.getTop().getTile();
    break;
  case Strategy::ScanThenPropagate:
  case Strategy::ReduceThenScan: {
    enum { Up = 1, UpTotals, Top, DownTotals, Down };
    cadence.grid = Grid::Growing;
    cadence.totalsTile = plan.getTop().getTile();
    cadence.isRecursive = true;
    for (int kernel : {Up, Down})
      cadence.kernels[kernel].fewest = std::max(single, cadence.tile) + 1;
    for (int kernel : {UpTotals, DownTotals}) {
      cadence.kernels[kernel].fewest = cadence.totalsTile + 1;
      cadence.kernels[kernel].most =
          llvm::divideCeil(launch::mostElements, cadence.tile);
    }
    cadence.kernels[Top] = {2, cadence.totalsTile, std::nullopt};
    break;
  }
  case Strategy::Chained:
  case Strategy::DecoupledLookback: {
    const EntryLayout entries(plan.getTop(), types.state);
    cadence.grid = Grid::Fixed;
    cadence.gridRing = entries.entries();
    if (*plan.getStrategy() == Strategy::DecoupledLookback)
      cadence.window = entries.window();
    break;
  }
  case Strategy::OneLaunchStreaming: {
    enum { Stream = 1, Short };
    cadence.grid = Grid::Fixed;
    cadence.blockRing = plan.getScan().getStages();
    cadence.worthABlock = getShortTile(plan, types);
    if (!plan.getShortScan())
      break;
    cadence.shortTile = plan.getShortScan().getTile();
    for (int kernel : {Stream, Short})
      cadence.kernels[kernel].share = {cadence.shortTile, kernel == Stream};
    break;
  }
  }
  return cadence;
}

MemoryPasses getMemoryPasses(Strategy strategy) {
  switch (strategy) {
  case Strategy::SingleBlock:
  case Strategy::OneLaunchStreaming:
  case Strategy::Chained:
  case Strategy::DecoupledLookback:
    return {1, 1};
  case Strategy::TwoLevelStreaming:
  case Strategy::ReduceThenScan:
    return {2, 1};
  case Strategy::ScanThenPropagate:
    return {1, 2, 1};
  }
  llvm_unreachable("unknown strategy");
}

std::string listStrategies() {
  std::string names;
  for (uint32_t value = 0; value <= getMaxEnumValForStrategy(); ++value)
    if (auto strategy = symbolizeStrategy(value))
      names += (names.empty() ? "" : ", ") + stringifyStrategy(*strategy).str();
  return names;
}

} // namespace scanc::prefix
