//===- ValueBuilder.cpp - Arithmetic and branches in few words ------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Conversion/Operators/ValueBuilder.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

using namespace mlir;

namespace scanc::prefix {

Value ValueBuilder::threadId() {
  Value id = gpu::ThreadIdOp::create(*this, gpu::Dimension::x);
  return arith::IndexCastOp::create(*this, getI32Type(), id);
}

Value ValueBuilder::laneId() {
  return arith::AndIOp::create(*this, threadId(), i32(31));
}

Value ValueBuilder::warpId() {
  return arith::ShRUIOp::create(*this, threadId(), i32(5));
}

} // namespace scanc::prefix
