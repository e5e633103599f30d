//===- TwoLevelStreaming.cpp - A fixed grid reduces, then scans -----------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two-level streaming reduce-then-scan (Merrill and Grimshaw 2009, sections
// 3.4.3 and 3.4.4) on a fixed grid of C blocks; a cycle is one tile of the scan
// kernel:
//
//   NAME_reduce   C blocks   block b combines its cycles         reads n
//   NAME_top      1 block    scans the C aggregates, then the    reads and
//                            n mod tile elements left over       writes C
//   NAME_scan     C blocks   block b scans its cycles, seeded    reads and
//                                                                writes n
//
// Block b takes floor(cycles / C) cycles in a row, the first cycles mod C
// blocks one more. The reduction walks its cycles from the last to the first:
// what it read last is what the scan reads first, and is still in the cache.
//
//===----------------------------------------------------------------------===//

#include "../Attr.h"
#include "SublistKernels.h"

using namespace mlir;

namespace scanc::prefix {

namespace {

class TwoLevelStreaming {
public:
  explicit TwoLevelStreaming(const ScanSource &source)
      : source(source), plan(source.plan) {}

  void build() {
    buildReduce();
    buildTop();
    buildScan();
  }

private:
  void buildReduce() {
    SkeletonAttr skeleton = plan.getReduce();
    KernelBuilder b = source.open("reduce");
    if (skeleton.getSublists())
      return SublistKernels(source).buildReduce(b);
    State total = !skeleton.isBlockWide()          ? reduceByWarps(b)
                  : source.monoid.getCommutative() ? reduceByThreads(b)
                                                   : reduceByTiles(b);
    b.onlyFirstThread(
        [&] { b.aggregates().storeState(b, b.blockId(), total); });
  }

  /// Each thread combines the runs of each of its rows, which lie tiles apart;
  /// the block's circuit combines those.
  State reduceByThreads(KernelBuilder &b) {
    SkeletonAttr skeleton = plan.getReduce();
    const size_t fields = b.getStateTypes().size();
    State start;
    for (int64_t row = 0; row < skeleton.getRows(); ++row)
      llvm::append_range(start, b.identity());
    State totals =
        reverseTiles(b, start, [&](ValueRange rows, ValueRange later) {
          return combineEach(
              b, b.statesOfRows(skeleton, b.reduceRuns(skeleton, rows)), later);
        });
    SmallVector<State> columns;
    for (int64_t row = 0; row < skeleton.getRows(); ++row)
      columns.push_back(State(ValueRange(totals).slice(row * fields, fields)));
    return b.reduceBlock(skeleton, columns);
  }

  /// The block's circuit combines each tile.
  State reduceByTiles(KernelBuilder &b) {
    SkeletonAttr skeleton = plan.getReduce();
    return reverseTiles(
        b, b.identity(), [&](ValueRange rows, ValueRange later) {
          return b.combine(
              b.reduceBlock(
                  skeleton,
                  b.statesOfRows(skeleton, b.reduceRuns(skeleton, rows))),
              later);
        });
  }

  /// The tiles of the reduction that are the block's, from the last on.
  State
  reverseTiles(KernelBuilder &b, ValueRange start,
               function_ref<State(ValueRange rows, ValueRange later)> body) {
    SkeletonAttr skeleton = plan.getReduce();
    Cycles own = Cycles::ofBlock(b, plan);
    Value tiles = b.mul(own.count, b.i64(cycleOf(plan) / skeleton.getTile()));
    Value first = b.mul(own.first, b.i64(cycleOf(plan)));
    Place in = b.input();
    return b.loop(tiles, start, [&](Value k, ValueRange later) {
      Value fromLast = b.sub(b.sub(tiles, k), b.i64(1));
      Value tile = b.add(first, b.mul(fromLast, b.i64(skeleton.getTile())));
      return body(in.load(b, skeleton, b.warpStart(skeleton, tile)), later);
    });
  }

  /// Each warp combines parts of its own; no barrier until the end. Where
  /// operands may be reordered, a part of each tile, so that the block's last
  /// reads are its first tiles; else a stretch.
  State reduceByWarps(KernelBuilder &b) {
    SkeletonAttr skeleton = plan.getReduce();
    const int64_t part = skeleton.getTile() / skeleton.getWarps();
    const int64_t stepsPerCycle = cycleOf(plan) / skeleton.getTile();
    // Lanes add up on their own where operands may be reordered.
    const bool byLanes = source.monoid.getCommutative();
    const int64_t step = byLanes ? skeleton.getTile() : part;
    Cycles own = Cycles::ofBlock(b, plan);
    Value steps = b.mul(own.count, b.i64(stepsPerCycle));
    Value partsBefore = b.toI64(b.warpId());
    if (!byLanes)
      partsBefore = b.mul(partsBefore, steps);
    Value first = b.add(b.mul(own.first, b.i64(cycleOf(plan))),
                        b.mul(partsBefore, b.i64(part)));
    Place in = b.input();
    const bool folded = skeleton.isWarpWide();
    State none;
    for (int64_t fold = 0; fold < (folded && byLanes ? skeleton.getRows() : 1);
         ++fold)
      llvm::append_range(none, b.identity());
    State total = b.loop(steps, none, [&](Value k, ValueRange later) {
      Value fromLast = b.sub(b.sub(steps, k), b.i64(1));
      Value start = b.add(first, b.mul(fromLast, b.i64(step)));
      SmallVector<Value> runs =
          b.reduceRuns(skeleton, in.load(b, skeleton, start));
      if (folded)
        return byLanes ? combineEach(b, b.statesOfRows(skeleton, runs), later)
                       : b.combine(b.reduceRowsInOrder(skeleton, runs), later);
      if (byLanes)
        return b.combine(b.reduceRows(skeleton, runs), later);
      return b.combine(b.reduceRowsInOrder(skeleton, runs), later);
    });
    if (byLanes)
      total = b.reduceWarp(skeleton, total);
    return b.reduceBlock(skeleton, {total});
  }

  void buildTop() {
    KernelBuilder b = source.open("top");
    Value blocks =
        b.mul(b.toI64(b.streamingBlocks()), b.i64(plan.getScan().getLists()));
    State total = scanStates(source, b, b.aggregates(blocks), b.start());
    Value cycles = b.udiv(b.length(), b.i64(cycleOf(plan)));
    scanInOneBlock(source, b, b.mul(cycles, b.i64(cycleOf(plan))), b.length(),
                   total);
  }

  void buildScan() {
    SkeletonAttr skeleton = plan.getScan();
    KernelBuilder b = source.open("scan");
    if (skeleton.getSublists())
      return SublistKernels(source).buildScan(b);
    const Place in = b.input().streamed(), out = b.output().streamed();
    Cycles own = Cycles::ofBlock(b, plan);
    auto startOf = [&](Value k) {
      return b.warpStart(skeleton,
                         b.mul(b.add(own.first, k), b.i64(cycleOf(plan))));
    };
    if (skeleton.getStages() == 1) {
      b.loop(own.count, loadSeed(b, plan, b.blockId()),
             [&](Value k, ValueRange carry) {
               auto [outputs, next] =
                   b.scanTile(skeleton, in.load(b, skeleton, startOf(k)), carry,
                              source.outputs());
               out.store(b, skeleton, startOf(k), outputs);
               return next;
             });
      return;
    }
    // The carry, then a tile whose loads are under way. Every block has a
    // cycle; the last one loads itself once more, to no end.
    Value last = b.sub(own.count, b.i64(1));
    State carried = loadSeed(b, plan, b.blockId());
    const size_t fields = carried.size();
    llvm::append_range(carried, in.load(b, skeleton, startOf(b.i64(0))));
    b.loop(own.count, carried, [&](Value k, ValueRange carried) {
      Value ahead = arith::MinUIOp::create(b, b.add(k, b.i64(1)), last);
      SmallVector<Value> loading = in.load(b, skeleton, startOf(ahead));
      auto [outputs, next] =
          b.scanTile(skeleton, carried.drop_front(fields),
                     carried.take_front(fields), source.outputs());
      out.store(b, skeleton, startOf(k), outputs);
      llvm::append_range(next, loading);
      return next;
    });
  }

  ScanSource source;
  PlanAttr plan;
};

} // namespace

void TwoLevelStreamingAttr::build(const ScanSource &source) const {
  TwoLevelStreaming(source).build();
}

} // namespace scanc::prefix
