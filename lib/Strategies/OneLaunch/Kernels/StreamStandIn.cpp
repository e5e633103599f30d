//===- StreamStandIn.cpp - Doing the work of absent blocks ----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StreamStandIn.h"

#include "scanc/Conversion/Kernels/RelaxedAccess.h"

using namespace mlir;

namespace scanc::prefix {

void StreamStandIn::goOnSlowly(Value group) {
  b.onlyIf(isZero(group), [&] {
    recalling([&] { fillEarlyRows(anew()); });
    // All loads have landed, and no thread looks at the early rows any more.
    awaitOthers();
    // The posts of all threads are done before one departs for them.
    waitForGroup(b.i32(scannersBarrier()));
    b.onlyRarely(isMode(Mode::Slow), [&] { recalling([&] { standIn(); }); });
    b.onlyIf(isZero(anew().warp), [&] { recalling([&] { depart(); }); });
  });
}

void StreamStandIn::recalling(function_ref<void()> body) {
  Value knownTiles = ownTiles, knownLength = tileLength, knownPieces = pieces;
  recalledLaunch = loadWord(layout.launch);
  ownTiles = loadWord(layout.ownTiles);
  tileLength = b.toI64(loadWord(layout.tileLength));
  pieces = countPieces(b.i64(1), tileLength);
  body();
  ownTiles = knownTiles;
  tileLength = knownLength;
  pieces = knownPieces;
  recalledLaunch = {};
}

/// Another one each time, as far as the compiler can see: otherwise it computes
/// all addresses of a tile in advance, and keeps for them what it knows of the
/// thread from the kernel's beginning.
StreamStandIn::Member StreamStandIn::anew() {
  Value none = arith::AndIOp::create(b, loadWord(layout.mode), b.i32(~3));
  Value first = b.i32(32 * firstScanner());
  Value thread = add(b.sub(b.threadId(), first), none);
  return {b.i32(0), arith::DivUIOp::create(b, thread, b.i32(32)), thread};
}

/// Warps of the spine may wait for early rows that will never be complete: with
/// totals of all, whatever they are, they go on.
void StreamStandIn::fillEarlyRows(const Member &member) {
  // Where one group reduces and scans, it has waited before.
  Descriptors descriptors = source.hasOneTile ? exchangeAgain() : exchange();
  auto rows = scf::ForOp::create(b, b.i32(0), countEarlyTiles(), b.i32(1));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(rows.getBody());
  auto entries = scf::ForOp::create(b, member.thread, toI32(blocks),
                                    b.i32(down.getThreads()));
  b.setInsertionPointToStart(entries.getBody());
  descriptors.post(
      descriptors.entry(rows.getInductionVar(), entries.getInductionVar()),
      b.identity());
}

void StreamStandIn::standIn() {
  Value none = b.i32(0), barrier = b.i32(scannersBarrier());
  // The others know of it once the first tile is reduced.
  b.onlyIf(isZero(anew().thread), [&] {
    meet(loadWord(layout.present));
    if (!source.hasOneTile) {
      shared.store(layout.carries, none, b.start());
      storeWord(layout.carriedRow, none);
    }
  });

  auto loop = scf::WhileOp::create(b, TypeRange(), ValueRange());
  OpBuilder::InsertionGuard guard(b);
  b.createBlock(&loop.getBefore());
  recalling([&] {
    scf::ConditionOp::create(b, hasTile(b.toI64(loadWord(layout.number))),
                             ValueRange());
  });
  b.createBlock(&loop.getAfter());
  recalling([&] { reduceForAbsent(anew()); });
  waitForGroup(barrier);
  recalling([&] { scanForAbsent(anew()); });
  waitForGroup(barrier);
  recalling([&] { storeForAbsent(anew()); });
  waitForGroup(barrier);
  b.onlyIf(isZero(anew().thread), [&] {
    storeWord(layout.number,
              add(loadWord(layout.number), loadWord(layout.present)));
  });
  waitForGroup(barrier);
  scf::YieldOp::create(b);
}

void StreamStandIn::reduceForAbsent(const Member &member) {
  Value none = b.i32(0), barrier = b.i32(scannersBarrier());
  const Position at{none, none, none};
  Tile tile = ownTile();
  for (const Stretch &from : inputOf(tile))
    copyRest(inputPointer(at.slot, tile, from.region), from.address, none, tile,
             from.region, member.thread, barrier);
  auto [before, total] = reduceInGroup(at, member, tile, barrier, none);
  shared.store(layout.prefixes, member.thread, before);
  b.onlyIf(isZero(member.warp), [&, total = total] {
    Value number = loadWord(layout.number);
    Value row = arith::DivUIOp::create(b, number, toI32(blocks));
    Value own = arith::RemUIOp::create(b, number, toI32(blocks));
    b.onlyIf(isZero(b.laneId()), [&] {
      Descriptors descriptors = exchangeAgain();
      descriptors.post(descriptors.entry(cycleOf(row), own), total);
    });
    seedTile(row, own);
  });
}

void StreamStandIn::scanForAbsent(const Member &member) {
  const Position at{b.i32(0), b.i32(0), b.i32(0)};
  scanRun(at, member, ownTile(),
          b.combine(shared.load(layout.seeds, at.slot),
                    shared.load(layout.prefixes, member.thread)));
}

void StreamStandIn::storeForAbsent(const Member &member) {
  Value none = b.i32(0);
  Tile tile = ownTile();
  for (const Stretch &to : outputOf(tile))
    copyRest(to.address, outputPointer({none, none, none}, tile, to.region),
             none, tile, to.region, member.thread, /*barrier=*/Value());
}

/// What comes before tile `own` of row `row`; the first warp. The carry that it
/// has found last is that of the same row or the one before.
void StreamStandIn::seedTile(Value row, Value own) {
  if (source.hasOneTile)
    return seedOnlyTile(row, own);
  Value last = loadWord(layout.carriedRow);
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
  Descriptors descriptors = exchangeAgain();
  SmallVector<Value> totals =
      descriptors.gather(descriptors.row(cycleOf(of), {count, b.i32(1)}));
  auto [below, all] = combineRow(descriptors, totals, own);
  State carry(steps.getRegionIterArgs());
  State next = b.combine(carry, b.select(isCarry, all, below));
  next = b.select(both(isCarry, isNot(isNew)), carry, next);
  b.onlyIf(isZero(b.laneId()), [&] {
    either(
        isCarry, [&] { shared.store(layout.carries, b.i32(0), next); },
        [&] {
          shared.store(layout.seeds, b.i32(0), next);
          storeWord(layout.carriedRow, row);
        });
  });
  scf::YieldOp::create(b, next);
}

/// The same where there is one row.
void StreamStandIn::seedOnlyTile(Value row, Value own) {
  Descriptors descriptors = exchangeAgain();
  SmallVector<Value> totals =
      descriptors.gather(descriptors.row(cycleOf(row), {own, b.i32(1)}));
  State below = combineBelow(descriptors, totals, own);
  b.onlyIf(isZero(b.laneId()),
           [&] { shared.store(layout.seeds, b.i32(0), afterStart(below)); });
}

/// Waits until all who are present have come here: then what was before that
/// is done.
void StreamStandIn::meet(Value present) {
  LaunchCounter meetings = counter(ExchangeLayout::meetings);
  meetings.addReleasing();
  auto loop = scf::WhileOp::create(b, TypeRange(), ValueRange());
  OpBuilder::InsertionGuard guard(b);
  b.createBlock(&loop.getBefore());
  Value count = meetings.countOf(meetings.loadInOrder());
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
  Value workspace = b.workspace();
  Value at =
      LLVM::GEPOp::create(b, workspace.getType(), b.getI8Type(), workspace,
                          ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(
                              ExchangeLayout::shortLaunches)});
  Value before = loadRelaxed(b, b.getLoc(), b.getI64Type(), at);
  storeRelaxed(b, add(before, b.i64(1)), at);
}

void StreamStandIn::depart() {
  Descriptors descriptors = exchangeAgain();
  Value isLeader = isZero(b.laneId());
  auto leave = scf::IfOp::create(b, b.getI1Type(), isLeader,
                                 /*withElseRegion=*/true);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(leave.elseBlock());
    scf::YieldOp::create(b, constant(false));
    b.setInsertionPointToStart(leave.thenBlock());
    Value before = counter(ExchangeLayout::departures).addInOrder();
    Value isLast = areAll(add(before, b.i32(1)));
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
        counter(offset).reset();
      noteShortLaunch();
      descriptors.advance(countCycles());
    });
  });
}

} // namespace scanc::prefix
