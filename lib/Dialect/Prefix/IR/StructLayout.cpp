//===- StructLayout.cpp - Fields of an element or a state -----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Dialect/Prefix/IR/StructLayout.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace scanc::prefix {

unsigned getFieldBytes(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type)) {
    switch (integer.getWidth()) {
    case 1:
      return 1;
    case 8:
    case 16:
    case 32:
    case 64:
      return integer.getWidth() / 8;
    default:
      return 0;
    }
  }
  if (isa<Float16Type, BFloat16Type>(type))
    return 2;
  if (isa<Float32Type>(type))
    return 4;
  return isa<Float64Type>(type) ? 8 : 0;
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

SmallVector<StructLayout> arraysOf(ArrayRef<Type> fields, bool soa) {
  if (!soa)
    return {StructLayout::of(fields)};
  return llvm::map_to_vector(
      fields, [](Type field) { return StructLayout::of(field); });
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
