//===- TaggedWords.cpp - States that blocks exchange ----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Dialect/Prefix/IR/TaggedWords.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace scanc::prefix {

int64_t countParts(ArrayRef<Type> state) {
  int64_t parts = 0;
  unsigned filled = 32; // bits of the last part in use by small fields
  for (Type type : state) {
    const unsigned bits = type.getIntOrFloatBitWidth();
    if (bits < 32 && filled + bits <= 32) {
      filled += bits;
      continue;
    }
    parts += bits == 64 ? 2 : 1;
    filled = bits < 32 ? bits : 32;
  }
  return parts;
}

int64_t TaggedWords::count(ArrayRef<Type> state) {
  return llvm::divideCeilSigned(countParts(state), partsOf(bytes));
}

int64_t TaggedWords::narrowest(ArrayRef<Type> state) {
  return countParts(state) == 1 ? 8 : bytes;
}

} // namespace scanc::prefix
