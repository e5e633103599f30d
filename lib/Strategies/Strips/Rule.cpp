//===- Rule.cpp - What a scan of strips launches --------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rule.h"

using namespace scanc;
using namespace scanc::prefix;
using launch::blocksPerSM, launch::both, launch::divideUp, launch::Expr,
    launch::ifElse, launch::isAtMost, launch::isEqual, launch::isLess,
    launch::LaunchRule, launch::maxBlocks, launch::multiprocessors, launch::n;

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
  // Whether strips are stretches: StripContext::findLane().
  const Expr areLong =
      isAtMost(stepsOfTile(lanesOf(some)), length * 2) + isEqual(some, chains);
  const Expr areStretches = define(
      "_stretches", both(both(isLess(0, some), isLess(some, 32 * shape.rows)),
                         isLess(0, areLong)));
  const Expr lanes =
      define("_lanes", lanesOf(ifElse(areStretches, some, chains)));
  return {define("_strips", divideUp(chains, ifElse(areStretches, some,
                                                    lanes * shape.rows))),
          divideUp(length, stepsOfTile(lanes))};
}

LaunchRule StripsRule::make(LaunchRule rule) const {
  rule.define("chains", n() / Expr::name(axis));
  const Expr strips = stripsOf(rule, "walking", walking).strips;
  const Expr walkers = rule.define("walkers", max(min(strips, maxBlocks()), 1));
  rule.grids.push_back(walkers);
  if (windowBytes) {
    auto [drawn, ofStrip] = stripsOf(rule, "drawing", drawing);
    const Expr tiles = rule.define("tiles", ofStrip);
    const Expr resident =
        rule.define("resident", max(min(multiprocessors() * blocksPerSM(),
                                        min(maxBlocks(), mostBlocks)),
                                    1));
    const Expr drawers = rule.define("drawers", min(drawn * tiles, resident));
    rule.grids.push_back(drawers);
    // Strips leave some multiprocessors without one, or with one fewer.
    const Expr rounds = divideUp(strips, resident) * resident;
    rule.cases.push_back(
        {both(both(isLess(1, tiles), isAtMost(drawn, mostStrips)),
              isLess(strips * 10, rounds * 9)),
         {{1, drawers, drawers}}});
    rule.workspaceBytes = ifElse(isAtMost(n(), drawing.steps), 0,
                                 launch::roundUpToUnits(windowBytes));
    rule.workspaceZeroed = true;
  }
  rule.cases.push_back({isLess(0, n()), {{0, walkers, walkers}}});
  return rule;
}
