//===- RelaxedAccess.cpp - Words that blocks exchange ---------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Conversion/Kernels/RelaxedAccess.h"

using namespace mlir;

namespace scanc::prefix {

Value loadRelaxed(OpBuilder &b, Location location, Type type, Value pointer,
                  StringRef scope, bool isKept) {
  return LLVM::LoadOp::create(b, location, type, pointer,
                              type.getIntOrFloatBitWidth() / 8,
                              /*isVolatile=*/false, /*isNonTemporal=*/isKept,
                              /*isInvariant=*/false, /*isInvariantGroup=*/false,
                              LLVM::AtomicOrdering::monotonic, scope);
}

void storeRelaxed(ImplicitLocOpBuilder &b, Value value, Value pointer,
                  StringRef scope, bool isKept) {
  LLVM::StoreOp::create(
      b, value, pointer, value.getType().getIntOrFloatBitWidth() / 8,
      /*isVolatile=*/false, /*isNonTemporal=*/isKept,
      /*isInvariantGroup=*/false, LLVM::AtomicOrdering::monotonic, scope);
}

Value swapRelaxed(ImplicitLocOpBuilder &b, Value pointer, Value expected,
                  Value desired) {
  Value pair = LLVM::AtomicCmpXchgOp::create(
      b, pointer, expected, desired, LLVM::AtomicOrdering::monotonic,
      LLVM::AtomicOrdering::monotonic, deviceScope);
  return LLVM::ExtractValueOp::create(b, pair, ArrayRef<int64_t>{0});
}

Value launchNumber(ImplicitLocOpBuilder &b) {
  return LLVM::CallIntrinsicOp::create(
             b, b.getI32Type(),
             b.getStringAttr("llvm.nvvm.read.ptx.sreg.gridid"), ValueRange())
      .getResult(0);
}

} // namespace scanc::prefix
