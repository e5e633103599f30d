//===- Strips.cpp - A block walks along a strip of chains -----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nothing is told to other blocks: a block has all of a strip's tiles, one
// after another.
//
// Tiles come to shared memory by asynchronous copies, some tiles ahead. A lane
// reads what it has brought itself and no other lane's, so that it waits for
// its own copies; a tile takes one barrier, for the totals of its warps.
//
//===----------------------------------------------------------------------===//

#include "../Attr.h"
#include "StripContext.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;

namespace scanc::prefix {

/// Each of the kernel's strips, by `scan`, which gets its number. Where its
/// chains begin in the arrays of `sides` is known then.
static void forEachStrip(StripContext &c, ArrayRef<Side> sides,
                         function_ref<void(Value)> scan) {
  KernelBuilder &b = c.b;
  auto loop = scf::ForOp::create(b, b.blockId(), c.strips, b.blockCount());
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  // The places of the strip before may still be read.
  gpu::BarrierOp::create(b);
  c.placeChains(loop.getInductionVar(), b.i32(0), b.threadId(),
                c.skeleton.getThreads(), sides);
  gpu::BarrierOp::create(b);
  c.enter(c.countChains(loop.getInductionVar()), b.i32(0));
  // A wait for a kernel that has ended takes no time.
  b.waitForKernelBefore();
  scan(loop.getInductionVar());
}

/// By the first warp.
static void finishStrip(StripContext &c, ArrayRef<State> states) {
  if (c.source.scan.hasEmptyKernel())
    c.b.onlyIf(c.b.isZero(c.warp), [&] { c.finish(states); });
}

/// How many tiles a strip has. Small launches wait for this: hence no division
/// where one tile does.
static Value countTiles(StripContext &c) {
  KernelBuilder &b = c.b;
  Value length = b.domain().chainLength(b);
  Value isOne = b.compare(arith::CmpIPredicate::ule, length, c.tileSteps);
  auto branch = scf::IfOp::create(b, b.getI64Type(), isOne,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(b, b.i64(1));
  b.setInsertionPointToStart(branch.elseBlock());
  Value up = b.add(length, b.sub(c.tileSteps, b.i64(1)));
  scf::YieldOp::create(b, b.udiv(up, c.tileSteps));
  return branch.getResult(0);
}

static void walkStrip(StripContext &c, Value strip) {
  KernelBuilder &b = c.b;
  // Tile k is in slot k mod the number of slots, and so many tiles are ahead of
  // it. What the lane had in that slot before, it has read. How many copies are
  // waited for is part of the instruction: where fewer tiles are ahead, or are
  // left, empty groups of copies take the place of the others.
  const int64_t most = c.layout.slots - 1;
  Value areFew = b.compare(arith::CmpIPredicate::ult, c.strips,
                           b.i64(StripWidths::fewStrips));
  Value ahead = arith::SelectOp::create(b, areFew, b.i32(most), b.i32(1));
  auto stepOf = [&](Value k) {
    return b.add(c.firstStep, b.mul(k, c.tileSteps));
  };
  auto fetch = [&](Value k, Value slot) {
    Value exists = b.compare(arith::CmpIPredicate::ult, b.mul(k, c.tileSteps),
                             b.domain().chainLength(b));
    auto branch = scf::IfOp::create(b, exists, /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(branch.thenBlock());
    c.fetch(stepOf(k), slot);
    b.setInsertionPointToStart(branch.elseBlock());
    NVVM::CpAsyncCommitGroupOp::create(b);
    b.setInsertionPointAfter(branch);
    if (most > 1)
      b.onlyIf(b.isNot(areFew), [&] {
        for (int64_t tile = 1; tile < most; ++tile)
          NVVM::CpAsyncCommitGroupOp::create(b);
      });
  };
  auto first = scf::ForOp::create(b, b.i32(0), ahead, b.i32(1));
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(first.getBody());
    Value k = first.getInductionVar();
    fetch(b.toI64(k), k);
  }
  // While the first tiles come; a tile's barrier follows before they are used.
  c.placeChains(strip, b.i32(0), b.threadId(), c.skeleton.getThreads(),
                Side::Output);
  Value tiles = countTiles(c);
  SmallVector<Value> carried = StripContext::flat(c.startOfChains());
  carried.push_back(b.i32(0));
  State last = b.loop(tiles, carried, [&](Value k, ValueRange carried) {
    const SmallVector<State> carries = c.split(carried.drop_back());
    Value slot = carried.back();
    Value next = b.add(slot, ahead);
    Value isOver = b.compare(arith::CmpIPredicate::ugt, next, b.i32(most));
    fetch(
        b.add(k, b.toI64(ahead)),
        arith::SelectOp::create(b, isOver, b.sub(next, b.i32(most + 1)), next));
    AwaitChainsOp::create(b, most);
    const StripContext::Tile tile = c.load(stepOf(k), slot);
    const SmallVector<Value> totals =
        c.placesOfTotals(b.both(b.toI32(k), b.i32(1)));
    const SmallVector<State> beforeLane = c.reduce(tile, totals);
    gpu::BarrierOp::create(b);
    auto [beforeWarp, all] = c.scanWarps(totals);
    c.scan(tile, c.combine(c.combine(carries, beforeWarp), beforeLane));
    State behind(StripContext::flat(c.combine(carries, all)));
    Value isLast = b.compare(arith::CmpIPredicate::eq, slot, b.i32(most));
    behind.push_back(
        arith::SelectOp::create(b, isLast, b.i32(0), b.add(slot, b.i32(1))));
    return behind;
  });
  finishStrip(c, c.split(ValueRange(last).drop_back()));
}

void buildStrips(const ScanSource &source) {
  const SkeletonAttr scan = source.plan.getScan();
  const StripLayout layout =
      StripLayout::of(scan, ScanTypes::of(source.scan, source.monoid));
  StripContext c(source, "strips", scan, layout);
  c.keepInputs();
  c.clearTotals();
  SmallVector<Side> read = c.sides();
  llvm::erase(read, Side::Output);
  forEachStrip(c, read, [&](Value strip) {
    c.either([&] { walkStrip(c, strip); },
             [&] {
               c.b.loop(countTiles(c), {}, [&](Value, ValueRange) {
                 gpu::BarrierOp::create(c.b);
                 return State();
               });
             });
  });
  if (ScanOp op = source.scan; !op.hasEmptyKernel())
    return;
  StripContext empty(source, "empty", scan, layout, /*isPlain=*/true);
  forEachStrip(empty, empty.sides(),
               [&](Value) { finishStrip(empty, empty.startOfChains()); });
}

} // namespace scanc::prefix
