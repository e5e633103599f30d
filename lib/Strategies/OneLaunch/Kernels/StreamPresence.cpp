//===- StreamPresence.cpp - Which blocks are there ------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StreamPresence.h"

using namespace mlir;

namespace scanc::prefix {

/// How long a block waits for the others before it goes without them, in
/// nanoseconds: far longer than a grid takes to start, and than most kernels
/// that may be in its way.
static constexpr int64_t patience = 20'000'000;

Value StreamPresence::readClock() {
  return LLVM::CallIntrinsicOp::create(
             b, b.getI64Type(),
             b.getStringAttr("llvm.nvvm.read.ptx.sreg.globaltimer"),
             ValueRange())
      .getResult(0);
}

Value StreamPresence::isComplete(LaunchCounter &counter, Value word) {
  Value hasEnded = compare(arith::CmpIPredicate::eq, word, b.i64(0));
  Value haveCome =
      both(areAll(counter.countOf(word)), isNot(counter.isClosed(word)));
  return arith::OrIOp::create(b, hasEnded, haveCome);
}

void StreamPresence::decideByArrivals() {
  b.onlyIf(isNot(isAlone), [&] {
    LaunchCounter counter = arrivals();
    Value rank = counter.add();
    Value deadline = add(readClock(), b.i64(patience));
    auto loop = scf::WhileOp::create(b, b.getI64Type(), ValueRange());
    {
      OpBuilder::InsertionGuard guard(b);
      b.createBlock(&loop.getBefore());
      Value word = counter.load();
      Value isDecided = arith::OrIOp::create(b, counter.isClosed(word),
                                             isComplete(counter, word));
      Value isOver = compare(arith::CmpIPredicate::sgt,
                             b.sub(readClock(), deadline), b.i64(0));
      scf::ConditionOp::create(
          b, isNot(arith::OrIOp::create(b, isDecided, isOver)), word);
      b.createBlock(&loop.getAfter(), {}, b.getI64Type(), b.getLoc());
      scf::YieldOp::create(b);
    }
    Value word = counter.close(
        loop.getResult(0), [&](Value now) { return isComplete(counter, now); });
    b.onlyIf(counter.isClosed(word),
             [&] { goOnWithoutAll(counter, word, rank); });
  });
  decide();
}

void StreamPresence::goOnWithoutAll(LaunchCounter &counter, Value word,
                                    Value rank) {
  Value present = counter.countAtClose(word);
  storeWord(layout.number, rank);
  storeWord(layout.present, present);
  storeWord(layout.launch, launch());
  storeWord(layout.ownTiles, ownTiles);
  storeWord(layout.tileLength, toI32(tileLength));
  Value isLate = compare(arith::CmpIPredicate::uge, rank, present);
  setMode(arith::SelectOp::create(b, isLate, modeOf(Mode::Late),
                                  modeOf(Mode::Slow)));
}

} // namespace scanc::prefix
