//===- StreamingParts.cpp - What the streaming kernels share --------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StreamingParts.h"

using namespace mlir;

namespace scanc::prefix {

Cycles Cycles::ofBlock(KernelBuilder &b, PlanAttr plan) {
  Value cycles = b.udiv(b.length(), b.i64(cycleOf(plan)));
  Value each = b.udiv(cycles, b.blockCount());
  Value extra = b.sub(cycles, b.mul(each, b.blockCount()));
  Value block = b.blockId();
  Value hasExtra =
      arith::CmpIOp::create(b, arith::CmpIPredicate::ult, block, extra);
  Value before = arith::MinUIOp::create(b, block, extra);
  return {b.add(b.mul(block, each), before),
          b.add(each, arith::ExtUIOp::create(b, b.getI64Type(), hasExtra))};
}

State combineEach(KernelBuilder &b, ArrayRef<State> states, ValueRange later) {
  const size_t fields = b.getStateTypes().size();
  State next;
  for (auto [index, state] : llvm::enumerate(states))
    llvm::append_range(next,
                       b.combine(state, later.slice(index * fields, fields)));
  return next;
}

State loadSeed(KernelBuilder &b, PlanAttr plan, Value index) {
  Value count = b.mul(b.blockCount(), b.i64(plan.getScan().getLists()));
  return b.aggregates(count).loadState(b, index);
}

} // namespace scanc::prefix
