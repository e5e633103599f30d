//===- RecursiveParts.cpp - What the recursive strategies share -----------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RecursiveParts.h"

using namespace mlir;

namespace scanc::prefix {

LevelKernel LevelKernel::open(ScanSource source, StringRef suffix, Over over) {
  const PlanAttr plan = source.plan;
  KernelBuilder b = source.open(suffix);
  auto totalsOf = [&](SkeletonAttr skeleton) {
    return b.aggregates(b.domain().countTiles(b, skeleton.getTile()));
  };
  if (over == Over::Totals)
    return {b,
            b.inputStates(),
            b.outputStates(),
            totalsOf(plan.getTop()),
            plan.getTop(),
            ScanOutputs::Before};
  return {b,
          b.input().upTo(b.length()),
          b.output().upTo(b.length()),
          totalsOf(plan.getScan()),
          plan.getScan(),
          source.outputs()};
}

void LevelKernel::forEachTile(
    function_ref<void(Value index, Value start)> body) {
  Value first = b.blockId(), blocks = b.blockCount();
  // The grid has no more blocks than there are tiles.
  Value others = b.sub(b.sub(totals.valid, b.i64(1)), first);
  Value count = b.add(b.udiv(others, blocks), b.i64(1));
  b.loop(count, {}, [&](Value k, ValueRange) {
    Value index = b.add(first, b.mul(k, blocks));
    body(index, b.mul(index, b.i64(skeleton.getTile())));
    return State();
  });
}

void buildSeededScan(const ScanSource &source, StringRef suffix, Over over) {
  LevelKernel kernel = LevelKernel::open(source, suffix, over);
  KernelBuilder &b = kernel.b;
  kernel.forEachTile([&](Value index, Value tile) {
    Value start = b.warpStart(kernel.skeleton, tile);
    State seed = kernel.totals.loadState(b, index);
    auto [outputs, next] =
        b.scanTile(kernel.skeleton, kernel.in.load(b, kernel.skeleton, start),
                   seed, kernel.outputs);
    b.storeScanned(kernel.in, kernel.out, kernel.skeleton, start, outputs);
  });
}

void buildTop(ScanSource source) {
  KernelBuilder b = source.open("top");
  // The last level is what one tile takes.
  scanTileOfStates(source, b, b.outputStates(), b.i64(0), b.start());
}

} // namespace scanc::prefix
