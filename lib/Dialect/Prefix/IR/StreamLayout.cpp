//===- StreamLayout.cpp - Shared memory of a streaming block --------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Dialect/Prefix/IR/StreamLayout.h"

#include "scanc/Dialect/Prefix/IR/PlannedKernels.h"
#include "scanc/Dialect/Prefix/IR/StructLayout.h"
#include "scanc/Dialect/Prefix/IR/TileLayout.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace scanc::prefix {

ScanTypes ScanTypes::of(LaunchAttr launch) {
  auto typesOf = [](ArrayAttr types) {
    return llvm::to_vector(types.getAsValueRange<TypeAttr>());
  };
  return {typesOf(launch.getElement()), typesOf(launch.getState()),
          typesOf(launch.getOutput())};
}

ScanTypes ScanTypes::of(ScanOp scan, MonoidOp monoid) {
  return {SmallVector<Type>(scan.getElementTypes()), monoid.getStateTypes(),
          SmallVector<Type>(scan.getOutputTypes())};
}

int64_t exchangeBytes(PlanAttr plan, const ScanTypes &types) {
  if (drawsTiles(*plan.getStrategy()))
    return EntryLayout(plan.getTop(), types.state).bytes();
  if (*plan.getStrategy() != Strategy::OneLaunchStreaming)
    return 0;
  return ExchangeLayout(plan.getTop(), types.state).bytes();
}

StreamLayout StreamLayout::of(SkeletonAttr scan, const ScanTypes &types) {
  StreamLayout layout;
  auto reserve = [&layout](int64_t bytes, int64_t alignment) {
    const int64_t offset = llvm::alignTo(layout.bytes, alignment);
    layout.bytes = offset + bytes;
    return offset;
  };
  auto reserveStates = [&](int64_t count) {
    StateArray array;
    for (Type type : types.state)
      array.offsets.push_back(
          reserve(getFieldBytes(type) * count, getFieldBytes(type)));
    return array;
  };
  auto reserveBarriers = [&](int64_t count) {
    return BarrierArray{reserve(8 * count, 8), count};
  };

  const int64_t in = StructLayout::of(types.element).size;
  const int64_t out = StructLayout::of(types.output).size;
  const int64_t run = scan.getItems();
  layout.granule = run;
  constexpr int64_t line = 128;
  while (scan.getTile() % (2 * layout.granule) == 0 &&
         (layout.granule * in % line || layout.granule * out % line))
    layout.granule *= 2;

  // So many bytes for each multiprocessor keep the memory of an H200 busy. Of
  // more, some blocks' later tiles overtake others' first ones, for which the
  // spines of all blocks wait.
  constexpr int64_t bytesUnderWay = 72 * 1024;
  const int64_t tileBytes = scan.getTile() * in;
  layout.underWay = std::clamp<int64_t>(
      (bytesUnderWay + tileBytes / 2) / tileBytes, 1, scan.getStages());
  layout.underWayFirst = (layout.underWay + 1) / 2;

  constexpr int64_t ofBulkCopies = 16;
  layout.slotBytes = llvm::alignTo(scan.getTile() * in, ofBulkCopies);
  layout.ring = reserve(scan.getStages() * layout.slotBytes, 128);
  if (in != out) {
    layout.outputBytes = llvm::alignTo(scan.getTile() * out, ofBulkCopies);
    layout.outputPlaces = scan.getGroups();
    layout.outputs = reserve(layout.outputPlaces * layout.outputBytes, 128);
  }
  layout.prefixes = reserveStates(scan.getStages() * scan.getThreads());
  layout.totals = reserveStates(2 * scan.getGroups() * scan.getWarps());
  layout.seeds = reserveStates(scan.getStages());
  layout.carries = reserveStates(scan.getStages());
  layout.starts = reserve(8 * scan.getStages(), 8);
  layout.lengths = reserve(4 * scan.getStages(), 4);
  layout.full = reserveBarriers(scan.getStages());
  layout.ready = reserveBarriers(scan.getStages());
  layout.empty = reserveBarriers(scan.getStages());
  layout.carried = reserveBarriers(scan.getStages());
  layout.decided = reserveBarriers(1);
  layout.left = reserveBarriers(1);
  layout.opened = reserveBarriers(1);
  for (int64_t *word : {&layout.epoch, &layout.mode, &layout.number,
                        &layout.present, &layout.launch, &layout.ownTiles,
                        &layout.tileLength, &layout.carriedRow})
    *word = reserve(4, 4);
  return layout;
}

} // namespace scanc::prefix
