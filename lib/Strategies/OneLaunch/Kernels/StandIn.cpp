//===- StandIn.cpp - Doing the work of absent blocks ----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StandIn.h"

using namespace mlir;

namespace scanc::prefix {

void StandIn::run(Value group) const {
  b.onlyIf(b.isZero(group), [&] {
    fillEarlyRows(recall());
    // All loads have landed, and no thread looks at the early rows any more.
    mode.awaitOthers();
    // The posts of all threads are done before one departs for them.
    c.waitForGroup(b.i32(c.scannersBarrier()));
    b.onlyRarely(mode.is(Mode::Slow), [&] { takeTurns(); });
    b.onlyIf(b.isZero(anew().warp), [&] { depart(recall()); });
  });
}

Member StandIn::anew() const { return Member::anew(c, c.firstScanner()); }

/// Warps of the spine may wait for early rows that will never be complete: with
/// totals of all, whatever they are, they go on.
void StandIn::fillEarlyRows(const WorkDivision &work) const {
  const Member member = anew();
  // Where one group reduces and scans, it has waited before.
  Descriptors descriptors =
      c.hasOneTile ? exchange.again(work) : exchange.await(work);
  auto rows = scf::ForOp::create(b, b.i32(0), work.countEarlyTiles(), b.i32(1));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(rows.getBody());
  auto entries = scf::ForOp::create(b, member.thread, b.toI32(work.blocks),
                                    b.i32(c.down.getThreads()));
  b.setInsertionPointToStart(entries.getBody());
  EntryOp entry =
      descriptors.entry(rows.getInductionVar(), entries.getInductionVar());
  descriptors.post(entry, b.identity());
}

void StandIn::takeTurns() const {
  const WorkDivision work = recall();
  Value none = b.i32(0), barrier = b.i32(c.scannersBarrier());
  // The others know of it once the first tile is reduced.
  b.onlyIf(b.isZero(anew().thread), [&] {
    meet(work, c.shared.load(c.layout.present));
    if (!c.hasOneTile) {
      c.shared.store(c.layout.carries, none, b.start());
      c.shared.store(c.layout.carriedRow, none);
    }
  });

  auto loop = scf::WhileOp::create(b, TypeRange(), ValueRange());
  OpBuilder::InsertionGuard guard(b);
  b.createBlock(&loop.getBefore());
  {
    const WorkDivision again = recall();
    Value number = c.shared.loadWide(c.layout.number);
    scf::ConditionOp::create(b, again.hasTile(number), ValueRange());
  }
  b.createBlock(&loop.getAfter());
  reduceForAbsent(recall());
  c.waitForGroup(barrier);
  scanForAbsent(recall());
  c.waitForGroup(barrier);
  storeForAbsent(recall());
  c.waitForGroup(barrier);
  b.onlyIf(b.isZero(anew().thread), [&] {
    Value number = c.shared.load(c.layout.number);
    c.shared.store(c.layout.number,
                   b.add(number, c.shared.load(c.layout.present)));
  });
  c.waitForGroup(barrier);
  scf::YieldOp::create(b);
}

Tile StandIn::ownTile(const WorkDivision &work) const {
  return work.tileOf(c.shared.loadWide(c.layout.number));
}

void StandIn::reduceForAbsent(const WorkDivision &work) const {
  const Member member = anew();
  Value none = b.i32(0), barrier = b.i32(c.scannersBarrier());
  const Position at{none, none, none};
  Tile tile = ownTile(work);
  for (const Stretch &from : copies.inputOf(tile))
    copies.copyRest(ring.inputPointer(at.slot, tile, from.region), from.address,
                    none, tile, from.region, member.thread, barrier);
  const Reducers reducers(c, work, ring, mode, copies);
  auto [before, total] = reducers.reduce(
      at, member, tile, reducers.cutsOf(member, tile), barrier, none);
  c.shared.store(c.layout.prefixes, member.thread, before.state);
  b.onlyIf(b.isZero(member.warp), [&, total = total] {
    Value number = c.shared.load(c.layout.number);
    Value row = arith::DivUIOp::create(b, number, b.toI32(work.blocks));
    Value own = arith::RemUIOp::create(b, number, b.toI32(work.blocks));
    b.onlyIf(b.isFirstLane(), [&] {
      Descriptors descriptors = exchange.again(work);
      descriptors.post(descriptors.entry(cycleOf(row), own), total.state);
    });
    seedTile(work, row, own);
  });
}

void StandIn::scanForAbsent(const WorkDivision &work) const {
  const Member member = anew();
  const Position at = ring.begin();
  Tile tile = ownTile(work);
  State seed = c.shared.load(c.layout.seeds, at.slot);
  State before = c.shared.load(c.layout.prefixes, member.thread);
  Scanners(c, work, ring, copies, policies)
      .scan(at, member, tile, seed, before);
}

void StandIn::storeForAbsent(const WorkDivision &work) const {
  const Member member = anew();
  Value none = b.i32(0);
  Tile tile = ownTile(work);
  for (const Stretch &to : copies.outputOf(tile))
    copies.copyRest(to.address,
                    ring.outputPointer({none, none, none}, tile, to.region),
                    none, tile, to.region, member.thread, /*barrier=*/Value());
}

/// What comes before tile `own` of row `row`; the first warp. The carry that it
/// has found last is that of the same row or the one before.
void StandIn::seedTile(const WorkDivision &work, Value row, Value own) const {
  if (c.hasOneTile)
    return seedOnlyTile(work, row, own);
  Value last = c.shared.load(c.layout.carriedRow);
  Value isNew = b.compare(arith::CmpIPredicate::ne, row, last);
  State start = c.shared.load(c.layout.carries, b.i32(0));
  NVVM::SyncWarpOp::create(b, b.i32(-1));
  // First the rest of the carry, if the row is another one, then the seed.
  auto steps =
      scf::ForOp::create(b, b.i32(0), b.i32(2), b.i32(1), ValueRange(start));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(steps.getBody());
  Value isCarry = b.isZero(steps.getInductionVar());
  Value of = arith::SelectOp::create(b, isCarry, last, row);
  Value whole =
      arith::SelectOp::create(b, isNew, b.toI32(work.blocks), b.i32(0));
  Value count = arith::SelectOp::create(b, isCarry, whole, own);
  Descriptors descriptors = exchange.again(work);
  SmallVector<Value> totals =
      descriptors.gather(descriptors.row(cycleOf(of), {count, b.i32(1)}));
  const Spine spine(c, work, ring, mode);
  auto [below, all] =
      spine.combineRow(descriptors, totals, own, spine.cutsOf(of));
  State carry(steps.getRegionIterArgs());
  State next = b.join(carry, b.select(isCarry, all, below));
  next = b.select(b.both(isCarry, b.isNot(isNew)), carry, next);
  b.onlyIf(b.isFirstLane(), [&] {
    b.either(
        isCarry, [&] { c.shared.store(c.layout.carries, b.i32(0), next); },
        [&] {
          c.shared.store(c.layout.seeds, b.i32(0), next);
          c.shared.store(c.layout.carriedRow, row);
        });
  });
  scf::YieldOp::create(b, next);
}

/// The same where there is one row.
void StandIn::seedOnlyTile(const WorkDivision &work, Value row,
                           Value own) const {
  const Spine spine(c, work, ring, mode);
  Descriptors descriptors = exchange.again(work);
  SmallVector<Value> totals =
      descriptors.gather(descriptors.row(cycleOf(row), {own, b.i32(1)}));
  Part below = spine.combineBelow(descriptors, totals, own, spine.cutsOf(row));
  b.onlyIf(b.isFirstLane(), [&] {
    c.shared.store(c.layout.seeds, b.i32(0), spine.afterStart(below));
  });
}

/// Waits until all who are present have come here: then what was before that
/// is done.
void StandIn::meet(const WorkDivision &work, Value present) const {
  LaunchCounter meetings = exchange.counter(work, ExchangeLayout::meetings);
  meetings.addReleasing();
  auto loop = scf::WhileOp::create(b, TypeRange(), ValueRange());
  OpBuilder::InsertionGuard guard(b);
  b.createBlock(&loop.getBefore());
  Value count = meetings.countOf(meetings.loadInOrder());
  scf::ConditionOp::create(
      b, b.compare(arith::CmpIPredicate::ne, count, present), ValueRange());
  b.createBlock(&loop.getAfter());
  scf::YieldOp::create(b);
}

/// The cycle (i32) whose row and tags row `row` of the totals has.
Value StandIn::cycleOf(Value row) const {
  return StandInCycleOp::create(b, row);
}

/// For those who want to know how often that happens.
void StandIn::noteShortLaunch() const {
  constexpr int64_t byte = ExchangeLayout::shortLaunches;
  Value before = LoadRelaxedOp::create(b, b.getI64Type(), b.workspace(), byte);
  StoreRelaxedOp::create(b, b.add(before, b.i64(1)), b.workspace(), byte);
}

void StandIn::depart(const WorkDivision &work) const {
  Descriptors descriptors = exchange.again(work);
  Value isLeader = b.isFirstLane();
  auto leave = scf::IfOp::create(b, b.getI1Type(), isLeader,
                                 /*withElseRegion=*/true);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(leave.elseBlock());
    scf::YieldOp::create(b, b.boolean(false));
    b.setInsertionPointToStart(leave.thenBlock());
    Value before =
        exchange.counter(work, ExchangeLayout::departures).addInOrder();
    Value isLast = work.areAll(b.add(before, b.i32(1)));
    scf::YieldOp::create(b, isLast);
  }
  Value isLast = NVVM::VoteSyncOp::create(
      b, b.getI1Type(), b.i32(-1), leave.getResult(0), NVVM::VoteSyncKind::any);
  b.onlyIf(isLast, [&] {
    // A vote orders no memory: what the leader has acquired, all lanes have.
    NVVM::SyncWarpOp::create(b, b.i32(-1));
    descriptors.clearAllRows();
    b.onlyIf(isLeader, [&] {
      for (int64_t offset : {ExchangeLayout::arrivals, ExchangeLayout::meetings,
                             ExchangeLayout::departures})
        LaunchCounter::reset(b, offset);
      noteShortLaunch();
      descriptors.advance(work.countCycles());
    });
  });
}

} // namespace scanc::prefix
