//===- StreamContext.cpp - What a streaming block knows -------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StreamContext.h"

#include "scanc/Dialect/Prefix/Analysis/CombineCost.h"

using namespace mlir;

namespace scanc::prefix {

/// Whether the circuit of a thread is that of a piece, and not of a run.
static bool isOfPiece(KernelBuilder &b, SkeletonAttr skeleton) {
  return b.networkOf(skeleton.getThread()).width != skeleton.getItems();
}

static RunPieces piecesOf(const ScanSource &source, KernelBuilder &b,
                          bool hasOneTile) {
  const SkeletonAttr down = source.plan.getScan();
  RunPieces pieces;
  pieces.length = getRunPiece(down);
  pieces.most = down.getItems() / pieces.length;
  pieces.areReduced = isOfPiece(b, source.plan.getReduce());
  pieces.areScanned = isOfPiece(b, down);
  pieces.areLooped =
      !hasOneTile || pieces.areReduced || pieces.areScanned ||
      isVeryDear(costOfStates(source.scan, source.monoid).combine);
  return pieces;
}

StreamContext::StreamContext(const ScanSource &source, KernelBuilder &b,
                             bool hasOneTile)
    : b(b), scan(source.scan), monoid(source.monoid),
      up(source.plan.getReduce()), down(source.plan.getScan()),
      spine(source.plan.getTop()),
      layout(StreamLayout::of(down, ScanTypes::of(scan, monoid))),
      hasOneTile(hasOneTile), pieces(piecesOf(source, b, hasOneTile)),
      shared(b) {}

void StreamContext::waitForGroup(Value barrier) const {
  NVVM::BarrierOp::create(b, TypeRange(), barrier, b.i32(down.getThreads()),
                          NVVM::BarrierReductionAttr(), Value());
}

} // namespace scanc::prefix
