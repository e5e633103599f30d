//===- Descriptors.cpp - What blocks tell each other ----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Descriptors.h"

#include "RelaxedAccess.h"

#include "scanc/Dialect/Prefix/IR/StreamLayout.h"

using namespace mlir;

namespace scanc::prefix {

Descriptors::Descriptors(KernelBuilder &b, int64_t perLane, Value epoch)
    : b(b), perLane(perLane), words(countWords(b.getStateTypes())),
      copies(ExchangeLayout::copies(words)), epoch(epoch),
      launch(launchNumber(b)) {}

Value Descriptors::readEpoch(KernelBuilder &b) {
  return loadRelaxed(b, b.getLoc(), b.getI32Type(),
                     b.getParameters().workspace);
}

Value Descriptors::tag(Value cycle) {
  Value number = arith::AddIOp::create(b, epoch, cycle);
  number = arith::ShLIOp::create(b, number, b.i32(17));
  Value own = arith::AndIOp::create(b, launch, b.i32(0xffff));
  own = arith::ShLIOp::create(b, own, b.i32(1));
  own = arith::OrIOp::create(b, own, b.i32(1));
  return arith::OrIOp::create(b, number, own);
}

Value Descriptors::pointer(Value cycle, Value copy, Value slot, int64_t word) {
  Value row = arith::AddIOp::create(b, epoch, cycle);
  row = arith::AndIOp::create(b, row, b.i32(ExchangeLayout::rows - 1));
  Value index = arith::MulIOp::create(b, row, b.i32(copies));
  index = arith::AddIOp::create(b, index, copy);
  index = arith::MulIOp::create(b, index, b.i32(words * 32 * perLane));
  index = arith::AddIOp::create(b, index, slot);
  index = arith::MulIOp::create(b, index, b.i32(8));
  index = arith::AddIOp::create(
      b, index, b.i32(ExchangeLayout::epochBytes + word * perLane * 256));
  return LLVM::GEPOp::create(b, b.getParameters().workspace.getType(),
                             b.getI8Type(), b.getParameters().workspace,
                             ArrayRef<LLVM::GEPArg>{b.toI64(index)});
}

void Descriptors::post(Value cycle, Value block, ValueRange state) {
  Value lane = arith::DivUIOp::create(b, block, b.i32(perLane));
  Value j = arith::RemUIOp::create(b, block, b.i32(perLane));
  Value slot = arith::MulIOp::create(b, j, b.i32(32));
  slot = arith::AddIOp::create(b, slot, lane);
  Value high = b.toI64(tag(cycle));
  high = arith::ShLIOp::create(b, high, b.i64(32));
  for (auto [word, value] : llvm::enumerate(b.toWords(state)))
    store(arith::OrIOp::create(b, high, b.toI64(value)), cycle, slot, word);
}

void Descriptors::store(Value value, Value cycle, Value slot, int64_t word) {
  for (int64_t copy = 0; copy < copies; ++copy)
    storeRelaxed(b, value, pointer(cycle, b.i32(copy), slot, word));
}

Value Descriptors::blockOf(Value lane, int64_t j) {
  Value first = arith::MulIOp::create(b, lane, b.i32(perLane));
  return arith::AddIOp::create(b, first, b.i32(j));
}

SmallVector<Value> Descriptors::ownPointers(Value cycle) {
  Value lane = b.laneId();
  Value copy = arith::TruncIOp::create(b, b.getI32Type(), b.blockId());
  copy = arith::AndIOp::create(b, copy, b.i32(copies - 1));
  SmallVector<Value> pointers;
  for (int64_t j = 0; j < perLane; ++j) {
    Value slot = arith::AddIOp::create(b, lane, b.i32(32 * j));
    for (int64_t word = 0; word < words; ++word)
      pointers.push_back(pointer(cycle, copy, slot, word));
  }
  return pointers;
}

SmallVector<Value> Descriptors::gather(Value cycle, Value count) {
  Value lane = b.laneId(), expected = tag(cycle);
  SmallVector<Value> pointers = ownPointers(cycle), exists;
  for (int64_t j = 0; j < perLane; ++j)
    exists.push_back(arith::CmpIOp::create(b, arith::CmpIPredicate::ult,
                                           blockOf(lane, j), count));

  auto loop = scf::WhileOp::create(
      b, SmallVector<Type>(pointers.size(), b.getI64Type()), ValueRange(),
      [&](OpBuilder &builder, Location location, ValueRange) {
        ImplicitLocOpBuilder in(location, builder);
        SmallVector<Value> loaded;
        for (Value pointer : pointers)
          loaded.push_back(loadRelaxed(in, location, in.getI64Type(), pointer));
        Value one = arith::ConstantIntOp::create(in, 1, 1), ready = one;
        for (auto [index, value] : llvm::enumerate(loaded)) {
          Value high = arith::ShRUIOp::create(
              in, value, arith::ConstantIntOp::create(in, 32, 64));
          high = arith::TruncIOp::create(in, in.getI32Type(), high);
          Value is = arith::CmpIOp::create(in, arith::CmpIPredicate::eq, high,
                                           expected);
          Value absent = arith::XOrIOp::create(in, exists[index / words], one);
          ready = arith::AndIOp::create(in, ready,
                                        arith::OrIOp::create(in, is, absent));
        }
        Value all = NVVM::VoteSyncOp::create(
            in, in.getI1Type(), arith::ConstantIntOp::create(in, -1, 32), ready,
            NVVM::VoteSyncKind::all);
        scf::ConditionOp::create(in, arith::XOrIOp::create(in, all, one),
                                 loaded);
      },
      [](OpBuilder &builder, Location location, ValueRange) {
        scf::YieldOp::create(builder, location);
      });
  SmallVector<Value> low;
  for (Value value : loop.getResults())
    low.push_back(arith::TruncIOp::create(b, b.getI32Type(), value));

  SmallVector<SmallVector<Value>> perField(b.getStateTypes().size());
  State identity = b.identity();
  for (int64_t j = 0; j < perLane; ++j) {
    State state = b.fromWords(ArrayRef(low).slice(j * words, words));
    state = b.select(exists[j], state, identity);
    for (auto [values, value] : llvm::zip_equal(perField, state))
      values.push_back(value);
  }
  SmallVector<Value> vectors;
  for (auto [values, type] : llvm::zip_equal(perField, b.getStateTypes()))
    vectors.push_back(vector::FromElementsOp::create(
        b, VectorType::get(perLane, type), values));
  return vectors;
}

Value Descriptors::mostBlocks() {
  Value multiprocessors =
      LLVM::CallIntrinsicOp::create(
          b, b.getI32Type(), b.getStringAttr("llvm.nvvm.read.ptx.sreg.nsmid"),
          ValueRange())
          .getResult(0);
  return arith::MinUIOp::create(b, multiprocessors, b.i32(32 * perLane));
}

void Descriptors::clearFrom(Value cycle, Value count) {
  Value lane = b.laneId();
  for (int64_t j = 0; j < perLane; ++j) {
    Value isFree = arith::CmpIOp::create(b, arith::CmpIPredicate::uge,
                                         blockOf(lane, j), count);
    b.onlyIf(isFree, [&] {
      Value slot = arith::AddIOp::create(b, lane, b.i32(32 * j));
      for (int64_t word = 0; word < words; ++word)
        store(b.i64(0), cycle, slot, word);
    });
  }
}

void Descriptors::clearAllRows() {
  const int64_t end = ExchangeLayout::bytes(32 * perLane, words);
  Value own = arith::MulIOp::create(b, b.laneId(), b.i32(8));
  Value first = b.add(own, b.i32(ExchangeLayout::epochBytes));
  auto loop = scf::ForOp::create(b, first, b.i32(end), b.i32(32 * 8));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value workspace = b.getParameters().workspace;
  Value at = LLVM::GEPOp::create(
      b, workspace.getType(), b.getI8Type(), workspace,
      ArrayRef<LLVM::GEPArg>{b.toI64(loop.getInductionVar())});
  storeRelaxed(b, b.i64(0), at);
}

void Descriptors::advance(Value cycles) {
  storeRelaxed(b, arith::AddIOp::create(b, epoch, cycles),
               b.getParameters().workspace);
}

} // namespace scanc::prefix
