//===- StreamGroups.cpp - What warps do to a tile in a slot ---------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StreamGroups.h"

#include "CombineTimes.h"
#include "scanc/Conversion/Levels/WarpCircuit.h"

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

Value StreamGroups::firstOf(const Member &member) {
  return arith::MulIOp::create(b, member.thread, runLength());
}

/// The input's last run, if its end cuts it short, goes on with copies of an
/// element, so that the scanners find whole runs only. What becomes of them
/// is not copied out.
void StreamGroups::fillLastRun(const Position &at, const Member &member,
                               const Tile &tile) {
  // Whole tiles are whole runs, and need no division by their length.
  Value isShort = compare(arith::CmpIPredicate::ne, tile.elements, tileLength);
  b.onlyIf(isShort, [&] {
    Value items = runLength();
    Value rest = arith::RemUIOp::create(b, toI32(tile.elements), items);
    Value missing =
        arith::SelectOp::create(b, isZero(rest), b.i32(0), b.sub(items, rest));
    for (const TileRegion &region : layout.inRegions)
      fillBehind(inputPointer(at.slot, tile, region), missing, member, tile,
                 region);
  });
}

/// Copies an element of the tile at `start` to `missing` (i32) places behind
/// its last one.
void StreamGroups::fillBehind(Value start, Value missing, const Member &member,
                              const Tile &tile, const TileRegion &region) {
  const int64_t unit = region.alignment, units = region.size / unit;
  // Runs are counted from the other end, too.
  Value behind =
      isBackward()
          ? b.sub(b.i64(0), b.mul(b.toI64(missing), b.i64(region.size)))
          : b.mul(tile.elements, b.i64(region.size));
  Value end = offsetBy(start, behind);
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
                                    offsetBy(start, byteOf(ofElement)), unit);
  LLVM::StoreOp::create(b, word, offsetBy(end, byteOf(index)), unit);
}

/// The state of the thread's run, if all of it exists. Of a run that the end
/// of the input cuts short nobody asks: nothing comes behind it.
State StreamGroups::reduceRun(const Position &at, const Member &member,
                              const Tile &tile) {
  Place in = inputIn(at.slot, tile);
  Value isWhole =
      compare(arith::CmpIPredicate::uge, countRun(member, tile), runLength());
  return choose(
      isWhole,
      [&] {
        auto reduceWhole = [&] {
          return b.reduceRun(up, in.load(b, up, warpStart(member)));
        };
        if (mostPieces() == 1)
          return reduceWhole();
        if (reducesByPiece)
          return reducePieces(in, member);
        return choose(areWhole(), reduceWhole,
                      [&] { return reducePieces(in, member); });
      },
      [&] { return b.identity(); });
}

/// Both give so many states, one after another.
State StreamGroups::choose(Value condition, function_ref<State()> then,
                           function_ref<State()> otherwise, int64_t states) {
  SmallVector<Type> results;
  for (int64_t state = 0; state < states; ++state)
    llvm::append_range(results, b.getStateTypes());
  auto branch = scf::IfOp::create(b, results, condition,
                                  /*addThenBlock=*/true,
                                  /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(b, then());
  b.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(b, otherwise());
  return State(branch.getResults());
}

/// Whether runs have all their pieces, which then need not be counted.
Value StreamGroups::areWhole() {
  return compare(arith::CmpIPredicate::eq, pieces, b.i32(mostPieces()));
}

Value StreamGroups::warpStart(const Member &member) {
  Value perWarp = arith::MulIOp::create(b, runLength(), b.i32(32));
  return b.toI64(arith::MulIOp::create(b, member.warp, perWarp));
}

/// Its runs are pieces.
SkeletonAttr StreamGroups::pieceSkeleton() {
  SkeletonParts parts;
  parts.warps = down.getWarps();
  parts.items = piece;
  parts.rows = parts.stages = 1;
  return SkeletonAttr::get(b.getContext(), parts);
}

/// Where the warp's pieces would begin if those of its lanes were side by side.
Value StreamGroups::pieceStart(const Member &member, Value number) {
  Value inRun = arith::MulIOp::create(b, number, b.i32(piece));
  Value inLanes = arith::MulIOp::create(b, b.laneId(), b.i32(piece));
  return b.sub(b.toI64(add(firstOf(member), inRun)), b.toI64(inLanes));
}

SmallVector<State> StreamGroups::statesOfPiece(ValueRange fields) {
  SmallVector<State> states(piece);
  for (Value vector : fields)
    for (auto [i, state] : llvm::enumerate(states))
      state.push_back(
          vector::ExtractOp::create(b, vector, static_cast<int64_t>(i)));
  return states;
}

/// Of the first pieces, which a run has one of at least, and of the others.
State StreamGroups::reducePieces(const Place &in, const Member &member) {
  auto reduce = [&](Value number) {
    SmallVector<Value> fields =
        in.load(b, pieceSkeleton(), pieceStart(member, number));
    if (reducesByPiece)
      return b.reduceRun(up, fields);
    SmallVector<State> states = statesOfPiece(fields);
    State all = states.front();
    for (const State &state : ArrayRef(states).drop_front())
      all = b.combine(all, state);
    return all;
  };
  State first = reduce(b.i32(0));
  if (!loopsOverPieces)
    return first;
  auto loop = scf::ForOp::create(b, b.i32(1), pieces, b.i32(1), first);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  State next = reduce(loop.getInductionVar());
  scf::YieldOp::create(b, b.combine(State(loop.getRegionIterArgs()), next));
  return State(loop.getResults());
}

/// By the circuit of a thread's runs or pieces.
SmallVector<Value> StreamGroups::scanInThread(ValueRange fields,
                                              ValueRange seed) {
  SmallVector<Value> seeded(seed);
  llvm::append_range(seeded, fields);
  auto scanned =
      ThreadScanOp::create(b, TypeRange(fields), b.getMonoid(),
                           cast<FlatSymbolRefAttr>(down.getThread()), seeded,
                           source.isExclusive() ? b.getUnitAttr() : UnitAttr());
  return SmallVector<Value>(scanned.getResults());
}

void StreamGroups::scanPieces(const Place &in, const Place &out,
                              const Member &member, ValueRange seed) {
  auto scan = [&](Value number, State before) {
    Value start = pieceStart(member, number);
    SmallVector<Value> fields = in.load(b, pieceSkeleton(), start);
    if (scansByPiece) {
      SmallVector<Value> scanned = scanInThread(fields, before);
      out.store(b, pieceSkeleton(), start, scanned);
      State last = statesOfPiece(scanned).back();
      return source.isExclusive()
                 ? b.combine(last, statesOfPiece(fields).back())
                 : last;
    }
    SmallVector<State> outputs;
    for (const State &item : statesOfPiece(fields)) {
      State upTo = b.combine(before, item);
      outputs.push_back(source.isExclusive() ? before : upTo);
      before = upTo;
    }
    out.store(b, pieceSkeleton(), start, b.acrossRows(outputs));
    return before;
  };
  if (!loopsOverPieces) {
    scan(b.i32(0), State(seed));
    return;
  }
  auto loop = scf::ForOp::create(b, b.i32(0), pieces, b.i32(1), seed);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  State next = scan(loop.getInductionVar(), State(loop.getRegionIterArgs()));
  scf::YieldOp::create(b, next);
}

/// How many elements there are from the thread's first one on; 0 if none.
Value StreamGroups::countRun(const Member &member, const Tile &tile) {
  Value elements = toI32(tile.elements);
  return b.sub(elements, arith::MinUIOp::create(b, firstOf(member), elements));
}

/// Whether any lane of the warp has elements.
Value StreamGroups::hasRuns(const Member &member, const Tile &tile) {
  return compare(arith::CmpIPredicate::ult, warpStart(member), tile.elements);
}

/// What comes before the thread's run within the warp's, and the warp's total.
State StreamGroups::reduceWarp(const Position &at, const Member &member,
                               const Tile &tile) {
  auto reduce = [&] {
    auto [before, total] = b.scanWarp(up, {reduceRun(at, member, tile)});
    State states = before.front();
    llvm::append_range(states, total);
    return states;
  };
  // A short tile has no elements for some warps, which would be in the way of
  // those that have the same scheduler.
  constexpr int64_t schedulers = 4;
  if (!source.hasOneTile || down.getWarps() <= schedulers)
    return reduce();
  return choose(
      hasRuns(member, tile), reduce,
      [&] {
        State none = b.identity();
        llvm::append_range(none, State(none));
        return none;
      },
      2);
}

StreamGroups::RunAndTile
StreamGroups::reduceInGroup(const Position &at, const Member &member,
                            const Tile &tile, Value barrier, Value turn) {
  fillLastRun(at, member, tile);
  const State states = reduceWarp(at, member, tile);
  const size_t fields = b.getStateTypes().size();
  const State beforeLane(ArrayRef(states).take_front(fields)),
      warpTotal(ArrayRef(states).drop_front(fields));

  Value row = rowOfTotals(member, turn);
  Value isFirstLane = compare(arith::CmpIPredicate::eq, b.laneId(), b.i32(0));
  b.onlyIf(isFirstLane, [&] {
    shared.store(layout.totals, add(row, member.warp), warpTotal);
  });
  waitForGroup(barrier);
  auto [beforeWarp, total] = scanWarps(row, member.warp);
  return {b.combine(beforeWarp, beforeLane), total};
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
  Place in = inputIn(at.slot, tile), out = outputIn(at, tile);
  Value count = countRun(member, tile);
  Value exists = compare(arith::CmpIPredicate::ne, count, b.i32(0));
  auto scanWhole = [&] {
    Value start = warpStart(member);
    out.store(b, down, start, scanInThread(in.load(b, down, start), seed));
  };
  b.onlyIf(exists, [&] {
    if (mostPieces() == 1)
      return scanWhole();
    if (scansByPiece)
      return scanPieces(in, out, member, seed);
    either(areWhole(), scanWhole, [&] { scanPieces(in, out, member, seed); });
  });
}

} // namespace scanc::prefix
