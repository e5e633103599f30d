//===- WorkDivision.cpp - Which tiles are whose ---------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WorkDivision.h"

using namespace mlir;

namespace scanc::prefix {

WorkDivision WorkDivision::divide(const StreamContext &c) {
  KernelBuilder &b = c.b;
  WorkDivision own(c);
  own.blocks = b.toI64(b.streamingBlocks());
  own.block = b.blockId();
  Value longest = b.mul(own.blocks, b.i64(c.down.getTile()));
  Value before = c.hasOneTile ? b.i64(0) : own.countCyclesBeforeLast(longest);
  Value cycles = b.add(before, b.i64(1));
  Value tiles = b.mul(own.blocks, cycles);
  own.pieces = own.countPieces(tiles, b.length());
  own.tileLength = b.toI64(b.toI32(own.findTileLength(tiles)));
  // With tiles of at most `longest / C`, only the last cycle can lack some.
  Value last =
      b.mul(b.add(b.mul(before, own.blocks), own.block), own.tileLength);
  Value isLong = b.compare(arith::CmpIPredicate::ult, last, b.length());
  own.ownTiles = b.toI32(arith::SelectOp::create(b, isLong, cycles, before));
  own.isAlone =
      b.compare(arith::CmpIPredicate::ule, b.length(), own.tileLength);
  return own;
}

WorkDivision WorkDivision::recall(const StreamContext &c,
                                  const WorkDivision &known) {
  WorkDivision own(c);
  own.blocks = known.blocks;
  own.block = known.block;
  own.isAlone = known.isAlone;
  own.knownLaunch = c.shared.load(c.layout.launch);
  own.ownTiles = c.shared.load(c.layout.ownTiles);
  own.tileLength = c.b.toI64(c.shared.load(c.layout.tileLength));
  own.pieces = own.countPieces(c.b.i64(1), own.tileLength);
  return own;
}

Value WorkDivision::launchNumber() const {
  return knownLaunch ? knownLaunch : b.launchNumber();
}

Tile WorkDivision::tileAt(Value k) const {
  return tileOf(b.add(b.mul(b.toI64(k), blocks), block));
}

Tile WorkDivision::tileOf(Value index) const {
  const Span span = b.domain().tile(b, index, tileLength);
  const Restarts *restarts = b.domain().restarts();
  return {span.elements, b.domain().startInMemory(b, span),
          restarts ? restarts->note(b, span.first) : Value()};
}

Value WorkDivision::cycleLength(Value k) const {
  Value whole = b.mul(blocks, tileLength);
  Value rest = b.sub(b.length(), b.mul(b.toI64(k), whole));
  return b.toI32(arith::MinUIOp::create(b, rest, whole));
}

Value WorkDivision::areAll(Value count) const {
  Value end = b.mul(count, b.toI32(tileLength));
  return b.compare(arith::CmpIPredicate::uge, end, cycleLength(b.i32(0)));
}

Value WorkDivision::hasTile(Value number) const {
  return b.compare(arith::CmpIPredicate::ult, b.mul(number, tileLength),
                   b.length());
}

Value WorkDivision::countCycles() const {
  Value isMore = hasTile(b.mul(b.toI64(ownTiles), blocks));
  return b.add(ownTiles, arith::ExtUIOp::create(b, b.getI32Type(), isMore));
}

Value WorkDivision::countEarlyTiles() const {
  return arith::MinUIOp::create(b, ownTiles, b.i32(c.down.getStages()));
}

Value WorkDivision::runLength() const {
  if (c.pieces.most == 1)
    return b.i32(c.down.getItems());
  return b.mul(pieces, b.i32(c.pieces.length));
}

Value WorkDivision::areWhole() const {
  return b.compare(arith::CmpIPredicate::eq, pieces, b.i32(c.pieces.most));
}

/// The fewest pieces of a run (i32), an odd number or all, or one or all, with
/// which so many tiles hold so many elements (i64 both).
Value WorkDivision::countPieces(Value tiles, Value elements) const {
  const int64_t most = c.pieces.most;
  Value count = b.i32(most);
  const int64_t fewest = c.pieces.areLooped ? most - 1 - most % 2 : most > 1;
  for (int64_t fewer = fewest; fewer > 0; fewer -= 2) {
    Value room =
        b.mul(tiles, b.i64(c.down.getThreads() * c.pieces.length * fewer));
    Value isEnough = b.compare(arith::CmpIPredicate::uge, room, elements);
    count = arith::SelectOp::create(b, isEnough, b.i32(fewer), count);
  }
  return count;
}

/// The least multiple of the granule of which `count` (i64) tiles hold
/// everything, bit by bit.
Value WorkDivision::findTileLength(Value count) const {
  Value granule = b.i64(c.layout.granule / c.pieces.most);
  if (c.pieces.most > 1)
    granule = b.mul(granule, b.toI64(pieces));
  Value step = b.mul(count, granule);
  Value tooShort = b.i64(0); // in granules
  const int64_t most = c.down.getTile() / c.layout.granule;
  for (int64_t bit = llvm::PowerOf2Ceil(most) / 2; bit; bit /= 2) {
    Value longer = b.add(tooShort, b.i64(bit));
    Value isTooShort =
        b.compare(arith::CmpIPredicate::ult, b.mul(step, longer), b.length());
    tooShort = arith::SelectOp::create(b, isTooShort, longer, tooShort);
  }
  return b.mul(b.add(tooShort, b.i64(1)), granule);
}

/// ceil(length / longest) - 1.
Value WorkDivision::countCyclesBeforeLast(Value longest) const {
  Value isOne = b.compare(arith::CmpIPredicate::ule, b.length(), longest);
  auto branch = scf::IfOp::create(b, b.getI64Type(), isOne,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(b, b.i64(0));
  b.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(b, b.udiv(b.sub(b.length(), b.i64(1)), longest));
  return branch.getResult(0);
}

} // namespace scanc::prefix
