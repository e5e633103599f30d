//===- StructLayout.h - Fields of an element or a state ---------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An element, a state and an output are laid out in memory as a C struct of
// their fields, each at its natural alignment:
//
//   (f32, i64)   offsets 0 8, size 16, alignment 8
//   (i8, i16)    offsets 0 2, size 4, alignment 2
//
// An i1 takes a byte.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_IR_STRUCTLAYOUT_H
#define SCANC_DIALECT_PREFIX_IR_STRUCTLAYOUT_H

#include "mlir/IR/Types.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace scanc::prefix {

/// Bytes a scalar takes in memory; 0 if it may not be a field.
unsigned getFieldBytes(mlir::Type type);

struct StructLayout {
  llvm::SmallVector<unsigned, 8> offsets; // of each field, in bytes
  unsigned size = 0;                      // with the padding at the end
  unsigned alignment = 1;

  static StructLayout of(llvm::ArrayRef<mlir::Type> fields);
};

/// Bytes of an element in all arrays together, and in the one that has most.
int64_t bytesOf(llvm::ArrayRef<StructLayout> arrays);
int64_t widestOf(llvm::ArrayRef<StructLayout> arrays);

} // namespace scanc::prefix

#endif // SCANC_DIALECT_PREFIX_IR_STRUCTLAYOUT_H
