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

std::pair<SmallVector<Value>, Value>
Descriptors::below(ValueRange totals, Value cuts, Value block) const {
  auto below = EntriesBelowOp::create(b, TypeRange(totals),
                                      cuts ? cuts.getType() : Type(), exchange,
                                      block, totals, cuts);
  return {SmallVector<Value>(below.getBelow()), below.getCutsBelow()};
}

} // namespace scanc::prefix
