//===- ChainAccess.h - A lane's chains in memory ----------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_CONVERSION_ACCESS_CHAINACCESS_H
#define SCANC_LIB_CONVERSION_ACCESS_CHAINACCESS_H

#include "scanc/Conversion/Access/Domain.h"
#include "scanc/Conversion/Access/StructArray.h"
#include "scanc/Conversion/Operators/ValueBuilder.h"

namespace scanc::prefix {

/// A lane's chains in the arrays of one side. Steps are i64.
class ChainAccess {
public:
  using Value = mlir::Value;
  using Values = llvm::SmallVector<Value>;

  /// `isStreamed`: see `store_chains`.
  ChainAccess(ValueBuilder &b, mlir::ValueRange bases, mlir::ValueRange places,
              Value walk, mlir::ArrayAttr fields, int64_t rows,
              bool isStreamed = false);

  llvm::ArrayRef<mlir::Type> getTypes() const { return types; }
  Value areWide() const { return isWide; }
  /// Whether so many lanes in a row, of which each has `rows` chains, have
  /// chains that lie side by side in all arrays, from a multiple of 16 bytes
  /// on, as their steps do (i1).
  Value areTogether(int64_t lanes) {
    mlir::OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointAfter(bound);
    Value are = domain->areSideBySide(b, rows * lanes);
    for (StructArray &array : arrays)
      are = b.both(are, array.isAlignedTo(16));
    return are;
  }
  /// Elements of each chain in the walk.
  Value chainLength() { return domain->chainLength(b); }
  bool isBackward() const { return domain->isBackward(); }
  llvm::MutableArrayRef<StructArray> getArrays() { return arrays; }

  Values loadElement(int64_t row, Value exists, Value step);
  void storeElement(int64_t row, Value step, llvm::ArrayRef<Value> values);

  /// Where step `step` of chain `row` is in an array.
  Value elementOf(int64_t row, size_t array, Value step) {
    return b.add(places[row * arrays.size() + array],
                 b.mul(step, steps[array]));
  }
  /// The same of a chain that exists: `row`, or else the first.
  Value elementNear(int64_t row, Value exists, size_t array, Value step);

  /// Where step `step` of the first chain is in each array. From one step to
  /// the next, an addition: products of the stride would all be kept in
  /// registers.
  Values pointersAt(Value step);
  void advance(Values &pointers);
  Value addressOf(size_t array, Value element) {
    return arrays[array].addressOf(element, 0);
  }
  /// So many steps behind a pointer.
  Value further(size_t array, Value pointer, int64_t count) {
    return mlir::LLVM::GEPOp::create(b, pointer.getType(), b.getI8Type(),
                                     pointer,
                                     llvm::ArrayRef<mlir::LLVM::GEPArg>{b.mul(
                                         stepBytes[array], b.i64(count))});
  }
  /// The fields of each chain, chain after chain.
  void storeStep(mlir::ValueRange pointers, llvm::ArrayRef<Value> values);

private:
  ValueBuilder &b;
  WalkOp bound;
  Values places;
  int64_t rows;
  std::unique_ptr<Domain> domain;
  llvm::SmallVector<mlir::Type> types;
  llvm::SmallVector<StructArray, 1> arrays;
  Values steps; // from element to element of each array
  Values stepBytes;
  Value isWide;
};

/// What a lane has, and what of it exists.
class Lane {
public:
  using Value = mlir::Value;

  Lane(ValueBuilder &b, Value step, Value chains, int64_t rows, int64_t items,
       Value end)
      : b(b), rows(rows), items(items), step(step), chains(chains), end(end) {}

  Value isWhole() {
    Value behind = b.add(step, b.i64(items));
    Value areAll = b.compare(mlir::arith::CmpIPredicate::ule, behind, end);
    return b.both(
        areAll, b.compare(mlir::arith::CmpIPredicate::eq, chains, b.i32(rows)));
  }
  /// Whether there is anything.
  Value isAny() {
    return b.both(b.compare(mlir::arith::CmpIPredicate::ult, step, end),
                  b.compare(mlir::arith::CmpIPredicate::ne, chains, b.i32(0)));
  }
  Value hasChain(int64_t row) {
    return b.compare(mlir::arith::CmpIPredicate::ugt, chains, b.i32(row));
  }
  llvm::SmallVector<Value> haveChains() {
    llvm::SmallVector<Value> have;
    for (int64_t row = 0; row < rows; ++row)
      have.push_back(hasChain(row));
    return have;
  }
  Value at(int64_t item) { return b.add(step, b.i64(item)); }
  Value hasStep(int64_t item) {
    return b.compare(mlir::arith::CmpIPredicate::ult, at(item), end);
  }
  /// The last that exists, if there is any, in place of one that does not.
  Value near(Value item) {
    return mlir::arith::MinUIOp::create(b, b.add(step, item),
                                        b.sub(end, b.i64(1)));
  }

  ValueBuilder &b;
  int64_t rows, items;
  Value step, chains, end;
};

} // namespace scanc::prefix

#endif // SCANC_LIB_CONVERSION_ACCESS_CHAINACCESS_H
