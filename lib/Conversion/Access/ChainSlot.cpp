//===- ChainSlot.cpp - A lane's chains in a slot --------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChainSlot.h"

#include "scanc/Dialect/Prefix/IR/StretchLayout.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;

namespace scanc::prefix {

ChainSlot::ChainSlot(ValueBuilder &b, Operation *op, Value slot,
                     size_t countArrays, ArrayAttr fields, int64_t rows,
                     int64_t items, LaneLies lies, bool areInTurn)
    : b(b), rows(rows), items(items), lies(lies) {
  const ElementArrays all{llvm::to_vector(fields.getAsValueRange<TypeAttr>()),
                          countArrays == fields.size()};
  types = all.fields();
  pitch = 32 * rows;
  Value lane = lies ? Value() : b.toI64(b.laneId());
  auto further = [&](Value pointer, Value bytes) {
    return LLVM::GEPOp::create(b, pointer.getType(), b.getI8Type(), pointer,
                               ArrayRef<LLVM::GEPArg>{bytes});
  };
  int64_t before = 0;
  for (size_t number = 0; number < countArrays; ++number) {
    const SmallVector<Type> own = all.fieldsOf(number);
    const int64_t size = StructLayout::of(own).size;
    if (lies) {
      Value byte = b.add(b.mul(lies.at, b.i32(size)), lies.pad);
      bases.push_back(further(slot, b.add(byte, b.i32(before))));
      Value bytesOfStep = b.mul(lies.pitch, b.i32(size));
      Values ofSteps = {bases.back()};
      for (int64_t item = 1; item < items; ++item)
        ofSteps.push_back(further(ofSteps.back(), bytesOfStep));
      pointers.push_back(ofSteps);
      if (!areInTurn)
        before += StretchLayout::bytesOf(rows, items, size);
    } else {
      Value byte = b.add(b.mul(lane, b.i64(rows * size)), b.i64(before));
      bases.push_back(further(slot, byte));
      before += items * pitch * size;
    }
    arrays.emplace_back(b, bases.back(), own, rows, /*domain=*/nullptr, number,
                        /*isStreamed=*/false);
  }
}

Value ChainSlot::address(size_t array, int64_t item, int64_t size,
                         int64_t byte) {
  return LLVM::GEPOp::create(
      b, bases[array].getType(), b.getI8Type(), bases[array],
      ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(item * pitch * size + byte)});
}

Value ChainSlot::addressOf(size_t array, Value lane, Value item, int64_t size) {
  Value byte =
      b.add(b.mul(lane, b.i32(rows * size)), b.mul(item, b.i32(pitch * size)));
  return LLVM::GEPOp::create(b, bases[array].getType(), b.getI8Type(),
                             bases[array], ArrayRef<LLVM::GEPArg>{byte});
}

SmallVector<Value> ChainSlot::loadStep(int64_t item, ArrayRef<Value> haveChains,
                                       bool isPacked) {
  SmallVector<Values> perArray;
  for (auto [number, array] : llvm::enumerate(arrays)) {
    if (!lies) {
      perArray.push_back(array.loadRun(place(0, item)));
      continue;
    }
    StructArray step = array.at(pointers[number][item]);
    Values values;
    if (isPacked)
      values = step.loadRun(b.i64(0));
    else
      for (int64_t row = 0; row < rows; ++row)
        llvm::append_range(
            values, step.loadElement(row == 0 ? b.i64(0)
                                              : Value(arith::SelectOp::create(
                                                    b, haveChains[row],
                                                    b.i64(row), b.i64(0)))));
    perArray.push_back(values);
  }
  Values values;
  for (int64_t row = 0; row < rows; ++row)
    for (const Values &loaded : perArray) {
      const size_t fields = loaded.size() / rows;
      llvm::append_range(values, ArrayRef(loaded).slice(row * fields, fields));
    }
  return values;
}

SmallVector<SmallVector<Value>>
ChainSlot::loadSteps(ArrayRef<Value> haveChains) {
  auto loadAll = [&](bool isPacked) {
    SmallVector<Values> steps;
    for (int64_t item = 0; item < items; ++item)
      steps.push_back(loadStep(item, haveChains, isPacked));
    return steps;
  };
  if (!lies || rows == 1)
    return loadAll(/*isPacked=*/true);
  SmallVector<Type> all;
  for (int64_t element = 0; element < rows * items; ++element)
    for (Type type : types) // values have no sign
      all.push_back(type.isInteger()
                        ? b.getIntegerType(type.getIntOrFloatBitWidth())
                        : type);
  auto branch = scf::IfOp::create(b, all, lies.packed, /*addThenBlock=*/true,
                                  /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  for (bool isPacked : {true, false}) {
    b.setInsertionPointToStart(isPacked ? branch.thenBlock()
                                        : branch.elseBlock());
    Values values;
    for (const Values &step : loadAll(isPacked))
      llvm::append_range(values, step);
    scf::YieldOp::create(b, values);
  }
  SmallVector<Values> steps;
  const size_t perStep = rows * types.size();
  ValueRange results = branch.getResults();
  for (int64_t item = 0; item < items; ++item)
    steps.emplace_back(results.slice(item * perStep, perStep));
  return steps;
}

SmallVector<Value> ChainSlot::loadElement(int64_t row, int64_t item) {
  Values values;
  for (StructArray &array : arrays)
    llvm::append_range(values, array.loadElement(place(row, item)));
  return values;
}

void ChainSlot::storeRows(size_t array, ArrayRef<Values> ofSteps,
                          ArrayRef<Value> haveChains) {
  const size_t fields = arrays[array].countFields();
  for (int64_t row = 0; row < rows; ++row)
    b.onlyIf(haveChains[row], [&] {
      for (int64_t item = 0; item < items; ++item)
        arrays[array]
            .at(pointers[array][item])
            .storeWhole(b.i64(row),
                        ArrayRef(ofSteps[item]).slice(row * fields, fields));
    });
}

void ChainSlot::storeSteps(ArrayRef<Values> steps, ArrayRef<Value> haveChains,
                           function_ref<void(size_t)> behind) {
  size_t before = 0;
  for (auto [number, array] : llvm::enumerate(arrays)) {
    const size_t fields = array.countFields();
    SmallVector<Values> ofSteps(items);
    for (int64_t item = 0; item < items; ++item)
      for (int64_t row = 0; row < rows; ++row)
        llvm::append_range(
            ofSteps[item],
            ArrayRef(steps[item]).slice(row * types.size() + before, fields));
    // The warp has read what was there.
    NVVM::SyncWarpOp::create(b, b.i32(-1));
    if (rows == 1) {
      storeRows(number, ofSteps, haveChains);
    } else {
      auto branch = scf::IfOp::create(b, lies.packed, /*withElseRegion=*/true);
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(branch.thenBlock());
      b.onlyIf(haveChains.front(), [&, &array = array, number = number] {
        for (int64_t item = 0; item < items; ++item)
          array.at(pointers[number][item]).storeRun(b.i64(0), ofSteps[item]);
      });
      b.setInsertionPointToStart(branch.elseBlock());
      storeRows(number, ofSteps, haveChains);
    }
    NVVM::SyncWarpOp::create(b, b.i32(-1));
    behind(number);
    before += fields;
  }
}

} // namespace scanc::prefix
