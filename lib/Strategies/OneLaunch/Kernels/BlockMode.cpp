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
  return c.shared.is(c.layout.mode, static_cast<int64_t>(mode));
}

void BlockMode::waitForUse(const BarrierArray &barriers, const Position &at,
                           Value leader) const {
  c.shared.acquire(barriers, at.slot, at.parity, [&] {
    GiveUpOp::create(b, c.shared.named(c.layout.mode),
                     c.shared.named(c.layout.left), at.k, c.down.getStages(),
                     leader);
  });
}

void BlockMode::leave() const { c.shared.release(c.layout.left, b.i32(0)); }

void BlockMode::awaitOthers() const {
  c.shared.acquire(c.layout.left, b.i32(0), b.i32(0));
}

} // namespace scanc::prefix
