//===- StripLayout.cpp - The shared memory of a strip ---------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StripLayout.h"
#include "Attr.h"

#include "scanc/Dialect/Prefix/IR/ExchangeLayout.h"
#include "scanc/Dialect/Prefix/IR/StretchLayout.h"
#include "scanc/Dialect/Prefix/IR/StructLayout.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace scanc::prefix {

/// Lays out the arrays of a state's fields.
static void addStates(StripLayout &layout, StateArray &array,
                      StringLiteral name, int64_t count, ArrayRef<Type> state) {
  array.name = name;
  array.count = count;
  for (Type type : state) {
    const int64_t size = getFieldBytes(type);
    const int64_t offset = llvm::alignTo(layout.bytes, size);
    array.offsets.push_back(offset);
    layout.bytes = offset + count * size;
  }
}

void StripLayout::addRing(SkeletonAttr scan, const ScanTypes &types) {
  // Regions have room for what `fetch_chains` puts into a slot.
  auto bytesOf = [&](const StructLayout &array) {
    return StretchLayout::bytesOf(scan.getRows(), scan.getItems(), array.size);
  };
  int64_t region = 0;
  for (const StructLayout &array : types.inputs())
    region += bytesOf(array);
  for (const StructLayout &array : types.outputs())
    region = std::max(region, bytesOf(array));
  slots = scan.getStages();
  ring = {"ring", /*offset=*/0, slots * scan.getWarps(), region};
  bytes = ring.count * ring.bytes;
}

StripLayout StripLayout::ofColumns(SkeletonAttr scan, const ScanTypes &types) {
  StripLayout layout;
  layout.chains = 32 * scan.getRows();
  layout.addRing(scan, types);
  return layout;
}

int64_t StripLayout::widestOf(const ScanTypes &types) {
  int64_t widest = 1;
  for (const auto &arrays : {types.inputs(), types.outputs()})
    for (const StructLayout &array : arrays)
      widest = std::max<int64_t>(widest, array.size);
  return widest;
}

StripWidths StripLayout::widthsOf(SkeletonAttr scan, const ScanTypes &types) {
  return {scan.getRows(), widestOf(types)};
}

int64_t StripLayout::findNarrowest(SkeletonAttr scan, const ScanTypes &types) {
  constexpr int64_t bytesAtOnce = 32, mostHalves = 4;
  const int64_t bytes = 32 * scan.getRows() * widestOf(types);
  return std::clamp<int64_t>(llvm::Log2_64(bytes / bytesAtOnce), 0, mostHalves);
}

void StripLayout::addChains(SkeletonAttr scan, const ScanTypes &types,
                            int64_t slots, int64_t tiles, int64_t wide) {
  wideFrom = wide;
  chains = 32 * scan.getRows() * (wide ? 2 : 1);
  halvedUpTo = widthsOf(scan, types).halvedUpTo();
  pitch = scan.getWarps() + 1;
  const auto arrays = static_cast<int64_t>(
      types.inputs().size() + types.outputs().size() + types.hasStates);
  placeSlots = slots;
  places = {"places", bytes, slots * arrays * chains, /*bytes=*/8};
  bytes += places.count * places.bytes;
  addStates(*this, totals, "totals", tiles * chains * pitch, types.state);
}

StripLayout StripLayout::of(SkeletonAttr scan, const ScanTypes &types) {
  StripLayout layout;
  layout.addRing(scan, types);
  layout.addChains(scan, types, /*slots=*/1, /*tiles=*/2,
                   findWide(scan, types));
  layout.narrowest = findNarrowest(scan, types);
  layout.idle = findIdle(scan, types);
  return layout;
}

StripLayout StripLayout::ofDrawn(SkeletonAttr scan, SkeletonAttr top,
                                 const ScanTypes &types) {
  StripLayout layout;
  layout.addRing(scan, types);
  // A tile's places are found while one is scanned that is by one more before
  // it than there are slots of the ring.
  const int64_t lead = top.getStages() + 1;
  layout.addChains(scan, types, scan.getStages() + 2, lead + 1, /*wide=*/0);
  addStates(layout, layout.lanes, "lanes",
            lead * scan.getRows() * scan.getThreads(), types.state);
  layout.gatheredPitch = top.getWarps() + 1;
  addStates(layout, layout.gathered, "gathered",
            top.getStages() * layout.chains * layout.gatheredPitch,
            types.state);
  addStates(layout, layout.carries, "carries", lead * layout.chains,
            types.state);
  layout.bytes = llvm::alignTo(layout.bytes, 8);
  layout.drawn = {"drawn", layout.bytes, wordsOfDrawn * layout.placeSlots,
                  /*bytes=*/8};
  layout.bytes += layout.drawn.count * layout.drawn.bytes;
  return layout;
}

WindowLayout::WindowLayout(SkeletonAttr scan, SkeletonAttr top,
                           ArrayRef<Type> state)
    : tiles(*top.getOwn(ringKey)), marks(EntryLayout::headerBytes),
      states(marks + blocks * 8), count(tiles * 32 * scan.getRows()),
      entryBytes(TaggedWords::count(state) * TaggedWords::narrowest(state)),
      bytes(states + count * entryBytes) {}

} // namespace scanc::prefix
