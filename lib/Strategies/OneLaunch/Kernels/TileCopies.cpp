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
    Value address = place.address(b, array, tile.start);
    stretches.push_back({region, address, bulkBytes(address, tile, region)});
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

Value TileCopies::bulkBytes(Value address, const Tile &tile,
                            const TileRegion &region) const {
  Value number = LLVM::PtrToIntOp::create(b, b.getI64Type(), address);
  Value bytes = b.toI32(b.mul(tile.elements, b.i64(region.size)));
  // A tile that ends where a full one does begins where its length says.
  if (c.isBackward())
    number = arith::OrIOp::create(b, number, b.toI64(bytes));
  Value rest = arith::AndIOp::create(b, number, b.i64(15));
  Value isAligned = b.compare(arith::CmpIPredicate::eq, rest, b.i64(0));
  bytes = arith::AndIOp::create(b, bytes, b.i32(~15));
  return arith::SelectOp::create(b, isAligned, bytes, b.i32(0));
}

void TileCopies::copyRest(Value to, Value from, Value bulk, const Tile &tile,
                          const TileRegion &region, Value thread,
                          Value barrier) const {
  const int64_t unit = region.alignment;
  Value bytes = b.toI32(b.mul(tile.elements, b.i64(region.size)));
  Value isLeft = b.compare(arith::CmpIPredicate::ult, bulk, bytes);
  b.onlyIf(isLeft, [&] {
    Value first = b.add(bulk, b.mul(thread, b.i32(unit)));
    auto loop =
        scf::ForOp::create(b, first, bytes, b.i32(unit * c.down.getThreads()));
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(loop.getBody());
      Value byte = loop.getInductionVar();
      Value word = LLVM::LoadOp::create(b, b.getIntegerType(8 * unit),
                                        b.offsetBy(from, byte), unit);
      LLVM::StoreOp::create(b, word, b.offsetBy(to, byte), unit);
    }
    if (barrier)
      c.waitForGroup(barrier);
  });
}

} // namespace scanc::prefix
