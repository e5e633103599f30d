//===- StructArray.h - Runs of an array of structures -----------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How a thread reads and writes a run of consecutive elements of one array: by
// the widest accesses that divide the run, or field by field. Where a tile's
// values lie apart, each field has such an array of its own.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_CONVERSION_ACCESS_STRUCTARRAY_H
#define SCANC_CONVERSION_ACCESS_STRUCTARRAY_H

#include "scanc/Conversion/Access/Domain.h"
#include "scanc/Dialect/Prefix/IR/StructLayout.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace scanc::prefix {

/// A run is named by the index of its first element in scan order (i64), and
/// has `items` elements.
class StructArray {
public:
  using Value = mlir::Value;
  using Values = llvm::SmallVector<Value>;

  /// `domain`, which must outlive this, is null for an array whose elements are
  /// taken in their order; of those that it walks over, this is array `number`.
  StructArray(mlir::ImplicitLocOpBuilder &b, Value base,
              llvm::ArrayRef<mlir::Type> fields, int64_t items,
              const Domain *domain, size_t number, bool isStreamed);

  /// The same of elements that lie from `place` on, side by side.
  StructArray at(Value place) const {
    StructArray other = *this;
    other.base = place;
    return other;
  }

  size_t countFields() const { return fields.size(); }
  /// Bytes of an element, and of the widest accesses to runs.
  int64_t getSize() const { return layout.size; }
  int64_t getAccessBytes() const { return accessBytes; }
  /// The address of byte `byte` behind where element `element` (i64) of the
  /// array begins.
  Value addressOf(Value element, int64_t byte) {
    return bytePointer(bytesOf(element, byte));
  }

  /// Whether all runs lie where the widest accesses can be (i1).
  Value isAligned();
  /// The same for so many bytes, a power of two.
  Value isAlignedTo(int64_t bytes);

  /// The words of a run, in the order of memory. They have 32 bits, but for
  /// fields of 64 bits, and for runs that no word divides.
  Values loadWords(Value run);
  void storeWords(Value run, llvm::ArrayRef<Value> words);

  /// The fields of each item of a run, item by item.
  Values loadRun(Value run);
  void storeRun(Value run, llvm::ArrayRef<Value> values);
  /// Those of one element (i64).
  Values loadElement(Value element);
  void storeElement(Value element, llvm::ArrayRef<Value> values);
  /// That, and zeros where the element has padding: for what loadRun() reads.
  void storeWhole(Value element, llvm::ArrayRef<Value> values);

private:
  Value i64(int64_t value);
  Value word(int64_t value);
  mlir::IntegerType wordType();
  mlir::Type bitsType(mlir::Type type);
  int64_t memoryItem(int64_t item) const;

  Value bytePointer(Value byte);
  Value bytesOf(Value element, int64_t offset);
  Value runPointer(Value run, int64_t at);
  Value elementPointer(Value element, int64_t offset);

  mlir::ImplicitLocOpBuilder &b;
  Value base;
  const Domain *domain;
  size_t number;
  llvm::SmallVector<mlir::Type> fields;
  StructLayout layout;
  int64_t items;
  bool isStreamed;
  int64_t accessBytes, wordBytes;
};

} // namespace scanc::prefix

#endif // SCANC_CONVERSION_ACCESS_STRUCTARRAY_H
