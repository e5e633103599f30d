//===- Loader.cpp - The warp that has tiles loaded ------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Loader.h"

using namespace mlir;

namespace scanc::prefix {

Loader::Load Loader::loadOf(Value k) const {
  Tile tile = work.tileAt(k);
  return {tile, copies.inputOf(tile)};
}

Loader::First Loader::prefetch() const {
  Value k = b.laneId();
  Value half = arith::DivUIOp::create(b, work.ownTiles, b.i32(2));
  Value most = arith::MinUIOp::create(b, half, b.i32(c.layout.underWayFirst));
  Value isZeroth = b.isZero(k);
  Value hasTiles = b.isNot(b.isZero(work.ownTiles));
  Value isFirst = b.both(isZeroth, hasTiles);
  Value exists = arith::OrIOp::create(
      b, isFirst, b.compare(arith::CmpIPredicate::ult, k, most));
  Value isWarp = b.compare(arith::CmpIPredicate::eq, b.warpId(), b.i32(0));
  Load load = loadOf(k);
  auto areBulk = llvm::map_to_vector(load.from, [&](const Stretch &from) {
    return copies.isNonzero(from.bulk);
  });
  Value isOwn = b.both(isWarp, exists);
  for (auto [from, isBulk] : llvm::zip_equal(load.from, areBulk))
    b.onlyIf(b.both(isBulk, isOwn), [&, &from = from] {
      c.shared.prefetch(from.address, from.bulk, policies.load);
    });
  return {load, hasTiles};
}

void Loader::loadFirst(const First &first) const {
  Value isFirst = b.compare(arith::CmpIPredicate::eq, b.threadId(), b.i32(0));
  b.onlyIf(b.both(isFirst, first.hasTiles),
           [&] { startLoad(first.load, b.i32(0)); });
}

void Loader::startLoad(const Load &load, Value slot) const {
  ring.note(load.tile, slot);
  c.shared.release(c.layout.full, slot, copies.bulkOf(load.from));
  for (const Stretch &from : load.from)
    b.onlyIf(copies.isNonzero(from.bulk), [&] {
      c.shared.copyIn(ring.inputPointer(slot, load.tile, from.region),
                      from.address, from.bulk, c.layout.full, slot,
                      policies.load);
    });
}

void Loader::run() const {
  // What to wait for next: a tile's landing, and its prefix.
  const Behind landed{c.layout.full, c.layout.underWay},
      passed{c.layout.ready, getAhead(c.down)};
  State first(4, b.i32(0));
  auto load = [&](const Position &at, ValueRange behind) {
    Load next = loadOf(at.k);
    // The slot's use before this one was of the other parity.
    Value isReused =
        b.compare(arith::CmpIPredicate::uge, at.k, b.i32(c.down.getStages()));
    b.onlyIf(isReused, [&] {
      Value before = arith::XOrIOp::create(b, at.parity, b.i32(1));
      mode.waitForUse(c.layout.empty, {at.k, at.slot, before});
    });
    startSlowly(at.k);
    State then = waitBehind(landed, at, behind.take_front(2));
    llvm::append_range(then, waitBehind(passed, at, behind.drop_front(2)));
    startLoad(next, at.slot);
    return then;
  };
  ring.forTiles(work, b.i32(1), 1, first, load);
  mode.leave();
}

/// Waits for the tile `behind.tiles` before `at`, if there is one, at `slot`
/// (slot and parity, i32); gives that of the next.
State Loader::waitBehind(const Behind &behind, const Position &at,
                         ValueRange slot) const {
  Value exists =
      b.compare(arith::CmpIPredicate::uge, at.k, b.i32(behind.tiles));
  b.onlyIf(exists, [&] { c.shared.pace(behind.barriers, slot[0], slot[1]); });
  Position next =
      ring.advance({at.k, slot[0], slot[1]},
                   arith::ExtUIOp::create(b, b.getI32Type(), exists));
  return {next.slot, next.parity};
}

/// The first tiles of a long launch: half as many under way. That is as fast,
/// and the first cycle, which all blocks wait for, is there earlier. In a short
/// one everything is better asked for at once.
void Loader::startSlowly(Value k) const {
  const int64_t few = c.layout.underWayFirst, first = c.layout.underWay + few;
  Value isBehindFew = b.compare(arith::CmpIPredicate::uge, k, b.i32(few));
  Value isEarly = b.both(isBehindFew,
                         b.compare(arith::CmpIPredicate::ult, k, b.i32(first)));
  Value isLong =
      b.compare(arith::CmpIPredicate::ugt, work.ownTiles, b.i32(first));
  b.onlyIf(b.both(isEarly, isLong), [&] {
    // No slot has been used twice yet.
    c.shared.pace(c.layout.full, b.sub(k, b.i32(few)), b.i32(0));
  });
}

} // namespace scanc::prefix
