//===- Rule.cpp - What one launch of streaming blocks is ------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Strategies/OneLaunch.h"

#include <optional>

using namespace scanc;
using namespace scanc::prefix;
using launch::divideUp, launch::Expr, launch::ifElse, launch::isAtMost,
    launch::isLess, launch::LaunchRule, launch::maxBlocks,
    launch::multiprocessors, launch::n, launch::unlessSingle;

LaunchRule scanc::prefix::oneLaunchRule(LaunchRule rule,
                                        const OneLaunchTiles &tiles,
                                        uint64_t exchangeBytes) {
  enum { Stream = 1, Short };
  const Expr tile = rule.addParameter("tile", tiles.shortened);
  const Expr exchange = rule.addParameter("exchange_bytes", exchangeBytes);
  const Expr most = rule.define("most", min(multiprocessors(), maxBlocks()));
  // Of a kernel whose tiles can be so short.
  auto blocksBy = [&](const char *name, const Expr &tile) {
    Expr blocks = divideUp(n(), tile);
    if (tiles.worthABlock) {
      const Expr more =
          min(multiprocessors() / 2, divideUp(n(), Expr::name("short_tile")));
      blocks = ifElse(isAtMost(n(), tile), 1, max(blocks, more));
    }
    return rule.define(name, max(min(most, blocks), 1));
  };
  if (tiles.worthABlock)
    rule.addParameter("short_tile", tiles.worthABlock);
  std::optional<Expr> ofShort;
  if (tiles.ofShort) {
    const Expr shortTile = rule.addParameter("most_of_short", tiles.ofShort);
    ofShort = blocksBy("short_blocks", min(tile, shortTile));
    rule.cases.push_back(
        {isAtMost(n(), most * shortTile), {{Short, *ofShort, *ofShort}}});
    for (const Expr &point : {shortTile, shortTile * most})
      rule.turningPoints.push_back(point);
  }
  const Expr blocks = blocksBy("stream_blocks", tile);
  rule.cases.push_back({isLess(0, n()), {{Stream, blocks, blocks}}});
  rule.grids.push_back(blocks);
  if (ofShort)
    rule.grids.push_back(*ofShort);
  rule.workspaceBytes = unlessSingle(exchange);
  rule.workspaceZeroed = true;
  rule.addPointsOfGrid(tile, max(most, 1));
  // Where tiles are shortened, whole ones, in one cycle and in more.
  if (tiles.whole != tiles.shortened)
    for (uint64_t cycles : {1, 2})
      rule.turningPoints.push_back(cycles * tiles.whole * most);
  return rule;
}
