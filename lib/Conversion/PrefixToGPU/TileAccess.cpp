//===- TileAccess.cpp - The runs of a tile in memory ----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileAccess.h"

#include "FieldConversion.h"

using namespace mlir;

namespace scanc::prefix {

TileAccess::TileAccess(ImplicitLocOpBuilder &b, Value base, Value first,
                       Value valid, Value length, ArrayAttr fields,
                       int64_t rows, int64_t items, bool isKnownAligned,
                       bool isStreamed)
    : b(b), base(base), first(first), valid(valid), length(length),
      types(llvm::map_to_vector(fields.getAsValueRange<TypeAttr>(),
                                [](Type type) { return type; })),
      layout(StructLayout::of(types)), rows(rows), items(items),
      isStreamed(isStreamed) {
  const int64_t bytes = items * layout.size;
  accessBytes = std::min<int64_t>(bytes & -bytes, 16);
  // A field never straddles words: an access is at least as wide as one.
  wordBytes = std::min<int64_t>(accessBytes, layout.alignment == 8 ? 8 : 4);
  if (!isKnownAligned)
    isAligned = emitIsAligned();
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

void TileAccess::storeRun(Value run, function_ref<void()> wide,
                          function_ref<void()> scalar) {
  either(
      b, isWide(run), {}, [&] { return wide(), SmallVector<Value>(); },
      [&] { return scalar(), SmallVector<Value>(); });
}

//===----------------------------------------------------------------------===//
// Wide accesses
//===----------------------------------------------------------------------===//

SmallVector<Value> TileAccess::loadWords(Value run) {
  SmallVector<Value> words;
  auto type = VectorType::get(accessBytes / wordBytes, wordType());
  for (int64_t at = 0; at < items * layout.size; at += accessBytes) {
    Value loaded =
        LLVM::LoadOp::create(b, type, runPointer(run, at), accessBytes,
                             /*isVolatile=*/false, isStreamed);
    for (int64_t w = 0; w < accessBytes / wordBytes; ++w)
      words.push_back(vector::ExtractOp::create(b, loaded, w));
  }
  return words;
}

void TileAccess::storeWords(Value run, ArrayRef<Value> words) {
  auto type = VectorType::get(accessBytes / wordBytes, wordType());
  for (int64_t at = 0; at < items * layout.size; at += accessBytes) {
    auto access = words.slice(at / wordBytes, accessBytes / wordBytes);
    Value stored = vector::FromElementsOp::create(b, type, access);
    LLVM::StoreOp::create(b, stored, runPointer(run, at), accessBytes,
                          /*isVolatile=*/false, isStreamed);
  }
}

SmallVector<Value> TileAccess::loadWide(Value run) {
  SmallVector<Value> words = loadWords(run);
  SmallVector<Value> values;
  for (int64_t item = 0; item < items; ++item)
    for (auto [type, offset] : llvm::zip_equal(types, layout.offsets)) {
      int64_t at = memoryItem(item) * layout.size + offset;
      Value bits = words[at / wordBytes];
      if (int64_t shift = at % wordBytes * 8)
        bits = arith::ShRUIOp::create(b, bits, word(shift));
      if (getFieldBytes(type) != wordBytes)
        bits = arith::TruncIOp::create(b, bitsType(type), bits);
      values.push_back(fromBits(b, bits, type));
    }
  return values;
}

void TileAccess::storeWide(Value run, ArrayRef<Value> values) {
  SmallVector<Value> words(items * layout.size / wordBytes);
  const Value *next = values.begin();
  for (int64_t item = 0; item < items; ++item)
    for (auto [type, offset] : llvm::zip_equal(types, layout.offsets)) {
      int64_t at = memoryItem(item) * layout.size + offset;
      Value bits = toBits(b, *next++);
      if (getFieldBytes(type) != wordBytes)
        bits = arith::ExtUIOp::create(b, wordType(), bits);
      if (int64_t shift = at % wordBytes * 8)
        bits = arith::ShLIOp::create(b, bits, word(shift));
      Value &slot = words[at / wordBytes];
      slot = slot ? arith::OrIOp::create(b, slot, bits) : bits;
    }
  for (Value &slot : words)
    if (!slot) // padding only
      slot = word(0);
  storeWords(run, words);
}

//===----------------------------------------------------------------------===//
// Scalar accesses
//===----------------------------------------------------------------------===//

SmallVector<Value> TileAccess::loadScalar(Value run) {
  SmallVector<Value> values;
  for (int64_t item = 0; item < items; ++item) {
    Value element = arith::AddIOp::create(b, run, i64(item));
    if (valid) {
      Value last = arith::SubIOp::create(b, valid, i64(1));
      element = arith::MinUIOp::create(b, element, last);
    }
    for (auto [type, offset] : llvm::zip_equal(types, layout.offsets)) {
      Value bits = LLVM::LoadOp::create(b, bitsType(type),
                                        elementPointer(element, offset),
                                        getFieldBytes(type));
      values.push_back(fromBits(b, bits, type));
    }
  }
  return values;
}

void TileAccess::storeScalar(Value run, ArrayRef<Value> values) {
  for (int64_t item = 0; item < items; ++item) {
    auto storeItem = [&](OpBuilder &, Location) {
      Value element = arith::AddIOp::create(b, run, i64(item));
      for (auto [field, type] : llvm::enumerate(types))
        LLVM::StoreOp::create(b, toBits(b, values[item * types.size() + field]),
                              elementPointer(element, layout.offsets[field]),
                              getFieldBytes(type));
      if (valid)
        scf::YieldOp::create(b);
    };
    if (!valid) {
      storeItem(b, b.getLoc());
      continue;
    }
    OpBuilder::InsertionGuard guard(b);
    auto branch =
        scf::IfOp::create(b, exists(run, item), /*withElseRegion=*/false);
    branch.thenBlock()->getTerminator()->erase();
    b.setInsertionPointToEnd(branch.thenBlock());
    storeItem(b, b.getLoc());
  }
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

Value TileAccess::i32(int64_t value) {
  return arith::ConstantIntOp::create(b, value, 32);
}
Value TileAccess::i64(int64_t value) {
  return arith::ConstantIntOp::create(b, value, 64);
}
Value TileAccess::word(int64_t value) {
  return arith::ConstantIntOp::create(b, value, wordBytes * 8);
}
IntegerType TileAccess::wordType() { return b.getIntegerType(wordBytes * 8); }
Type TileAccess::bitsType(Type type) {
  return b.getIntegerType(getFieldBytes(type) * 8);
}

/// A reversed array holds a run's items backwards.
int64_t TileAccess::memoryItem(int64_t item) const {
  return length ? items - 1 - item : item;
}

Value TileAccess::bytePointer(Value byte) {
  return LLVM::GEPOp::create(b, base.getType(), b.getI8Type(), base,
                             ArrayRef<LLVM::GEPArg>{byte});
}

Value TileAccess::bytesOf(Value element, int64_t offset) {
  Value bytes = arith::MulIOp::create(b, element, i64(layout.size));
  return arith::AddIOp::create(b, bytes, i64(offset));
}

/// Byte `at` of the memory of a whole run.
Value TileAccess::runPointer(Value run, int64_t at) {
  if (length) {
    Value end = arith::SubIOp::create(b, length, run);
    run = arith::SubIOp::create(b, end, i64(items));
  }
  return bytePointer(bytesOf(run, at));
}

Value TileAccess::elementPointer(Value element, int64_t offset) {
  if (length) {
    Value end = arith::SubIOp::create(b, length, element);
    element = arith::SubIOp::create(b, end, i64(1));
  }
  return bytePointer(bytesOf(element, offset));
}

/// All runs start a multiple of the access from the end of memory that scan
/// order starts at.
Value TileAccess::emitIsAligned() {
  Value start = length ? bytePointer(bytesOf(length, 0)) : base;
  Value address = LLVM::PtrToIntOp::create(b, b.getI64Type(), start);
  Value rest = arith::AndIOp::create(b, address, i64(accessBytes - 1));
  return arith::CmpIOp::create(b, arith::CmpIPredicate::eq, rest, i64(0));
}

} // namespace scanc::prefix
