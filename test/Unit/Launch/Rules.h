//===- Rules.h - The launch rules of the strategies -------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TEST_UNIT_LAUNCH_RULES_H
#define SCANC_TEST_UNIT_LAUNCH_RULES_H

#include "scanc/Strategies/DrawnTiles.h"
#include "scanc/Strategies/OneLaunch.h"
#include "scanc/Strategies/Recursive.h"
#include "scanc/Strategies/TwoLevel.h"

namespace scanc::test {

/// What the rules of all strategies depend on.
struct GridNumbers {
  uint64_t singleBlockUpTo = 0, blocksPerSM = 1, maxBlocks = 1;
  uint64_t tailTile = 1; // elements of a cycle of the single block
};

inline launch::LaunchRule begin(const GridNumbers &grid,
                                bool isAloneFirst = true) {
  return launch::LaunchRule::begin(grid.singleBlockUpTo, grid.blocksPerSM,
                                   grid.maxBlocks, grid.tailTile, isAloneFirst);
}

/// Of a single block and nothing else.
inline launch::LaunchRule singleRule(const GridNumbers &grid) {
  launch::LaunchRule rule = begin(grid, /*isAloneFirst=*/false);
  rule.cases.push_back({launch::isLess(0, launch::n()), {{0, 1, 1}}});
  return rule;
}

} // namespace scanc::test

#endif // SCANC_TEST_UNIT_LAUNCH_RULES_H
