//===- BlockMode.cpp - How a streaming block goes on ----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockMode.h"

#include "scanc/Conversion/Kernels/RelaxedAccess.h"

using namespace mlir;

namespace scanc::prefix {

void BlockMode::init(int64_t others) const {
  c.shared.init(c.layout.decided, 1);
  c.shared.init(c.layout.left, others);
  c.storeWord(c.layout.mode, of(Mode::Normal));
}

void BlockMode::set(Value mode) const {
  storeRelaxed(b, mode, c.wordPointer(c.layout.mode), blockScope);
}

void BlockMode::decide() const { c.shared.arrive(c.layout.decided, b.i32(0)); }

void BlockMode::awaitDecision() const {
  c.shared.wait(c.layout.decided, b.i32(0), b.i32(0));
}

Value BlockMode::is(Mode mode) const {
  return b.compare(arith::CmpIPredicate::eq, c.loadWord(c.layout.mode),
                   of(mode));
}

void BlockMode::waitForUse(const BarrierArray &barriers, const Position &at,
                           function_ref<void()> leave) const {
  c.shared.wait(barriers, at.slot, at.parity, [&] {
    Value isReuse =
        b.compare(arith::CmpIPredicate::uge, at.k, b.i32(c.down.getStages()));
    Value mode = loadRelaxed(b, b.getLoc(), b.getI32Type(),
                             c.wordPointer(c.layout.mode), blockScope);
    Value isOther = b.compare(arith::CmpIPredicate::ne, mode, of(Mode::Normal));
    b.onlyIf(b.both(isReuse, isOther), [&] {
      leave();
      LLVM::CallIntrinsicOp::create(b, b.getStringAttr("llvm.nvvm.exit"),
                                    ValueRange());
    });
  });
}

void BlockMode::leave() const { c.shared.arrive(c.layout.left, b.i32(0)); }

void BlockMode::awaitOthers() const {
  c.shared.wait(c.layout.left, b.i32(0), b.i32(0));
}

} // namespace scanc::prefix
