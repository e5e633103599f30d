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
using launch::both, launch::divideUp, launch::Expr, launch::ifElse,
    launch::isAtMost, launch::isEqual, launch::isLess, launch::LaunchRule,
    launch::maxBlocks, launch::multiprocessors, launch::n,
    launch::singleBlockUpTo, launch::unlessSingle;

LaunchRule scanc::prefix::oneLaunchRule(LaunchRule rule,
                                        const OneLaunchTiles &tiles,
                                        uint64_t exchangeBytes) {
  enum { Single, Stream, Short };
  const Expr tile = rule.addParameter("tile", tiles.shortened);
  const Expr exchange = rule.addParameter("exchange_bytes", exchangeBytes);
  const Expr most = rule.define("most", min(multiprocessors(), maxBlocks()));
  if (!tiles.chain.empty()) {
    const Expr chain = Expr::name(tiles.chain);
    const Expr tile = rule.addParameter("chains_tile", tiles.ofSingle);
    // As many as let each block begin where accesses can be wide.
    const uint64_t items = tiles.itemsOfSingle;
    const Expr chains =
        rule.define("chains", ifElse(isEqual(chain % items, 0), tile / chain,
                                     tile / chain / items * items));
    const Expr areShort = isLess(0, chains);
    const Expr blocks = divideUp(n() / chain, chains);
    rule.cases.push_back({both(areShort, isAtMost(n(), most * chains * chain)),
                          {{Single, blocks, blocks}}});
    rule.grids.front() =
        ifElse(both(isLess(singleBlockUpTo(), n()), areShort), blocks, 1);
    for (const Expr &point : {tile, 2 * tile, tile * most})
      rule.turningPoints.push_back(point);
  }
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
