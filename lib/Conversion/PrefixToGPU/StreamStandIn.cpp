//===- StreamStandIn.cpp - Doing the work of absent blocks ----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StreamStandIn.h"

#include "RelaxedAccess.h"

using namespace mlir;

namespace scanc::prefix {

/// Barriers of the first group of reducers.
static constexpr int64_t ofGroup = 1;

void StreamStandIn::endRole() {
  awaitDecision();
  b.onlyIf(isNot(isMode(Mode::Normal)), [&] { NVVM::BarrierOp::create(b); });
}

void StreamStandIn::endReducers(const Member &member) {
  awaitDecision();
  b.onlyIf(isNot(isMode(Mode::Normal)), [&] {
    markRare();
    // All loads have landed, and no thread looks at the early rows any more.
    NVVM::BarrierOp::create(b);
    b.onlyIf(isZero(member.group), [&] {
      b.onlyIf(isMode(Mode::Slow), [&] { standIn(member); });
      b.onlyIf(isZero(member.warp), [&] { depart(); });
    });
  });
}

void StreamStandIn::standIn(const Member &member) {
  Value rank = loadWord(layout.rank), present = loadWord(layout.present);
  Value isFirst = isZero(member.thread), barrier = b.i32(ofGroup);
  Value none = b.i32(0);
  b.onlyIf(isFirst, [&] {
    meet(present);
    shared.store(layout.carries, none, b.start());
  });
  waitForGroup(barrier);

  auto loop = scf::ForOp::create(b, rank, toI32(countTiles()), present,
                                 ValueRange{none});
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value number = loop.getInductionVar(), last = loop.getRegionIterArgs()[0];
  Value row = arith::DivUIOp::create(b, number, toI32(blocks));
  Value own = arith::RemUIOp::create(b, number, toI32(blocks));
  const Position at{none, none, none};
  Tile tile = tileOf(b.toI64(number));
  Value in = slotPointer(at.slot, tile, types.element, 0);
  copyRest(in, addressOf(b.getParameters().in, tile, types.element), none, tile,
           types.element, member.thread, barrier);
  auto [before, total] = reduceInGroup(at, member, tile, barrier, none);
  b.onlyIf(isFirst,
           [&, total = total] { exchange().post(cycleOf(row), own, total); });
  b.onlyIf(isZero(member.warp), [&] { seedTile(row, own, last); });
  waitForGroup(barrier);
  scanRun(at, member, tile,
          b.combine(shared.load(layout.seeds, at.slot), before));
  waitForGroup(barrier);
  copyRest(addressOf(b.getParameters().out, tile, types.output),
           slotPointer(at.slot, tile, types.output, layout.outputs), none, tile,
           types.output, member.thread, barrier);
  scf::YieldOp::create(b, row);
}

/// What comes before tile `own` of row `row`, of which the carry is that of row
/// `last`, the same or the one before; the first warp.
void StreamStandIn::seedTile(Value row, Value own, Value last) {
  Value isNew = compare(arith::CmpIPredicate::ne, row, last);
  State start = shared.load(layout.carries, b.i32(0));
  NVVM::SyncWarpOp::create(b, b.i32(-1));
  // First the rest of the carry, if the row is another one, then the seed.
  auto steps =
      scf::ForOp::create(b, b.i32(0), b.i32(2), b.i32(1), ValueRange(start));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(steps.getBody());
  Value isCarry = isZero(steps.getInductionVar());
  Value of = arith::SelectOp::create(b, isCarry, last, row);
  Value whole = arith::SelectOp::create(b, isNew, toI32(blocks), b.i32(0));
  Value count = arith::SelectOp::create(b, isCarry, whole, own);
  Descriptors descriptors = exchange();
  SmallVector<Value> totals = descriptors.gather(cycleOf(of), count);
  auto [below, all] = combineRow(descriptors, totals, own);
  State carry(steps.getRegionIterArgs());
  State next = b.combine(carry, b.select(isCarry, all, below));
  next = b.select(both(isCarry, isNot(isNew)), carry, next);
  b.onlyIf(isZero(b.laneId()), [&] {
    either(
        isCarry, [&] { shared.store(layout.carries, b.i32(0), next); },
        [&] { shared.store(layout.seeds, b.i32(0), next); });
  });
  scf::YieldOp::create(b, next);
}

/// Waits until all who are present have come here: then what was before that
/// is done.
void StreamStandIn::meet(Value present) {
  LaunchCounter counter(b, ExchangeLayout::meetings);
  counter.add();
  auto loop = scf::WhileOp::create(b, TypeRange(), ValueRange());
  OpBuilder::InsertionGuard guard(b);
  b.createBlock(&loop.getBefore());
  Value count = counter.countOf(counter.load());
  scf::ConditionOp::create(b, compare(arith::CmpIPredicate::ne, count, present),
                           ValueRange());
  b.createBlock(&loop.getAfter());
  scf::YieldOp::create(b);
}

/// The cycle (i32) whose row and tags row `row` of the totals has.
Value StreamStandIn::cycleOf(Value row) {
  constexpr int64_t rows = ExchangeLayout::rows, own = rows / 2;
  Value turn = arith::AndIOp::create(b, row, b.i32(own - 1));
  Value before = b.sub(row, turn);
  return add(add(add(before, before), turn), b.i32(own + rows));
}

/// For those who want to know how often that happens.
void StreamStandIn::noteShortLaunch() {
  Value workspace = b.getParameters().workspace;
  Value at =
      LLVM::GEPOp::create(b, workspace.getType(), b.getI8Type(), workspace,
                          ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(
                              ExchangeLayout::shortLaunches)});
  Value before = loadRelaxed(b, b.getLoc(), b.getI64Type(), at);
  storeRelaxed(b, add(before, b.i64(1)), at);
}

void StreamStandIn::depart() {
  Descriptors descriptors = exchange();
  Value tiles = countTiles(), isLeader = isZero(b.laneId());
  auto leave = scf::IfOp::create(b, b.getI1Type(), isLeader,
                                 /*withElseRegion=*/true);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(leave.elseBlock());
    scf::YieldOp::create(b, constant(false));
    b.setInsertionPointToStart(leave.thenBlock());
    Value before = LaunchCounter(b, ExchangeLayout::departures).add();
    Value isLast = compare(arith::CmpIPredicate::eq, add(before, b.i32(1)),
                           participants(tiles));
    scf::YieldOp::create(b, isLast);
  }
  Value isLast = NVVM::VoteSyncOp::create(
      b, b.getI1Type(), b.i32(-1), leave.getResult(0), NVVM::VoteSyncKind::any);
  b.onlyIf(isLast, [&] {
    descriptors.clearAllRows();
    b.onlyIf(isLeader, [&] {
      for (int64_t counter :
           {ExchangeLayout::arrivals, ExchangeLayout::meetings,
            ExchangeLayout::departures})
        LaunchCounter(b, counter).reset();
      noteShortLaunch();
      descriptors.advance(countCycles(tiles));
    });
  });
}

} // namespace scanc::prefix
