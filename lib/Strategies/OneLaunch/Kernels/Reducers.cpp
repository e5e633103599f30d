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
    c.shared.release(c.layout.ready, at.slot);
    return State{arith::XOrIOp::create(b, turn.front(), b.i32(1))};
  };
  ring.forTiles(work, member.group, c.groups(), turn, reduceNext);
  mode.leave();
}

State Reducers::reduceTile(const Position &at, const Member &member,
                           Value barrier, Value turn,
                           const Descriptors &totals) const {
  Tile tile = work.tileAt(at.k);
  SmallVector<Stretch> input = copies.inputOf(tile);
  EntryOp entry = totals.entry(at.k, b.toI32(work.block));
  const Cuts cuts = cutsOf(member, tile);
  mode.waitForUse(c.layout.full, at);
  for (const Stretch &from : input)
    copies.copyRest(ring.inputPointer(at.slot, tile, from.region), from.address,
                    from.bulk, tile, from.region, member.thread, barrier);
  b.letNextBegin();
  auto [before, total] = reduce(at, member, tile, cuts, barrier, turn);
  Value isFirst = b.compare(arith::CmpIPredicate::eq, member.thread, b.i32(0));
  b.onlyIf(b.both(isFirst, b.isNot(work.isAlone)),
           [&, total = total] { totals.post(entry, total.state); });
  return before.state;
}

RunAndTile Reducers::reduce(const Position &at, const Member &member,
                            const Tile &tile, const Cuts &cuts, Value barrier,
                            Value turn) const {
  runs.fillLast(at, member, tile);
  auto [beforeLane, warpTotal] = reduceWarp(at, member, tile, cuts);
  Value row = rowOfTotals(member, turn);
  b.onlyIf(b.isFirstLane(), [&, warpTotal = warpTotal] {
    c.shared.store(c.layout.totals, b.add(row, member.warp), warpTotal.state);
  });
  c.waitForGroup(barrier);
  auto [beforeWarp, total] = scanWarps(row, member.warp, cuts.warps);
  return {b.join(beforeWarp, beforeLane), total};
}

/// Where in `layout.totals` a group's row begins (i32).
Value Reducers::rowOfTotals(const Member &member, Value turn) const {
  Value row = b.add(b.mul(member.group, b.i32(2)), turn);
  return b.mul(row, b.i32(c.down.getWarps()));
}

/// What comes before the thread's run within the warp's, and the warp's total.
std::pair<Part, Part> Reducers::reduceWarp(const Position &at,
                                           const Member &member,
                                           const Tile &tile,
                                           const Cuts &cuts) const {
  auto reduceRuns = [&] {
    auto [before, total] =
        b.scanWarp(c.up, {runs.reduce(at, member, tile, cuts.run)});
    return KernelBuilder::Parts{before.front(), total};
  };
  // A short tile has no elements for some warps, which would be in the way of
  // those that have the same scheduler.
  constexpr int64_t schedulers = 4;
  KernelBuilder::Parts parts;
  if (!c.hasOneTile || c.down.getWarps() <= schedulers)
    parts = reduceRuns();
  else
    parts = b.choose(
        runs.exist(member, tile), reduceRuns,
        [&] {
          const Part none(b.identity());
          return KernelBuilder::Parts{none, none};
        },
        /*count=*/2);
  return {parts.front(), parts.back()};
}

/// Whether chains begin within what each warp of the group has of the tile: a
/// bit for each (i32), or null.
Value Reducers::cutsOfWarps(const Tile &tile) const {
  if (!tile.chains)
    return {};
  Value perWarp = b.mul(work.runLength(), b.i32(32));
  Value elements = b.toI32(tile.elements);
  Value own = arith::MinUIOp::create(b, b.mul(b.laneId(), perWarp), elements);
  Value count = arith::MinUIOp::create(b, perWarp, b.sub(elements, own));
  Value isCut = runs.restartsOf(tile)->any(b, b.toI64(own), b.toI64(count));
  return b.ballot(isCut);
}

/// What comes before warp `warp` of the group, and the totals of all its warps;
/// `cuts` says in which of them chains begin. Each thread combines them on its
/// own, or the lanes of each warp do, whichever is quicker.
std::pair<Part, Part> Reducers::scanWarps(Value row, Value warp,
                                          Value cuts) const {
  const circuits::Cost cost =
      circuits::computeCost(b.networkOf(c.up.getBlock()));
  const CombineTimes times(c.scan, c.monoid);
  return b.scanGroup(c.up, c.shared.named(c.layout.totals), row, warp, cuts,
                     times.acrossLanes(cost.depth) < times.inThread(cost));
}

} // namespace scanc::prefix
