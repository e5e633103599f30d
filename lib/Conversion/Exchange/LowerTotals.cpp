//===- LowerTotals.cpp - Rows of totals that blocks post and gather -------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a launch whose blocks go through cycles together, block i of C posts the
// combination of its tile of a cycle, and every block gathers those of all:
//
//   workspace:  epoch, counts of blocks | row 0 | row 1 | ... | row 31
//   row:        one copy or several of: word 0 of every block | word 1 of ...
//
// in the words of TaggedWords.h. Cycle k of a launch takes row (epoch + k) mod
// 32 and the tag
//
//   (epoch + k) mod 2^15 | number of the launch mod 2^16 | 1
//
// so that nothing is cleared between launches, nor ever 0. The epoch lives in
// the workspace: the block with the launch's last tile adds the launch's cycles
// once it has gathered the last row, by when every block has read the epoch:
// one thread of it does, and all others have it from there, before they post.
// Whoever posts the last entry of a row clears the rest of it. Hence every word
// is written anew every 32 cycles, and no word of an earlier epoch with the
// same tag can survive. A launch that ends in the middle leaves the epoch
// alone; the next has another number, so that its tags differ. Where not all
// blocks came in time, the last one to depart clears all rows, and adds the
// cycles.
//
// The entries of lane l of the gathering warp are blocks l * R to l * R + R -
// 1, in this order in registers, and R words apart in memory, so that a warp
// reads whole lines. All multiprocessors read a row again and again: it has two
// copies, which they share out.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "RelaxedAccess.h"
#include "TaggedState.h"

#include "scanc/Dialect/Prefix/IR/ExchangeLayout.h"

using namespace mlir;

namespace scanc::prefix {
namespace {

using Rewriter = ConversionPatternRewriter;

/// The rows that an op names, where it is lowered.
class Rows {
public:
  Rows(Operation *op, TypedValue<ExchangeType> exchange, Rewriter &rewriter)
      : source(exchange.getDefiningOp<ExchangeOp>()),
        b(rewriter, op, source.getMonoidAttr()),
        layout(source.getPerLane(), b.getStateTypes()), tagged(b) {}

  Values entry(Value cycle, Value block);
  void post(Value raised, Value entry, ValueRange state);
  Values row(RowOp op);
  Values gather(Value tag, Value pointer, ValueRange masks);
  Values below(EntriesBelowOp op);
  Value isLast(Value block, Value length, Value perBlock);
  Value mustClear(MustClearOp op);
  void clearBehind(ClearBehindOp op);
  void clearAll();
  void advance(Value cycles) {
    storeRelaxed(b, b.add(source.getEpoch(), cycles), source.getWorkspace());
  }

private:
  /// Whether L2 is to keep the rows, though elements stream through it: for
  /// long states, whose rows have so many lines that it shows.
  bool isKept() const { return layout.words > 1; }

  /// Block number of entry `j` of a lane (i32).
  Value blockOf(Value lane, int64_t j) {
    return b.add(b.mul(lane, b.i32(layout.perLane)), b.i32(j));
  }

  Value has(Value block, Value length, Value perBlock);
  Value tag(Value cycle);
  /// The entry at `slot` in copy `copy` of a row (i32 both), without what comes
  /// before the first row.
  Value pointer(Value cycle, Value copy, Value slot);
  /// `words` words behind `pointer`: a constant distance, which is part of the
  /// instruction that loads or stores.
  Value wordBehind(Value pointer, int64_t words) {
    return behind(b, pointer,
                  ExchangeLayout::epochBytes + TaggedWords::bytes * words);
  }
  /// Writes `word` of an entry into all copies.
  void store(Value value, Value entry, int64_t word);

  ExchangeOp source;
  StateBuilder b;
  ExchangeLayout layout;
  TaggedState tagged;
};

Value Rows::tag(Value cycle) {
  Value number = b.add(source.getEpoch(), cycle);
  number = arith::ShLIOp::create(b, number, b.i32(17));
  Value own = b.both(source.getLaunch(), b.i32(0xffff));
  own = arith::ShLIOp::create(b, own, b.i32(1));
  own = b.oneOf(own, b.i32(1));
  return b.oneOf(number, own);
}

Value Rows::pointer(Value cycle, Value copy, Value slot) {
  Value row = b.add(source.getEpoch(), cycle);
  row = b.both(row, b.i32(ExchangeLayout::rows - 1));
  Value index = b.mul(row, b.i32(layout.copies));
  index = b.add(index, copy);
  index = b.mul(index, b.i32(layout.wordsPerRow()));
  index = b.add(index, slot);
  Value byte = b.mul(b.toI64(index), b.i64(TaggedWords::bytes));
  return behind(b, source.getWorkspace(), byte);
}

Values Rows::entry(Value cycle, Value block) {
  Value lane = b.udiv(block, b.i32(layout.perLane));
  Value j = arith::RemUIOp::create(b, block, b.i32(layout.perLane));
  Value slot = b.mul(j, b.i32(32));
  slot = b.add(slot, lane);
  Value raised = tagged.raise(tag(cycle));
  return {raised, pointer(cycle, b.i32(0), slot)};
}

void Rows::post(Value raised, Value entry, ValueRange state) {
  for (auto [word, value] : llvm::enumerate(tagged.pack(raised, state)))
    store(value, entry, word);
}

void Rows::store(Value value, Value entry, int64_t word) {
  for (int64_t copy = 0; copy < layout.copies; ++copy)
    storeRelaxed(
        b, value,
        wordBehind(entry, (copy * layout.words + word) * 32 * layout.perLane),
        deviceScope, isKept());
}

Values Rows::row(RowOp op) {
  Value copy = arith::IndexCastOp::create(
      b, b.getI32Type(), gpu::BlockIdOp::create(b, gpu::Dimension::x));
  copy = b.both(copy, b.i32(layout.copies - 1));
  Value lane = b.laneId();
  Values row = {tag(op.getCycle()), pointer(op.getCycle(), copy, lane)};
  // By the sign of a difference: a comparison would be made after the wait,
  // where its result is used, because there are few predicates.
  for (int64_t j = 0; j < layout.perLane; ++j) {
    Value first = b.mul(blockOf(lane, j), op.getPerBlock());
    Value beyond = b.sub(first, op.getLength());
    row.push_back(arith::ShRSIOp::create(b, beyond, b.i32(31)));
  }
  return row;
}

Values Rows::gather(Value expected, Value pointer, ValueRange masks) {
  const int64_t perLane = layout.perLane, words = layout.words;
  Values pointers;
  for (int64_t j = 0; j < perLane; ++j)
    for (int64_t word = 0; word < words; ++word)
      pointers.push_back(wordBehind(pointer, (word * perLane + j) * 32));
  // Bits that are other than they should be: logic takes fewer steps than
  // comparisons, of which there are few results at a time.
  SmallVector<Type> types(pointers.size(), tagged.type());
  auto loop = scf::WhileOp::create(b, types, ValueRange());
  {
    OpBuilder::InsertionGuard guard(b);
    b.createBlock(&loop.getBefore());
    Values loaded;
    for (Value pointer : pointers)
      loaded.push_back(
          loadRelaxed(b, tagged.type(), pointer, deviceScope, isKept()));
    Value wrong = b.i32(0);
    for (auto [index, value] : llvm::enumerate(loaded)) {
      Value differs = arith::XOrIOp::create(b, tagged.tagOf(value), expected);
      differs = b.both(differs, masks[index / words]);
      wrong = b.oneOf(wrong, differs);
    }
    Value all = NVVM::VoteSyncOp::create(
        b, b.getI1Type(), b.i32(-1), b.isZero(wrong), NVVM::VoteSyncKind::all);
    scf::ConditionOp::create(b, b.isNot(all), loaded);
    b.createBlock(&loop.getAfter(), {}, types,
                  SmallVector<Location>(types.size(), b.getLoc()));
    scf::YieldOp::create(b);
  }
  SmallVector<Values> perField(b.getStateTypes().size());
  State identity = b.identity();
  for (int64_t j = 0; j < perLane; ++j) {
    State state = tagged.stateOf(loop.getResults().slice(j * words, words));
    Value exists = b.compare(arith::CmpIPredicate::ne, masks[j], b.i32(0));
    state = b.select(exists, state, identity);
    for (auto [values, value] : llvm::zip_equal(perField, state))
      values.push_back(value);
  }
  Values vectors;
  for (auto [values, type] : llvm::zip_equal(perField, b.getStateTypes()))
    vectors.push_back(vector::FromElementsOp::create(
        b, VectorType::get(perLane, type), values));
  return vectors;
}

/// Whether there is a tile of `block`. To compare is quicker than to divide.
Value Rows::has(Value block, Value length, Value perBlock) {
  return b.compare(arith::CmpIPredicate::ult, b.mul(block, perBlock), length);
}

Value Rows::isLast(Value block, Value length, Value perBlock) {
  Value isThere = has(block, length, perBlock);
  Value isNext = has(b.add(block, b.i32(1)), length, perBlock);
  return b.both(isThere, b.isNot(isNext));
}

Value Rows::mustClear(MustClearOp op) {
  // A block for each multiprocessor.
  Value blocks = arith::MinUIOp::create(b, readRegister(b, "nsmid"),
                                        b.i32(32 * layout.perLane));
  Value most = b.sub(blocks, b.i32(1));
  Value last = isLast(op.getBlock(), op.getLength(), op.getPerBlock());
  return b.both(last, b.isNot(has(most, op.getLength(), op.getPerBlock())));
}

Values Rows::below(EntriesBelowOp op) {
  Value lane = b.laneId();
  State identity = b.identity();
  SmallVector<Values> perField(identity.size());
  Value cuts = op.getCuts() ? b.i32(0) : Value();
  for (int64_t j = 0; j < layout.perLane; ++j) {
    Value isBelow =
        b.compare(arith::CmpIPredicate::ult, blockOf(lane, j), op.getBlock());
    for (auto [values, vector, none] :
         llvm::zip_equal(perField, op.getTotals(), identity))
      values.push_back(arith::SelectOp::create(
          b, isBelow, vector::ExtractOp::create(b, vector, j), none));
    if (cuts) {
      Value bit = b.both(op.getCuts(), b.i32(int64_t(1) << j));
      cuts = b.oneOf(cuts, arith::SelectOp::create(b, isBelow, bit, b.i32(0)));
    }
  }
  Values results;
  for (auto [values, type] :
       llvm::zip_equal(perField, op.getTotals().getTypes()))
    results.push_back(
        vector::FromElementsOp::create(b, cast<VectorType>(type), values));
  if (cuts)
    results.push_back(cuts);
  return results;
}

void Rows::clearBehind(ClearBehindOp op) {
  Value lane = b.laneId();
  for (int64_t j = 0; j < layout.perLane; ++j) {
    Value isTaken = has(blockOf(lane, j), op.getLength(), op.getPerBlock());
    b.onlyIf(b.isNot(isTaken), [&] {
      Value slot = b.add(lane, b.i32(32 * j));
      Value entry = pointer(op.getCycle(), b.i32(0), slot);
      for (int64_t word = 0; word < layout.words; ++word)
        store(tagged.none(), entry, word);
    });
  }
}

void Rows::clearAll() {
  constexpr int64_t wordBytes = TaggedWords::bytes;
  Value own = b.mul(b.laneId(), b.i32(wordBytes));
  Value first = b.add(own, b.i32(ExchangeLayout::epochBytes));
  auto loop = scf::ForOp::create(b, first, b.i32(layout.bytes()),
                                 b.i32(32 * wordBytes));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  storeRelaxed(
      b, tagged.none(),
      behind(b, source.getWorkspace(), b.toI64(loop.getInductionVar())));
}

Values lowerEntry(EntryOp op, Rewriter &rewriter) {
  return Rows(op, op.getExchange(), rewriter)
      .entry(op.getCycle(), op.getBlock());
}

Values lowerPost(PostOp op, Rewriter &rewriter) {
  Rows(op, op.getExchange(), rewriter)
      .post(op.getTag(), op.getAddress(), op.getState());
  return {};
}

Values lowerRow(RowOp op, Rewriter &rewriter) {
  return Rows(op, op.getExchange(), rewriter).row(op);
}

Values lowerGather(GatherOp op, Rewriter &rewriter) {
  return Rows(op, op.getExchange(), rewriter)
      .gather(op.getTag(), op.getAddress(), op.getMasks());
}

Values lowerEntriesBelow(EntriesBelowOp op, Rewriter &rewriter) {
  return Rows(op, op.getExchange(), rewriter).below(op);
}

Values lowerIsLastEntry(IsLastEntryOp op, Rewriter &rewriter) {
  return {Rows(op, op.getExchange(), rewriter)
              .isLast(op.getBlock(), op.getLength(), op.getPerBlock())};
}

Values lowerMustClear(MustClearOp op, Rewriter &rewriter) {
  return {Rows(op, op.getExchange(), rewriter).mustClear(op)};
}

Values lowerClearBehind(ClearBehindOp op, Rewriter &rewriter) {
  Rows(op, op.getExchange(), rewriter).clearBehind(op);
  return {};
}

Values lowerClearRows(ClearRowsOp op, Rewriter &rewriter) {
  Rows(op, op.getExchange(), rewriter).clearAll();
  return {};
}

Values lowerStandInCycle(StandInCycleOp op, Rewriter &rewriter) {
  ValueBuilder b(op.getLoc(), rewriter);
  constexpr int64_t rows = ExchangeLayout::rows, own = rows / 2;
  Value turn = b.both(op.getRow(), b.i32(own - 1));
  Value before = b.sub(op.getRow(), turn);
  return {b.add(b.add(b.add(before, before), turn), b.i32(own + rows))};
}

Values lowerAdvance(AdvanceOp op, Rewriter &rewriter) {
  Rows(op, op.getExchange(), rewriter).advance(op.getCycles());
  return {};
}

} // namespace

void addTotalPatterns(RewritePatternSet &patterns) {
  lowerBy(patterns, lowerEntry);
  lowerBy(patterns, lowerPost);
  lowerBy(patterns, lowerRow);
  lowerBy(patterns, lowerGather);
  lowerBy(patterns, lowerEntriesBelow);
  lowerBy(patterns, lowerIsLastEntry);
  lowerBy(patterns, lowerMustClear);
  lowerBy(patterns, lowerClearBehind);
  lowerBy(patterns, lowerClearRows);
  lowerBy(patterns, lowerStandInCycle);
  lowerBy(patterns, lowerAdvance);
}

} // namespace scanc::prefix
