//===- Columns.cpp - A lane goes along chains of its own ------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where there are chains enough for all lanes of the GPU, nobody has to know
// what others have: a lane combines each element once, with what comes before
// it, where a warp that follows another along a chain needs the other's totals
// first, and so combines each element twice. A block is a warp.
//
//===----------------------------------------------------------------------===//

#include "../Attr.h"
#include "ChainContext.h"

using namespace mlir;

namespace scanc::prefix {

namespace {

class Columns final : public ChainContext {
public:
  explicit Columns(const ScanSource &source)
      : ChainContext(
            source, "columns", getColumns(source.plan),
            StripLayout::ofColumns(getColumns(source.plan),
                                   ScanTypes::of(source.scan, source.monoid))) {
  }

  void build();

private:
  /// Finds the lane's chains of strip `strip` (i64).
  void enter(Value strip);
  /// Goes along all of them.
  void walk();
  void fetch(Value tile, Value slot);
  /// Stores the outputs of a tile after `carries`; gives what comes behind it.
  SmallVector<State> scan(Value tile, Value slot, ArrayRef<State> carries);

  Value stepOf(Value tile) { return b.mul(tile, b.i64(skeleton.getItems())); }
  SmallVector<Value> placesOf(Side side) override {
    return places[static_cast<size_t>(side)];
  }

  std::array<SmallVector<Value>, 3> places; // of each side
};

void Columns::build() {
  keepInputs();
  const int64_t chainsOfStrip = 32 * rows();
  Value strips =
      b.udiv(b.add(b.domain().countChains(b), b.i64(chainsOfStrip - 1)),
             b.i64(chainsOfStrip));
  auto loop = scf::ForOp::create(b, b.blockId(), strips, b.blockCount());
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  enter(loop.getInductionVar());
  b.waitForKernelBefore();
  walk();
}

void Columns::enter(Value strip) {
  Value all = b.domain().countChains(b);
  Value first = b.add(b.mul(strip, b.i64(32 * rows())),
                      b.toI64(b.mul(b.laneId(), b.i32(rows()))));
  Value left = b.sub(all, arith::MinUIOp::create(b, first, all));
  chains = b.toI32(arith::MinUIOp::create(b, left, b.i64(rows())));
  Value last = b.sub(all, b.i64(1));
  for (Side side : sides())
    for (int64_t row = 0; row < rows(); ++row)
      llvm::append_range(
          places[static_cast<size_t>(side)],
          findChain(arith::MinUIOp::create(b, b.add(first, b.i64(row)), last),
                    side));
}

void Columns::walk() {
  // Tile k is in slot k mod the number of slots, and as many tiles but one are
  // ahead of it. What the lane had in that slot before, it has read.
  const int64_t ahead = layout.slots - 1;
  for (int64_t k = 0; k < ahead; ++k)
    fetch(b.i64(k), b.i32(k));
  SmallVector<Value> carried = flat(startOfChains());
  carried.push_back(b.i32(0));
  Value tiles =
      b.udiv(b.add(b.domain().chainLength(b), b.i64(skeleton.getItems() - 1)),
             b.i64(skeleton.getItems()));
  State last = b.loop(tiles, carried, [&](Value k, ValueRange carried) {
    Value slot = carried.back();
    Value before = arith::SelectOp::create(b, b.isZero(slot), b.i32(ahead),
                                           b.sub(slot, b.i32(1)));
    fetch(b.add(k, b.i64(ahead)), before);
    AwaitChainsOp::create(b, ahead);
    State next(flat(scan(k, slot, split(carried.drop_back()))));
    Value isLast = b.compare(arith::CmpIPredicate::eq, slot, b.i32(ahead));
    next.push_back(
        arith::SelectOp::create(b, isLast, b.i32(0), b.add(slot, b.i32(1))));
    return next;
  });
  if (ScanOp scan = source.scan; scan.hasEmptyKernel())
    finish(split(ValueRange(last).drop_back()));
}

void Columns::fetch(Value tile, Value slot) {
  input().fetchAcross(b, lane(Side::Input, stepOf(tile), skeleton.getItems()),
                      shared.slot(layout.ring, slot, 0));
}

SmallVector<State> Columns::scan(Value tile, Value slot,
                                 ArrayRef<State> carries) {
  Value step = stepOf(tile);
  Value place = shared.slot(layout.ring, slot, 0);
  const SmallVector<Value> elements = b.input().loadAcross(
      b, lane(Side::Input, step, skeleton.getItems()), /*stretch=*/nullptr,
      place, /*isMasked=*/source.scan.hasEmptyKernel());
  SmallVector<State> behind;
  SmallVector<Value> outputs;
  for (auto [row, carry] : llvm::enumerate(carries)) {
    auto [stored, next] = b.scanRunOn(
        skeleton, ValueRange(elements).slice(row * fields(), fields()), carry,
        outputsOf());
    llvm::append_range(outputs, stored);
    behind.push_back(next);
  }
  output().storeAcross(b, lane(Side::Output, step, skeleton.getItems()),
                       /*stretch=*/nullptr, place, placesOf(Side::Input),
                       outputs, /*isLonger=*/false);
  return behind;
}

} // namespace

void buildColumns(const ScanSource &source) { Columns(source).build(); }

} // namespace scanc::prefix
