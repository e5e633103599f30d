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

/// How long a block waits for the others before it asks who is there, in
/// nanoseconds: far longer than a grid takes to start, and than most kernels
/// that may be in its way.
static constexpr int64_t patience = 20'000'000;

void StreamSpine::carryPrefixes() {
  Descriptors descriptors(b, spine.getItems());
  Value isLeader = compare(arith::CmpIPredicate::eq, b.laneId(), b.i32(0));
  Value warp = b.sub(b.warpId(), b.i32(1));
  Value isFirst = compare(arith::CmpIPredicate::eq, warp, b.i32(0));
  b.onlyIf(both(isFirst, isLeader), [&] { come(descriptors); });

  forJobs(warp, spine.getWarps(), Needs::Later, {}, [&](Job job, ValueRange) {
    const Position &at = job.at;
    Work work = workOf(job);
    // The tiles of this cycle.
    Value first = b.mul(b.toI64(work.cycle), blocks);
    Value count = toI32(arith::MinUIOp::create(b, b.sub(tiles, first), blocks));
    Value isShared = both(work.scans, isNot(isAlone()));
    Value awaited = arith::SelectOp::create(b, isShared, count, b.i32(0));
    Value isEarly = compare(arith::CmpIPredicate::ult, at.k, earlyJobs());
    // The slot is full again, so that its last seed has been read. Until then
    // there is nothing to gather: the block's own total is missing.
    shared.wait(layout.full, at.slot, at.parity);
    SmallVector<Value> totals = descriptors.gather(
        work.cycle, awaited,
        {[&] { return both(isEarly, isDropping(loadMode())); },
         [&] {
           Value isFirst = compare(arith::CmpIPredicate::eq, at.k, b.i32(0));
           b.onlyIf(isFirst, [&] { lookAround(descriptors); });
         }});
    // Scanners get ready while the totals are combined.
    Value isFirst = compare(arith::CmpIPredicate::eq, at.k, b.i32(0));
    b.onlyIf(both(isFirst, isLeader),
             [&] { shared.arrive(layout.decided, b.i32(0)); });
    State below = combineBelow(descriptors, totals, work.entry);
    State all = combineAll(totals);

    auto leads = scf::IfOp::create(b, b.getI1Type(), isLeader,
                                   /*withElseRegion=*/true);
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(leads.thenBlock());
      scf::YieldOp::create(b, handOn(job, work, isEarly, all, below));
      b.setInsertionPointToStart(leads.elseBlock());
      scf::YieldOp::create(b, constant(false));
    }
    Value isDropped = leads.getResult(0);
    endRow(descriptors, work, count, awaited, isDropped);
    b.onlyIf(isLeader, [&] { endLaunch(descriptors, job, work, isDropped); });
    NVVM::SyncWarpOp::create(b, b.i32(-1));
    return State();
  });
}

//===----------------------------------------------------------------------===//
// Who is there
//===----------------------------------------------------------------------===//

void StreamSpine::come(Descriptors &descriptors) {
  Presence presence(b, descriptors, spine.getItems());
  either(
      isAlone(), [&] { setMode(StreamMode::Admitted); },
      [&] {
        either(
            presence.come(toI32(block)),
            [&] {
              setMode(StreamMode::Late);
              depart(descriptors);
            },
            [&] {
              storeWord(layout.epoch, descriptors.getEpoch());
              setMode(StreamMode::Admitted);
              Value deadline = add(timeNow(), b.i64(patience));
              LLVM::StoreOp::create(
                  b, deadline, shared.pointer(layout.deadline, b.i32(0), 8), 8);
            });
      });
}

void StreamSpine::lookAround(Descriptors &descriptors) {
  Value isLeader = compare(arith::CmpIPredicate::eq, b.laneId(), b.i32(0));
  auto look = scf::IfOp::create(b, b.getI1Type(), isLeader,
                                /*withElseRegion=*/true);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(look.thenBlock());
    scf::YieldOp::create(b, lookAtTime(descriptors));
    b.setInsertionPointToStart(look.elseBlock());
    scf::YieldOp::create(b, constant(false));
  }
  Value closes = NVVM::VoteSyncOp::create(
      b, b.getI1Type(), b.i32(-1), look.getResult(0), NVVM::VoteSyncKind::any);
  b.onlyIf(closes, [&] {
    Descriptors kept = keptOf(descriptors);
    Presence(b, kept, spine.getItems()).close(participants());
  });
}

Value StreamSpine::lookAtTime(Descriptors &descriptors) {
  // 0 once it has passed and the block has tried to become the closer.
  Value at = shared.pointer(layout.deadline, b.i32(0), 8);
  Value deadline = LLVM::LoadOp::create(b, b.getI64Type(), at, 8);
  Value isOver = compare(arith::CmpIPredicate::ugt, timeNow(), deadline);
  auto asks = scf::IfOp::create(b, b.getI1Type(), isOver,
                                /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(asks.elseBlock());
  scf::YieldOp::create(b, constant(false));
  b.setInsertionPointToStart(asks.thenBlock());
  Descriptors kept = keptOf(descriptors);
  Presence presence(b, kept, spine.getItems());
  Presence::Verdict verdict = presence.verdictOf(toI32(block));
  b.onlyIf(verdict.isThere, [&] { setSlow(verdict.rank, verdict.present); });
  LLVM::StoreOp::create(b, b.i64(0), at, 8);
  Value isFirst = compare(arith::CmpIPredicate::ne, deadline, b.i64(0));
  auto tries = scf::IfOp::create(b, b.getI1Type(), isFirst,
                                 /*withElseRegion=*/true);
  scf::YieldOp::create(b, tries.getResult(0));
  b.setInsertionPointToStart(tries.elseBlock());
  scf::YieldOp::create(b, constant(false));
  b.setInsertionPointToStart(tries.thenBlock());
  scf::YieldOp::create(b, presence.takeLock());
  return asks.getResult(0);
}

Value StreamSpine::timeNow() {
  return LLVM::CallIntrinsicOp::create(
             b, b.getI64Type(),
             b.getStringAttr("llvm.nvvm.read.ptx.sreg.globaltimer"),
             ValueRange())
      .getResult(0);
}

void StreamSpine::meetOthers() {
  // Every early job has a slot of its own.
  auto loop = scf::ForOp::create(b, b.i32(0), earlyJobs(), b.i32(1));
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    shared.wait(layout.ready, loop.getInductionVar(), b.i32(0));
  }
  Descriptors descriptors(b, spine.getItems());
  Presence presence(b, descriptors, spine.getItems());
  presence.meet(loadWord(layout.present));
}

void StreamSpine::depart(Descriptors descriptors) {
  Presence presence(b, descriptors, spine.getItems());
  Value isLast =
      compare(arith::CmpIPredicate::eq, presence.depart(), participants());
  b.onlyIf(isLast, [&] { descriptors.advance(cycles()); });
}

//===----------------------------------------------------------------------===//
// A row
//===----------------------------------------------------------------------===//

Value StreamSpine::handOn(const Job &job, const Work &work, Value isEarly,
                          ValueRange all, ValueRange below) {
  const Position &at = job.at;
  // What is scanned may replace what was probed: every thread has read it.
  b.onlyIf(isNot(work.scans), [&] {
    shared.store(layout.seeds, at.slot, b.start());
    shared.arrive(layout.ready, at.slot);
    shared.wait(layout.ready, at.slot, at.parity);
  });

  shared.wait(layout.carried, at.slot, at.parity);
  State carry = shared.load(layout.carries, at.slot);
  Value isDropped = both(isEarly, isDropping(loadMode()));
  Value following = advance(at, b.i32(1)).slot;
  Value moves = both(work.ends, isNot(isDropped));
  shared.store(layout.carries, following,
               b.select(moves, b.combine(carry, all), carry));
  shared.arrive(layout.carried, following);
  b.onlyIf(work.scans, [&] {
    shared.store(layout.seeds, at.slot, b.combine(carry, below));
    shared.arrive(layout.ready, at.slot);
  });
  return isDropped;
}

/// The last block of a row clears the rest of it.
void StreamSpine::endRow(Descriptors &descriptors, const Work &work,
                         Value count, Value awaited, Value isDropped) {
  Value isLast =
      compare(arith::CmpIPredicate::eq, add(work.entry, b.i32(1)), awaited);
  Value isShort =
      compare(arith::CmpIPredicate::ult, count, descriptors.mostBlocks());
  b.onlyIf(both(isLast, isShort), [&] {
    Value isOff = NVVM::VoteSyncOp::create(b, b.getI1Type(), b.i32(-1),
                                           isDropped, NVVM::VoteSyncKind::any);
    b.onlyIf(isNot(isOff), [&] { descriptors.clearFrom(work.cycle, count); });
  });
}

void StreamSpine::endLaunch(Descriptors &descriptors, const Job &job,
                            const Work &work, Value isDropped) {
  either(
      job.isSlow,
      [&] { b.onlyIf(job.isLast, [&] { depart(keptOf(descriptors)); }); },
      [&] {
        // That was the launch's last tile: every block has read the epoch.
        Value isLast =
            compare(arith::CmpIPredicate::eq, add(work.tile, b.i64(1)), tiles);
        Value ends = both(both(isLast, isNot(isAlone())), isNot(isDropped));
        b.onlyIf(ends, [&] { descriptors.advance(add(work.cycle, b.i32(1))); });
      });
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
