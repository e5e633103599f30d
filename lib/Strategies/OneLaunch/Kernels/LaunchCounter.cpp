//===- LaunchCounter.cpp - A count of blocks in the workspace -------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchCounter.h"

#include "scanc/Conversion/Kernels/RelaxedAccess.h"

using namespace mlir;

namespace scanc::prefix {

static constexpr int64_t countBits = 12, openBits = 40, closeShift = 44,
                         closedShift = 63;

static constexpr int64_t maskOf(int64_t bits) {
  return (int64_t(1) << bits) - 1;
}

LaunchCounter::LaunchCounter(KernelBuilder &b, int64_t offset, Value launch)
    : b(b) {
  Value workspace = b.workspace();
  pointer =
      LLVM::GEPOp::create(b, workspace.getType(), b.getI8Type(), workspace,
                          ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(offset)});
  Value number = arith::AndIOp::create(b, b.toI64(launch), b.i64(maskOf(16)));
  number = arith::ShLIOp::create(b, number, b.i64(countBits));
  one = arith::OrIOp::create(b, number, b.i64(1));
}

Value LaunchCounter::bitsOf(Value word, int64_t from, int64_t bits) {
  Value part = arith::ShRUIOp::create(b, word, b.i64(from));
  part = arith::AndIOp::create(b, part, b.i64(maskOf(bits)));
  return arith::TruncIOp::create(b, b.getI32Type(), part);
}

Value LaunchCounter::countOf(Value word) { return bitsOf(word, 0, countBits); }

Value LaunchCounter::countAtClose(Value word) {
  return bitsOf(word, closeShift, countBits);
}

Value LaunchCounter::isClosed(Value word) {
  return arith::CmpIOp::create(b, arith::CmpIPredicate::slt, word, b.i64(0));
}

Value LaunchCounter::isForeign(Value word) {
  Value open = arith::AndIOp::create(b, word, b.i64(maskOf(openBits)));
  Value own = b.mul(b.toI64(countOf(word)), one);
  return arith::CmpIOp::create(b, arith::CmpIPredicate::ne, open, own);
}

Value LaunchCounter::swap(Value expected, Value desired) {
  return swapRelaxed(b, pointer, expected, desired);
}

Value LaunchCounter::load(LLVM::AtomicOrdering order) {
  return LLVM::LoadOp::create(b, b.getI64Type(), pointer, /*alignment=*/8,
                              /*isVolatile=*/false,
                              /*isNonTemporal=*/false, /*isInvariant=*/false,
                              /*isInvariantGroup=*/false, order, deviceScope);
}

Value LaunchCounter::add() {
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
  auto clear = scf::WhileOp::create(b, b.getI64Type(), load());
  {
    OpBuilder::InsertionGuard guard(b);
    Block *before =
        b.createBlock(&clear.getBefore(), {}, b.getI64Type(), b.getLoc());
    Value word = before->getArgument(0);
    scf::ConditionOp::create(b, isForeign(word), word);
    Block *after =
        b.createBlock(&clear.getAfter(), {}, b.getI64Type(), b.getLoc());
    swap(after->getArgument(0), b.i64(0));
    scf::YieldOp::create(b, load());
  }
  scf::YieldOp::create(b);
  b.setInsertionPointAfter(loop);
  return countOf(loop.getResult(0));
}

// The backend drops the order of an atomicrmw, and keeps that of a fence.

Value LaunchCounter::addReleasing() {
  LLVM::FenceOp::create(b, LLVM::AtomicOrdering::acq_rel, deviceScope);
  return add();
}

Value LaunchCounter::addInOrder() {
  Value before = addReleasing();
  LLVM::FenceOp::create(b, LLVM::AtomicOrdering::acq_rel, deviceScope);
  return before;
}

Value LaunchCounter::close(Value word, function_ref<Value(Value)> isOver) {
  auto loop = scf::WhileOp::create(b, b.getI64Type(), word);
  OpBuilder::InsertionGuard guard(b);
  Block *before =
      b.createBlock(&loop.getBefore(), {}, b.getI64Type(), b.getLoc());
  Value now = before->getArgument(0);
  Value ends = arith::OrIOp::create(b, isClosed(now), isOver(now));
  scf::ConditionOp::create(
      b, arith::XOrIOp::create(b, ends, arith::ConstantIntOp::create(b, 1, 1)),
      now);
  Block *after =
      b.createBlock(&loop.getAfter(), {}, b.getI64Type(), b.getLoc());
  Value found = after->getArgument(0);
  Value final =
      arith::ShLIOp::create(b, b.toI64(countOf(found)), b.i64(closeShift));
  final = arith::OrIOp::create(b, final, b.i64(int64_t(1) << closedShift));
  swap(found, arith::OrIOp::create(b, found, final));
  scf::YieldOp::create(b, load());
  b.setInsertionPointAfter(loop);
  return loop.getResult(0);
}

void LaunchCounter::reset() { storeRelaxed(b, b.i64(0), pointer); }

} // namespace scanc::prefix
