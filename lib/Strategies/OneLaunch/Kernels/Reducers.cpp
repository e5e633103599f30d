//===- Reducers.cpp - Warps that reduce tiles -----------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reducers.h"

#include "CombineTimes.h"
#include "scanc/Conversion/Levels/WarpCircuit.h"

using namespace mlir;

namespace scanc::prefix {

void Reducers::run(const Exchange &exchange) const {
  Member member = Member::of(c, c.firstReducer());
  Value barrier = b.add(member.group, b.i32(1));
  Descriptors totals = exchange.await(work);
  State turn = {b.i32(0)};
  auto reduceNext = [&](const Position &at, ValueRange turn) {
    State before = reduceTile(at, member, barrier, turn.front(), totals);
    Value prefix = b.mul(at.slot, b.i32(c.down.getThreads()));
    c.shared.store(c.layout.prefixes, b.add(prefix, member.thread), before);
    c.shared.arrive(c.layout.ready, at.slot);
    return State{arith::XOrIOp::create(b, turn.front(), b.i32(1))};
  };
  ring.forTiles(work, member.group, c.groups(), turn, reduceNext);
  mode.leave();
}

State Reducers::reduceTile(const Position &at, const Member &member,
                           Value barrier, Value turn,
                           Descriptors &totals) const {
  Tile tile = work.tileAt(at.k);
  SmallVector<Stretch> input = copies.inputOf(tile);
  const Descriptors::Entry entry = totals.entry(at.k, b.toI32(work.block));
  mode.waitForUse(c.layout.full, at, [&] { mode.leave(); });
  for (const Stretch &from : input)
    copies.copyRest(ring.inputPointer(at.slot, tile, from.region), from.address,
                    from.bulk, tile, from.region, member.thread, barrier);
  b.letNextBegin();
  auto [before, total] = reduce(at, member, tile, barrier, turn);
  Value isFirst = b.compare(arith::CmpIPredicate::eq, member.thread, b.i32(0));
  b.onlyIf(b.both(isFirst, b.isNot(work.isAlone)),
           [&, total = total] { totals.post(entry, total); });
  return before;
}

RunAndTile Reducers::reduce(const Position &at, const Member &member,
                            const Tile &tile, Value barrier, Value turn) const {
  runs.fillLast(at, member, tile);
  auto [beforeLane, warpTotal] = reduceWarp(at, member, tile);
  Value row = rowOfTotals(member, turn);
  Value isFirstLane = b.compare(arith::CmpIPredicate::eq, b.laneId(), b.i32(0));
  b.onlyIf(isFirstLane, [&, warpTotal = warpTotal] {
    c.shared.store(c.layout.totals, b.add(row, member.warp), warpTotal);
  });
  c.waitForGroup(barrier);
  auto [beforeWarp, total] = scanWarps(row, member.warp);
  return {b.combine(beforeWarp, beforeLane), total};
}

/// Where in `layout.totals` a group's row begins (i32).
Value Reducers::rowOfTotals(const Member &member, Value turn) const {
  Value row = b.add(b.mul(member.group, b.i32(2)), turn);
  return b.mul(row, b.i32(c.down.getWarps()));
}

/// What comes before the thread's run within the warp's, and the warp's total.
std::pair<State, State> Reducers::reduceWarp(const Position &at,
                                             const Member &member,
                                             const Tile &tile) const {
  auto reduceRuns = [&] {
    auto [before, total] = b.scanWarp(c.up, {runs.reduce(at, member, tile)});
    State states = before.front();
    llvm::append_range(states, total);
    return states;
  };
  // A short tile has no elements for some warps, which would be in the way of
  // those that have the same scheduler.
  constexpr int64_t schedulers = 4;
  State states;
  if (!c.hasOneTile || c.down.getWarps() <= schedulers)
    states = reduceRuns();
  else
    states = b.choose(
        runs.exist(member, tile), reduceRuns,
        [&] {
          State none = b.identity();
          llvm::append_range(none, State(none));
          return none;
        },
        /*states=*/2);
  const size_t fields = b.getStateTypes().size();
  return {State(ArrayRef(states).take_front(fields)),
          State(ArrayRef(states).drop_front(fields))};
}

/// What comes before warp `warp` of the group, and the totals of all its
/// warps: each thread combines them on its own, or the lanes of each warp do,
/// whichever is quicker.
std::pair<State, State> Reducers::scanWarps(Value row, Value warp) const {
  const circuits::Network network = b.networkOf(c.up.getBlock());
  const circuits::Cost cost = circuits::computeCost(network);
  const CombineTimes times(c.scan, c.monoid);
  const int64_t warps = c.down.getWarps();
  auto totalOf = [&](Value w) {
    return c.shared.load(c.layout.totals, b.add(row, w));
  };
  if (times.acrossLanes(cost.depth) < times.inThread(cost)) {
    Value own = arith::MinUIOp::create(b, b.laneId(), b.i32(warps - 1));
    State upTo = scanLanes(b, network, totalOf(own));
    Value isFirst = b.compare(arith::CmpIPredicate::eq, warp, b.i32(0));
    Value last =
        arith::SelectOp::create(b, isFirst, b.i32(0), b.sub(warp, b.i32(1)));
    State before = b.readLane(upTo, last);
    return {b.select(isFirst, b.identity(), before),
            b.readLane(upTo, b.i32(warps - 1))};
  }
  SmallVector<State> totals;
  for (int64_t w = 0; w < warps; ++w)
    totals.push_back(totalOf(b.i32(w)));
  SmallVector<State> upTo = b.scanStates(c.up.getBlock(), totals);
  State before = b.identity();
  for (int64_t w = 1; w < warps; ++w) {
    Value is = b.compare(arith::CmpIPredicate::eq, warp, b.i32(w));
    before = b.select(is, upTo[w - 1], before);
  }
  return {before, upTo.back()};
}

} // namespace scanc::prefix
