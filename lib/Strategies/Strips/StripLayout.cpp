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
  for (const StructLayout &array : types.inputs())
    regionBytes += bytesOf(array);
  for (const StructLayout &array : types.outputs())
    regionBytes = std::max(regionBytes, bytesOf(array));
  ring = {"ring", /*offset=*/0, scan.getStages(),
          scan.getWarps() * regionBytes};
  bytes = ring.count * ring.bytes;
}

StripLayout StripLayout::ofColumns(SkeletonAttr scan, const ScanTypes &types) {
  StripLayout layout;
  layout.chains = 32 * scan.getRows();
  layout.addRing(scan, types);
  return layout;
}

StripLayout StripLayout::of(SkeletonAttr scan, const ScanTypes &types,
                            bool areDrawn) {
  StripLayout layout;
  layout.chains = 32 * scan.getRows();
  layout.pitch = scan.getWarps() + 1;
  const auto arrays = static_cast<int64_t>(
      types.inputs().size() + types.outputs().size() + types.hasStates);
  layout.addRing(scan, types);
  // A drawn tile's places are found while one is scanned that is as many
  // before it as there are slots of the ring, and the one before that may still
  // be stored.
  layout.placeSlots = areDrawn ? scan.getStages() + 2 : 1;
  layout.places = {"places", layout.bytes,
                   layout.placeSlots * arrays * layout.chains, /*bytes=*/8};
  layout.bytes += layout.places.count * layout.places.bytes;
  addStates(layout, layout.totals, "totals",
            (areDrawn ? 1 : 2) * layout.chains * layout.pitch, types.state);
  if (!areDrawn)
    return layout;
  addStates(layout, layout.gathered, "gathered",
            2 * layout.chains * layout.pitch, types.state);
  addStates(layout, layout.carries, "carries", layout.chains, types.state);
  layout.bytes = llvm::alignTo(layout.bytes, 8);
  layout.drawn = {"drawn", layout.bytes, /*count=*/2, /*bytes=*/8};
  layout.bytes += layout.drawn.count * layout.drawn.bytes;
  return layout;
}

WindowLayout::WindowLayout(SkeletonAttr scan, SkeletonAttr top,
                           ArrayRef<Type> state)
    : tiles(*top.getOwn(ringKey)), marks(EntryLayout::headerBytes),
      states(marks + blocks * 8), count(tiles * 32 * scan.getRows()),
      bytes(states + count * TaggedWords::count(state) * TaggedWords::bytes) {}

} // namespace scanc::prefix
