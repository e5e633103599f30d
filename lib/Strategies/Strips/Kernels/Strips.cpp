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

using namespace mlir;

namespace scanc::prefix {

/// Each of the kernel's strips, by `scan`.
static void forEachStrip(StripContext &c, function_ref<void()> scan) {
  KernelBuilder &b = c.b;
  auto loop = scf::ForOp::create(b, b.blockId(), c.strips, b.blockCount());
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  // The places of the strip before may still be read.
  gpu::BarrierOp::create(b);
  c.placeChains(loop.getInductionVar(), b.i32(0), b.threadId(),
                c.skeleton.getThreads());
  gpu::BarrierOp::create(b);
  c.enter(c.countChains(loop.getInductionVar()), b.i32(0));
  scan();
}

/// By the first warp.
static void finishStrip(StripContext &c, ArrayRef<State> states) {
  if (c.source.scan.hasEmptyKernel())
    c.b.onlyIf(c.b.isZero(c.b.warpId()), [&] { c.finish(states); });
}

static void walkStrip(StripContext &c) {
  KernelBuilder &b = c.b;
  // Tile k is in slot k mod the number of slots, and as many tiles but one are
  // ahead of it. What the lane had in that slot before, it has read.
  const int64_t ahead = c.layout.slots - 1;
  auto stepOf = [&](Value k) {
    return b.add(c.firstStep, b.mul(k, c.tileSteps));
  };
  for (int64_t k = 0; k < ahead; ++k)
    c.fetch(stepOf(b.i64(k)), b.i32(k));
  SmallVector<Value> carried = StripContext::flat(c.startOfChains());
  carried.push_back(b.i32(0));
  Value tiles =
      b.udiv(b.add(b.domain().chainLength(b), b.sub(c.tileSteps, b.i64(1))),
             c.tileSteps);
  State last = b.loop(tiles, carried, [&](Value k, ValueRange carried) {
    const SmallVector<State> carries = c.split(carried.drop_back());
    Value slot = carried.back();
    Value before = arith::SelectOp::create(b, b.isZero(slot), b.i32(ahead),
                                           b.sub(slot, b.i32(1)));
    c.fetch(stepOf(b.add(k, b.i64(ahead))), before);
    AwaitChainsOp::create(b, ahead);
    const StripContext::Tile tile = c.load(stepOf(k), slot);
    const SmallVector<Value> totals =
        c.placesOfTotals(b.both(b.toI32(k), b.i32(1)));
    const SmallVector<State> beforeLane = c.reduce(tile, totals);
    gpu::BarrierOp::create(b);
    auto [beforeWarp, all] = c.scanWarps(totals);
    c.scan(tile, c.combine(c.combine(carries, beforeWarp), beforeLane));
    State next(StripContext::flat(c.combine(carries, all)));
    Value isLast = b.compare(arith::CmpIPredicate::eq, slot, b.i32(ahead));
    next.push_back(
        arith::SelectOp::create(b, isLast, b.i32(0), b.add(slot, b.i32(1))));
    return next;
  });
  finishStrip(c, c.split(ValueRange(last).drop_back()));
}

void buildStrips(const ScanSource &source) {
  const SkeletonAttr scan = source.plan.getScan();
  const StripLayout layout =
      StripLayout::of(scan, ScanTypes::of(source.scan, source.monoid));
  StripContext c(source, "strips", scan, layout);
  forEachStrip(c, [&] { walkStrip(c); });
  if (ScanOp op = source.scan; !op.hasEmptyKernel())
    return;
  StripContext empty(source, "empty", scan, layout);
  forEachStrip(empty, [&] { finishStrip(empty, empty.startOfChains()); });
}

} // namespace scanc::prefix
