//===- Descriptors.cpp - What blocks tell each other ----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Descriptors.h"

#include "scanc/Conversion/Kernels/RelaxedAccess.h"

using namespace mlir;

namespace scanc::prefix {

Descriptors::Descriptors(KernelBuilder &b, SkeletonAttr top, Value epoch,
                         Value launch)
    : b(b), layout(top, b.getStateTypes()), tagged(b), epoch(epoch),
      launch(launch) {}

Value Descriptors::readEpoch(KernelBuilder &b) {
  return loadRelaxed(b, b.getLoc(), b.getI32Type(), b.workspace());
}

Value Descriptors::tag(Value cycle) {
  Value number = arith::AddIOp::create(b, epoch, cycle);
  number = arith::ShLIOp::create(b, number, b.i32(17));
  Value own = arith::AndIOp::create(b, launch, b.i32(0xffff));
  own = arith::ShLIOp::create(b, own, b.i32(1));
  own = arith::OrIOp::create(b, own, b.i32(1));
  return arith::OrIOp::create(b, number, own);
}

Value Descriptors::pointer(Value cycle, Value copy, Value slot) {
  Value row = arith::AddIOp::create(b, epoch, cycle);
  row = arith::AndIOp::create(b, row, b.i32(ExchangeLayout::rows - 1));
  Value index = arith::MulIOp::create(b, row, b.i32(layout.copies));
  index = arith::AddIOp::create(b, index, copy);
  index = arith::MulIOp::create(b, index, b.i32(layout.wordsPerRow()));
  index = arith::AddIOp::create(b, index, slot);
  Value byte = b.mul(b.toI64(index), b.i64(TaggedWords::bytes));
  return LLVM::GEPOp::create(b, b.workspace().getType(), b.getI8Type(),
                             b.workspace(), ArrayRef<LLVM::GEPArg>{byte});
}

Value Descriptors::behind(Value pointer, int64_t words) {
  const int64_t byte = ExchangeLayout::epochBytes + TaggedWords::bytes * words;
  return LLVM::GEPOp::create(
      b, pointer.getType(), b.getI8Type(), pointer,
      ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(byte)});
}

Descriptors::Entry Descriptors::entry(Value cycle, Value block) {
  Value lane = arith::DivUIOp::create(b, block, b.i32(layout.perLane));
  Value j = arith::RemUIOp::create(b, block, b.i32(layout.perLane));
  Value slot = arith::MulIOp::create(b, j, b.i32(32));
  slot = arith::AddIOp::create(b, slot, lane);
  return {tagged.raise(tag(cycle)), pointer(cycle, b.i32(0), slot)};
}

void Descriptors::post(const Entry &entry, ValueRange state) {
  for (auto [word, value] : llvm::enumerate(tagged.pack(entry.raised, state)))
    store(value, entry.pointer, word);
}

void Descriptors::store(Value value, Value entry, int64_t word) {
  for (int64_t copy = 0; copy < layout.copies; ++copy)
    storeRelaxed(
        b, value,
        behind(entry, (copy * layout.words + word) * 32 * layout.perLane),
        deviceScope, isKept());
}

Value Descriptors::blockOf(Value lane, int64_t j) {
  Value first = arith::MulIOp::create(b, lane, b.i32(layout.perLane));
  return arith::AddIOp::create(b, first, b.i32(j));
}

Value Descriptors::has(const Extent &extent, Value block) {
  Value first = arith::MulIOp::create(b, block, extent.perBlock);
  return arith::CmpIOp::create(b, arith::CmpIPredicate::ult, first,
                               extent.length);
}

/// By the sign of a difference: a comparison would be made after the wait,
/// where its result is used, because there are few predicates.
Value Descriptors::maskOf(const Extent &extent, Value block) {
  Value first = arith::MulIOp::create(b, block, extent.perBlock);
  Value beyond = arith::SubIOp::create(b, first, extent.length);
  return arith::ShRSIOp::create(b, beyond, b.i32(31));
}

Descriptors::Row Descriptors::row(Value cycle, const Extent &extent) {
  Value copy = arith::TruncIOp::create(b, b.getI32Type(), b.blockId());
  copy = arith::AndIOp::create(b, copy, b.i32(layout.copies - 1));
  Row row{tag(cycle), pointer(cycle, copy, b.laneId()), {}};
  for (int64_t j = 0; j < layout.perLane; ++j)
    row.masks.push_back(maskOf(extent, blockOf(b.laneId(), j)));
  return row;
}

SmallVector<Value> Descriptors::gather(const Row &row) {
  const auto &[expected, pointer, masks] = row;
  const int64_t perLane = layout.perLane, words = layout.words;
  SmallVector<Value> pointers;
  for (int64_t j = 0; j < perLane; ++j)
    for (int64_t word = 0; word < words; ++word)
      pointers.push_back(behind(pointer, (word * perLane + j) * 32));
  // Bits that are other than they should be: logic takes fewer steps than
  // comparisons, of which there are few results at a time.
  SmallVector<Type> types(pointers.size(), tagged.type());
  auto loop = scf::WhileOp::create(b, types, ValueRange());
  {
    OpBuilder::InsertionGuard guard(b);
    b.createBlock(&loop.getBefore());
    SmallVector<Value> loaded;
    for (Value pointer : pointers)
      loaded.push_back(loadRelaxed(b, b.getLoc(), tagged.type(), pointer,
                                   deviceScope, isKept()));
    Value wrong = b.i32(0);
    for (auto [index, value] : llvm::enumerate(loaded)) {
      Value differs = arith::XOrIOp::create(b, tagged.tagOf(value), expected);
      differs = arith::AndIOp::create(b, differs, masks[index / words]);
      wrong = arith::OrIOp::create(b, wrong, differs);
    }
    Value isReady =
        arith::CmpIOp::create(b, arith::CmpIPredicate::eq, wrong, b.i32(0));
    Value all = NVVM::VoteSyncOp::create(b, b.getI1Type(), b.i32(-1), isReady,
                                         NVVM::VoteSyncKind::all);
    Value one = arith::ConstantIntOp::create(b, 1, 1);
    scf::ConditionOp::create(b, arith::XOrIOp::create(b, all, one), loaded);
    b.createBlock(&loop.getAfter(), {}, types,
                  SmallVector<Location>(types.size(), b.getLoc()));
    scf::YieldOp::create(b);
  }
  SmallVector<SmallVector<Value>> perField(b.getStateTypes().size());
  State identity = b.identity();
  for (int64_t j = 0; j < perLane; ++j) {
    State state = tagged.stateOf(loop.getResults().slice(j * words, words));
    Value exists =
        arith::CmpIOp::create(b, arith::CmpIPredicate::ne, masks[j], b.i32(0));
    state = b.select(exists, state, identity);
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
  return arith::MinUIOp::create(b, multiprocessors, b.i32(32 * layout.perLane));
}

void Descriptors::clearBehind(Value cycle, const Extent &extent) {
  Value lane = b.laneId();
  for (int64_t j = 0; j < layout.perLane; ++j) {
    Value isTaken = has(extent, blockOf(lane, j));
    Value isFree = arith::XOrIOp::create(b, isTaken,
                                         arith::ConstantIntOp::create(b, 1, 1));
    b.onlyIf(isFree, [&] {
      Value slot = arith::AddIOp::create(b, lane, b.i32(32 * j));
      Value entry = pointer(cycle, b.i32(0), slot);
      for (int64_t word = 0; word < layout.words; ++word)
        store(tagged.none(), entry, word);
    });
  }
}

void Descriptors::clearAllRows() {
  constexpr int64_t wordBytes = TaggedWords::bytes;
  Value own = arith::MulIOp::create(b, b.laneId(), b.i32(wordBytes));
  Value first = b.add(own, b.i32(ExchangeLayout::epochBytes));
  auto loop = scf::ForOp::create(b, first, b.i32(layout.bytes()),
                                 b.i32(32 * wordBytes));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value workspace = b.workspace();
  Value at = LLVM::GEPOp::create(
      b, workspace.getType(), b.getI8Type(), workspace,
      ArrayRef<LLVM::GEPArg>{b.toI64(loop.getInductionVar())});
  storeRelaxed(b, tagged.none(), at);
}

void Descriptors::advance(Value cycles) {
  storeRelaxed(b, arith::AddIOp::create(b, epoch, cycles), b.workspace());
}

} // namespace scanc::prefix
