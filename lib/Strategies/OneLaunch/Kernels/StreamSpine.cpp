//===- StreamSpine.cpp - What comes before each tile ----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StreamSpine.h"

#include "CombineTimes.h"

using namespace mlir;

namespace scanc::prefix {

void StreamSpine::open() {
  LLVM::StoreOp::create(b, Descriptors::readEpoch(b),
                        shared.pointer(layout.epoch, b.i32(0), 4), 4);
  shared.arrive(layout.opened, b.i32(0));
}

Descriptors StreamSpine::exchange() {
  shared.wait(layout.opened, b.i32(0), b.i32(0));
  return exchangeAgain();
}

Descriptors StreamSpine::exchangeAgain() {
  Value epoch = LLVM::LoadOp::create(
      b, b.getI32Type(), shared.pointer(layout.epoch, b.i32(0), 4), 4);
  return Descriptors(b, spine, epoch, launch());
}

void StreamSpine::carryPrefixes() {
  Value isLeader = isZero(b.laneId());
  Value own = toI32(block);
  Value warp = b.sub(b.warpId(), b.i32(1));
  Descriptors descriptors = exchange();
  // Only the launch's last cycle can lack some tiles.
  Value last = b.sub(ownTiles, b.i32(1));
  Value whole = toI32(b.mul(blocks, tileLength)), perBlock = toI32(tileLength);
  Value rest = arith::SelectOp::create(b, isAlone, b.i32(0), cycleLength(last));
  Value clearsRows = mustClear(descriptors, {whole, perBlock});
  // The lanes' last looks at totals are behind them since they voted on them,
  // and what they cleared since they met.
  auto leaveTogether = [&] { b.onlyIf(isLeader, [&] { leave(); }); };
  auto body = [&](Position at, ValueRange) {
    Value isLast = compare(arith::CmpIPredicate::eq, at.k, last);
    const Descriptors::Extent awaited{
        arith::SelectOp::create(b, isLast, rest, whole), perBlock};
    const Descriptors::Row row = descriptors.row(at.k, awaited);
    // The slot is full again, so that its last seed has been read. Until then
    // there is nothing to gather: the block's own total is missing.
    if (source.hasOneTile)
      shared.pace(layout.full, at.slot, at.parity);
    else
      waitForUse(layout.full, at, leaveTogether);
    SmallVector<Value> totals = descriptors.gather(row);
    if (source.hasOneTile) {
      State below = combineBelow(descriptors, totals, own);
      b.onlyIf(isLeader, [&] { seed(at, afterStart(below)); });
    } else {
      auto [below, all] = combineRow(descriptors, totals, own);
      b.onlyIf(isLeader, [&, below = below, all = all] {
        if (passesCarry())
          shared.wait(layout.carried, at.slot, at.parity);
        State carry = shared.load(layout.carries, at.slot);
        seed(at, b.combine(carry, below));
        Value following = advance(at, b.i32(1)).slot;
        shared.store(layout.carries, following, b.combine(carry, all));
        if (passesCarry())
          shared.arrive(layout.carried, following);
      });
    }
    b.onlyIf(arith::OrIOp::create(b, isLast, clearsRows), [&] {
      b.onlyIf(mustClear(descriptors, awaited), [&] {
        descriptors.clearBehind(at.k, awaited);
        NVVM::SyncWarpOp::create(b, b.i32(-1));
      });
      Value ends = hasLast(descriptors, {rest, perBlock});
      b.onlyIf(both(both(isLast, ends), isLeader),
               [&] { endLaunch(descriptors, add(at.k, b.i32(1))); });
    });
    return State();
  };
  forTiles(warp, spine.getWarps(), {}, body);
  leaveTogether();
}

void StreamSpine::seed(const Position &at, ValueRange state) {
  shared.store(layout.seeds, at.slot, state);
  shared.arrive(layout.ready, at.slot);
}

State StreamSpine::afterStart(ValueRange state) {
  return source.scan.getInit() ? b.combine(b.start(), state) : State(state);
}

/// Whether the block's is the last tile.
Value StreamSpine::hasLast(Descriptors &descriptors,
                           const Descriptors::Extent &extent) {
  Value own = toI32(block);
  return both(descriptors.has(extent, own),
              isNot(descriptors.has(extent, add(own, b.i32(1)))));
}

/// Of a row with fewer entries than it could have, the block with the last one
/// clears the rest.
Value StreamSpine::mustClear(Descriptors &descriptors,
                             const Descriptors::Extent &extent) {
  Value most = b.sub(descriptors.mostBlocks(), b.i32(1));
  return both(hasLast(descriptors, extent),
              isNot(descriptors.has(extent, most)));
}

/// By the block with the last tile of the launch, if it has so many cycles: the
/// last block may have its last tile in the cycle before. Every block has read
/// the epoch. The row may be complete because of blocks that are given up.
void StreamSpine::endLaunch(Descriptors &descriptors, Value cycles) {
  awaitDecision();
  Value isOver = isNot(hasTile(b.mul(b.toI64(cycles), blocks)));
  b.onlyIf(both(isOver, isMode(Mode::Normal)), [&] {
    arrivals().reset();
    descriptors.advance(cycles);
  });
}

/// The entries of blocks below `end`, and all of them, combined. Two reductions
/// side by side give both; or one scan does, with half the combines, and the
/// entries of one lane to join last.
std::pair<State, State> StreamSpine::combineRow(Descriptors &descriptors,
                                                ValueRange totals, Value end) {
  const CombineTimes times(source.scan, source.monoid);
  const circuits::Cost inLane =
      circuits::computeCost(b.networkOf(spine.getThread()));
  const int64_t depth =
      circuits::computeCost(b.networkOf(spine.getWarp())).depth;
  const double twice = times.inThread(inLane, 2) + times.acrossLanes(depth, 2),
               once = times.inThread(inLane) + times.acrossLanes(depth) +
                      times.ofOneStep();
  if (once < twice)
    return scanRow(totals, end);
  return {combineBelow(descriptors, totals, end), combineAll(totals)};
}

std::pair<State, State> StreamSpine::scanRow(ValueRange totals, Value end) {
  const int64_t perLane = spine.getItems();
  SmallVector<State> entries(perLane);
  for (auto [j, entry] : llvm::enumerate(entries))
    for (Value vector : totals)
      entry.push_back(vector::ExtractOp::create(b, vector, j));
  SmallVector<State> upTo = b.scanStates(spine.getThread(), entries);
  auto [before, all] = b.scanWarp(spine, {upTo.back()});

  // Of the entries of the lane that `end` is in, so many are below.
  Value count = arith::RemUIOp::create(b, end, b.i32(perLane));
  State below = before.front();
  for (int64_t j = 1; j < perLane; ++j) {
    Value is = compare(arith::CmpIPredicate::eq, count, b.i32(j));
    below = b.select(is, upTo[j - 1], below);
  }
  Value isAny = compare(arith::CmpIPredicate::ne, count, b.i32(0));
  below = b.select(isAny, b.combine(before.front(), below), below);
  Value lane = arith::DivUIOp::create(b, end, b.i32(perLane));
  return {b.readLane(below, lane), all};
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
