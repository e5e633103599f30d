//===- Rule.cpp - What levels of totals launch ----------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Strategies/Recursive.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <optional>
#include <string>

using namespace scanc;
using launch::blocksPerSM, launch::divideUp, launch::ifElse, launch::isAtMost,
    launch::isEqual, launch::isLess, launch::maxBlocks, launch::multiprocessors,
    launch::n, launch::singleBlockUpTo, launch::unlessSingle;
using launch::Buffer, launch::Expr, launch::LaunchRule, launch::Step;

LaunchRule scanc::prefix::recursiveRule(LaunchRule rule, uint64_t tileLength,
                                        uint64_t totalsTileLength,
                                        uint64_t stateBytes) {
  enum { Up = 1, UpTotals, Top, DownTotals, Down };
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
