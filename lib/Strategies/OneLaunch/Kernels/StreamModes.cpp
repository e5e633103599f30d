//===- StreamModes.cpp - How a streaming block goes on --------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StreamModes.h"

#include "scanc/Conversion/Kernels/RelaxedAccess.h"

using namespace mlir;

namespace scanc::prefix {

Value StreamModes::loadWord(int64_t offset) {
  return LLVM::LoadOp::create(b, b.getI32Type(), pointerTo(offset),
                              /*alignment=*/4);
}

void StreamModes::storeWord(int64_t offset, Value value) {
  LLVM::StoreOp::create(b, value, pointerTo(offset), /*alignment=*/4);
}

void StreamModes::initMode(int64_t others) {
  shared.init(layout.decided, 1);
  shared.init(layout.left, others);
  storeWord(layout.mode, modeOf(Mode::Normal));
}

// Some look before the decision, so that nothing orders their load and this.
void StreamModes::setMode(Value mode) {
  storeRelaxed(b, mode, pointerTo(layout.mode), blockScope);
}

Value StreamModes::isMode(Mode mode) {
  return compare(arith::CmpIPredicate::eq, loadWord(layout.mode), modeOf(mode));
}

void StreamModes::waitForUse(const BarrierArray &barriers, Position at,
                             function_ref<void()> leave) {
  shared.wait(barriers, at.slot, at.parity, [&] {
    Value isReuse =
        compare(arith::CmpIPredicate::uge, at.k, b.i32(down.getStages()));
    Value mode = loadRelaxed(b, b.getLoc(), b.getI32Type(),
                             pointerTo(layout.mode), blockScope);
    Value isOther =
        compare(arith::CmpIPredicate::ne, mode, modeOf(Mode::Normal));
    b.onlyIf(both(isReuse, isOther), [&] {
      leave();
      LLVM::CallIntrinsicOp::create(b, b.getStringAttr("llvm.nvvm.exit"),
                                    ValueRange());
    });
  });
}

} // namespace scanc::prefix
