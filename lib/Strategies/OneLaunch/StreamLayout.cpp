//===- StreamLayout.cpp - Shared memory of a streaming block --------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StreamLayout.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace scanc::prefix {

/// Bytes that bulk copies move a multiple of, between addresses of so many.
static constexpr int64_t ofBulkCopies = 16;

/// One region after another, each where bulk copies can begin; `bytes` is where
/// the last one ends.
static SmallVector<TileRegion>
placeTile(int64_t tile, ArrayRef<StructLayout> arrays, int64_t &bytes) {
  SmallVector<TileRegion> regions;
  bytes = 0;
  for (const StructLayout &array : arrays) {
    regions.push_back({bytes, array.size, array.alignment});
    bytes += llvm::alignTo(tile * array.size, ofBulkCopies);
  }
  return regions;
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

  const SmallVector<StructLayout> inputs = types.inputs(),
                                  outputs = types.outputs();
  layout.granule = scan.getItems();
  auto isOfLines = [&](const StructLayout &array) {
    constexpr int64_t line = 128;
    const int64_t pieces = scan.getItems() / getRunPiece(scan);
    return layout.granule * array.size % line == 0 &&
           layout.granule / pieces * array.size % ofBulkCopies == 0;
  };
  while (scan.getTile() % (2 * layout.granule) == 0 &&
         !(llvm::all_of(inputs, isOfLines) && llvm::all_of(outputs, isOfLines)))
    layout.granule *= 2;

  // So many bytes for each multiprocessor keep the memory of an H200 busy. Of
  // more, some blocks' later tiles overtake others' first ones, for which the
  // spines of all blocks wait.
  constexpr int64_t bytesUnderWay = 72 * 1024;
  const int64_t tileBytes = scan.getTile() * bytesOf(inputs);
  layout.underWay = std::clamp<int64_t>(
      (bytesUnderWay + tileBytes / 2) / tileBytes, 1, scan.getStages());
  layout.underWayFirst = (layout.underWay + 1) / 2;

  layout.inRegions = placeTile(scan.getTile(), inputs, layout.slotBytes);
  layout.ring = reserve(scan.getStages() * layout.slotBytes, 128);
  layout.outRegions = placeTile(scan.getTile(), outputs, layout.outputBytes);
  if (!llvm::equal(inputs, outputs,
                   [](const StructLayout &in, const StructLayout &out) {
                     return in.size == out.size;
                   })) {
    layout.outputPlaces = getGroups(scan);
    layout.outputs = reserve(layout.outputPlaces * layout.outputBytes, 128);
  }
  layout.prefixes = reserveStates(scan.getStages() * scan.getThreads());
  layout.totals = reserveStates(2 * getGroups(scan) * scan.getWarps());
  layout.seeds = reserveStates(scan.getStages());
  layout.carries = reserveStates(scan.getStages());
  layout.starts = reserve(8 * scan.getStages(), 8);
  layout.lengths = reserve(4 * scan.getStages(), 4);
  if (types.hasChains)
    layout.chains = reserve(4 * scan.getStages(), 4);
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
