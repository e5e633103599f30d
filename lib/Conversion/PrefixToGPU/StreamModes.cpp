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

void StreamModes::initMode(int64_t warps) {
  shared.init(layout.decided, 1);
  shared.init(layout.left, warps);
  setMode(modeOf(Mode::Normal));
}

void StreamModes::setMode(Value mode) { storeWord(layout.mode, mode); }

Value StreamModes::isMode(Mode mode) {
  return compare(arith::CmpIPredicate::eq, loadWord(layout.mode), modeOf(mode));
}

void StreamModes::waitForUse(const BarrierArray &barriers, Position at,
                             function_ref<void()> leave) {
  shared.wait(barriers, at.slot, at.parity, [&] {
    Value isReuse =
        compare(arith::CmpIPredicate::uge, at.k, b.i32(down.getStages()));
    b.onlyIf(both(isReuse, isNot(isMode(Mode::Normal))), [&] {
      leave();
      LLVM::CallIntrinsicOp::create(b, b.getStringAttr("llvm.nvvm.exit"),
                                    ValueRange());
    });
  });
}

void StreamModes::leaveWarp() {
  NVVM::SyncWarpOp::create(b, b.i32(-1));
  b.onlyIf(isZero(b.laneId()), [&] { leaveThread(); });
}

} // namespace scanc::prefix
