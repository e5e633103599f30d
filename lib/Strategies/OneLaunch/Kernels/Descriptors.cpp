//===- Descriptors.cpp - What blocks tell each other ----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Descriptors.h"

using namespace mlir;

namespace scanc::prefix {

Descriptors::Descriptors(KernelBuilder &b, SkeletonAttr top, Value epoch,
                         Value launch)
    : b(b), perLane(top.getItems()),
      exchange(ExchangeOp::create(b, b.getMonoid(), b.workspace(), epoch,
                                  launch, b.getI64IntegerAttr(perLane))
                   .getExchange()) {}

Value Descriptors::has(const Extent &extent, Value block) const {
  Value first = b.mul(block, extent.perBlock);
  return b.compare(arith::CmpIPredicate::ult, first, extent.length);
}

RowOp Descriptors::row(Value cycle, const Extent &extent) const {
  const SmallVector<Type> masks(perLane, b.getI32Type());
  return RowOp::create(b, b.getI32Type(), b.workspace().getType(), masks,
                       exchange, cycle, extent.length, extent.perBlock);
}

SmallVector<Value> Descriptors::gather(RowOp row) const {
  return SmallVector<Value>(GatherOp::create(b, b.vectorTypes(perLane),
                                             exchange, row.getTag(),
                                             row.getAddress(), row.getMasks())
                                .getTotals());
}

Value Descriptors::mostBlocks() const {
  Value multiprocessors = MultiprocessorsOp::create(b);
  return arith::MinUIOp::create(b, multiprocessors, b.i32(32 * perLane));
}

Value Descriptors::blockOf(Value lane, int64_t j) const {
  return b.add(b.mul(lane, b.i32(perLane)), b.i32(j));
}

} // namespace scanc::prefix
