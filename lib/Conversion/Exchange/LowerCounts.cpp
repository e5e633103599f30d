//===- LowerCounts.cpp - Counts of blocks in the workspace ----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A word in which the blocks of a launch count themselves, by one addition
// each:
//
//   1 closed | 7 | 12 the count when it was closed | 4 | 28 launches | 12 count
//
// "launches" is the sum of the launch's number (16 bits) over the count, so
// that it tells whose count it is. The word is 0 between launches. Where a
// launch ended in the middle it is another launch's: who finds that out, puts 0
// there, by compare-and-swap, and counts again, as do all others whose addition
// found the same; who finds 0, or a count of this launch, has counted.
//
// A count can be closed, by compare-and-swap: then it is final, and who counts
// itself later finds out that it has come too late.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "RelaxedAccess.h"

using namespace mlir;

namespace scanc::prefix {
namespace {

using Rewriter = ConversionPatternRewriter;

constexpr int64_t countBits = 12, openBits = 40, closeShift = 44,
                  closedShift = 63;

constexpr int64_t maskOf(int64_t bits) { return (int64_t(1) << bits) - 1; }

Value bitsOf(ValueBuilder &b, Value word, int64_t from, int64_t bits) {
  Value part = arith::ShRUIOp::create(b, word, b.i64(from));
  return b.toI32(b.both(part, b.i64(maskOf(bits))));
}

Value countOf(ValueBuilder &b, Value word) {
  return bitsOf(b, word, 0, countBits);
}

Value isClosed(ValueBuilder &b, Value word) {
  return b.compare(arith::CmpIPredicate::slt, word, b.i64(0));
}

/// What was at `pointer`; `desired` is there now if that was `expected`.
void swap(ValueBuilder &b, Value pointer, Value expected, Value desired) {
  LLVM::AtomicCmpXchgOp::create(b, pointer, expected, desired,
                                LLVM::AtomicOrdering::monotonic,
                                LLVM::AtomicOrdering::monotonic, deviceScope);
}

Value load(ValueBuilder &b, Value pointer, LLVM::AtomicOrdering order) {
  return LLVM::LoadOp::create(b, b.getI64Type(), pointer, /*alignment=*/8,
                              /*isVolatile=*/false,
                              /*isNonTemporal=*/false, /*isInvariant=*/false,
                              /*isInvariantGroup=*/false, order, deviceScope);
}

Value load(ValueBuilder &b, Value pointer) {
  return load(b, pointer, LLVM::AtomicOrdering::monotonic);
}

Values lowerLoadRelaxed(LoadRelaxedOp op, Rewriter &rewriter) {
  ValueBuilder b(op.getLoc(), rewriter);
  return {loadRelaxed(b, op.getValue().getType(),
                      behind(b, op.getBase(), op.getByte()))};
}

Values lowerStoreRelaxed(StoreRelaxedOp op, Rewriter &rewriter) {
  ValueBuilder b(op.getLoc(), rewriter);
  storeRelaxed(b, op.getValue(), behind(b, op.getBase(), op.getByte()));
  return {};
}

Values lowerCounter(CounterOp op, Rewriter &rewriter) {
  ValueBuilder b(op.getLoc(), rewriter);
  Value pointer = behind(b, op.getWorkspace(), op.getByte());
  Value number = b.both(b.toI64(op.getLaunch()), b.i64(maskOf(16)));
  number = arith::ShLIOp::create(b, number, b.i64(countBits));
  return {pointer, b.oneOf(number, b.i64(1))};
}

/// Adds `one`, and again after another launch's count was cleared; what was
/// there before.
Value add(ValueBuilder &b, Value pointer, Value one) {
  auto isForeign = [&](Value word) {
    Value open = b.both(word, b.i64(maskOf(openBits)));
    Value own = b.mul(b.toI64(countOf(b, word)), one);
    return b.compare(arith::CmpIPredicate::ne, open, own);
  };
  auto loop = scf::WhileOp::create(b, b.getI64Type(), ValueRange());
  OpBuilder::InsertionGuard guard(b);
  b.createBlock(&loop.getBefore());
  Value found =
      LLVM::AtomicRMWOp::create(b, LLVM::AtomicBinOp::add, pointer, one,
                                LLVM::AtomicOrdering::monotonic, deviceScope);
  Value again = isForeign(found);
  scf::ConditionOp::create(b, again, found);
  b.createBlock(&loop.getAfter(), {}, b.getI64Type(), b.getLoc());
  // Until nobody else counts between the look and the swap.
  auto clear = scf::WhileOp::create(b, b.getI64Type(), load(b, pointer));
  {
    OpBuilder::InsertionGuard guard(b);
    Block *before =
        b.createBlock(&clear.getBefore(), {}, b.getI64Type(), b.getLoc());
    Value word = before->getArgument(0);
    scf::ConditionOp::create(b, isForeign(word), word);
    Block *after =
        b.createBlock(&clear.getAfter(), {}, b.getI64Type(), b.getLoc());
    swap(b, pointer, after->getArgument(0), b.i64(0));
    scf::YieldOp::create(b, load(b, pointer));
  }
  scf::YieldOp::create(b);
  return loop.getResult(0);
}

Values lowerCount(CountOp op, Rewriter &rewriter) {
  ValueBuilder b(op.getLoc(), rewriter);
  // The backend drops the order of an atomicrmw, and keeps that of a fence.
  if (op.getReleases())
    LLVM::FenceOp::create(b, LLVM::AtomicOrdering::acq_rel, deviceScope);
  Value found = add(b, op.getAddress(), op.getOne());
  Value before = countOf(b, found);
  if (op.getAcquires())
    LLVM::FenceOp::create(b, LLVM::AtomicOrdering::acq_rel, deviceScope);
  return {before};
}

Values lowerLoadCount(LoadCountOp op, Rewriter &rewriter) {
  ValueBuilder b(op.getLoc(), rewriter);
  return {load(b, op.getAddress(),
               op.getAcquires() ? LLVM::AtomicOrdering::acquire
                                : LLVM::AtomicOrdering::monotonic)};
}

Values lowerCountOf(CountOfOp op, Rewriter &rewriter) {
  ValueBuilder b(op.getLoc(), rewriter);
  return {op.getClosed() ? bitsOf(b, op.getWord(), closeShift, countBits)
                         : countOf(b, op.getWord())};
}

Values lowerIsClosed(IsClosedOp op, Rewriter &rewriter) {
  ValueBuilder b(op.getLoc(), rewriter);
  return {isClosed(b, op.getWord())};
}

Values lowerCloseCount(CloseCountOp op, Rewriter &rewriter) {
  ValueBuilder b(op.getLoc(), rewriter);
  const Type word = b.getI64Type();
  auto loop = scf::WhileOp::create(b, word, op.getWord());
  OpBuilder::InsertionGuard guard(b);
  Block *before = b.createBlock(&loop.getBefore(), {}, word, b.getLoc());
  Value now = before->getArgument(0);
  Value wasClosed = isClosed(b, now);
  Block &isOver = op.getIsOver().front();
  auto pass = cast<PassOp>(isOver.getTerminator());
  rewriter.inlineBlockBefore(&isOver, before, before->end(), now);
  b.setInsertionPointToEnd(before);
  Value ends = b.oneOf(wasClosed, pass.getValues().front());
  rewriter.eraseOp(pass);
  b.setInsertionPointToEnd(before);
  scf::ConditionOp::create(b, b.isNot(ends), now);
  Block *after = b.createBlock(&loop.getAfter(), {}, word, b.getLoc());
  Value found = after->getArgument(0);
  Value final =
      arith::ShLIOp::create(b, b.toI64(countOf(b, found)), b.i64(closeShift));
  final = b.oneOf(final, b.i64(int64_t(1) << closedShift));
  swap(b, op.getAddress(), found, b.oneOf(found, final));
  scf::YieldOp::create(b, load(b, op.getAddress()));
  return {loop.getResult(0)};
}

Values lowerResetCount(ResetCountOp op, Rewriter &rewriter) {
  ValueBuilder b(op.getLoc(), rewriter);
  storeRelaxed(b, b.i64(0), behind(b, op.getWorkspace(), op.getByte()));
  return {};
}

/// Whether `count` tiles (i32) of `tile` elements hold all of the first cycle.
Value areAll(ValueBuilder &b, Value count, Value blocks, Value tile,
             Value length) {
  Value end = b.mul(count, b.toI32(tile));
  Value cycle = arith::MinUIOp::create(b, length, b.mul(blocks, tile));
  return b.compare(arith::CmpIPredicate::uge, end, b.toI32(cycle));
}

Values lowerAreAll(AreAllOp op, Rewriter &rewriter) {
  ValueBuilder b(op.getLoc(), rewriter);
  return {
      areAll(b, op.getCount(), op.getBlocks(), op.getTile(), op.getLength())};
}

Values lowerIsComplete(IsCompleteOp op, Rewriter &rewriter) {
  ValueBuilder b(op.getLoc(), rewriter);
  Value word = op.getWord();
  Value wasReset = b.compare(arith::CmpIPredicate::eq, word, b.i64(0));
  Value areThere =
      areAll(b, countOf(b, word), op.getBlocks(), op.getTile(), op.getLength());
  Value haveCome = b.both(areThere, b.isNot(isClosed(b, word)));
  return {b.oneOf(wasReset, haveCome)};
}

} // namespace

void addCountPatterns(RewritePatternSet &patterns) {
  lowerBy(patterns, lowerLoadRelaxed);
  lowerBy(patterns, lowerStoreRelaxed);
  lowerBy(patterns, lowerCounter);
  lowerBy(patterns, lowerCount);
  lowerBy(patterns, lowerLoadCount);
  lowerBy(patterns, lowerCountOf);
  lowerBy(patterns, lowerIsClosed);
  lowerBy(patterns, lowerCloseCount);
  lowerBy(patterns, lowerResetCount);
  lowerBy(patterns, lowerAreAll);
  lowerBy(patterns, lowerIsComplete);
}

} // namespace scanc::prefix
