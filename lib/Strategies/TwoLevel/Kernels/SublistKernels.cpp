//===- SublistKernels.cpp - Kernels whose rows are sublists ---------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SublistKernels.h"

using namespace mlir;

namespace scanc::prefix {

SkeletonAttr SublistKernels::oneRow(SkeletonAttr skeleton) {
  SkeletonParts row = skeleton.getParts();
  row.rows = row.stages = 1;
  row.sublists = false;
  return SkeletonAttr::get(skeleton.getContext(), row);
}

SublistKernels::Sublists SublistKernels::ownSublists(KernelBuilder &b,
                                                     SkeletonAttr skeleton) {
  const int64_t row = 32 * skeleton.getItems();
  Cycles own = Cycles::ofBlock(b, plan);
  Sublists lists;
  lists.count = b.mul(own.count, b.i64(cycleOf(plan) / skeleton.getTile()));
  Value start = b.mul(own.first, b.i64(cycleOf(plan)));
  Value firstRow = b.mul(b.toI64(b.warpId()), b.i64(skeleton.getRows()));
  Value firstIndex = b.mul(b.blockId(), b.i64(skeleton.getLists()));
  for (int64_t r = 0; r < skeleton.getRows(); ++r) {
    Value list = b.add(firstRow, b.i64(r));
    lists.first.push_back(
        b.add(start, b.mul(list, b.mul(lists.count, b.i64(row)))));
    lists.index.push_back(b.add(firstIndex, list));
  }
  return lists;
}

static Value rowStart(KernelBuilder &b, SkeletonAttr skeleton, Value first,
                      Value k) {
  return b.add(first, b.mul(k, b.i64(32 * skeleton.getItems())));
}

SmallVector<Value> SublistKernels::loadRows(KernelBuilder &b,
                                            SkeletonAttr skeleton,
                                            const Sublists &lists, Value k) {
  SmallVector<Value> rows;
  for (Value first : lists.first)
    llvm::append_range(rows, b.input().load(b, oneRow(skeleton),
                                            rowStart(b, skeleton, first, k)));
  return rows;
}

/// The states that `states` hold one after another.
static SmallVector<State> splitRows(KernelBuilder &b, ValueRange states) {
  const size_t fields = b.getStateTypes().size();
  SmallVector<State> rows;
  for (size_t first = 0; first < states.size(); first += fields)
    rows.push_back(State(states.slice(first, fields)));
  return rows;
}

void SublistKernels::buildReduce(KernelBuilder &b) {
  SkeletonAttr skeleton = plan.getReduce();
  Sublists lists = ownSublists(b, skeleton);
  State none;
  for (int64_t row = 0; row < skeleton.getRows(); ++row)
    llvm::append_range(none, b.identity());
  // Lanes may add up on their own where operands may be reordered.
  const bool byLanes = source.monoid.getCommutative();
  State totals = b.loop(lists.count, none, [&](Value k, ValueRange later) {
    Value fromLast = b.sub(b.sub(lists.count, k), b.i64(1));
    SmallVector<State> runs = b.statesOfRows(
        skeleton,
        b.reduceRuns(skeleton, loadRows(b, skeleton, lists, fromLast)));
    if (byLanes)
      return combineEach(b, runs, later);
    return combineEach(b, splitRows(b, b.reduceBlock(skeleton, runs)), later);
  });
  if (byLanes)
    totals = b.reduceBlock(skeleton, splitRows(b, totals));
  Value isFirst =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, b.laneId(), b.i32(0));
  b.onlyIf(isFirst, [&] {
    for (auto [total, index] :
         llvm::zip_equal(splitRows(b, totals), lists.index))
      b.aggregates().storeState(b, index, total);
  });
}

void SublistKernels::buildScan(KernelBuilder &b) {
  SkeletonAttr skeleton = plan.getScan();
  Sublists lists = ownSublists(b, skeleton);
  State seeds;
  for (Value index : lists.index)
    llvm::append_range(seeds, loadSeed(b, plan, index));
  b.loop(lists.count, seeds, [&](Value k, ValueRange carry) {
    auto [outputs, next] = b.scanTile(skeleton, loadRows(b, skeleton, lists, k),
                                      carry, source.outputs());
    // Of each row one group of vectors, or two.
    const size_t perRow = outputs.size() / lists.first.size();
    for (auto [row, first] : llvm::enumerate(lists.first))
      b.output().store(b, oneRow(skeleton), rowStart(b, skeleton, first, k),
                       ValueRange(outputs).slice(row * perRow, perRow));
    return next;
  });
}

} // namespace scanc::prefix
