//===- StructArray.cpp - Runs of an array of structures -------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Conversion/Access/StructArray.h"

#include "scanc/Conversion/Operators/FieldConversion.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace scanc::prefix {

StructArray::StructArray(ImplicitLocOpBuilder &b, Value base,
                         ArrayRef<Type> fields, int64_t items,
                         const Domain *domain, size_t number, bool isStreamed)
    : b(b), base(base), domain(domain), number(number), fields(fields),
      layout(StructLayout::of(fields)), items(items), isStreamed(isStreamed) {
  const int64_t bytes = items * layout.size;
  accessBytes = std::min<int64_t>(bytes & -bytes, 16);
  // A field never straddles words: an access is at least as wide as one.
  wordBytes = std::min<int64_t>(accessBytes, layout.alignment == 8 ? 8 : 4);
}

//===----------------------------------------------------------------------===//
// Wide accesses
//===----------------------------------------------------------------------===//

SmallVector<Value> StructArray::loadWords(Value run) {
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

void StructArray::storeWords(Value run, ArrayRef<Value> words) {
  auto type = VectorType::get(accessBytes / wordBytes, wordType());
  for (int64_t at = 0; at < items * layout.size; at += accessBytes) {
    auto access = words.slice(at / wordBytes, accessBytes / wordBytes);
    Value stored = vector::FromElementsOp::create(b, type, access);
    LLVM::StoreOp::create(b, stored, runPointer(run, at), accessBytes,
                          /*isVolatile=*/false, isStreamed);
  }
}

SmallVector<Value> StructArray::loadRun(Value run) {
  SmallVector<Value> words = loadWords(run);
  SmallVector<Value> values;
  for (int64_t item = 0; item < items; ++item)
    for (auto [type, offset] : llvm::zip_equal(fields, layout.offsets)) {
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

/// Two floats of 16 bits as a word: where both are rounded, that is one
/// instruction for both. Null for other values.
static Value roundPair(ImplicitLocOpBuilder &b, Value low, Value high) {
  auto one = low ? low.getDefiningOp<arith::TruncFOp>() : arith::TruncFOp(),
       other = high ? high.getDefiningOp<arith::TruncFOp>() : arith::TruncFOp();
  if (!one || !other || one.getType() != other.getType() ||
      one.getType().getIntOrFloatBitWidth() != 16 ||
      !one.getIn().getType().isF32() || !other.getIn().getType().isF32())
    return {};
  Value wide =
      vector::FromElementsOp::create(b, VectorType::get(2, b.getF32Type()),
                                     ValueRange{one.getIn(), other.getIn()});
  Value pair =
      arith::TruncFOp::create(b, VectorType::get(2, one.getType()), wide);
  return LLVM::BitcastOp::create(b, b.getI32Type(), pair);
}

void StructArray::storeRun(Value run, ArrayRef<Value> values) {
  // Of each word, its fields, and where they begin in it, in bits.
  SmallVector<SmallVector<std::pair<Value, int64_t>>> parts(
      items * layout.size / wordBytes);
  const Value *next = values.begin();
  for (int64_t item = 0; item < items; ++item)
    for (unsigned offset : layout.offsets) {
      const int64_t at = memoryItem(item) * layout.size + offset;
      parts[at / wordBytes].emplace_back(*next++, at % wordBytes * 8);
    }
  SmallVector<Value> words;
  for (auto &own : parts) {
    llvm::sort(own, llvm::less_second());
    if (own.size() == 2 && wordBytes == 4 && own[1].second == 16)
      if (Value pair = roundPair(b, own[0].first, own[1].first)) {
        words.push_back(pair);
        continue;
      }
    Value all;
    for (auto [value, shift] : own) {
      Value bits = toBits(b, value);
      if (bits.getType() != wordType())
        bits = arith::ExtUIOp::create(b, wordType(), bits);
      if (shift)
        bits = arith::ShLIOp::create(b, bits, word(shift));
      all = all ? arith::OrIOp::create(b, all, bits) : bits;
    }
    words.push_back(all ? all : word(0)); // padding only
  }
  storeWords(run, words);
}

//===----------------------------------------------------------------------===//
// Element by element
//===----------------------------------------------------------------------===//

SmallVector<Value> StructArray::loadElement(Value element) {
  SmallVector<Value> values;
  for (auto [type, offset] : llvm::zip_equal(fields, layout.offsets)) {
    Value bits =
        LLVM::LoadOp::create(b, bitsType(type), elementPointer(element, offset),
                             getFieldBytes(type));
    values.push_back(fromBits(b, bits, type));
  }
  return values;
}

void StructArray::storeElement(Value element, ArrayRef<Value> values) {
  for (auto [type, offset, value] :
       llvm::zip_equal(fields, layout.offsets, values))
    LLVM::StoreOp::create(b, toBits(b, value), elementPointer(element, offset),
                          getFieldBytes(type));
}

void StructArray::storeWhole(Value element, ArrayRef<Value> values) {
  storeElement(element, values);
  int64_t end = 0; // of the fields before
  auto clearTo = [&](int64_t next) {
    while (end < next) {
      int64_t bytes = llvm::bit_floor(static_cast<uint64_t>(next - end));
      if (end % bytes)
        bytes = end & -end;
      LLVM::StoreOp::create(
          b, arith::ConstantIntOp::create(b, 0, static_cast<int>(8 * bytes)),
          elementPointer(element, end), bytes);
      end += bytes;
    }
  };
  for (auto [type, offset] : llvm::zip_equal(fields, layout.offsets)) {
    clearTo(offset);
    end += getFieldBytes(type);
  }
  clearTo(layout.size);
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

Value StructArray::i64(int64_t value) {
  return arith::ConstantIntOp::create(b, value, 64);
}
Value StructArray::word(int64_t value) {
  return arith::ConstantIntOp::create(b, value, wordBytes * 8);
}
IntegerType StructArray::wordType() { return b.getIntegerType(wordBytes * 8); }
Type StructArray::bitsType(Type type) {
  return b.getIntegerType(getFieldBytes(type) * 8);
}

int64_t StructArray::memoryItem(int64_t item) const {
  const bool isBackward = domain && domain->runOrder() == RunOrder::Backward;
  return isBackward ? items - 1 - item : item;
}

Value StructArray::bytePointer(Value byte) {
  return LLVM::GEPOp::create(b, base.getType(), b.getI8Type(), base,
                             ArrayRef<LLVM::GEPArg>{byte});
}

Value StructArray::bytesOf(Value element, int64_t offset) {
  Value bytes = arith::MulIOp::create(b, element, i64(layout.size));
  return arith::AddIOp::create(b, bytes, i64(offset));
}

/// Byte `at` of the memory of a whole run.
Value StructArray::runPointer(Value run, int64_t at) {
  if (domain)
    run = domain->startInArray(b, {run, i64(items)}, number);
  return bytePointer(bytesOf(run, at));
}

Value StructArray::elementPointer(Value element, int64_t offset) {
  if (domain)
    element = domain->startInArray(b, {element, i64(1)}, number);
  return bytePointer(bytesOf(element, offset));
}

Value StructArray::isAligned() { return isAlignedTo(accessBytes); }

Value StructArray::isAlignedTo(int64_t bytes) {
  if (domain && domain->runOrder() == RunOrder::Apart)
    return arith::ConstantIntOp::create(b, 0, 1);
  Value anchor = domain ? domain->anchor(b) : Value();
  Value start = anchor ? bytePointer(bytesOf(anchor, 0)) : base;
  Value address = LLVM::PtrToIntOp::create(b, b.getI64Type(), start);
  Value rest = arith::AndIOp::create(b, address, i64(bytes - 1));
  return arith::CmpIOp::create(b, arith::CmpIPredicate::eq, rest, i64(0));
}

} // namespace scanc::prefix
