//===- ChainSlot.h - A lane's chains in a slot ------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_CONVERSION_ACCESS_CHAINSLOT_H
#define SCANC_LIB_CONVERSION_ACCESS_CHAINSLOT_H

#include "scanc/Conversion/Access/StructArray.h"
#include "scanc/Conversion/Operators/ValueBuilder.h"

namespace scanc::prefix {

/// Where the lane's first element is in each array's part, in elements and
/// bytes, and how many elements further the next step is (i32); whether all of
/// its chains are one access (i1). See `load_chains`.
struct LaneLies {
  mlir::Value at, pitch, pad, packed;

  explicit operator bool() const { return bool(at); }
};

/// The executing lane's elements in a slot: as `fetch_chains` puts them or,
/// with `lies`, as `fetch_stretch` does.
class ChainSlot {
public:
  using Value = mlir::Value;
  using Values = llvm::SmallVector<Value>;

  /// `op` is in a kernel. With `areInTurn`, all arrays have the same part.
  ChainSlot(ValueBuilder &b, mlir::Operation *op, Value slot,
            size_t countArrays, mlir::ArrayAttr fields, int64_t rows,
            int64_t items, LaneLies lies = {}, bool areInTurn = false);

  llvm::ArrayRef<mlir::Type> getTypes() const { return types; }
  llvm::MutableArrayRef<StructArray> getArrays() { return arrays; }

  /// Without `lies`: where step `item` of chain `row` is, in elements of each
  /// array.
  Value place(int64_t row, int64_t item) { return b.i64(item * pitch + row); }
  Value place(int64_t row, Value item) {
    return b.add(b.mul(item, b.i64(pitch)), b.i64(row));
  }
  /// The address of the same, of all chains.
  Value address(size_t array, int64_t item, int64_t size, int64_t byte);
  /// From a step to the next, of elements of so many bytes.
  int64_t bytesOfStep(int64_t size) const { return pitch * size; }
  /// The same address of step `item`, and lane `lane` further (i32; it may be
  /// less than 0), in place of the lane's own.
  Value addressOf(size_t array, Value lane, Value item, int64_t size);

  /// The fields of each chain at each step, chain after chain. Of those that do
  /// not exist, what another one has, or anything, without `lies`.
  llvm::SmallVector<Values> loadSteps(llvm::ArrayRef<Value> haveChains);
  /// Without `lies`.
  Values loadElement(int64_t row, int64_t item);

  /// Puts there, in one array after another, the fields of each chain at each
  /// step, where chains exist; `behind` is called for each array once all lanes
  /// of the warp have.
  void storeSteps(llvm::ArrayRef<Values> steps,
                  llvm::ArrayRef<Value> haveChains,
                  llvm::function_ref<void(size_t array)> behind);

private:
  Values loadStep(int64_t item, llvm::ArrayRef<Value> haveChains,
                  bool isPacked);
  void storeRows(size_t array, llvm::ArrayRef<Values> ofSteps,
                 llvm::ArrayRef<Value> haveChains);

  ValueBuilder &b;
  int64_t rows, items, pitch;
  LaneLies lies;
  llvm::SmallVector<mlir::Type> types;
  Values bases;
  llvm::SmallVector<Values> pointers; // of each array, of each step
  llvm::SmallVector<StructArray, 1> arrays;
};

} // namespace scanc::prefix

#endif // SCANC_LIB_CONVERSION_ACCESS_CHAINSLOT_H
