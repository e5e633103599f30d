//===- ScanSource.cpp - What kernels are built from -----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   NAME_single   1 block   scans any n, tile after tile   reads, writes n
//   NAME_empty              n chains without elements: what they start from is
//                           what is left of them, if that is wanted
//
//===----------------------------------------------------------------------===//

#include "scanc/Conversion/Kernels/ScanSource.h"

#include "scanc/Dialect/Prefix/IR/PlannedKernels.h"

using namespace mlir;

namespace scanc::prefix {

KernelBuilder ScanSource::open(StringRef suffix) {
  KernelBuilder b = openEarly(suffix);
  b.waitForKernelBefore();
  return b;
}

KernelBuilder ScanSource::openEarly(StringRef suffix) {
  for (const PlannedKernel &kernel :
       getKernels(plan, ScanTypes::of(scan, monoid)))
    if (kernel.suffix == suffix)
      return KernelBuilder::open(module, scan, monoid, kernel);
  llvm_unreachable("the plan has no such kernel");
}

void scanInOneBlock(ScanSource source, KernelBuilder &b, Value first, Value end,
                    ValueRange carry) {
  SkeletonAttr tail = source.plan.getTail();
  const Place in = b.input().upTo(end), out = b.output().upTo(end);
  Value length = b.sub(end, first);
  Value tiles =
      b.udiv(b.add(length, b.i64(tail.getTile() - 1)), b.i64(tail.getTile()));
  b.loop(tiles, carry, [&](Value k, ValueRange carry) {
    Value start =
        b.warpStart(tail, b.add(first, b.mul(k, b.i64(tail.getTile()))));
    SmallVector<Value> elements = in.load(b, tail, start);
    b.letNextBegin();
    auto [outputs, next] = b.scanTile(tail, elements, carry, source.outputs(),
                                      b.cuts(tail, start));
    b.storeScanned(in, out, tail, start, outputs);
    return next;
  });
}

State scanTileOfStates(ScanSource source, KernelBuilder &b, const Place &states,
                       Value first, ValueRange carry) {
  SkeletonAttr top = source.plan.getTop();
  Value start = b.warpStart(top, first);
  auto [outputs, next] =
      b.scanTile(top, states.load(b, top, start), carry, ScanOutputs::Before);
  b.storeScanned(states, states, top, start, outputs);
  return next;
}

State scanStates(ScanSource source, KernelBuilder &b, const Place &states,
                 ValueRange carry) {
  Value tile = b.i64(source.plan.getTop().getTile());
  Value tiles = b.udiv(b.add(states.valid, b.sub(tile, b.i64(1))), tile);
  return b.loop(tiles, carry, [&](Value k, ValueRange carry) {
    return scanTileOfStates(source, b, states, b.mul(k, tile), carry);
  });
}

/// The elements of the chains that a block of several has for its own. Where
/// elements lie side by side, they begin where wide accesses can.
static Value shareOfChains(ScanSource source, KernelBuilder &b) {
  Value chain = b.domain().chainLength(b),
        blocks = b.toI64(b.streamingBlocks());
  Value all = b.domain().countChains(b);
  Value share = b.udiv(b.add(all, b.sub(blocks, b.i64(1))), blocks);
  if (source.scan.getDomain().isContiguous()) {
    Value items = b.i64(source.plan.getTail().getItems());
    Value rest = arith::RemUIOp::create(b, chain, items);
    Value isWhole =
        arith::CmpIOp::create(b, arith::CmpIPredicate::eq, rest, b.i64(0));
    Value more = b.add(share, b.sub(items, b.i64(1)));
    Value rounded = b.sub(more, arith::RemUIOp::create(b, more, items));
    share = arith::SelectOp::create(b, isWhole, share, rounded);
  }
  return b.mul(share, chain);
}

void buildEmpty(ScanSource source) {
  KernelBuilder b = KernelBuilder::open(
      source.module, source.scan, source.monoid,
      emptyKernel(source.plan, ScanTypes::of(source.scan, source.monoid)));
  b.waitForKernelBefore();
  b.passStarts();
}

void buildSingleBlock(ScanSource source) {
  KernelBuilder b = source.open("single");
  if (!b.domain().restarts()) {
    scanInOneBlock(source, b, b.i64(0), b.length(), b.start());
    return;
  }
  Value share = shareOfChains(source, b);
  Value first =
      arith::MinUIOp::create(b, b.mul(b.blockId(), share), b.length());
  Value end = arith::MinUIOp::create(b, b.add(first, share), b.length());
  scanInOneBlock(source, b, first, end, b.start());
}

} // namespace scanc::prefix
