//===- TileAccess.cpp - The runs of a tile in memory ----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Conversion/Access/TileAccess.h"

using namespace mlir;

namespace scanc::prefix {

TileAccess::TileAccess(ImplicitLocOpBuilder &b, ValueRange bases, Value first,
                       Value valid, Value walk, ArrayAttr fields, int64_t rows,
                       int64_t items, bool isKnownAligned, bool isStreamed)
    : b(b), first(first), valid(valid),
      domain(walk ? Domain::of(walk.getDefiningOp<WalkOp>()) : nullptr),
      rows(rows), items(items) {
  const ElementArrays all{llvm::to_vector(fields.getAsValueRange<TypeAttr>()),
                          bases.size() == fields.size()};
  types = all.fields();
  for (auto [number, base] : llvm::enumerate(bases))
    arrays.emplace_back(b, base, all.fieldsOf(number), items, domain.get(),
                        number, isStreamed);
  if (isKnownAligned)
    return;
  for (StructArray &array : arrays) {
    Value own = array.isAligned();
    isAligned = isAligned ? arith::AndIOp::create(b, isAligned, own) : own;
  }
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

Value TileAccess::runOf(Value lane, int64_t row) {
  Value inRow = arith::MulIOp::create(b, lane, i32(items));
  Value offset = arith::AddIOp::create(b, inRow, i32(row * 32 * items));
  offset = arith::ExtUIOp::create(b, b.getI64Type(), offset);
  return arith::AddIOp::create(b, first, offset);
}

SmallVector<Value> TileAccess::runsOf(Value lane) {
  SmallVector<Value> runs;
  for (int64_t row = 0; row < rows; ++row)
    runs.push_back(runOf(lane, row));
  return runs;
}

Value TileAccess::exists(Value run, int64_t item) {
  Value element = arith::AddIOp::create(b, run, i64(item));
  return arith::CmpIOp::create(b, arith::CmpIPredicate::ult, element, valid);
}

Value TileAccess::isWide(Value run) {
  if (!valid)
    return isAligned;
  Value end = arith::AddIOp::create(b, run, i64(items));
  Value whole = arith::CmpIOp::create(b, arith::CmpIPredicate::ule, end, valid);
  return arith::AndIOp::create(b, isAligned, whole);
}

/// `wide` or `scalar`, as `condition` says; each gives `types`. Without a
/// condition, `wide`.
static SmallVector<Value> either(ImplicitLocOpBuilder &b, Value condition,
                                 TypeRange types,
                                 function_ref<SmallVector<Value>()> wide,
                                 function_ref<SmallVector<Value>()> scalar) {
  if (!condition)
    return wide();
  auto branch = scf::IfOp::create(b, types, condition, /*addThenBlock=*/true,
                                  /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(b, wide());
  b.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(b, scalar());
  return SmallVector<Value>(branch.getResults());
}

/// Whole tiles take one branch for all runs, so that all loads are in flight
/// together; a tile cut short decides run by run.
SmallVector<Value> TileAccess::loadRuns(ArrayRef<Value> runs, TypeRange types,
                                        RunValues wide, RunValues scalar) {
  SmallVector<Value> loaded;
  const size_t together = valid ? 1 : runs.size();
  for (; !runs.empty(); runs = runs.drop_front(together)) {
    ArrayRef<Value> group = runs.take_front(together);
    SmallVector<Type> groupTypes;
    for (size_t i = 0; i < group.size(); ++i)
      llvm::append_range(groupTypes, types);
    auto all = [&](RunValues valuesOf) {
      SmallVector<Value> values;
      for (Value run : group)
        llvm::append_range(values, valuesOf(run));
      return values;
    };
    llvm::append_range(loaded, either(
                                   b, isWide(group.front()), groupTypes,
                                   [&] { return all(wide); },
                                   [&] { return all(scalar); }));
  }
  return loaded;
}

/// Whether wide accesses of both are possible.
void TileAccess::alignWith(const TileAccess &other) {
  if (other.isAligned)
    isAligned = isAligned ? arith::AndIOp::create(b, isAligned, other.isAligned)
                          : other.isAligned;
}

void TileAccess::storeRun(Value run, function_ref<void()> wide,
                          function_ref<void()> scalar) {
  either(
      b, isWide(run), {}, [&] { return wide(), SmallVector<Value>(); },
      [&] { return scalar(), SmallVector<Value>(); });
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

SmallVector<Value> TileAccess::loadWords(Value run) {
  return arrays.front().loadWords(run);
}

void TileAccess::storeWords(Value run, ArrayRef<Value> words) {
  arrays.front().storeWords(run, words);
}

SmallVector<Value> TileAccess::loadWide(Value run) {
  SmallVector<Values> perArray;
  for (StructArray &array : arrays)
    perArray.push_back(array.loadRun(run));
  SmallVector<Value> values;
  for (int64_t item = 0; item < items; ++item)
    for (const Values &loaded : perArray) {
      const size_t fields = loaded.size() / items;
      llvm::append_range(values, ArrayRef(loaded).slice(item * fields, fields));
    }
  return values;
}

void TileAccess::storeWide(Value run, ArrayRef<Value> values) {
  size_t before = 0;
  for (StructArray &array : arrays) {
    SmallVector<Value> own;
    for (int64_t item = 0; item < items; ++item)
      llvm::append_range(
          own, values.slice(item * types.size() + before, array.countFields()));
    array.storeRun(run, own);
    before += array.countFields();
  }
}

SmallVector<Value> TileAccess::loadScalar(Value run) {
  SmallVector<Value> values;
  for (int64_t item = 0; item < items; ++item) {
    Value element = arith::AddIOp::create(b, run, i64(item));
    if (valid) {
      Value last = arith::SubIOp::create(b, valid, i64(1));
      element = arith::MinUIOp::create(b, element, last);
    }
    llvm::append_range(values, loadElement(element));
  }
  return values;
}

SmallVector<Value> TileAccess::loadElement(Value element) {
  SmallVector<Value> values;
  for (StructArray &array : arrays)
    llvm::append_range(values, array.loadElement(element));
  return values;
}

void TileAccess::storeEach(Value run, ItemValues valuesOf) {
  for (int64_t item = 0; item < items; ++item) {
    auto storeItem = [&] {
      Value element = arith::AddIOp::create(b, run, i64(item));
      const Values all = valuesOf(item, element);
      ArrayRef<Value> left = all;
      for (StructArray &array : arrays) {
        array.storeElement(element, left.take_front(array.countFields()));
        left = left.drop_front(array.countFields());
      }
    };
    if (!valid) {
      storeItem();
      continue;
    }
    OpBuilder::InsertionGuard guard(b);
    auto branch =
        scf::IfOp::create(b, exists(run, item), /*withElseRegion=*/false);
    b.setInsertionPoint(branch.thenBlock()->getTerminator());
    storeItem();
  }
}

void TileAccess::storeScalar(Value run, ArrayRef<Value> values) {
  storeEach(run, [&](int64_t item, Value) {
    return Values(values.slice(item * types.size(), types.size()));
  });
}

Value TileAccess::i32(int64_t value) {
  return arith::ConstantIntOp::create(b, value, 32);
}
Value TileAccess::i64(int64_t value) {
  return arith::ConstantIntOp::create(b, value, 64);
}

} // namespace scanc::prefix
