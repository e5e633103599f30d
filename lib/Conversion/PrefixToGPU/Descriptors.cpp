//===- Descriptors.cpp - What blocks tell each other ----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Descriptors.h"

#include "RelaxedAccess.h"

using namespace mlir;

namespace scanc::prefix {

Descriptors::Descriptors(KernelBuilder &b, int64_t perLane)
    : b(b), perLane(perLane), words(countWords(b.getStateTypes())),
      copies(ExchangeLayout::copies(words)) {
  epoch =
      loadRelaxed(b, b.getLoc(), b.getI32Type(), b.getParameters().workspace);
  launch = launchNumber(b);
}

Value Descriptors::tag(Value cycle) {
  Value number = arith::AddIOp::create(b, epoch, cycle);
  number = arith::ShLIOp::create(b, number, b.i32(17));
  Value own = arith::AndIOp::create(b, launch, b.i32(0xffff));
  own = arith::ShLIOp::create(b, own, b.i32(1));
  own = arith::OrIOp::create(b, own, b.i32(1));
  return arith::OrIOp::create(b, number, own);
}

Value Descriptors::restOfEpoch() {
  Value rest = arith::ShRUIOp::create(b, epoch, b.i32(15));
  return arith::AndIOp::create(b, rest, b.i32(0xfff));
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

/// Looks at a row between two looks around.
static constexpr int64_t looksTogether = 8;

SmallVector<Value> Descriptors::gather(Value cycle, Value count,
                                       const Patience &patience) {
  Value lane = b.laneId(), expected = tag(cycle);
  Value one = arith::ConstantIntOp::create(b, 1, 1);
  SmallVector<Value> pointers = ownPointers(cycle), exists;
  for (int64_t j = 0; j < perLane; ++j)
    exists.push_back(arith::CmpIOp::create(b, arith::CmpIPredicate::ult,
                                           blockOf(lane, j), count));

  // The words, whether to give up, and how many looks it took.
  SmallVector<Type> types(pointers.size(), b.getI64Type());
  llvm::append_values(types, b.getI1Type(), b.getI32Type());
  SmallVector<Location> locations(types.size(), b.getLoc());
  auto loop = scf::WhileOp::create(b, types, b.i32(0));
  {
    OpBuilder::InsertionGuard guard(b);
    Block *look =
        b.createBlock(&loop.getBefore(), {}, b.getI32Type(), b.getLoc());
    SmallVector<Value> results;
    for (Value pointer : pointers)
      results.push_back(loadRelaxed(b, b.getLoc(), b.getI64Type(), pointer));
    Value givesUp = patience.givesUp(), ready = one;
    for (auto [index, value] : llvm::enumerate(results)) {
      Value high = arith::ShRUIOp::create(b, value, b.i64(32));
      high = arith::TruncIOp::create(b, b.getI32Type(), high);
      Value is =
          arith::CmpIOp::create(b, arith::CmpIPredicate::eq, high, expected);
      Value absent = arith::XOrIOp::create(b, exists[index / words], one);
      ready =
          arith::AndIOp::create(b, ready, arith::OrIOp::create(b, is, absent));
    }
    Value done = NVVM::VoteSyncOp::create(
        b, b.getI1Type(), b.i32(-1), arith::OrIOp::create(b, ready, givesUp),
        NVVM::VoteSyncKind::all);
    llvm::append_values(results, givesUp, look->getArgument(0));
    scf::ConditionOp::create(b, arith::XOrIOp::create(b, done, one), results);

    Block *between = b.createBlock(&loop.getAfter(), {}, types, locations);
    Value looks =
        arith::AddIOp::create(b, between->getArguments().back(), b.i32(1));
    Value rest = arith::AndIOp::create(b, looks, b.i32(looksTogether - 1));
    b.onlyIf(arith::CmpIOp::create(b, arith::CmpIPredicate::eq, rest, b.i32(0)),
             patience.lookAround);
    scf::YieldOp::create(b, looks);
  }
  SmallVector<Value> low;
  for (Value value : loop.getResults().drop_back(2))
    low.push_back(arith::TruncIOp::create(b, b.getI32Type(), value));
  // What a warp that gave up has seen is nothing.
  Value stays = arith::XOrIOp::create(b, loop.getResult(pointers.size()), one);
  for (Value &each : exists)
    each = arith::AndIOp::create(b, each, stays);

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

void Descriptors::advance(Value cycles) {
  storeRelaxed(b, arith::AddIOp::create(b, epoch, cycles),
               b.getParameters().workspace);
}

} // namespace scanc::prefix
