//===- LowerDivision.cpp - Which elements are whose -----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "scanc/Conversion/Access/Domain.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace scanc::prefix {
namespace {

using Rewriter = ConversionPatternRewriter;

Values lowerMember(MemberOp op, Rewriter &rewriter) {
  ValueBuilder b(op.getLoc(), rewriter);
  const auto first = static_cast<int64_t>(op.getFirst()),
             warps = static_cast<int64_t>(op.getWarps());
  if (op.getAnew()) {
    Value none = b.i32(0);
    Value word = LLVM::LoadOp::create(b, b.getI32Type(),
                                      wordPointer(b, op.getAnew(), none), 4);
    Value zero = b.both(word, b.i32(~3));
    Value thread =
        b.add(b.sub(b.threadId(), b.i32(machine::warpSize * first)), zero);
    return {none, b.udiv(thread, b.i32(machine::warpSize)), thread};
  }
  Value warp = b.sub(b.warpId(), b.i32(first));
  Value group = b.udiv(warp, b.i32(warps));
  Value own = b.sub(warp, b.mul(group, b.i32(warps)));
  Value thread = b.mul(own, b.i32(machine::warpSize));
  return {group, own, b.add(thread, b.laneId())};
}

/// ceil(length / longest) - 1; the first loads wait for it: hence no division
/// where one cycle does.
Values lowerCycles(CyclesBeforeLastOp op, Rewriter &rewriter) {
  ValueBuilder b(op.getLoc(), rewriter);
  Value isOne =
      b.compare(arith::CmpIPredicate::ule, op.getLength(), op.getLongest());
  auto branch = scf::IfOp::create(b, b.getI64Type(), isOne,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(b, b.i64(0));
  b.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(
      b, b.udiv(b.sub(op.getLength(), b.i64(1)), op.getLongest()));
  return {branch.getResult(0)};
}

Values lowerPieces(PiecesOp op, Rewriter &rewriter) {
  ValueBuilder b(op.getLoc(), rewriter);
  const auto most = static_cast<int64_t>(op.getMost()),
             perPiece = static_cast<int64_t>(op.getThreads() * op.getSize());
  Value count = b.i32(most);
  const int64_t fewest = op.getLooped() ? most - 1 - most % 2 : most > 1;
  for (int64_t fewer = fewest; fewer > 0; fewer -= 2) {
    Value room = b.mul(op.getTiles(), b.i64(perPiece * fewer));
    Value isEnough =
        b.compare(arith::CmpIPredicate::uge, room, op.getElements());
    count = arith::SelectOp::create(b, isEnough, b.i32(fewer), count);
  }
  return {count};
}

/// Bit by bit.
Values lowerTileLength(TileLengthOp op, Rewriter &rewriter) {
  ValueBuilder b(op.getLoc(), rewriter);
  Value granule = b.i64(op.getGranule());
  if (op.getPieces())
    granule = b.mul(granule, b.toI64(op.getPieces()));
  Value step = b.mul(op.getTiles(), granule);
  Value tooShort = b.i64(0); // in granules
  const auto most = static_cast<int64_t>(op.getMost());
  for (int64_t bit = llvm::PowerOf2Ceil(most) / 2; bit; bit /= 2) {
    Value longer = b.add(tooShort, b.i64(bit));
    Value isTooShort = b.compare(arith::CmpIPredicate::ult, b.mul(step, longer),
                                 op.getLength());
    tooShort = arith::SelectOp::create(b, isTooShort, longer, tooShort);
  }
  return {b.mul(b.add(tooShort, b.i64(1)), granule)};
}

/// Only the last cycle can lack some tiles.
Values lowerOwnTiles(OwnTilesOp op, Rewriter &rewriter) {
  ValueBuilder b(op.getLoc(), rewriter);
  Value before = op.getBefore(), all = b.add(before, b.i64(1));
  Value last =
      b.mul(b.add(b.mul(before, op.getBlocks()), op.getBlock()), op.getTile());
  Value isLong = b.compare(arith::CmpIPredicate::ult, last, op.getLength());
  return {b.toI32(arith::SelectOp::create(b, isLong, all, before))};
}

Values lowerTile(TileOp op, Rewriter &rewriter) {
  ValueBuilder b(op.getLoc(), rewriter);
  std::unique_ptr<Domain> domain =
      Domain::of(op.getWalk().getDefiningOp<WalkOp>());
  const Span span = domain->tile(b, op.getIndex(), op.getLength());
  return {span.first, span.elements, domain->startInMemory(b, span)};
}

Values lowerRunElements(RunElementsOp op, Rewriter &rewriter) {
  ValueBuilder b(op.getLoc(), rewriter);
  Value first = b.mul(op.getThread(), op.getRun());
  return {b.sub(op.getElements(),
                arith::MinUIOp::create(b, first, op.getElements()))};
}

Values lowerWarpStart(WarpStartOp op, Rewriter &rewriter) {
  ValueBuilder b(op.getLoc(), rewriter);
  Value perWarp = b.mul(op.getRun(), b.i32(machine::warpSize));
  return {b.toI64(b.mul(op.getWarp(), perWarp))};
}

} // namespace

void addDivisionPatterns(RewritePatternSet &patterns) {
  lowerBy(patterns, lowerMember);
  lowerBy(patterns, lowerCycles);
  lowerBy(patterns, lowerPieces);
  lowerBy(patterns, lowerTileLength);
  lowerBy(patterns, lowerOwnTiles);
  lowerBy(patterns, lowerTile);
  lowerBy(patterns, lowerRunElements);
  lowerBy(patterns, lowerWarpStart);
}

} // namespace scanc::prefix
