//===- StructLayout.cpp - Fields of an element or a state -----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Dialect/Prefix/IR/StructLayout.h"

#include "scanc/Dialect/Prefix/IR/ScalarTypes.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace scanc::prefix {

unsigned getFieldBytes(Type type) {
  const machine::ScalarType *scalar = scalarOf(type);
  return scalar ? scalar->bytes() : 0;
}

StructLayout StructLayout::of(ArrayRef<Type> fields) {
  StructLayout layout;
  for (Type field : fields) {
    unsigned bytes = getFieldBytes(field);
    layout.size = llvm::alignTo(layout.size, bytes);
    layout.offsets.push_back(layout.size);
    layout.size += bytes;
    layout.alignment = std::max(layout.alignment, bytes);
  }
  layout.size = llvm::alignTo(layout.size, layout.alignment);
  return layout;
}

int64_t bytesOf(ArrayRef<StructLayout> arrays) {
  int64_t bytes = 0;
  for (const StructLayout &array : arrays)
    bytes += array.size;
  return bytes;
}

int64_t widestOf(ArrayRef<StructLayout> arrays) {
  int64_t bytes = 0;
  for (const StructLayout &array : arrays)
    bytes = std::max<int64_t>(bytes, array.size);
  return bytes;
}

} // namespace scanc::prefix
