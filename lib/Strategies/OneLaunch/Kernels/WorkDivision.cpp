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
  Value before = c.hasOneTile
                     ? b.i64(0)
                     : CyclesBeforeLastOp::create(b, b.length(), longest);
  Value cycles = b.add(before, b.i64(1));
  Value tiles = b.mul(own.blocks, cycles);
  own.pieces = own.countPieces(tiles, b.length());
  Value tileLength = TileLengthOp::create(
      b, b.length(), tiles, c.pieces.most > 1 ? own.pieces : Value(),
      c.layout.granule / c.pieces.most, c.down.getTile() / c.layout.granule);
  own.tileLength = b.toI64(b.toI32(tileLength));
  own.ownTiles = OwnTilesOp::create(b, before, own.block, own.blocks,
                                    own.tileLength, b.length());
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
  own.tileLength = c.shared.loadWide(c.layout.tileLength);
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
  auto tile = TileOp::create(b, b.domainWalk(), index, tileLength);
  const Restarts *restarts = b.domain().restarts();
  return {tile.getElements(), tile.getStart(),
          restarts ? restarts->note(b, tile.getFirst()) : Value()};
}

Value WorkDivision::wholeCycle() const { return b.mul(blocks, tileLength); }

Value WorkDivision::cycleLength(Value k, Value whole) const {
  Value rest = b.sub(b.length(), b.mul(b.toI64(k), whole));
  return b.toI32(arith::MinUIOp::create(b, rest, whole));
}

Value WorkDivision::areAll(Value count) const {
  return AreAllOp::create(b, count, blocks, tileLength, b.length());
}

Value WorkDivision::isComplete(Value word) const {
  return IsCompleteOp::create(b, word, blocks, tileLength, b.length());
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

/// The fewest pieces of a run (i32) with which so many tiles hold so many
/// elements (i64 both).
Value WorkDivision::countPieces(Value tiles, Value elements) const {
  if (c.pieces.most == 1)
    return b.i32(1);
  return PiecesOp::create(b, elements, tiles, c.pieces.most, c.pieces.length,
                          c.down.getThreads(), c.pieces.areLooped);
}

} // namespace scanc::prefix
