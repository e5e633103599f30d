//===- TileCopies.cpp - Tiles between memory and slots --------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileCopies.h"

using namespace mlir;

namespace scanc::prefix {

static int64_t sizeOf(ArrayRef<TileRegion> regions) {
  int64_t size = 0;
  for (const TileRegion &region : regions)
    size += region.size;
  return size;
}

CachePolicies CachePolicies::choose(const StreamContext &c) {
  KernelBuilder &b = c.b;
  const int64_t bytes =
      sizeOf(c.layout.inRegions) + sizeOf(c.layout.outRegions);
  Value isShort = b.compare(arith::CmpIPredicate::ule, b.length(),
                            b.i64(StreamLayout::mostBytesEvictedFirst / bytes));
  Value load =
      arith::SelectOp::create(b, isShort, b.i64(CachePolicy::evictFirst),
                              b.i64(CachePolicy::evictLast));
  return {load, b.i64(CachePolicy::evictFirst)};
}

SmallVector<Stretch>
TileCopies::stretchesOf(const Place &place, const Tile &tile,
                        ArrayRef<TileRegion> regions) const {
  SmallVector<Stretch> stretches;
  for (auto [array, region] : llvm::enumerate(regions)) {
    auto stretch =
        StretchOp::create(b, place.bases[array], tile.start, tile.elements,
                          region.size, c.isBackward());
    stretches.push_back({region, stretch.getAddress(), stretch.getBulk()});
  }
  return stretches;
}

SmallVector<Stretch> TileCopies::inputOf(const Tile &tile) const {
  return stretchesOf(b.input(), tile, c.layout.inRegions);
}

SmallVector<Stretch> TileCopies::outputOf(const Tile &tile) const {
  return stretchesOf(b.output(), tile, c.layout.outRegions);
}

Value TileCopies::bulkOf(ArrayRef<Stretch> stretches) const {
  Value bytes = stretches.front().bulk;
  for (const Stretch &stretch : stretches.drop_front())
    bytes = b.add(bytes, stretch.bulk);
  return bytes;
}

void TileCopies::copyRest(Value to, Value from, Value bulk, const Tile &tile,
                          const TileRegion &region, Value thread,
                          Value barrier) const {
  CopyRestOp::create(b, to, from, bulk, tile.elements, thread, barrier,
                     c.down.getThreads(), region.size, region.alignment);
}

} // namespace scanc::prefix
