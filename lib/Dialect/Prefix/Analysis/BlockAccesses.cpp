//===- BlockAccesses.cpp - Shared memory as a block scan uses it ----------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Dialect/Prefix/Analysis/BlockAccesses.h"

#include "llvm/ADT/STLExtras.h"

namespace scanc::prefix {

static constexpr int64_t lanes = 32;

std::string stagePart(int32_t stage) {
  return "stage " + std::to_string(stage);
}

std::vector<llvm::ArrayRef<PlacedStep>>
splitStages(const Placement &placement) {
  std::vector<llvm::ArrayRef<PlacedStep>> stages;
  llvm::ArrayRef<PlacedStep> rest(placement.steps);
  while (!rest.empty()) {
    stages.push_back(rest.take_while([&](const PlacedStep &step) {
      return step.stage == rest.front().stage;
    }));
    rest = rest.drop_front(stages.back().size());
  }
  return stages;
}

namespace {

class AccessLister {
public:
  explicit AccessLister(const Placement &placement)
      : placement(placement), cells(placement) {}

  std::vector<BlockAccess> list() {
    part = publishPart;
    for (int64_t warp = 0; warp < cells.warps; ++warp)
      store([&](int64_t lane) { return lane == 0 ? warp : -1; });
    for (llvm::ArrayRef<PlacedStep> stage : splitStages(placement))
      listStage(stage);
    part = prefixesPart;
    store([&](int64_t lane) { return lane == 0 ? cells.prefixes() : -1; });
    load([&](int64_t lane) {
      return lane < cells.warps
                 ? cells.ofSlot(placement.outputSlots[lane]) + lane
                 : -1;
    });
    store([&](int64_t lane) {
      return lane < cells.warps ? cells.prefixes() + lane + 1 : -1;
    });
    part = fetchPart;
    for (int64_t warp = 0; warp < cells.warps; ++warp) {
      load([&](int64_t) { return cells.prefixes() + warp; });
      load([&](int64_t) { return cells.prefixes() + cells.warps; });
    }
    return std::move(accesses);
  }

private:
  void listStage(llvm::ArrayRef<PlacedStep> steps) {
    part = stagePart(steps.front().stage);
    // -1 for lanes that are inactive, or beyond the columns.
    auto low = [&](const PlacedStep &step, int64_t lane) -> int64_t {
      return lane < cells.warps ? step.lowColumn[lane] : -1;
    };
    for (const PlacedStep &step : steps) {
      load([&](int64_t lane) {
        int64_t from = low(step, lane);
        return from < 0 ? -1 : cells.ofSlot(step.lowSlot) + from;
      });
      load([&](int64_t lane) {
        return low(step, lane) < 0 ? -1 : cells.ofSlot(step.highSlot) + lane;
      });
    }
    for (const PlacedStep &step : steps)
      store([&](int64_t lane) {
        return low(step, lane) < 0 ? -1 : cells.ofSlot(step.resultSlot) + lane;
      });
  }

  using CellOfLane = llvm::function_ref<int64_t(int64_t)>;
  void load(CellOfLane cellOf) { add(/*isStore=*/false, cellOf); }
  void store(CellOfLane cellOf) { add(/*isStore=*/true, cellOf); }
  void add(bool isStore, CellOfLane cellOf) {
    BlockAccess access{part, isStore, {}};
    for (int64_t lane = 0; lane < lanes; ++lane)
      access.cells.push_back(cellOf(lane));
    accesses.push_back(std::move(access));
  }

  const Placement &placement;
  BlockCells cells;
  std::string part;
  std::vector<BlockAccess> accesses;
};

} // namespace

std::vector<BlockAccess> listBlockAccesses(const Placement &placement) {
  return AccessLister(placement).list();
}

std::map<std::string, PartCost>
analyzeBlockScan(const Placement &placement,
                 llvm::ArrayRef<int64_t> fieldBytes) {
  std::map<std::string, PartCost> parts;
  for (const BlockAccess &access : listBlockAccesses(placement))
    for (int64_t bytes : fieldBytes) {
      std::vector<circuits::LaneAccess> accesses;
      for (auto [lane, cell] : llvm::enumerate(access.cells))
        if (cell >= 0)
          accesses.push_back({static_cast<unsigned>(lane),
                              static_cast<uint64_t>(cell * bytes)});
      PartCost &part = parts[access.part];
      ++part.requests;
      part.banks32 += circuits::countBankConflicts(accesses, bytes, 32);
      part.banks16 += circuits::countBankConflicts(accesses, bytes, 16);
    }
  return parts;
}

} // namespace scanc::prefix
