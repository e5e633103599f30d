//===- BlockMode.cpp - How a streaming block goes on ----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockMode.h"

using namespace mlir;

namespace scanc::prefix {

void BlockMode::init(int64_t others) const {
  c.shared.init(c.layout.decided, 1);
  c.shared.init(c.layout.left, others);
  c.shared.store(c.layout.mode, of(Mode::Normal));
}

void BlockMode::set(Value mode) const {
  c.shared.storeRelaxed(c.layout.mode, mode);
}

void BlockMode::decide() const { c.shared.release(c.layout.decided, b.i32(0)); }

void BlockMode::awaitDecision() const {
  c.shared.acquire(c.layout.decided, b.i32(0), b.i32(0));
}

Value BlockMode::is(Mode mode) const {
  return b.compare(arith::CmpIPredicate::eq, c.shared.load(c.layout.mode),
                   of(mode));
}

void BlockMode::waitForUse(const BarrierArray &barriers, const Position &at,
                           function_ref<void()> leave) const {
  c.shared.acquire(barriers, at.slot, at.parity, [&] {
    Value isReuse =
        b.compare(arith::CmpIPredicate::uge, at.k, b.i32(c.down.getStages()));
    Value mode = c.shared.loadRelaxed(c.layout.mode);
    Value isOther = b.compare(arith::CmpIPredicate::ne, mode, of(Mode::Normal));
    b.onlyIf(b.both(isReuse, isOther), [&] {
      leave();
      NVVM::Exit::create(b);
    });
  });
}

void BlockMode::leave() const { c.shared.release(c.layout.left, b.i32(0)); }

void BlockMode::awaitOthers() const {
  c.shared.acquire(c.layout.left, b.i32(0), b.i32(0));
}

} // namespace scanc::prefix
