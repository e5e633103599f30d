//===- StreamSpine.cpp - What comes before each tile ----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StreamSpine.h"

using namespace mlir;

namespace scanc::prefix {

/// The warps of the spine take turns with the cycles: while one hands on the
/// carry, the next ones wait for their totals already.
void StreamSpine::carryPrefixes() {
  Descriptors descriptors(b, spine.getItems());
  Value isLeader = compare(arith::CmpIPredicate::eq, b.laneId(), b.i32(0));
  Value own = toI32(block);
  Value warp = b.sub(b.warpId(), b.i32(1));
  forTiles(warp, b.i32(spine.getWarps()), {}, [&](Position at, ValueRange) {
    // The tiles of this cycle.
    Value first = b.mul(b.toI64(at.k), blocks);
    Value count = toI32(arith::MinUIOp::create(b, b.sub(tiles, first), blocks));
    Value isAlone = compare(arith::CmpIPredicate::eq, tiles, b.i64(1));
    Value awaited = arith::SelectOp::create(b, isAlone, b.i32(0), count);
    // The slot is full again, so that its last seed has been read. Until then
    // there is nothing to gather: the block's own total is missing.
    shared.wait(layout.full, at.slot, at.parity);
    SmallVector<Value> totals = descriptors.gather(at.k, awaited);
    State below = combineBelow(descriptors, totals, own);
    State all = combineAll(totals);

    b.onlyIf(isLeader, [&] {
      shared.wait(layout.carried, at.slot, at.parity);
      State carry = shared.load(layout.carries, at.slot);
      Value following = advance(at, b.i32(1)).slot;
      shared.store(layout.carries, following, b.combine(carry, all));
      shared.arrive(layout.carried, following);
      shared.store(layout.seeds, at.slot, b.combine(carry, below));
      shared.arrive(layout.ready, at.slot);
    });
    endRow(descriptors, at.k, count, awaited);
    // That was the launch's last tile: every block has read the epoch.
    Value index = add(first, block);
    Value ends = compare(arith::CmpIPredicate::eq, add(index, b.i64(1)), tiles);
    ends = arith::AndIOp::create(b, ends, isLeader);
    Value isShared = compare(arith::CmpIPredicate::ugt, tiles, b.i64(1));
    b.onlyIf(arith::AndIOp::create(b, ends, isShared),
             [&] { descriptors.advance(add(at.k, b.i32(1))); });
    NVVM::SyncWarpOp::create(b, b.i32(-1));
    return State();
  });
}

/// Lane k has the block's tile k; one warp does, and the others have nothing to
/// do.
void StreamSpine::exchangeOnce() {
  Value isFirst = compare(arith::CmpIPredicate::eq, b.warpId(), b.i32(1));
  Value hasTiles = compare(arith::CmpIPredicate::ugt, ownTiles, b.i32(0));
  b.onlyIf(arith::AndIOp::create(b, isFirst, hasTiles), [&] {
    Descriptors descriptors(b, spine.getItems());
    Value lane = b.laneId(), own = toI32(block), row = b.i32(0);
    Value isLeader = compare(arith::CmpIPredicate::eq, lane, b.i32(0));
    Value hasTile = compare(arith::CmpIPredicate::ult, lane, ownTiles);
    b.onlyIf(hasTile, [&] { shared.wait(layout.carried, lane, row); });
    NVVM::SyncWarpOp::create(b, b.i32(-1));
    // Lanes without a tile read that of the first.
    Value tile = arith::SelectOp::create(b, hasTile, lane, row);
    State total =
        b.select(hasTile, shared.load(layout.carries, tile), b.identity());
    auto [before, all] = b.scanWarp(spine, {total});
    b.onlyIf(isLeader, [&, all = all] { descriptors.post(row, own, all); });

    Value count = toI32(ceilDiv(tiles, cycles));
    SmallVector<Value> totals = descriptors.gather(row, count);
    State below = b.combine(b.start(), combineBelow(descriptors, totals, own));
    b.onlyIf(hasTile, [&, before = before.front()] {
      shared.store(layout.seeds, lane, b.combine(below, before));
      shared.arrive(layout.ready, lane);
    });
    endRow(descriptors, row, count, count);
    Value ends = compare(arith::CmpIPredicate::eq, add(own, b.i32(1)), count);
    b.onlyIf(arith::AndIOp::create(b, ends, isLeader),
             [&] { descriptors.advance(b.i32(1)); });
  });
}

/// The last block of a row clears the rest of it.
void StreamSpine::endRow(Descriptors &descriptors, Value row, Value count,
                         Value awaited) {
  Value isLast =
      compare(arith::CmpIPredicate::eq, add(toI32(block), b.i32(1)), awaited);
  Value isShort =
      compare(arith::CmpIPredicate::ult, count, descriptors.mostBlocks());
  b.onlyIf(arith::AndIOp::create(b, isLast, isShort),
           [&] { descriptors.clearFrom(row, count); });
}

void StreamSpine::handOn(const Position &at, ValueRange total) {
  shared.store(layout.carries, at.slot, total);
  shared.arrive(layout.carried, at.slot);
}

void StreamSpine::findPrefixes() {
  either(isOnChip, [&] { exchangeOnce(); }, [&] { carryPrefixes(); });
}

/// The warp's entries, combined.
State StreamSpine::combineAll(ValueRange totals) {
  return b.reduceWarp(spine, b.reduceRun(spine, totals));
}

/// Those of blocks below `end`.
State StreamSpine::combineBelow(Descriptors &descriptors, ValueRange totals,
                                Value end) {
  Value lane = b.laneId();
  State identity = b.identity();
  SmallVector<State> entries(spine.getItems());
  for (auto [j, entry] : llvm::enumerate(entries)) {
    Value isBelow =
        compare(arith::CmpIPredicate::ult, descriptors.blockOf(lane, j), end);
    for (auto [vector, none] : llvm::zip_equal(totals, identity))
      entry.push_back(arith::SelectOp::create(
          b, isBelow, vector::ExtractOp::create(b, vector, j), none));
  }
  return combineAll(b.acrossRows(entries));
}

} // namespace scanc::prefix
