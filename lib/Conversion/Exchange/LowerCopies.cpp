//===- LowerCopies.cpp - Tiles between memory and slots -------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "RelaxedAccess.h"

using namespace mlir;

namespace scanc::prefix {
namespace {

using Rewriter = ConversionPatternRewriter;

/// What bulk copies move, and addresses of theirs are multiples of.
constexpr int64_t bulkUnit = 16;

Value numberOf(ValueBuilder &b, Value address) { // i64
  return LLVM::PtrToIntOp::create(b, b.getI64Type(), address);
}

Values lowerOffset(OffsetOp op, Rewriter &rewriter) {
  ValueBuilder b(op.getLoc(), rewriter);
  return {behind(b, op.getBase(), op.getBytes())};
}

Values lowerRoundDown(RoundDownOp op, Rewriter &rewriter) {
  ValueBuilder b(op.getLoc(), rewriter);
  Value beyond = b.both(numberOf(b, op.getBase()), b.i64(bulkUnit - 1));
  return {behind(b, op.getBase(), b.sub(b.i64(0), beyond))};
}

Value bytesOf(ValueBuilder &b, Value elements, int64_t size) { // i32
  return b.toI32(b.mul(elements, b.i64(size)));
}

Values lowerStretch(StretchOp op, Rewriter &rewriter) {
  ValueBuilder b(op.getLoc(), rewriter);
  const auto size = static_cast<int64_t>(op.getSize());
  Value address = behind(b, op.getBase(), b.mul(op.getStart(), b.i64(size)));
  Value number = numberOf(b, address);
  Value bytes = bytesOf(b, op.getElements(), size);
  // A tile that ends where a full one does begins where its length says.
  if (op.getBackward())
    number = b.oneOf(number, b.toI64(bytes));
  Value rest = b.both(number, b.i64(bulkUnit - 1));
  Value isAligned = b.compare(arith::CmpIPredicate::eq, rest, b.i64(0));
  bytes = b.both(bytes, b.i32(~(bulkUnit - 1)));
  return {address, arith::SelectOp::create(b, isAligned, bytes, b.i32(0))};
}

Values lowerCopyIn(CopyInOp op, Rewriter &rewriter) {
  ValueBuilder b(op.getLoc(), rewriter);
  // The cluster of a block without one is the block.
  Value cluster = LLVM::AddrSpaceCastOp::create(
      b, LLVM::LLVMPointerType::get(b.getContext(), 7), op.getTarget());
  NVVM::CpAsyncBulkGlobalToSharedClusterOp::create(
      b, cluster, op.getSource(),
      barrierPointer(b, op.getBarriers(), op.getIndex()), op.getBytes(),
      /*multicastMask=*/Value(), op.getPolicy());
  return {};
}

/// The `unit` bytes that lie `byte` behind `base`, as an integer.
Value loadUnit(ValueBuilder &b, int64_t unit, Value base, Value byte) {
  return LLVM::LoadOp::create(b, b.getIntegerType(8 * unit),
                              behind(b, base, byte), unit);
}

void storeUnit(ValueBuilder &b, int64_t unit, Value word, Value base,
               Value byte) {
  LLVM::StoreOp::create(b, word, behind(b, base, byte), unit);
}

Values lowerCopyRest(CopyRestOp op, Rewriter &rewriter) {
  ValueBuilder b(op.getLoc(), rewriter);
  const auto unit = static_cast<int64_t>(op.getUnit()),
             threads = static_cast<int64_t>(op.getThreads());
  Value bytes = bytesOf(b, op.getElements(), op.getSize());
  Value isLeft = b.compare(arith::CmpIPredicate::ult, op.getBulk(), bytes);
  b.onlyIf(isLeft, [&] {
    Value first = b.add(op.getBulk(), b.mul(op.getThread(), b.i32(unit)));
    auto loop = scf::ForOp::create(b, first, bytes, b.i32(unit * threads));
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(loop.getBody());
      Value byte = loop.getInductionVar();
      storeUnit(b, unit, loadUnit(b, unit, op.getSource(), byte),
                op.getTarget(), byte);
    }
    if (op.getBarrier())
      meet(b, op.getBarrier(), threads);
  });
  return {};
}

Values lowerFill(FillOp op, Rewriter &rewriter) {
  ValueBuilder b(op.getLoc(), rewriter);
  const auto unit = static_cast<int64_t>(op.getUnit()),
             size = static_cast<int64_t>(op.getSize());
  const int64_t units = size / unit;
  Value rest =
      arith::RemUIOp::create(b, b.toI32(op.getElements()), op.getRun());
  Value missing = arith::SelectOp::create(b, b.isZero(rest), b.i32(0),
                                          b.sub(op.getRun(), rest));
  // Runs are counted from the other end, too.
  Value distance = op.getBackward()
                       ? b.sub(b.i64(0), b.mul(b.toI64(missing), b.i64(size)))
                       : b.mul(op.getElements(), b.i64(size));
  Value end = behind(b, op.getTile(), distance);
  auto loop = scf::ForOp::create(
      b, op.getThread(), b.mul(missing, b.i32(units)), b.i32(op.getThreads()));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  auto byteOf = [&](Value index) { return b.toI64(b.mul(index, b.i32(unit))); };
  Value index = loop.getInductionVar();
  Value ofElement = arith::RemUIOp::create(b, index, b.i32(units));
  Value word = loadUnit(b, unit, op.getTile(), byteOf(ofElement));
  storeUnit(b, unit, word, end, byteOf(index));
  return {};
}

} // namespace

void addTileCopyPatterns(RewritePatternSet &patterns) {
  lowerBy(patterns, lowerOffset);
  lowerBy(patterns, lowerRoundDown);
  lowerBy(patterns, lowerStretch);
  lowerBy(patterns, lowerCopyIn);
  lowerBy(patterns, lowerCopyRest);
  lowerBy(patterns, lowerFill);
}

} // namespace scanc::prefix
