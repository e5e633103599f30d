//===- Spine.cpp - What comes before each tile ----------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spine.h"

#include "CombineTimes.h"

using namespace mlir;

namespace scanc::prefix {

void Spine::run(const Exchange &exchange) const {
  Value isLeader = b.isFirstLane();
  Value own = b.toI32(work.block);
  Value warp = b.sub(b.warpId(), b.i32(1));
  Descriptors descriptors = exchange.await(work);
  // Only the launch's last cycle can lack some tiles.
  Value last = b.sub(work.ownTiles, b.i32(1));
  Value wholeCycle = work.wholeCycle();
  Value whole = b.toI32(wholeCycle), perBlock = b.toI32(work.tileLength);
  Value lastLength = work.cycleLength(last, wholeCycle);
  Value rest = arith::SelectOp::create(b, work.isAlone, b.i32(0), lastLength);
  Value clearsRows = descriptors.mustClear({whole, perBlock}, own);
  auto body = [&](const Position &at, ValueRange) {
    Value isLast = b.compare(arith::CmpIPredicate::eq, at.k, last);
    const Descriptors::Extent awaited{
        arith::SelectOp::create(b, isLast, rest, whole), perBlock};
    RowOp row = descriptors.row(at.k, awaited);
    Value cuts = cutsOf(at.k);
    // The slot is full again, so that its last seed has been read. Until then
    // there is nothing to gather: the block's own total is missing.
    if (c.hasOneTile)
      c.shared.pace(c.layout.full, at.slot, at.parity);
    else
      mode.waitForUse(c.layout.full, at, isLeader);
    SmallVector<Value> totals = descriptors.gather(row);
    if (c.hasOneTile) {
      Part below = combineBelow(descriptors, totals, own, cuts);
      b.onlyIf(isLeader, [&] { seed(at, afterStart(below)); });
    } else {
      auto [below, all] = combineRow(descriptors, totals, own, cuts);
      b.onlyIf(isLeader, [&, below = below, all = all] {
        if (c.passesCarry())
          c.shared.acquire(c.layout.carried, at.slot, at.parity);
        State carry = c.shared.load(c.layout.carries, at.slot);
        seed(at, b.join(carry, below));
        Value following = ring.advance(at, b.i32(1)).slot;
        c.shared.store(c.layout.carries, following, b.join(carry, all));
        if (c.passesCarry())
          c.shared.release(c.layout.carried, following);
      });
    }
    b.onlyIf(arith::OrIOp::create(b, isLast, clearsRows), [&] {
      b.onlyIf(descriptors.mustClear(awaited, own), [&] {
        descriptors.clearBehind(at.k, awaited);
        NVVM::SyncWarpOp::create(b, b.i32(-1));
      });
      Value ends = descriptors.isLast({rest, perBlock}, own);
      b.onlyIf(b.both(b.both(isLast, ends), isLeader),
               [&] { endLaunch(descriptors, b.add(at.k, b.i32(1))); });
    });
    return State();
  };
  ring.forTiles(work, warp, c.spine.getWarps(), {}, body);
  // The lanes' last looks at totals are behind them since they voted on them,
  // and what they cleared since they met.
  b.onlyIf(isLeader, [&] { mode.leave(); });
}

void Spine::seed(const Position &at, ValueRange state) const {
  c.shared.store(c.layout.seeds, at.slot, state);
  c.shared.release(c.layout.ready, at.slot);
}

State Spine::afterStart(const Part &below) const {
  return b.hasStart() ? b.join(b.start(), below) : below.state;
}

/// By the block with the last tile of the launch, if it has so many cycles: the
/// last block may have its last tile in the cycle before. Every block has read
/// the epoch. The row may be complete because of blocks that are given up.
void Spine::endLaunch(const Descriptors &descriptors, Value cycles) const {
  mode.awaitDecision();
  Value isOver = b.isNot(work.hasTile(b.mul(b.toI64(cycles), work.blocks)));
  b.onlyIf(b.both(isOver, mode.is(Mode::Normal)), [&] {
    LaunchCounter::reset(b, ExchangeLayout::arrivals);
    descriptors.advance(cycles);
  });
}

Value Spine::cutsOf(Value cycle) const {
  const Restarts *restarts = b.domain().restarts();
  if (!restarts)
    return {};
  const int64_t perLane = c.spine.getItems();
  Value block = b.toI64(b.mul(b.laneId(), b.i32(perLane)));
  Value tile = b.add(b.mul(b.toI64(cycle), work.blocks), block);
  Value cuts = restarts->anyOfEach(b, b.mul(tile, work.tileLength),
                                   work.tileLength, perLane);
  // Behind the last block there is nothing.
  Value blocks = b.toI32(work.blocks), first = b.toI32(block);
  Value own = b.sub(arith::MaxUIOp::create(b, blocks, first), first);
  Value isAll = b.compare(arith::CmpIPredicate::uge, own, b.i32(perLane));
  Value bits = b.sub(
      arith::ShLIOp::create(b, b.i32(1),
                            arith::MinUIOp::create(b, own, b.i32(perLane - 1))),
      b.i32(1));
  return arith::SelectOp::create(b, isAll, cuts, b.both(cuts, bits));
}

/// Two reductions side by side give both; or one scan does, with half the
/// combines, and the entries of one lane to join last.
std::pair<Part, Part> Spine::combineRow(const Descriptors &descriptors,
                                        ValueRange totals, Value end,
                                        Value cuts) const {
  const CombineTimes times(c.scan, c.monoid);
  const circuits::Cost inLane =
      circuits::computeCost(b.networkOf(c.spine.getThread()));
  const int64_t depth =
      circuits::computeCost(b.networkOf(c.spine.getWarp())).depth;
  const double twice = times.inThread(inLane, 2) + times.acrossLanes(depth, 2),
               once = times.inThread(inLane) + times.acrossLanes(depth) +
                      times.ofOneStep();
  if (once < twice)
    return scanRow(totals, end, cuts);
  Part below = combineBelow(descriptors, totals, end, cuts);
  return {below, combineAll(totals, cuts)};
}

std::pair<Part, Part> Spine::scanRow(ValueRange totals, Value end,
                                     Value cuts) const {
  const int64_t perLane = c.spine.getItems();
  SmallVector<Part> entries(perLane);
  for (auto [j, entry] : llvm::enumerate(entries)) {
    for (Value vector : totals)
      entry.state.push_back(vector::ExtractOp::create(b, vector, j));
    if (cuts)
      entry.cut = b.isAnyIn(b.both(cuts, b.i32(int64_t(1) << j)));
  }
  SmallVector<Part> upTo = b.scanParts(c.spine.getThread(), entries);
  auto [before, all] = b.scanWarp(c.spine, {upTo.back()});

  // Of the entries of the lane that `end` is in, so many are below.
  Value count = arith::RemUIOp::create(b, end, b.i32(perLane));
  Part below = before.front();
  for (int64_t j = 1; j < perLane; ++j) {
    Value is = b.compare(arith::CmpIPredicate::eq, count, b.i32(j));
    below = b.select(is, upTo[j - 1], below);
  }
  Value isAny = b.compare(arith::CmpIPredicate::ne, count, b.i32(0));
  below = b.select(isAny, b.join(before.front(), below), below);
  Value lane = arith::DivUIOp::create(b, end, b.i32(perLane));
  return {b.readLane(below, lane), all};
}

/// The warp's entries, combined.
Part Spine::combineAll(ValueRange totals, Value cuts) const {
  return b.reduceWarp(c.spine, b.reduceTotals(c.spine, totals, cuts));
}

Part Spine::combineBelow(const Descriptors &descriptors, ValueRange totals,
                         Value end, Value cuts) const {
  auto [below, cutsBelow] = descriptors.below(totals, cuts, end);
  return combineAll(below, cutsBelow);
}

} // namespace scanc::prefix
