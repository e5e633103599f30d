//===- StreamGroups.cpp - What warps do to a tile in a slot ---------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StreamGroups.h"

#include "CombineTimes.h"
#include "WarpCircuit.h"

using namespace mlir;

namespace scanc::prefix {

StreamGroups::Member StreamGroups::memberOf(int64_t firstWarp) {
  Value warp = b.sub(b.warpId(), b.i32(firstWarp));
  Value group = arith::DivUIOp::create(b, warp, b.i32(down.getWarps()));
  Value first = arith::MulIOp::create(b, group, b.i32(down.getWarps()));
  Value own = b.sub(warp, first);
  Value thread = arith::MulIOp::create(b, own, b.i32(32));
  return {group, own, add(thread, b.laneId())};
}

/// `memory`, with the tile at `start` in shared memory.
TileMemory StreamGroups::inSlot(TileMemory memory, Value start,
                                const Tile &tile) {
  memory.base = start;
  if (source.scan.getReverse())
    memory.reversedLength = tile.elements;
  memory.isAligned = true;
  return memory;
}

Value StreamGroups::firstOf(const Member &member) {
  return arith::MulIOp::create(b, member.thread, b.i32(down.getItems()));
}

/// The input's last run, if its end cuts it short, goes on with copies of an
/// element, so that the scanners find whole runs only. What becomes of them
/// is not copied out.
void StreamGroups::fillLastRun(const Position &at, const Member &member,
                               const Tile &tile) {
  const StructLayout element = StructLayout::of(types.element);
  const int64_t unit = element.alignment, units = element.size / unit;
  Value items = b.i32(down.getItems());
  Value rest = arith::RemUIOp::create(b, toI32(tile.elements), items);
  Value isCut = compare(arith::CmpIPredicate::ne, rest, b.i32(0));
  b.onlyIf(isCut, [&] {
    Value missing = b.sub(items, rest);
    Value start = inputPointer(at.slot, tile);
    auto pointer = [&](Value base, Value byte) -> Value {
      return LLVM::GEPOp::create(b, base.getType(), b.getI8Type(), base,
                                 ArrayRef<LLVM::GEPArg>{byte});
    };
    // Runs are counted from the other end, too.
    Value behind =
        source.scan.getReverse()
            ? b.sub(b.i64(0), b.mul(b.toI64(missing), b.i64(element.size)))
            : b.mul(tile.elements, b.i64(element.size));
    Value end = pointer(start, behind);
    auto loop = scf::ForOp::create(
        b, member.thread, arith::MulIOp::create(b, missing, b.i32(units)),
        b.i32(down.getThreads()));
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    auto byteOf = [&](Value index) {
      return b.toI64(arith::MulIOp::create(b, index, b.i32(unit)));
    };
    Value index = loop.getInductionVar();
    Value ofElement = arith::RemUIOp::create(b, index, b.i32(units));
    Value word = LLVM::LoadOp::create(b, b.getIntegerType(8 * unit),
                                      pointer(start, byteOf(ofElement)), unit);
    LLVM::StoreOp::create(b, word, pointer(end, byteOf(index)), unit);
  });
}

/// The state of the thread's run, if all of it exists. Of a run that the end
/// of the input cuts short nobody asks: nothing comes behind it.
State StreamGroups::reduceRun(const Position &at, const Member &member,
                              const Tile &tile, Value count) {
  fillLastRun(at, member, tile);
  TileMemory in = inSlot(b.input(), inputPointer(at.slot, tile), tile);
  Value isWhole =
      compare(arith::CmpIPredicate::uge, count, b.i32(down.getItems()));
  auto branch = scf::IfOp::create(b, b.getStateTypes(), isWhole,
                                  /*addThenBlock=*/true,
                                  /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(b, b.reduceRun(up, b.load(in, up, warpStart(member))));
  b.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(b, b.identity());
  return State(branch.getResults());
}

Value StreamGroups::warpStart(const Member &member) {
  return b.toI64(
      arith::MulIOp::create(b, member.warp, b.i32(32 * down.getItems())));
}

/// How many elements there are from the thread's first one on; 0 if none.
Value StreamGroups::countRun(const Member &member, const Tile &tile) {
  Value elements = toI32(tile.elements);
  return b.sub(elements, arith::MinUIOp::create(b, firstOf(member), elements));
}

StreamGroups::RunAndTile
StreamGroups::reduceInGroup(const Position &at, const Member &member,
                            const Tile &tile, Value barrier, Value turn) {
  State run = reduceRun(at, member, tile, countRun(member, tile));
  auto [beforeLane, warpTotal] = b.scanWarp(up, {run});

  Value row = rowOfTotals(member, turn);
  Value isFirstLane = compare(arith::CmpIPredicate::eq, b.laneId(), b.i32(0));
  b.onlyIf(isFirstLane, [&, total = warpTotal] {
    shared.store(layout.totals, add(row, member.warp), total);
  });
  waitForGroup(barrier);
  auto [beforeWarp, total] = scanWarps(row, member.warp);
  return {b.combine(beforeWarp, beforeLane.front()), total};
}

/// What comes before warp `warp` of the group, and the totals of all its
/// warps: each thread combines them on its own, or the lanes of each warp do,
/// whichever is quicker.
std::pair<State, State> StreamGroups::scanWarps(Value row, Value warp) {
  const circuits::Network network = b.networkOf(up.getBlock());
  const circuits::Cost cost = circuits::computeCost(network);
  const CombineTimes times(source.scan, source.monoid);
  const int64_t warps = down.getWarps();
  auto totalOf = [&](Value w) {
    return shared.load(layout.totals, add(row, w));
  };
  if (times.acrossLanes(cost.depth) < times.inThread(cost)) {
    Value own = arith::MinUIOp::create(b, b.laneId(), b.i32(warps - 1));
    State upTo = scanLanes(b, network, totalOf(own));
    Value isFirst = compare(arith::CmpIPredicate::eq, warp, b.i32(0));
    Value last =
        arith::SelectOp::create(b, isFirst, b.i32(0), b.sub(warp, b.i32(1)));
    State before = b.readLane(upTo, last);
    return {b.select(isFirst, b.identity(), before),
            b.readLane(upTo, b.i32(warps - 1))};
  }
  SmallVector<State> totals;
  for (int64_t w = 0; w < warps; ++w)
    totals.push_back(totalOf(b.i32(w)));
  SmallVector<State> upTo = b.scanStates(up.getBlock(), totals);
  State before = b.identity();
  for (int64_t w = 1; w < warps; ++w) {
    Value is = compare(arith::CmpIPredicate::eq, warp, b.i32(w));
    before = b.select(is, upTo[w - 1], before);
  }
  return {before, upTo.back()};
}

void StreamGroups::scanRun(const Position &at, const Member &member,
                           const Tile &tile, ValueRange seed) {
  TileMemory in = inSlot(b.input(), inputPointer(at.slot, tile), tile);
  TileMemory out = inSlot(b.output(), outputPointer(at, tile), tile);
  Value count = countRun(member, tile);
  Value exists = compare(arith::CmpIPredicate::ne, count, b.i32(0));
  b.onlyIf(exists, [&] {
    SmallVector<Value> seeded{ValueRange(seed)};
    llvm::append_range(seeded, b.load(in, down, warpStart(member)));
    auto scanned = ThreadScanOp::create(
        b, TypeRange(ValueRange(seeded)).drop_front(seed.size()), b.getMonoid(),
        cast<FlatSymbolRefAttr>(down.getThread()), seeded,
        source.isExclusive() ? b.getUnitAttr() : UnitAttr());
    b.store(out, down, warpStart(member), scanned.getResults());
  });
}

} // namespace scanc::prefix
