//===- TileRing.cpp - Slots that tiles take in turn -----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileRing.h"

using namespace mlir;

namespace scanc::prefix {

Position TileRing::advance(const Position &at, Value step) const {
  auto next = NextSlotOp::create(b, c.shared.named(c.layout.ring), at.k,
                                 at.slot, at.parity, step);
  return {next.getNextTile(), next.getNextSlot(), next.getNextParity()};
}

State TileRing::forTiles(const WorkDivision &work, Value first, int64_t step,
                         ValueRange carry, Body body) const {
  if (c.hasOneTile)
    return body(begin(), carry);
  return loop(advance(begin(), first), work.ownTiles, step, carry, body);
}

/// From `at` on and up to tile `end` (i32).
State TileRing::loop(Position at, Value end, int64_t step, ValueRange carry,
                     Body body) const {
  SmallVector<Value> start = {at.k, at.slot, at.parity};
  llvm::append_range(start, carry);
  auto loop = scf::ForOp::create(b, at.k, end, b.i32(step), start);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  ValueRange carried = loop.getRegionIterArgs();
  at = {loop.getInductionVar(), carried[1], carried[2]};
  State next = body(at, carried.drop_front(3));
  Position then = advance(at, b.i32(step));
  SmallVector<Value> yielded = {then.k, then.slot, then.parity};
  llvm::append_range(yielded, next);
  scf::YieldOp::create(b, yielded);
  return State(loop.getResults().drop_front(3));
}

void TileRing::note(const Tile &tile, Value slot) const {
  c.shared.store(c.layout.starts, slot, tile.start);
  c.shared.store(c.layout.lengths, slot, tile.elements);
  if (tile.chains)
    c.shared.store(c.layout.chains, slot, tile.chains);
}

Tile TileRing::noted(Value slot) const {
  Tile tile{c.shared.loadWide(c.layout.lengths, slot),
            c.shared.load(c.layout.starts, slot)};
  if (b.domain().restarts())
    tile.chains = c.shared.load(c.layout.chains, slot);
  return tile;
}

Value TileRing::inputPointer(Value slot, const Tile &tile,
                             const TileRegion &region) const {
  return tilePointer(c.shared.slot(c.layout.ring, slot, region.offset), tile,
                     region);
}

Value TileRing::outputPointer(const Position &at, const Tile &tile,
                              const TileRegion &region) const {
  if (!c.layout.outputs.count)
    return inputPointer(at.slot, tile, region);
  Value place = arith::RemUIOp::create(b, at.k, b.i32(c.layout.outputs.count));
  return tilePointer(c.shared.slot(c.layout.outputs, place, region.offset),
                     tile, region);
}

Value TileRing::tilePointer(Value start, const Tile &tile,
                            const TileRegion &region) const {
  if (!c.isBackward())
    return start;
  Value missing = b.sub(b.i64(c.down.getTile()), tile.elements);
  return b.offsetBy(start, b.mul(missing, b.i64(region.size)));
}

Place TileRing::inputIn(Value slot, const Tile &tile) const {
  return inShared(b.input(), tile, c.layout.inRegions,
                  [&](const TileRegion &region) {
                    return inputPointer(slot, tile, region);
                  });
}

Place TileRing::outputIn(const Position &at, const Tile &tile) const {
  Place place = inShared(b.output(), tile, c.layout.outRegions,
                         [&](const TileRegion &region) {
                           return outputPointer(at, tile, region);
                         });
  if (place.form.takesElement()) {
    const Place in = inputIn(at.slot, tile);
    place.inputs.bases = in.bases;
    place.inputs.walk = in.walk;
  }
  return place;
}

Place TileRing::inShared(Place place, const Tile &tile,
                         ArrayRef<TileRegion> regions,
                         function_ref<Value(const TileRegion &)> find) const {
  place.bases = llvm::map_to_vector(regions, find);
  place.walk = b.domain().ofTile(tile.elements)->walk(b, Side::Input);
  place.isAligned = true;
  if (place.numbers.origin) {
    place.numbers.origin = b.domain().numberAt(b, tile.start, tile.elements);
    place.chains.valid = tile.elements;
    if (place.form.looksAround())
      place.numbers.until = b.add(place.numbers.origin, tile.elements);
  }
  return place;
}

} // namespace scanc::prefix
