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

Value Descriptors::slotOf(Value block) {
  Value lane = arith::DivUIOp::create(b, block, b.i32(perLane));
  Value j = arith::RemUIOp::create(b, block, b.i32(perLane));
  Value slot = arith::MulIOp::create(b, j, b.i32(32));
  return arith::AddIOp::create(b, slot, lane);
}

SmallVector<Value> Descriptors::taggedWords(Value cycle, ValueRange state) {
  Value high = b.toI64(tag(cycle));
  high = arith::ShLIOp::create(b, high, b.i64(32));
  SmallVector<Value> tagged;
  for (Value value : b.toWords(state))
    tagged.push_back(arith::OrIOp::create(b, high, b.toI64(value)));
  return tagged;
}

void Descriptors::post(Value cycle, Value block, ValueRange state) {
  Value slot = slotOf(block);
  for (auto [word, value] : llvm::enumerate(taggedWords(cycle, state)))
    store(value, cycle, slot, word);
}

void Descriptors::store(Value value, Value cycle, Value slot, int64_t word,
                        int64_t firstCopy) {
  for (int64_t copy = firstCopy; copy < copies; ++copy)
    storeRelaxed(b, value, pointer(cycle, b.i32(copy), slot, word));
}

Value Descriptors::firstWord(Value block) {
  return pointer(b.i32(0), b.i32(0), slotOf(block), 0);
}

Value Descriptors::firstWord(Value lane, Value j) {
  Value slot = arith::MulIOp::create(b, j, b.i32(32));
  slot = arith::AddIOp::create(b, slot, lane);
  return pointer(b.i32(0), b.i32(0), slot, 0);
}

Value Descriptors::absentMark() {
  Value high = arith::XOrIOp::create(b, firstTag(), b.i32(1));
  high = arith::ShLIOp::create(b, b.toI64(high), b.i64(32));
  // Not 0, whatever the tag.
  return arith::OrIOp::create(b, high, b.i64(1));
}

Value Descriptors::postAndCome(Value cycle, Value block, ValueRange state) {
  Value slot = slotOf(block);
  SmallVector<Value> words = taggedWords(cycle, state);
  // What is stored behind a compare-and-swap is seen late.
  for (auto [word, value] : llvm::enumerate(words))
    store(value, cycle, slot, word, /*firstCopy=*/word == 0 ? 1 : 0);
  Value isFirst =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, cycle, b.i32(0));
  auto branch = scf::IfOp::create(b, b.getI64Type(), isFirst,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(
      b, swapRelaxed(b, firstWord(block), b.i64(0), words.front()));
  b.setInsertionPointToStart(branch.elseBlock());
  storeRelaxed(b, words.front(), pointer(cycle, b.i32(0), slot, 0));
  scf::YieldOp::create(b, b.i64(0));
  return branch.getResult(0);
}

Value Descriptors::comeAgain(Value found, Value block, ValueRange state) {
  // With an epoch of its own, so that no register holds what comes of it.
  return Descriptors(b, perLane).replace(found, block, state);
}

/// By compare-and-swap, until the mark of those who are absent is there or what
/// is to be. Whether it is the mark (i1).
Value Descriptors::replace(Value found, Value block, ValueRange state) {
  Value word = taggedWords(b.i32(0), state).front(), gone = absentMark();
  Value at = firstWord(block);
  // What is known to be there, until it is replaced or says that it is late.
  auto loop = scf::WhileOp::create(b, b.getI64Type(), found);
  OpBuilder::InsertionGuard guard(b);
  auto isNot = [&](Value x, Value y) {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::ne, x, y);
  };
  Block *before =
      b.createBlock(&loop.getBefore(), {}, b.getI64Type(), b.getLoc());
  Value expected = before->getArgument(0);
  auto retry = scf::IfOp::create(b, {b.getI64Type(), b.getI1Type()},
                                 isNot(expected, gone),
                                 /*addThenBlock=*/true, /*addElseBlock=*/true);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(retry.thenBlock());
    Value seen = swapRelaxed(b, at, expected, word);
    scf::YieldOp::create(b, ValueRange{seen, isNot(seen, expected)});
    b.setInsertionPointToStart(retry.elseBlock());
    scf::YieldOp::create(
        b, ValueRange{expected, arith::ConstantIntOp::create(b, 0, 1)});
  }
  scf::ConditionOp::create(b, retry.getResult(1), retry.getResult(0));
  Block *after =
      b.createBlock(&loop.getAfter(), {}, b.getI64Type(), b.getLoc());
  scf::YieldOp::create(b, after->getArgument(0));
  b.setInsertionPointAfter(loop);
  return arith::CmpIOp::create(b, arith::CmpIPredicate::eq, loop.getResult(0),
                               gone);
}

Value Descriptors::restOfEpoch() {
  Value rest = arith::ShRUIOp::create(b, epoch, b.i32(15));
  return arith::AndIOp::create(b, rest, b.i32(0xfff));
}

Value Descriptors::blockOf(Value lane, int64_t j) {
  Value first = arith::MulIOp::create(b, lane, b.i32(perLane));
  return arith::AddIOp::create(b, first, b.i32(j));
}

SmallVector<Value> Descriptors::ownPointers(Value cycle) {
  Value lane = b.laneId();
  Value copy = arith::TruncIOp::create(b, b.getI32Type(), b.blockId());
  copy = arith::AndIOp::create(b, copy, b.i32(copies - 1));
  // The first copy of the first row is what says who has come.
  Value isFirst =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, cycle, b.i32(0));
  copy = arith::SelectOp::create(b, isFirst, b.i32(0), copy);
  SmallVector<Value> pointers;
  for (int64_t j = 0; j < perLane; ++j) {
    Value slot = arith::AddIOp::create(b, lane, b.i32(32 * j));
    for (int64_t word = 0; word < words; ++word)
      pointers.push_back(pointer(cycle, copy, slot, word));
  }
  return pointers;
}

/// Looks until all words that the lane waits for have come, at most `looks`
/// times (i32, or none); whether the whole warp's have (i1), and the words.
std::pair<Value, SmallVector<Value>> Descriptors::look(ArrayRef<Value> pointers,
                                                       ArrayRef<Value> exists,
                                                       Value expected,
                                                       Value looks) {
  Value one = arith::ConstantIntOp::create(b, 1, 1);
  SmallVector<Type> types(pointers.size(), b.getI64Type());
  types.push_back(b.getI1Type());
  SmallVector<Value> start;
  if (looks) {
    types.push_back(b.getI32Type());
    start.push_back(looks);
  }
  SmallVector<Type> carried(ValueRange(start).getTypes());
  SmallVector<Location> locations(types.size(), b.getLoc());
  auto loop = scf::WhileOp::create(b, types, start);
  {
    OpBuilder::InsertionGuard guard(b);
    Block *before =
        b.createBlock(&loop.getBefore(), {}, carried,
                      ArrayRef(locations).take_front(carried.size()));
    SmallVector<Value> results;
    for (Value pointer : pointers)
      results.push_back(loadRelaxed(b, b.getLoc(), b.getI64Type(), pointer));
    Value ready = one;
    for (auto [index, value] : llvm::enumerate(results)) {
      Value high = arith::ShRUIOp::create(b, value, b.i64(32));
      high = arith::TruncIOp::create(b, b.getI32Type(), high);
      Value is =
          arith::CmpIOp::create(b, arith::CmpIPredicate::eq, high, expected);
      Value absent = arith::XOrIOp::create(b, exists[index / words], one);
      ready =
          arith::AndIOp::create(b, ready, arith::OrIOp::create(b, is, absent));
    }
    Value all = NVVM::VoteSyncOp::create(b, b.getI1Type(), b.i32(-1), ready,
                                         NVVM::VoteSyncKind::all);
    Value again = arith::XOrIOp::create(b, all, one);
    results.push_back(all);
    if (looks) {
      Value left = b.sub(before->getArgument(0), b.i32(1));
      results.push_back(left);
      Value more =
          arith::CmpIOp::create(b, arith::CmpIPredicate::ne, left, b.i32(0));
      again = arith::AndIOp::create(b, again, more);
    }
    scf::ConditionOp::create(b, again, results);
    b.createBlock(&loop.getAfter(), {}, types, locations);
    scf::YieldOp::create(
        b, loop.getAfter().front().getArguments().take_back(carried.size()));
  }
  SmallVector<Value> seen(loop.getResults().take_front(pointers.size()));
  return {loop.getResult(pointers.size()), seen};
}

SmallVector<Value> Descriptors::toVectors(ArrayRef<Value> seen,
                                          ArrayRef<Value> exists) {
  SmallVector<Value> low;
  for (Value value : seen)
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

SmallVector<Value> Descriptors::existing(Value count) {
  Value lane = b.laneId();
  SmallVector<Value> exists;
  for (int64_t j = 0; j < perLane; ++j)
    exists.push_back(arith::CmpIOp::create(b, arith::CmpIPredicate::ult,
                                           blockOf(lane, j), count));
  return exists;
}

SmallVector<Value> Descriptors::gather(Value cycle, Value count) {
  SmallVector<Value> exists = existing(count);
  auto [all, seen] = look(ownPointers(cycle), exists, tag(cycle), Value());
  return toVectors(seen, exists);
}

void Descriptors::gather(Value cycle, Value count, const Patience &patience,
                         function_ref<void(ValueRange)> use) {
  Value expected = tag(cycle);
  SmallVector<Value> pointers = ownPointers(cycle), exists = existing(count);
  auto loop = scf::WhileOp::create(b, TypeRange(), ValueRange());
  OpBuilder::InsertionGuard guard(b);
  b.createBlock(&loop.getBefore());
  auto [all, seen] = look(pointers, exists, expected, patience.looks);
  auto branch =
      scf::IfOp::create(b, b.getI1Type(), all, /*withElseRegion=*/true);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(branch.thenBlock());
    use(toVectors(seen, exists));
    scf::YieldOp::create(b, ValueRange{arith::ConstantIntOp::create(b, 0, 1)});
    b.setInsertionPointToStart(branch.elseBlock());
    Value stays = arith::XOrIOp::create(b, patience.givesUp(),
                                        arith::ConstantIntOp::create(b, 1, 1));
    scf::YieldOp::create(b, stays);
  }
  scf::ConditionOp::create(b, branch.getResult(0), ValueRange());
  b.createBlock(&loop.getAfter());
  scf::YieldOp::create(b);
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

void Descriptors::clearFirstWord(Value cycle, Value block) {
  storeRelaxed(b, b.i64(0), pointer(cycle, b.i32(0), slotOf(block), 0));
}

void Descriptors::clearFirstWordsFrom(Value cycle, Value count) {
  Value lane = b.laneId();
  for (int64_t j = 0; j < perLane; ++j) {
    Value isFree = arith::CmpIOp::create(b, arith::CmpIPredicate::uge,
                                         blockOf(lane, j), count);
    b.onlyIf(isFree, [&] {
      Value slot = arith::AddIOp::create(b, lane, b.i32(32 * j));
      storeRelaxed(b, b.i64(0), pointer(cycle, b.i32(0), slot, 0));
    });
  }
}

void Descriptors::clearAllRows() {
  const int64_t end = ExchangeLayout::epochBytes +
                      8 * ExchangeLayout::entries(32 * perLane, words);
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
