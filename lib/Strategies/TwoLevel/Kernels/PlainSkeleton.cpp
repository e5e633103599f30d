//===- PlainSkeleton.cpp - The data movement of the scan, by threads ------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads load and store whole tiles, the next one under way where there are
// two stages.
//
//===----------------------------------------------------------------------===//

#include "../Attr.h"
#include "StreamingParts.h"

using namespace mlir;

namespace scanc::prefix {
namespace {

class PlainSkeleton {
public:
  PlainSkeleton(ScanSource source, SkeletonPattern pattern)
      : plan(source.plan), skeleton(plan.getScan()), pattern(pattern),
        b(source.open("scan")) {}

  void build() {
    Cycles own = Cycles::ofBlock(b, plan);
    Place in = b.input();
    auto startOf = [&](Value k) {
      return b.warpStart(skeleton,
                         b.mul(b.add(own.first, k), b.i64(cycleOf(plan))));
    };
    State folded = b.identity();
    const size_t fields = folded.size();
    if (skeleton.getStages() == 1) {
      folded = b.loop(own.count, folded, [&](Value k, ValueRange before) {
        return take(in.load(b, skeleton, startOf(k)), startOf(k), before);
      });
    } else {
      // What is folded, then a tile whose loads are under way. The last one
      // loads itself once more, to no end.
      Value last = b.sub(own.count, b.i64(1));
      State carried = folded;
      llvm::append_range(carried, in.load(b, skeleton, startOf(b.i64(0))));
      carried = b.loop(own.count, carried, [&](Value k, ValueRange carried) {
        Value ahead = arith::MinUIOp::create(b, b.add(k, b.i64(1)), last);
        SmallVector<Value> loading = in.load(b, skeleton, startOf(ahead));
        State next = take(carried.drop_front(fields), startOf(k),
                          carried.take_front(fields));
        llvm::append_range(next, loading);
        return next;
      });
      folded = State(ValueRange(carried).take_front(fields));
    }
    if (pattern == SkeletonPattern::In)
      storeWarpTotal(b, skeleton, skeleton.getWarps(), folded);
  }

private:
  /// Folds a tile after `before`, or stores it.
  State take(ValueRange rows, Value start, ValueRange before) {
    if (pattern == SkeletonPattern::InOut) {
      b.storeUnscanned(skeleton, start, rows);
      return State(before);
    }
    return b.combine(before,
                     b.reduceRows(skeleton, b.reduceRuns(skeleton, rows)));
  }

  PlanAttr plan;
  SkeletonAttr skeleton;
  SkeletonPattern pattern;
  KernelBuilder b;
};

} // namespace

LogicalResult
TwoLevelStreamingAttr::buildSkeleton(const ScanSource &source,
                                     SkeletonPattern pattern) const {
  if (failed(checkSkeletonSource(source)))
    return failure();
  PlainSkeleton(source, pattern).build();
  return success();
}

} // namespace scanc::prefix
