//===- Rule.cpp - What a scan of strips launches --------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rule.h"
#include "ClusterLayout.h"
#include "StripLayout.h"

#include "scanc/Dialect/Prefix/IR/ExchangeLayout.h"

#include "llvm/Support/MathExtras.h"

using namespace scanc;
using namespace scanc::prefix;
using launch::blocksPerSM, launch::both, launch::divideUp, launch::Expr,
    launch::ifElse, launch::isAtMost, launch::isEqual, launch::isLess,
    launch::LaunchRule, launch::maxBlocks, launch::multiprocessors, launch::n;

/// Warps of a multiprocessor that by themselves keep memory busy.
static constexpr uint64_t warpsToFill = 4;

StripsRule::Strips StripsRule::stripsOf(LaunchRule &rule, llvm::StringRef name,
                                        const Shape &shape) const {
  const Expr length = Expr::name(axis), chains = Expr::name("chains"),
             some = stretch.empty() ? Expr(0) : Expr::name(stretch);
  // Lanes that lie side by side: a power of two, at most a warp.
  auto lanesOf = [&](const Expr &together) {
    Expr lanes = 32;
    for (uint64_t power : {16, 8, 4, 2, 1})
      lanes = ifElse(isAtMost(together, power * shape.rows), power, lanes);
    return lanes;
  };
  auto stepsOfTile = [&](const Expr &lanes) {
    return (32 / lanes) * shape.steps;
  };
  auto define = [&](const char *what, const Expr &value) {
    return rule.define((name + what).str(), value);
  };
  // A stretch of fewer chains than a warp has, and of at least half of a tile.
  // Where there is no other, it is one in any case.
  const Expr areLong =
      isAtMost(stepsOfTile(lanesOf(some)), length * 2) + isEqual(some, chains);
  Expr areStretches = define(
      "_stretches", both(both(isLess(0, some), isLess(some, 32 * shape.rows)),
                         isLess(0, areLong)));
  Expr all = lanesOf(chains);
  for (auto [halvings, few] : llvm::enumerate(shape.halvedUpTo))
    all = min(all, ifElse(isLess(chains, few), uint64_t(16) >> halvings, 32));
  Expr lanes = define("_lanes", ifElse(areStretches, lanesOf(some), all));
  // Of short chains, as many lanes follow each other as have all of a chain in
  // a tile, as far as strips are not too narrow; not if strips would be many.
  if (shape.narrowest) {
    Expr few = 32;
    for (uint64_t half = 0; half < shape.narrowest; ++half)
      few = ifElse(isLess(shape.steps << half, length), 16 >> half, few);
    few = define("_few", few);
    const Expr areShort = isAtMost(length, StripLayout::soonWalked * shape.steps
                                               << shape.narrowest);
    const Expr areNarrow = define(
        "_narrow", both(both(isLess(few, lanes), areShort),
                        isAtMost(divideUp(chains * (32 / few), 32 * shape.rows),
                                 StripLayout::mostNarrow)));
    areStretches = both(areStretches, isEqual(areNarrow, 0));
    lanes = define("_abreast", ifElse(areNarrow, few, lanes));
  }
  Expr chainsOfStrip = lanes * shape.rows, steps = stepsOfTile(lanes);
  Expr areBeside = 0;
  if (shape.wideFrom) {
    constexpr uint64_t far = StripWidths::farApart;
    const Expr areFar =
        both(isAtMost(far, some), isAtMost(shape.wideFrom, chains));
    areBeside = define("_wide", both(areFar, both(isEqual(areStretches, 0),
                                                  isEqual(lanes, 32))));
    chainsOfStrip = ifElse(areBeside, 64 * shape.rows, chainsOfStrip);
    steps = ifElse(areBeside, shape.steps / 2, steps);
  }
  const Expr strips = define(
      "_strips", divideUp(chains, ifElse(areStretches, some, chainsOfStrip)));
  Expr word = areStretches * LaneWord::stretches;
  if (shape.wideFrom)
    word = word + areBeside * LaneWord::beside;
  for (uint64_t most : {32, 16, 8, 4, 2})
    word = word + isLess(lanes, most);
  if (shape.idle) {
    const Expr busy = multiprocessors() * uint64_t(StripWidths::sixteenthsBusy);
    const Expr hasEachOne =
        both(isAtMost(busy, strips * 16), isAtMost(strips, multiprocessors()));
    const Expr areLongChains =
        isLess(StripWidths::tilesBusy * shape.steps, length);
    // On a GPU of very many multiprocessors, wide strips could be as many.
    const Expr areOfOneWarp = both(isEqual(lanes, 32), isEqual(areBeside, 0));
    const Expr areIdle =
        define("_idle", both(hasEachOne, both(areOfOneWarp, areLongChains)));
    steps = ifElse(areIdle, steps / shape.warps * (shape.warps - shape.idle),
                   steps);
    word = word + areIdle * (shape.idle << LaneWord::idleBit);
  }
  return {strips, divideUp(length, steps), areStretches,
          define("_lanes_lie", word)};
}

/// With fewer groups for each cluster, tiles that blocks draw by themselves, or
/// walk along, are chosen.
static constexpr uint64_t fewestGroups = 4;

void StripsRule::addClusters(LaunchRule &rule, unsigned kernel) const {
  const Expr chains = Expr::name("chains");
  // Four lanes or more side by side have all of them, and each rank has one.
  // Fewer lanes side by side would use few banks of shared memory.
  const uint64_t fewest = std::max(4 * clustering.rows, cluster);
  Expr areSo = 0, word = 0;
  const uint64_t most =
      std::min<uint64_t>({ClusterLayout::mostChains, 32 * clustering.rows,
                          ClusterLayout::mostOfRank * cluster});
  for (uint64_t few = fewest; few <= most; few *= 2) {
    const Expr is = isEqual(chains, few);
    const uint64_t log =
        5 - (llvm::Log2_64(few) - llvm::Log2_64(clustering.rows));
    areSo = few == fewest ? is : areSo + is;
    word = few == fewest ? is * log : word + is * log;
  }
  const Expr lie = rule.define("clustered_lanes_lie", word);
  const Expr groups =
      rule.define("groups", divideUp(n(), 32 * clustering.rows *
                                              clustering.steps * cluster));
  const Expr areDense = rule.define(
      "dense", both(both(areSo, isEqual(Expr::name(stretch), chains)),
                    isAtMost(groups, mostGroups)));
  const Expr clusters = rule.define(
      "most_clusters", min(multiprocessors(), maxBlocks()) / cluster);
  const Expr blocks =
      rule.define("clustered_blocks", max(min(clusters, groups), 1) * cluster);
  rule.grids.push_back(blocks);
  // Before all others.
  rule.cases.insert(
      rule.cases.begin(),
      {both(areDense, both(isLess(0, clusters),
                           isAtMost(clusters * fewestGroups, groups))),
       {{kernel, blocks, lie, chains}}});
  // What begins as zeros is as large for every n.
  rule.workspaceBytes =
      max(rule.workspaceBytes, launch::roundUpToUnits(groupBytes));
  rule.workspaceZeroed = true;
}

LaunchRule StripsRule::make(LaunchRule rule) const {
  const Expr chains = rule.define("chains", n() / Expr::name(axis));
  const Expr isKept = rule.define(
      "kept", isAtMost(StripLayout::leastBytesKept / bytesOfElement, n()) *
                  LaneWord::kept);
  const auto [strips, ofEach, areStretches, lanes] =
      stripsOf(rule, "walking", walking);
  const Expr areLong = isLess(StripLayout::soonWalked, ofEach);
  const Expr walkers = rule.define("walkers", max(min(strips, maxBlocks()), 1));
  rule.grids.push_back(walkers);
  const Expr blocks = divideUp(chains, std::max<uint64_t>(chainsOfColumns, 1));
  const Expr columns = max(min(blocks, maxBlocks()), 1);
  if (chainsOfColumns) {
    // Whatever tiles are drawn, these need no others.
    const unsigned kernel = windowBytes ? 2 : 1;
    rule.cases.push_back(
        {both(isEqual(areStretches, 0),
              isAtMost(multiprocessors() * warpsToFill, blocks)),
         {{kernel, columns, isKept, chains}}});
  }
  if (windowBytes) {
    const Strips drawn = stripsOf(rule, "drawing", drawing);
    const Expr tiles = rule.define("tiles", drawn.tiles);
    const Expr resident =
        rule.define("resident", max(min(multiprocessors() * blocksPerSM(),
                                        min(maxBlocks(), mostBlocks)),
                                    1));
    const Expr drawers =
        rule.define("drawers", min(drawn.strips * tiles, resident));
    rule.grids.push_back(drawers);
    // Strips leave some multiprocessors without one, or with one fewer. Where
    // memory is what takes long, a block that walks has more of its speed where
    // there are few: some of the multiprocessors do more than all with tiles
    // that are drawn. Not where combines take long.
    const Expr rounds = divideUp(strips, resident) * resident;
    Expr areFew = isLess(strips * 10, rounds * 9);
    if (!chainsOfColumns)
      areFew = both(areFew, isLess(strips * walkersOf, resident + 12));
    rule.cases.push_back({both(both(both(isLess(1, tiles), areLong),
                                    isAtMost(drawn.strips, mostStrips)),
                               areFew),
                          {{1, drawers, drawn.lanes, chains}}});
    rule.workspaceBytes = ifElse(isAtMost(n(), drawing.steps), 0,
                                 launch::roundUpToUnits(windowBytes));
    rule.workspaceZeroed = true;
  }
  if (chainsOfColumns)
    rule.grids.push_back(columns);
  rule.cases.push_back(
      {isLess(0, n()), {{0, walkers, lanes + isKept, chains}}});
  if (cluster)
    addClusters(rule, (windowBytes ? 2 : 1) + (chainsOfColumns ? 1 : 0));
  return rule;
}
