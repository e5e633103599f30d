//===- LaunchCounter.cpp - A count of blocks in the workspace -------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchCounter.h"

using namespace mlir;

namespace scanc::prefix {

Value LaunchCounter::close(Value word,
                           function_ref<Value(Value)> isOver) const {
  auto closing = CloseCountOp::create(b, address(), word);
  OpBuilder::InsertionGuard guard(b);
  Block *body =
      b.createBlock(&closing.getIsOver(), {}, b.getI64Type(), b.getLoc());
  PassOp::create(b, isOver(body->getArgument(0)));
  return closing.getFinal();
}

} // namespace scanc::prefix
