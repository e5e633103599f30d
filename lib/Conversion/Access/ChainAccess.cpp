//===- ChainAccess.cpp - A lane's chains in memory ------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChainAccess.h"

using namespace mlir;

namespace scanc::prefix {

ChainAccess::ChainAccess(ValueBuilder &b, ValueRange bases, ValueRange places,
                         Value walk, ArrayAttr fields, int64_t rows,
                         bool isStreamed)
    : b(b), bound(walk.getDefiningOp<WalkOp>()), places(places), rows(rows) {
  domain = Domain::prepared(bound);
  const ElementArrays all{llvm::to_vector(fields.getAsValueRange<TypeAttr>()),
                          bases.size() == fields.size()};
  types = all.fields();
  for (auto [number, base] : llvm::enumerate(bases))
    arrays.emplace_back(b, base, all.fieldsOf(number), rows,
                        /*domain=*/nullptr, number, isStreamed);

  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointAfter(bound);
  for (auto [number, array] : llvm::enumerate(arrays)) {
    steps.push_back(domain->stepOf(b, number));
    stepBytes.push_back(b.mul(steps.back(), b.i64(array.getSize())));
  }
  if (rows > 1)
    isWide = domain->areSideBySide(b, rows);
  for (StructArray &array : arrays) {
    Value own = array.isAligned();
    isWide = isWide ? b.both(isWide, own) : own;
  }
}

Value ChainAccess::elementNear(int64_t row, Value exists, size_t array,
                               Value step) {
  Value element = elementOf(row, array, step);
  return row == 0 ? element
                  : arith::SelectOp::create(b, exists, element,
                                            elementOf(0, array, step));
}

SmallVector<Value> ChainAccess::loadElement(int64_t row, Value exists,
                                            Value step) {
  Values values;
  for (auto [number, array] : llvm::enumerate(arrays))
    llvm::append_range(
        values, array.loadElement(elementNear(row, exists, number, step)));
  return values;
}

SmallVector<Value> ChainAccess::pointersAt(Value step) {
  Values pointers;
  for (size_t number = 0; number < arrays.size(); ++number)
    pointers.push_back(addressOf(number, elementOf(0, number, step)));
  return pointers;
}

void ChainAccess::advance(Values &pointers) {
  for (auto [pointer, bytes] : llvm::zip_equal(pointers, stepBytes))
    pointer = LLVM::GEPOp::create(b, pointer.getType(), b.getI8Type(), pointer,
                                  ArrayRef<LLVM::GEPArg>{bytes});
}

void ChainAccess::storeStep(ValueRange pointers, ArrayRef<Value> values) {
  size_t before = 0;
  for (auto [number, array] : llvm::enumerate(arrays)) {
    Values own;
    for (int64_t row = 0; row < rows; ++row)
      llvm::append_range(
          own, values.slice(row * types.size() + before, array.countFields()));
    array.at(pointers[number]).storeRun(b.i64(0), own);
    before += array.countFields();
  }
}

void ChainAccess::storeElement(int64_t row, Value step,
                               ArrayRef<Value> values) {
  for (auto [number, array] : llvm::enumerate(arrays)) {
    array.storeElement(elementOf(row, number, step),
                       values.take_front(array.countFields()));
    values = values.drop_front(array.countFields());
  }
}

} // namespace scanc::prefix
