//===- TileEntries.cpp - What tiles tell the tiles after them -------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileEntries.h"

#include "scanc/Dialect/Prefix/IR/ExchangeLayout.h"

using namespace mlir;

namespace scanc::prefix {

TileEntries::TileEntries(KernelBuilder &b, SkeletonAttr top)
    : b(b), perLane(top.getItems()) {
  Value epoch = LoadRelaxedOp::create(b, b.getI32Type(), b.workspace(),
                                      EntryLayout::epochOffset);
  entries = EntriesOp::create(b, b.getMonoid(), b.workspace(), epoch,
                              b.launchNumber(), b.getI64IntegerAttr(perLane))
                .getEntries();
}

State TileEntries::readPrefix(Value tile) const {
  return State(
      ReadPrefixOp::create(b, b.getStateTypes(), entries, tile).getState());
}

SmallVector<Value> TileEntries::lookBack(Value tile, ValueRange start) const {
  return SmallVector<Value>(
      LookBackOp::create(b, b.vectorTypes(perLane), entries, tile, start)
          .getWindow());
}

/// Of the entries that lookBack leaves out, those before the last prefix have
/// one behind them that counts: what they say is lost all the same.
Value TileEntries::cutsBefore(Value tile, int64_t tileLength) const {
  const Restarts *restarts = b.domain().restarts();
  if (!restarts)
    return {};
  const int64_t window = 32 * perLane;
  Value first = b.sub(tile, b.i64(window - 1)), cuts;
  for (int64_t j = 0; j < perLane; ++j) {
    Value position = b.add(b.mul(b.laneId(), b.i32(perLane)), b.i32(j));
    Value other = b.add(first, b.toI64(position));
    Value isCut =
        restarts->any(b, b.mul(other, b.i64(tileLength)), b.i64(tileLength));
    // Signed: there is nothing before the first tile.
    Value isTile = b.compare(arith::CmpIPredicate::sge, other, b.i64(0));
    Value isBefore = b.compare(arith::CmpIPredicate::slt, other, tile);
    isCut = b.both(isCut, b.both(isTile, isBefore));
    Value bit =
        arith::SelectOp::create(b, isCut, b.i32(int64_t(1) << j), b.i32(0));
    cuts = cuts ? b.oneOf(cuts, bit) : bit;
  }
  return cuts;
}

} // namespace scanc::prefix
