//===- LowerTiles.cpp - Tiles by 16-byte or scalar accesses -------- -*- C++
//-*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A run is `items` elements in a row, `items * size` bytes. Where the array is
// aligned for it, a run moves by the widest accesses that divide it, up to 16
// bytes, and fields are cut out of words in registers; where it is not, field
// by field. Which of the two is decided once per tile, at run time, by a test
// that all threads agree on.
//
// Where the array ends within the tile, whole runs still move by wide accesses;
// of a run cut short, reads are clamped to the last element and masked by the
// identity, writes are predicated.
//
//===----------------------------------------------------------------------===//

#include "FieldConversion.h"
#include "StateBuilder.h"

#include "scanc/Dialect/Prefix/IR/StructLayout.h"

using namespace mlir;

namespace scanc::prefix {
#define GEN_PASS_DEF_PREFIXLOWERTILESPASS
#include "scanc/Conversion/Passes.h.inc"

namespace {

/// Addresses of one tile op's runs. A run is named by the index of its first
/// element in scan order.
class TileAccess {
public:
  TileAccess(ImplicitLocOpBuilder &b, Value base, Value first, Value valid,
             Value length, ArrayAttr fields, int64_t items, bool isKnownAligned)
      : b(b), base(base), first(first), valid(valid), length(length),
        types(llvm::map_to_vector(fields.getAsValueRange<TypeAttr>(),
                                  [](Type type) { return type; })),
        layout(StructLayout::of(types)), items(items) {
    const int64_t bytes = items * layout.size;
    accessBytes = std::min<int64_t>(bytes & -bytes, 16);
    // A field never straddles words: an access is at least as wide as one.
    wordBytes = std::min<int64_t>(accessBytes, layout.alignment == 8 ? 8 : 4);
    if (!isKnownAligned)
      isAligned = emitIsAligned();
  }

  ArrayRef<Type> getTypes() const { return types; }
  Value getValid() const { return valid; }

  /// The first element of the lane's run in row `row`.
  Value runOf(Value lane, int64_t row) {
    Value inRow = arith::MulIOp::create(b, lane, i32(items));
    Value offset = arith::AddIOp::create(b, inRow, i32(row * 32 * items));
    offset = arith::ExtUIOp::create(b, b.getI64Type(), offset);
    return arith::AddIOp::create(b, first, offset);
  }

  /// Whether the run moves by wide accesses; null if it does in any case.
  Value isWide(Value run) {
    if (!valid)
      return isAligned;
    Value end = arith::AddIOp::create(b, run, i64(items));
    Value whole =
        arith::CmpIOp::create(b, arith::CmpIPredicate::ule, end, valid);
    return arith::AndIOp::create(b, isAligned, whole);
  }

  /// Whether element `item` of the run exists; only with a `valid` count.
  Value exists(Value run, int64_t item) {
    Value element = arith::AddIOp::create(b, run, i64(item));
    return arith::CmpIOp::create(b, arith::CmpIPredicate::ult, element, valid);
  }

  /// Output: the fields of each item of a run, item by item.
  SmallVector<Value> loadWide(Value run) {
    SmallVector<Value> words;
    auto type = VectorType::get(accessBytes / wordBytes, wordType());
    for (int64_t at = 0; at < items * layout.size; at += accessBytes) {
      Value loaded =
          LLVM::LoadOp::create(b, type, runPointer(run, at), accessBytes);
      for (int64_t w = 0; w < accessBytes / wordBytes; ++w)
        words.push_back(vector::ExtractOp::create(b, loaded, w));
    }
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

  SmallVector<Value> loadScalar(Value run) {
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

  void storeWide(Value run, ArrayRef<Value> values) {
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
    auto type = VectorType::get(accessBytes / wordBytes, wordType());
    for (Value &slot : words)
      if (!slot) // padding only
        slot = word(0);
    for (int64_t at = 0; at < items * layout.size; at += accessBytes) {
      auto access =
          ArrayRef(words).slice(at / wordBytes, accessBytes / wordBytes);
      Value stored = vector::FromElementsOp::create(b, type, access);
      LLVM::StoreOp::create(b, stored, runPointer(run, at), accessBytes);
    }
  }

  void storeScalar(Value run, ArrayRef<Value> values) {
    for (int64_t item = 0; item < items; ++item) {
      auto storeItem = [&](OpBuilder &, Location) {
        Value element = arith::AddIOp::create(b, run, i64(item));
        for (auto [field, type] : llvm::enumerate(types))
          LLVM::StoreOp::create(b,
                                toBits(b, values[item * types.size() + field]),
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

private:
  Value i32(int64_t value) {
    return arith::ConstantIntOp::create(b, value, 32);
  }
  Value i64(int64_t value) {
    return arith::ConstantIntOp::create(b, value, 64);
  }
  IntegerType wordType() { return b.getIntegerType(wordBytes * 8); }
  Value word(int64_t value) {
    return arith::ConstantIntOp::create(b, value, wordBytes * 8);
  }
  Type bitsType(Type type) { return b.getIntegerType(getFieldBytes(type) * 8); }
  /// A reversed array holds a run's items backwards.
  int64_t memoryItem(int64_t item) const {
    return length ? items - 1 - item : item;
  }

  Value bytePointer(Value byte) {
    return LLVM::GEPOp::create(b, base.getType(), b.getI8Type(), base,
                               ArrayRef<LLVM::GEPArg>{byte});
  }
  Value bytesOf(Value element, int64_t offset) {
    Value bytes = arith::MulIOp::create(b, element, i64(layout.size));
    return arith::AddIOp::create(b, bytes, i64(offset));
  }
  /// Byte `at` of the memory of a whole run.
  Value runPointer(Value run, int64_t at) {
    if (length) {
      Value end = arith::SubIOp::create(b, length, run);
      run = arith::SubIOp::create(b, end, i64(items));
    }
    return bytePointer(bytesOf(run, at));
  }
  Value elementPointer(Value element, int64_t offset) {
    if (length) {
      Value end = arith::SubIOp::create(b, length, element);
      element = arith::SubIOp::create(b, end, i64(1));
    }
    return bytePointer(bytesOf(element, offset));
  }

  /// All runs start a multiple of the access from the end of memory that scan
  /// order starts at.
  Value emitIsAligned() {
    Value start = length ? bytePointer(bytesOf(length, 0)) : base;
    Value address = LLVM::PtrToIntOp::create(b, b.getI64Type(), start);
    Value rest = arith::AndIOp::create(b, address, i64(accessBytes - 1));
    return arith::CmpIOp::create(b, arith::CmpIPredicate::eq, rest, i64(0));
  }

  ImplicitLocOpBuilder &b;
  Value base, first, valid, length;
  SmallVector<Type> types;
  StructLayout layout;
  int64_t items;
  int64_t accessBytes, wordBytes;
  Value isAligned;
};

/// `wide` or `scalar`, as `condition` says; each gives `types`. Without a
/// condition, `wide`.
SmallVector<Value> either(ImplicitLocOpBuilder &b, Value condition,
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

void lower(LoadTileOp op) {
  StateBuilder b(op, op.getMonoidAttr());
  const int64_t items = op.getItems(), rows = op.getRows();
  TileAccess access(b, op.getBase(), op.getFirst(), op.getValid(),
                    op.getLength(), op.getElement(), items, op.getAligned());
  Value lane = b.laneId();
  SmallVector<Value> runs;
  for (int64_t row = 0; row < rows; ++row)
    runs.push_back(access.runOf(lane, row));

  // Whole tiles take one branch for all rows, so that all loads are in flight
  // together; a tile cut short decides run by run.
  // A run cut short is masked where it is read by scalar accesses.
  const size_t fields = b.getStateTypes().size();
  State identity = op.getValid() ? b.identity() : State();
  auto toStates = [&](Value run, bool isMasked) {
    SmallVector<Value> states =
        isMasked ? access.loadScalar(run) : access.loadWide(run);
    for (int64_t item = 0; item < items; ++item) {
      Value exists;
      if (isMasked && op.getValid())
        exists = access.exists(run, item);
      for (size_t field = 0; field < fields; ++field) {
        Value &value = states[item * fields + field];
        value = convertField(b, value, access.getTypes()[field],
                             b.getStateTypes()[field]);
        if (exists)
          value = arith::SelectOp::create(b, exists, value, identity[field]);
      }
    }
    return states;
  };
  SmallVector<Value> loaded;
  auto loadRuns = [&](ArrayRef<Value> group) {
    SmallVector<Type> types;
    for (size_t i = 0; i < group.size() * items; ++i)
      llvm::append_range(types, b.getStateTypes());
    auto loadAll = [&](bool isMasked) {
      SmallVector<Value> values;
      for (Value run : group)
        llvm::append_range(values, toStates(run, isMasked));
      return values;
    };
    llvm::append_range(loaded, either(
                                   b, access.isWide(group.front()), types,
                                   [&] { return loadAll(/*isMasked=*/false); },
                                   [&] { return loadAll(/*isMasked=*/true); }));
  };
  if (op.getValid())
    for (Value run : runs)
      loadRuns(run);
  else
    loadRuns(runs);

  SmallVector<Value> results;
  for (int64_t row = 0; row < rows; ++row)
    for (size_t field = 0; field < fields; ++field) {
      SmallVector<Value> values;
      for (int64_t item = 0; item < items; ++item)
        values.push_back(loaded[(row * items + item) * fields + field]);
      auto type = VectorType::get(items, b.getStateTypes()[field]);
      results.push_back(vector::FromElementsOp::create(b, type, values));
    }
  op.replaceAllUsesWith(results);
  op.erase();
}

void lower(StoreTileOp op) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  const int64_t items = op.getItems(), rows = op.getRows();
  TileAccess access(b, op.getBase(), op.getFirst(), op.getValid(),
                    op.getLength(), op.getOutput(), items, op.getAligned());
  Value thread = arith::IndexCastOp::create(
      b, b.getI32Type(), gpu::ThreadIdOp::create(b, gpu::Dimension::x));
  Value lane =
      arith::AndIOp::create(b, thread, arith::ConstantIntOp::create(b, 31, 32));
  auto stateTypes = llvm::to_vector(op.getState().getAsValueRange<TypeAttr>());
  const size_t fields = stateTypes.size();
  for (int64_t row = 0; row < rows; ++row) {
    SmallVector<Value> values;
    for (int64_t item = 0; item < items; ++item)
      for (size_t field = 0; field < fields; ++field) {
        Value value = vector::ExtractOp::create(
            b, op.getValues()[row * fields + field], item);
        values.push_back(convertField(b, value, stateTypes[field],
                                      access.getTypes()[field]));
      }
    Value run = access.runOf(lane, row);
    either(
        b, access.isWide(run), {},
        [&] { return access.storeWide(run, values), SmallVector<Value>(); },
        [&] { return access.storeScalar(run, values), SmallVector<Value>(); });
  }
  op.erase();
}

struct PrefixLowerTilesPass
    : impl::PrefixLowerTilesPassBase<PrefixLowerTilesPass> {
  void runOnOperation() override {
    getOperation().walk([](LoadTileOp op) { lower(op); });
    getOperation().walk([](StoreTileOp op) { lower(op); });
  }
};

} // namespace
} // namespace scanc::prefix
