//===- Rule.cpp - What a grid of streaming blocks launches ----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Strategies/TwoLevel.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <optional>
#include <string>

using namespace scanc;
using launch::blocksPerSM, launch::divideUp, launch::ifElse, launch::isAtMost,
    launch::isEqual, launch::isLess, launch::maxBlocks, launch::multiprocessors,
    launch::n, launch::singleBlockUpTo, launch::unlessSingle;
using launch::Buffer, launch::Expr, launch::LaunchRule, launch::Step;

LaunchRule scanc::prefix::twoLevelRule(LaunchRule rule, uint64_t tileLength,
                                       uint64_t listCount,
                                       uint64_t stateBytes) {
  enum { Reduce = 1, Top, Scan };
  // Stretches that are multiples of so many tiles are bad.
  constexpr uint64_t badStretch = 32;
  const Expr tile = rule.addParameter("tile", tileLength);
  const Expr lists = rule.addParameter("lists", listCount);
  const Expr state = rule.addParameter("state_bytes", stateBytes);

  const Expr resident =
      min(max(multiprocessors() * blocksPerSM(), 1), maxBlocks());
  const Expr tiles = rule.define("tiles", n() / tile);
  const Expr most = rule.define("most", min(tiles, resident));
  // The stretch of a block, in halves of a tile and half a tile further; a bad
  // one is a multiple of `period` / `most`.
  const Expr shifted = rule.define("shifted", 2 * tiles + most);
  const Expr period = rule.define("period", 2 * badStretch * most);
  const Expr multiple =
      rule.define("multiple", ifElse(isLess(0, most), shifted / period, 0));
  const Expr isBad =
      both(isLess(0, multiple), launch::isLess(shifted % period, 2 * most));
  const Expr blocks = rule.define(
      "blocks",
      ifElse(isBad, max(2 * tiles / (2 * badStretch * multiple + 1), 1), most));

  rule.cases.push_back({isEqual(blocks, 0), {{Top, 1, blocks}}});
  rule.cases.push_back(
      {isLess(0, blocks),
       {{Reduce, blocks, blocks}, {Top, 1, blocks}, {Scan, blocks, blocks}}});
  rule.grids.insert(rule.grids.end(), {blocks, 1, blocks});
  rule.workspaceBytes = unlessSingle(maxBlocks() * lists * state);
  rule.addPointsOfGrid(tile, resident);
  return rule;
}
