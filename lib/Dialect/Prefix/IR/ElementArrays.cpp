//===- ElementArrays.cpp - In which arrays elements lie -------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Dialect/Prefix/IR/ElementArrays.h"

#include "scanc/Dialect/Prefix/IR/Prefix.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace scanc::prefix {

ElementArrays ElementArrays::of(ArrayRef<Type> side, bool soa, bool mapped) {
  if (mapped)
    return {llvm::to_vector(side), /*apart=*/true};
  return {llvm::to_vector(StructType::flatten(side)), soa};
}

SmallVector<Type> ElementArrays::fieldsOf(size_t array) const {
  return apart ? llvm::to_vector(StructType::flatten(types[array])) : types;
}

SmallVector<Type> ElementArrays::fields() const {
  SmallVector<Type> all;
  for (size_t array = 0; array < count(); ++array)
    llvm::append_range(all, fieldsOf(array));
  return all;
}

SmallVector<StructLayout> ElementArrays::layouts() const {
  SmallVector<StructLayout> layouts;
  for (size_t array = 0; array < count(); ++array)
    layouts.push_back(StructLayout::of(fieldsOf(array)));
  return layouts;
}

StructLayout ElementArrays::together() const {
  StructLayout all;
  for (const StructLayout &array : layouts()) {
    all.size = llvm::alignTo(all.size, array.alignment);
    all.offsets.push_back(all.size);
    all.size += array.size;
    all.alignment = std::max(all.alignment, array.alignment);
  }
  all.size = llvm::alignTo(all.size, all.alignment);
  return all;
}

} // namespace scanc::prefix
