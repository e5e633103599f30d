//===- Presence.cpp - Which blocks are there ------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Presence.h"

using namespace mlir;

namespace scanc::prefix {

/// How long a block waits for the others before it goes without them, in
/// nanoseconds: far longer than a grid takes to start, and than most kernels
/// that may be in its way.
static constexpr int64_t patience = 20'000'000;

Value Presence::readClock() const {
  return NVVM::GlobalTimerOp::create(b, b.getI64Type());
}

void Presence::decide() const {
  b.onlyIf(b.isNot(work.isAlone), [&] {
    LaunchCounter counter = exchange.arrivals(work);
    Value rank = counter.add();
    Value deadline = b.add(readClock(), b.i64(patience));
    auto loop = scf::WhileOp::create(b, b.getI64Type(), ValueRange());
    {
      OpBuilder::InsertionGuard guard(b);
      b.createBlock(&loop.getBefore());
      Value word = counter.load();
      Value isClosed = counter.isClosed(word);
      Value isDecided =
          arith::OrIOp::create(b, isClosed, work.isComplete(word));
      Value isOver = b.compare(arith::CmpIPredicate::sgt,
                               b.sub(readClock(), deadline), b.i64(0));
      scf::ConditionOp::create(
          b, b.isNot(arith::OrIOp::create(b, isDecided, isOver)), word);
      b.createBlock(&loop.getAfter(), {}, b.getI64Type(), b.getLoc());
      scf::YieldOp::create(b);
    }
    Value word = counter.close(loop.getResult(0),
                               [&](Value now) { return work.isComplete(now); });
    b.onlyIf(counter.isClosed(word),
             [&] { goOnWithoutAll(counter, word, rank); });
  });
  mode.decide();
}

/// Leaves what those who stand in need to know (WorkDivision::recall).
void Presence::goOnWithoutAll(const LaunchCounter &counter, Value word,
                              Value rank) const {
  Value present = counter.countAtClose(word);
  c.shared.store(c.layout.number, rank);
  c.shared.store(c.layout.present, present);
  c.shared.store(c.layout.launch, work.launchNumber());
  c.shared.store(c.layout.ownTiles, work.ownTiles);
  c.shared.store(c.layout.tileLength, work.tileLength);
  Value isLate = b.compare(arith::CmpIPredicate::uge, rank, present);
  mode.set(arith::SelectOp::create(b, isLate, mode.of(Mode::Late),
                                   mode.of(Mode::Slow)));
}

} // namespace scanc::prefix
