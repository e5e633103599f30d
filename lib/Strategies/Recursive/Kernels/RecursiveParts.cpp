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

static Value tilesOf(KernelBuilder &b, SkeletonAttr skeleton) {
  const int64_t tile = skeleton.getTile();
  return b.udiv(b.add(b.getParameters().length, b.i64(tile - 1)), b.i64(tile));
}

/// Where a kernel takes totals, all its arrays are the one of their states.
RecursiveParts::LevelKernel RecursiveParts::open(StringRef suffix, Over over) {
  KernelBuilder b = source.open(suffix);
  const KernelParameters &parameters = b.getParameters();
  const Value length = parameters.length;
  if (over == Over::Totals)
    return {b,
            b.states(parameters.in.front(), length),
            b.states(parameters.out.front(), length),
            b.aggregates(tilesOf(b, plan.getTop())),
            plan.getTop(),
            /*isExclusive=*/true};
  LevelKernel kernel{b,
                     b.input(),
                     b.output(),
                     b.aggregates(tilesOf(b, plan.getScan())),
                     plan.getScan(),
                     source.isExclusive()};
  kernel.in.valid = kernel.out.valid = length;
  return kernel;
}

void RecursiveParts::forEachTile(
    LevelKernel &kernel, function_ref<void(Value index, Value start)> body) {
  KernelBuilder &b = kernel.b;
  Value first = b.blockId(), blocks = b.blockCount();
  // The grid has no more blocks than there are tiles.
  Value others = b.sub(b.sub(kernel.totals.valid, b.i64(1)), first);
  Value count = b.add(b.udiv(others, blocks), b.i64(1));
  b.loop(count, {}, [&](Value k, ValueRange) {
    Value index = b.add(first, b.mul(k, blocks));
    body(index, b.mul(index, b.i64(kernel.skeleton.getTile())));
    return State();
  });
}

void RecursiveParts::buildSeededScan(StringRef suffix, Over over) {
  LevelKernel kernel = open(suffix, over);
  KernelBuilder &b = kernel.b;
  forEachTile(kernel, [&](Value index, Value tile) {
    Value start = b.warpStart(kernel.skeleton, tile);
    State seed = b.loadState(kernel.totals, index);
    auto [outputs, next] =
        b.scanTile(kernel.skeleton, b.load(kernel.in, kernel.skeleton, start),
                   seed, kernel.isExclusive);
    b.storeScanned(kernel.in, kernel.out, kernel.skeleton, start, outputs);
  });
}

void RecursiveParts::buildTop() {
  KernelBuilder b = source.open("top");
  const KernelParameters &parameters = b.getParameters();
  // The last level is what one tile takes.
  scanTileOfStates(source, b,
                   b.states(parameters.out.front(), parameters.length),
                   b.i64(0), b.start());
}

} // namespace scanc::prefix
