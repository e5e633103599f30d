//===- StreamModes.cpp - How a streaming block goes on --------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StreamModes.h"

#include "RelaxedAccess.h"

using namespace mlir;

namespace scanc::prefix {

Value StreamModes::loadWord(int64_t offset) {
  return loadRelaxed(b, b.getLoc(), b.getI32Type(),
                     shared.pointer(offset, b.i32(0), 4), blockScope);
}

void StreamModes::storeWord(int64_t offset, Value value) {
  storeRelaxed(b, value, shared.pointer(offset, b.i32(0), 4), blockScope);
}

void StreamModes::initMode() {
  shared.init(layout.decided, 1);
  setMode(Mode::Normal);
  LLVM::StoreOp::create(b, b.i64(0),
                        shared.pointer(layout.deadline, b.i32(0), 8), 8);
}

void StreamModes::setMode(Mode mode) {
  storeWord(layout.mode, b.i32(static_cast<int32_t>(mode)));
}

Value StreamModes::isMode(Mode mode) {
  return compare(arith::CmpIPredicate::eq, loadWord(layout.mode),
                 b.i32(static_cast<int32_t>(mode)));
}

void StreamModes::forTilesAsDecided(
    Value first, int64_t step, ValueRange carry,
    function_ref<State(Position, ValueRange)> body) {
  // The position, the end of the tiles that are known of, and the carry.
  Position at = advance({b.i32(0), b.i32(0), b.i32(0)}, first);
  Value early = arith::MinUIOp::create(b, ownTiles, b.i32(down.getAhead()));
  SmallVector<Value> start = {first, at.slot, at.parity, early};
  llvm::append_range(start, carry);
  SmallVector<Type> types(ValueRange(start).getTypes());
  SmallVector<Location> locations(types.size(), b.getLoc());
  auto loop = scf::WhileOp::create(b, types, start);
  OpBuilder::InsertionGuard guard(b);
  auto isBelow = [&](Value k, Value end) {
    return compare(arith::CmpIPredicate::ult, k, end);
  };

  Block *before = b.createBlock(&loop.getBefore(), {}, types, locations);
  {
    SmallVector<Value> now(before->getArguments());
    auto known = scf::IfOp::create(b, {b.getI32Type(), b.getI1Type()},
                                   isBelow(now[0], now[3]),
                                   /*addThenBlock=*/true,
                                   /*addElseBlock=*/true);
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(known.thenBlock());
      scf::YieldOp::create(b, ValueRange{now[3], constant(true)});
      b.setInsertionPointToStart(known.elseBlock());
      awaitDecision();
      Value end =
          arith::SelectOp::create(b, isMode(Mode::Normal), ownTiles, b.i32(0));
      scf::YieldOp::create(b, ValueRange{end, isBelow(now[0], end)});
    }
    now[3] = known.getResult(0);
    scf::ConditionOp::create(b, known.getResult(1), now);
  }

  Block *after = b.createBlock(&loop.getAfter(), {}, types, locations);
  ValueRange now = after->getArguments();
  at = {now[0], now[1], now[2]};
  State next = body(at, now.drop_front(4));
  Position then = advance(at, b.i32(step));
  SmallVector<Value> yielded = {then.k, then.slot, then.parity, now[3]};
  llvm::append_range(yielded, next);
  scf::YieldOp::create(b, yielded);
}

} // namespace scanc::prefix
