//===- StreamStandIn.cpp - Doing the work of absent blocks ----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StreamStandIn.h"

using namespace mlir;

namespace scanc::prefix {

/// The barrier of the first group of reducers, and one that nobody else uses
/// any more.
static constexpr int64_t ofGroup = 1, ofReducers = 0;

void StreamStandIn::leaveNormalWay(const Member &member) {
  // All loads have landed, and all totals are posted.
  NVVM::BarrierOp::create(b, TypeRange(), b.i32(ofReducers),
                          b.i32(down.getGroups() * down.getThreads()),
                          NVVM::BarrierReductionAttr(), Value());
  b.onlyIf(isZero(member.group), [&] {
    Value tiles = countTiles(), cycles = countCycles(tiles);
    b.onlyIf(isMode(Mode::Slow), [&] { standIn(member, tiles, cycles); });
    b.onlyIf(isZero(member.warp), [&] { depart(tiles, cycles); });
  });
}

void StreamStandIn::standIn(const Member &member, Value tiles, Value cycles) {
  Descriptors descriptors(b, spine.getItems());
  Value rank = loadWord(layout.rank), present = loadWord(layout.present);
  b.onlyIf(isZero(member.thread),
           [&] { Presence(b, descriptors, spine.getItems()).meet(present); });
  waitForGroup(b.i32(ofGroup));

  auto loop = [&](Value from, Value to, Value step, ValueRange carry,
                  function_ref<State(Value, ValueRange)> body) {
    auto loop = scf::ForOp::create(b, from, to, step, carry);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    scf::YieldOp::create(
        b, body(loop.getInductionVar(), loop.getRegionIterArgs()));
    return State(loop.getResults());
  };
  Value zero = b.i32(0), one = b.i32(1);
  loop(zero, cycles, one, b.start(), [&](Value k, ValueRange carry) {
    Value first = b.mul(b.toI64(k), blocks);
    Value count = participants(b.sub(tiles, first));
    return loop(zero, b.i32(2), one, carry, [&](Value scans, ValueRange next) {
      return loop(rank, count, present, next, [&](Value v, ValueRange next) {
        return takeTile(member, descriptors, k, v, count, scans, carry, next);
      });
    });
  });
}

State StreamStandIn::takeTile(const Member &member, Descriptors &descriptors,
                              Value k, Value v, Value count, Value scans,
                              ValueRange carry, ValueRange next) {
  Value barrier = b.i32(ofGroup), none = b.i32(0);
  const Position at{k, none, none};
  Tile tile = tileOf(add(b.mul(b.toI64(k), blocks), b.toI64(v)));
  Value in = slotPointer(at.slot, tile, types.element, 0);
  copyRest(in, addressOf(b.getParameters().in, tile, types.element), none, tile,
           types.element, member.thread, barrier);
  auto [before, total] = reduceInGroup(at, member, tile, barrier, none);

  // Two rows in turn, each time with the tags of later cycles.
  constexpr int64_t rows = ExchangeLayout::rows;
  Value turn = arith::AndIOp::create(b, k, b.i32(1));
  Value row = arith::MulIOp::create(b, b.sub(k, turn), b.i32(rows / 2));
  row = add(add(row, turn), b.i32(2 * rows - 2));

  auto phase = scf::IfOp::create(b, ValueRange(next).getTypes(), isZero(scans),
                                 /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(phase.thenBlock());
  b.onlyIf(isZero(member.thread),
           [&, total = total] { descriptors.post(row, v, total); });
  scf::YieldOp::create(b, next);

  b.setInsertionPointToStart(phase.elseBlock());
  State after = seedTile(member, descriptors, row, v, count, carry, next);
  waitForGroup(barrier);
  State seed = shared.load(layout.totals, rowOfTotals(member, b.i32(1)));
  scanRun(at, member, tile, b.combine(seed, before));
  waitForGroup(barrier);
  copyRest(addressOf(b.getParameters().out, tile, types.output),
           slotPointer(at.slot, tile, types.output, layout.outputs), none, tile,
           types.output, member.thread, barrier);
  scf::YieldOp::create(b, after);
  return State(phase.getResults());
}

/// The first warp finds what comes before the tile, and leaves it in the row of
/// totals that is not in use.
State StreamStandIn::seedTile(const Member &member, Descriptors &descriptors,
                              Value row, Value v, Value count, ValueRange carry,
                              ValueRange next) {
  auto first = scf::IfOp::create(b, next.getTypes(), isZero(member.warp),
                                 /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(first.elseBlock());
  scf::YieldOp::create(b, next);
  b.setInsertionPointToStart(first.thenBlock());
  SmallVector<Value> totals = descriptors.gather(row, count);
  auto [below, all] = combineRow(descriptors, totals, v);
  b.onlyIf(isZero(b.laneId()), [&, below = below] {
    shared.store(layout.totals, rowOfTotals(member, b.i32(1)),
                 b.combine(carry, below));
  });
  scf::YieldOp::create(b, b.combine(carry, all));
  return State(first.getResults());
}

void StreamStandIn::depart(Value tiles, Value cycles) {
  Descriptors descriptors(b, spine.getItems());
  Value isLeader = isZero(b.laneId());
  auto leave = scf::IfOp::create(b, b.getI1Type(), isLeader,
                                 /*withElseRegion=*/true);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(leave.elseBlock());
    scf::YieldOp::create(b, constant(false));
    b.setInsertionPointToStart(leave.thenBlock());
    Presence presence(b, descriptors, spine.getItems());
    Value isLast = compare(arith::CmpIPredicate::eq, presence.depart(),
                           participants(tiles));
    scf::YieldOp::create(b, isLast);
  }
  Value isLast = NVVM::VoteSyncOp::create(
      b, b.getI1Type(), b.i32(-1), leave.getResult(0), NVVM::VoteSyncKind::any);
  b.onlyIf(isLast, [&] {
    descriptors.clearAllRows();
    b.onlyIf(isLeader, [&] { descriptors.advance(cycles); });
  });
}

} // namespace scanc::prefix
