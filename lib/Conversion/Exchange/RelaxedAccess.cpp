//===- RelaxedAccess.cpp - Words that blocks exchange ---------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RelaxedAccess.h"

using namespace mlir;

namespace scanc::prefix {

static Value load(ValueBuilder &b, Type type, Value pointer, StringRef scope,
                  bool isKept, LLVM::AtomicOrdering order) {
  return LLVM::LoadOp::create(
      b, type, pointer, type.getIntOrFloatBitWidth() / 8,
      /*isVolatile=*/false, /*isNonTemporal=*/isKept,
      /*isInvariant=*/false, /*isInvariantGroup=*/false, order, scope);
}

Value loadRelaxed(ValueBuilder &b, Type type, Value pointer, StringRef scope,
                  bool isKept) {
  return load(b, type, pointer, scope, isKept, LLVM::AtomicOrdering::monotonic);
}

Value loadAcquire(ValueBuilder &b, Type type, Value pointer) {
  return load(b, type, pointer, deviceScope, /*isKept=*/false,
              LLVM::AtomicOrdering::acquire);
}

void storeRelaxed(ValueBuilder &b, Value value, Value pointer, StringRef scope,
                  bool isKept) {
  LLVM::StoreOp::create(
      b, value, pointer, value.getType().getIntOrFloatBitWidth() / 8,
      /*isVolatile=*/false, /*isNonTemporal=*/isKept,
      /*isInvariantGroup=*/false, LLVM::AtomicOrdering::monotonic, scope);
}

static Value behind(ValueBuilder &b, Value base, LLVM::GEPArg byte) {
  return LLVM::GEPOp::create(b, base.getType(), b.getI8Type(), base,
                             ArrayRef<LLVM::GEPArg>{byte});
}

Value behind(ValueBuilder &b, Value base, Value byte) {
  return behind(b, base, LLVM::GEPArg(byte));
}

Value behind(ValueBuilder &b, Value base, int64_t byte) {
  return behind(b, base, LLVM::GEPArg(static_cast<int32_t>(byte)));
}

} // namespace scanc::prefix
