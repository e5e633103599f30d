//===- StreamJobs.cpp - What a streaming block does, job by job -----------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StreamJobs.h"

#include "RelaxedAccess.h"

using namespace mlir;

namespace scanc::prefix {

Value StreamJobs::earlyJobs() {
  return arith::MinUIOp::create(b, ownTiles, b.i32(down.getAhead()));
}

Value StreamJobs::participants() {
  return toI32(arith::MinUIOp::create(b, tiles, blocks));
}

Value StreamJobs::cycles() {
  // The block's tiles, or one more where it has none in the last cycle.
  Value own = b.toI64(ownTiles);
  Value isOneMore =
      compare(arith::CmpIPredicate::ult, b.mul(own, blocks), tiles);
  return add(ownTiles, arith::ExtUIOp::create(b, b.getI32Type(), isOneMore));
}

Value StreamJobs::loadWord(int64_t offset) {
  return loadRelaxed(b, b.getLoc(), b.getI32Type(),
                     shared.pointer(offset, b.i32(0), 4), blockScope);
}

void StreamJobs::storeWord(int64_t offset, Value value) {
  storeRelaxed(b, value, shared.pointer(offset, b.i32(0), 4), blockScope);
}

void StreamJobs::setMode(StreamMode mode) {
  storeWord(layout.end, mode == StreamMode::Admitted ? ownTiles : b.i32(0));
  storeWord(layout.mode, b.i32(static_cast<int32_t>(mode)));
}

void StreamJobs::setSlow(Value rank, Value present) {
  Value others = b.sub(participants(), rank);
  Value share = b.udiv(b.sub(add(others, present), b.i32(1)), present);
  Value jobs = b.mul(b.mul(share, b.i32(2)), cycles());
  storeWord(layout.rank, rank);
  storeWord(layout.present, present);
  storeWord(layout.share, share);
  storeWord(layout.end, add(earlyJobs(), jobs));
  storeWord(layout.mode, b.i32(static_cast<int32_t>(StreamMode::Slow)));
}

Value StreamJobs::awaitAdmission(Value mode) {
  auto loop = scf::WhileOp::create(b, b.getI32Type(), mode);
  OpBuilder::InsertionGuard guard(b);
  Block *before =
      b.createBlock(&loop.getBefore(), {}, b.getI32Type(), b.getLoc());
  Value seen = before->getArgument(0);
  scf::ConditionOp::create(b, isMode(seen, StreamMode::Unknown), seen);
  b.createBlock(&loop.getAfter(), {}, b.getI32Type(), b.getLoc());
  scf::YieldOp::create(b, loadMode());
  return loop.getResult(0);
}

//===----------------------------------------------------------------------===//
// The loop
//===----------------------------------------------------------------------===//

std::pair<Value, Value> StreamJobs::settle(Value wasSlow,
                                           function_ref<void()> whenSlow) {
  shared.wait(layout.decided, b.i32(0), b.i32(0));
  Value isSlow = isMode(loadMode(), StreamMode::Slow);
  if (whenSlow)
    b.onlyIf(both(isSlow, isNot(wasSlow)), whenSlow);
  return {loadWord(layout.end), isSlow};
}

void StreamJobs::forJobs(Value first, int64_t step, Needs needs,
                         ValueRange carry,
                         function_ref<State(Job, ValueRange)> body,
                         function_ref<void()> whenSlow) {
  // The job's position, the end of those that are known of, whether they are
  // slow, and the carry.
  Value end = needs == Needs::First ? b.i32(0) : earlyJobs();
  SmallVector<Value> start = {first, first, b.i32(0), end, constant(false)};
  llvm::append_range(start, carry);
  SmallVector<Type> types(ValueRange(start).getTypes());
  SmallVector<Location> locations(types.size(), b.getLoc());
  auto loop = scf::WhileOp::create(b, types, start);
  OpBuilder::InsertionGuard guard(b);

  Block *before = b.createBlock(&loop.getBefore(), {}, types, locations);
  {
    SmallVector<Value> now(before->getArguments());
    Value isBeyond = compare(arith::CmpIPredicate::uge, now[0], now[3]);
    auto known = scf::IfOp::create(b, {b.getI32Type(), b.getI1Type()}, isBeyond,
                                   /*addThenBlock=*/true,
                                   /*addElseBlock=*/true);
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(known.thenBlock());
      auto [end, isSlow] = settle(now[4], whenSlow);
      scf::YieldOp::create(b, ValueRange{end, isSlow});
      b.setInsertionPointToStart(known.elseBlock());
      scf::YieldOp::create(b, ValueRange{now[3], now[4]});
    }
    now[3] = known.getResult(0);
    now[4] = known.getResult(1);
    scf::ConditionOp::create(
        b, compare(arith::CmpIPredicate::ult, now[0], now[3]), now);
  }

  Block *after = b.createBlock(&loop.getAfter(), {}, types, locations);
  ValueRange now = after->getArguments();
  Position at{now[0], now[1], now[2]};
  Value isLast = compare(arith::CmpIPredicate::eq, add(at.k, b.i32(1)), now[3]);
  State next = body({at, now[4], isLast}, now.drop_front(5));
  Position then = advance(at, b.i32(step));
  SmallVector<Value> yielded = {then.k, then.slot, then.parity, now[3], now[4]};
  llvm::append_range(yielded, next);
  scf::YieldOp::create(b, yielded);
}

//===----------------------------------------------------------------------===//
// The jobs
//===----------------------------------------------------------------------===//

StreamJobs::Work StreamJobs::slowWork(const Job &job) {
  Value rank = loadWord(layout.rank), present = loadWord(layout.present);
  Value probes = loadWord(layout.share), jobs = b.mul(probes, b.i32(2));
  // Those before the decision count as probes of no tile.
  Value number = b.sub(job.at.k, earlyJobs());
  Value isEarly = compare(arith::CmpIPredicate::slt, number, b.i32(0));
  Value cycle = b.udiv(number, jobs);
  Value turn = b.sub(number, b.mul(cycle, jobs));
  Value isProbe = compare(arith::CmpIPredicate::ult, turn, probes);
  Value step = arith::SelectOp::create(b, isProbe, turn, b.sub(turn, probes));
  Value entry = add(rank, b.mul(step, present));
  Value tile = add(b.mul(b.toI64(cycle), blocks), b.toI64(entry));
  tile = arith::SelectOp::create(b, isEarly, tiles, tile);
  Value exists = compare(arith::CmpIPredicate::ult, tile, tiles);
  Value scans = both(isNot(isProbe), isNot(isEarly));
  Value ends = compare(arith::CmpIPredicate::eq, add(turn, b.i32(1)), jobs);
  return {tile, cycle, entry, both(isProbe, exists), scans, both(scans, ends)};
}

StreamJobs::Work StreamJobs::workOf(const Job &job) {
  Type i1 = b.getI1Type(), i32 = b.getI32Type();
  auto which = scf::IfOp::create(b, {b.getI64Type(), i32, i32, i1, i1, i1},
                                 job.isSlow, /*addThenBlock=*/true,
                                 /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(which.thenBlock());
  Work slow = slowWork(job);
  scf::YieldOp::create(b, ValueRange{slow.tile, slow.cycle, slow.entry,
                                     slow.posts, slow.scans, slow.ends});
  b.setInsertionPointToStart(which.elseBlock());
  Value tile = ownTile(job.at.k);
  scf::YieldOp::create(b,
                       ValueRange{tile, job.at.k, toI32(block), constant(true),
                                  constant(true), constant(true)});
  ValueRange work = which.getResults();
  return {work[0], work[1], work[2], work[3], work[4], work[5]};
}

} // namespace scanc::prefix
