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
  auto reserveStates = [&](StringLiteral name, int64_t count) {
    StateArray array;
    array.name = name;
    array.count = count;
    for (Type type : types.state)
      array.offsets.push_back(
          reserve(getFieldBytes(type) * count, getFieldBytes(type)));
    return array;
  };
  auto reserveBarriers = [&](StringLiteral name, int64_t count) {
    return BarrierArray{name, reserve(8 * count, 8), count};
  };
  auto reserveWords = [&](StringLiteral name, int64_t count, int64_t bytes) {
    return WordArray{name, reserve(bytes * count, bytes), count, bytes};
  };
  auto reserveSlots = [&](StringLiteral name, int64_t count, int64_t bytes) {
    return SlotArray{name, reserve(count * bytes, 128), count, bytes};
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

  int64_t bytes = 0;
  layout.inRegions = placeTile(scan.getTile(), inputs, bytes);
  layout.ring = reserveSlots("ring", scan.getStages(), bytes);
  layout.outRegions = placeTile(scan.getTile(), outputs, bytes);
  if (types.looksAround ||
      !llvm::equal(inputs, outputs,
                   [](const StructLayout &in, const StructLayout &out) {
                     return in.size == out.size;
                   }))
    layout.outputs = reserveSlots("outputs", getGroups(scan), bytes);
  const int64_t slots = scan.getStages();
  layout.prefixes = reserveStates("prefixes", slots * scan.getThreads());
  layout.totals =
      reserveStates("totals", 2 * getGroups(scan) * scan.getWarps());
  layout.seeds = reserveStates("seeds", slots);
  layout.carries = reserveStates("carries", slots);
  layout.starts = reserveWords("starts", slots, 8);
  layout.lengths = reserveWords("lengths", slots, 4);
  if (types.hasChains())
    layout.chains = reserveWords("chains", slots, 4);
  layout.full = reserveBarriers("full", slots);
  layout.ready = reserveBarriers("ready", slots);
  layout.empty = reserveBarriers("empty", slots);
  layout.carried = reserveBarriers("carried", slots);
  layout.decided = reserveBarriers("decided", 1);
  layout.left = reserveBarriers("left", 1);
  layout.opened = reserveBarriers("opened", 1);
  layout.epoch = reserveWords("epoch", 1, 4);
  layout.mode = reserveWords("mode", 1, 4);
  layout.number = reserveWords("number", 1, 4);
  layout.present = reserveWords("present", 1, 4);
  layout.launch = reserveWords("launch", 1, 4);
  layout.ownTiles = reserveWords("own_tiles", 1, 4);
  layout.tileLength = reserveWords("tile_length", 1, 4);
  layout.carriedRow = reserveWords("carried_row", 1, 4);
  return layout;
}

} // namespace scanc::prefix
