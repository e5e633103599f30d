//===- LaunchRules.cpp - What the strategies launch -----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Dialect/Prefix/IR/LaunchRules.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <optional>
#include <string>

namespace scanc::prefix {

using launch::blocksPerSM, launch::divideUp, launch::ifElse, launch::isAtMost,
    launch::isEqual, launch::maxBlocks, launch::multiprocessors, launch::n,
    launch::singleBlockUpTo;
using launch::Buffer, launch::Expr, launch::LaunchRule, launch::Step;

/// Where one block goes from one cycle to the next, and where it is left.
static void addPointsOfSingle(LaunchRule &rule, const GridNumbers &grid) {
  for (uint64_t cycles : {1, 2}) {
    const Expr point = cycles * Expr(grid.tailTile);
    rule.turningPoints.push_back(
        ifElse(isAtMost(point, singleBlockUpTo()), point, 0));
  }
  rule.turningPoints.push_back(singleBlockUpTo());
}

static LaunchRule begin(const GridNumbers &grid, bool isAloneFirst = true) {
  return LaunchRule::begin(grid.singleBlockUpTo, grid.blocksPerSM,
                           grid.maxBlocks, isAloneFirst);
}

/// Bytes of a workspace that only the single block does without.
static Expr unlessSingle(const Expr &bytes) {
  return ifElse(isAtMost(n(), singleBlockUpTo()), 0,
                launch::roundUpToUnits(bytes));
}

/// Fewer tiles than a grid can have blocks, as many, and so many that blocks
/// take several, some one more than others.
static void addPointsOfGrid(LaunchRule &rule, const Expr &tile,
                            const Expr &blocks) {
  for (const Expr &tiles : {Expr(1), Expr(2), blocks - 1, blocks, blocks + 1,
                            2 * blocks, 2 * blocks + 1})
    rule.turningPoints.push_back(ifElse(
        launch::isLess(singleBlockUpTo(), tiles * tile), tiles * tile, 0));
  // Where that is all the single block's.
  rule.turningPoints.push_back((singleBlockUpTo() / tile + 1) * tile);
}

LaunchRule singleBlockRule(const GridNumbers &grid) {
  LaunchRule rule = begin(grid, /*isAloneFirst=*/false);
  rule.cases.push_back({isLess(0, n()), {{0, 1, 1}}});
  for (uint64_t cycles : {1, 2, 4})
    rule.turningPoints.push_back(cycles * grid.tailTile);
  return rule;
}

LaunchRule twoLevelRule(const GridNumbers &grid, uint64_t tileLength,
                        uint64_t listCount, uint64_t stateBytes) {
  enum { Reduce = 1, Top, Scan };
  // Stretches that are multiples of so many tiles are bad.
  constexpr uint64_t badStretch = 32;
  LaunchRule rule = begin(grid);
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
  addPointsOfSingle(rule, grid);
  addPointsOfGrid(rule, tile, resident);
  return rule;
}

LaunchRule recursiveRule(const GridNumbers &grid, uint64_t tileLength,
                         uint64_t totalsTileLength, uint64_t stateBytes) {
  enum { Up = 1, UpTotals, Top, DownTotals, Down };
  LaunchRule rule = begin(grid);
  const Expr tile = rule.addParameter("tile", tileLength);
  const Expr totalsTile = rule.addParameter("totals_tile", totalsTileLength);
  const Expr state = rule.addParameter("state_bytes", stateBytes);
  auto gridOf = [](const Expr &tile) {
    return min(divideUp(n(), tile), maxBlocks());
  };
  rule.grids.insert(rule.grids.end(), {gridOf(tile), gridOf(totalsTile), 1,
                                       gridOf(totalsTile), gridOf(tile)});
  rule.cases.push_back({isAtMost(n(), tile), {{0, 1, 1}}});
  for (uint64_t tiles : {1, 2, 5})
    rule.turningPoints.push_back(tiles * tile);

  // Elements of each level, and where those in the workspace begin.
  std::vector<Expr> elements = {n()}, offsets = {0};
  std::vector<std::pair<Expr, Expr>> ends; // of the workspace, by levels
  Expr offset = 0;
  uint64_t most = launch::mostElements;
  for (uint64_t length = tileLength; most > length; length = totalsTileLength) {
    most = llvm::divideCeil(most, length);
    const std::string level = std::to_string(elements.size());
    elements.push_back(rule.define(
        "n" + level,
        divideUp(elements.back(), elements.size() == 1 ? tile : totalsTile)));
    offsets.push_back(rule.define("offset" + level, offset));
    offset = offsets.back() + launch::roundUpToUnits(elements.back() * state);

    // A kernel over a level that is not the last.
    auto overLevel = [&](size_t level, unsigned overInput,
                         unsigned overTotals) {
      const Expr blocks = min(elements[level + 1], maxBlocks());
      Step step{level == 0 ? overInput : overTotals, blocks, blocks,
                elements[level]};
      step.workspaceOffset = offsets[level + 1];
      if (level != 0)
        step.in = step.out = {Buffer::Workspace, offsets[level]};
      return step;
    };
    const size_t last = elements.size() - 1;
    const Expr isLast = isAtMost(elements[last], totalsTile);
    std::vector<Step> steps;
    for (size_t k = 0; k < last; ++k)
      steps.push_back(overLevel(k, Up, UpTotals));
    Step top{Top, 1, 1, elements[last]};
    top.in = top.out = {Buffer::Workspace, offsets[last]};
    steps.push_back(top);
    for (size_t k = last; k-- > 0;)
      steps.push_back(overLevel(k, Down, DownTotals));
    rule.cases.push_back({isLast, std::move(steps)});
    ends.emplace_back(isLast, offset);
    if (last > 1)
      rule.turningPoints.push_back(rule.turningPoints.back() * totalsTile);
    else
      rule.turningPoints.push_back(tile * totalsTile);
  }
  Expr bytes = 0;
  for (const auto &[isLast, end] : llvm::reverse(ends))
    bytes = bytes.isNumber(0) ? end : ifElse(isLast, end, bytes);
  rule.workspaceBytes =
      ifElse(isAtMost(n(), max(tile, singleBlockUpTo())), 0, bytes);
  return rule;
}

LaunchRule drawnTilesRule(const GridNumbers &grid, uint64_t tileLength,
                          uint64_t exchangeBytes) {
  LaunchRule rule = begin(grid);
  const Expr tile = rule.addParameter("tile", tileLength);
  const Expr exchange = rule.addParameter("exchange_bytes", exchangeBytes);
  const Expr resident = min(multiprocessors() * blocksPerSM(), maxBlocks());
  const Expr blocks =
      rule.define("blocks", max(min(divideUp(n(), tile), resident), 1));
  rule.cases.push_back({isLess(0, n()), {{1, blocks, blocks}}});
  rule.grids.push_back(blocks);
  rule.workspaceBytes = unlessSingle(exchange);
  rule.workspaceZeroed = true;
  addPointsOfSingle(rule, grid);
  addPointsOfGrid(rule, tile, max(resident, 1));
  return rule;
}

LaunchRule oneLaunchRule(const GridNumbers &grid, const OneLaunchTiles &tiles,
                         uint64_t exchangeBytes) {
  enum { Stream = 1, Short };
  LaunchRule rule = begin(grid);
  const Expr tile = rule.addParameter("tile", tiles.shortened);
  const Expr exchange = rule.addParameter("exchange_bytes", exchangeBytes);
  const Expr most = rule.define("most", min(multiprocessors(), maxBlocks()));
  addPointsOfSingle(rule, grid);

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
  addPointsOfGrid(rule, tile, max(most, 1));
  // Where tiles are shortened, whole ones, in one cycle and in more.
  if (tiles.whole != tiles.shortened)
    for (uint64_t cycles : {1, 2})
      rule.turningPoints.push_back(cycles * tiles.whole * most);
  return rule;
}

} // namespace scanc::prefix
