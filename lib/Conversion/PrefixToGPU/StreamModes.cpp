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
  setMode(modeOf(Mode::Normal));
}

void StreamModes::setMode(Value mode) { storeWord(layout.mode, mode); }

Value StreamModes::isMode(Mode mode) {
  return compare(arith::CmpIPredicate::eq, loadWord(layout.mode), modeOf(mode));
}

void StreamModes::forTilesAsDecided(
    Value first, int64_t step, ValueRange carry,
    function_ref<State(Position, ValueRange)> body) {
  // The position, and the end of the tiles that are known of.
  Position at = advance({b.i32(0), b.i32(0), b.i32(0)}, first);
  Value end = arith::MinUIOp::create(b, ownTiles, b.i32(down.getAhead()));
  SmallVector<Value> start = {first, at.slot, at.parity, end};
  llvm::append_range(start, carry);
  SmallVector<Type> types(ValueRange(start).getTypes());
  SmallVector<Location> locations(types.size(), b.getLoc());
  auto parts = scf::WhileOp::create(b, types, start);
  OpBuilder::InsertionGuard guard(b);
  auto isBelow = [&](Value k, Value end) {
    return compare(arith::CmpIPredicate::ult, k, end);
  };

  Block *before = b.createBlock(&parts.getBefore(), {}, types, locations);
  {
    ValueRange now = before->getArguments();
    SmallVector<Value> done = forTiles({now[0], now[1], now[2]}, now[3], step,
                                       now.drop_front(4), body);
    auto more = scf::IfOp::create(b, b.getI32Type(), isBelow(done[0], ownTiles),
                                  /*withElseRegion=*/true);
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(more.thenBlock());
      awaitDecision();
      scf::YieldOp::create(
          b, ValueRange{arith::SelectOp::create(b, isMode(Mode::Normal),
                                                ownTiles, b.i32(0))});
      b.setInsertionPointToStart(more.elseBlock());
      scf::YieldOp::create(b, ValueRange{b.i32(0)});
    }
    done.insert(done.begin() + 3, more.getResult(0));
    scf::ConditionOp::create(b, isBelow(done[0], done[3]), done);
  }
  Block *after = b.createBlock(&parts.getAfter(), {}, types, locations);
  scf::YieldOp::create(b, after->getArguments());
}

} // namespace scanc::prefix
