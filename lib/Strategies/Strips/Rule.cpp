//===- Rule.cpp - What a scan of strips launches --------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rule.h"

using namespace scanc;
using launch::blocksPerSM, launch::both, launch::divideUp, launch::Expr,
    launch::ifElse, launch::isAtMost, launch::isLess, launch::LaunchRule,
    launch::maxBlocks, launch::multiprocessors, launch::n;

LaunchRule scanc::prefix::StripsRule::make(LaunchRule rule) const {
  const Expr chains = rule.define("chains", n() / Expr::name(axis));
  // Lanes that lie side by side: a power of two, at most a warp.
  const Expr groups = rule.define("groups", min(divideUp(chains, rows), 32));
  Expr lanes = 32;
  for (uint64_t power : {16, 8, 4, 2, 1})
    lanes = ifElse(isAtMost(groups, power), power, lanes);
  lanes = rule.define("lanes", lanes);
  const Expr strips = rule.define("strips", divideUp(chains, lanes * rows));
  const Expr walking = rule.define("walking", max(min(strips, maxBlocks()), 1));
  rule.grids.push_back(walking);
  if (windowBytes) {
    const Expr tiles =
        rule.define("tiles", divideUp(Expr::name(axis), (32 / lanes) * steps));
    const Expr resident = rule.define(
        "resident",
        max(min(multiprocessors() * blocksPerSM(), maxBlocks()), 1));
    const Expr drawing = rule.define("drawing", min(strips * tiles, resident));
    rule.grids.push_back(drawing);
    // Strips leave some multiprocessors without one, or with one fewer.
    const Expr rounds = divideUp(strips, resident) * resident;
    rule.cases.push_back(
        {both(both(isLess(1, tiles), isAtMost(strips, mostStrips)),
              isLess(strips * 10, rounds * 9)),
         {{1, drawing, drawing}}});
    rule.workspaceBytes =
        ifElse(isAtMost(n(), steps), 0, launch::roundUpToUnits(windowBytes));
    rule.workspaceZeroed = true;
  }
  rule.cases.push_back({isLess(0, n()), {{0, walking, walking}}});
  return rule;
}
