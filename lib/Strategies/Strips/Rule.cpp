//===- Rule.cpp - What a scan of strips launches --------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rule.h"

using namespace scanc;
using launch::divideUp, launch::Expr, launch::ifElse, launch::isAtMost,
    launch::isLess, launch::LaunchRule, launch::maxBlocks, launch::n;

LaunchRule scanc::prefix::stripsRule(LaunchRule rule, uint64_t rows,
                                     llvm::StringRef axis) {
  const Expr chains = rule.define("chains", n() / Expr::name(axis));
  // Lanes that lie side by side: a power of two, at most a warp.
  const Expr groups = rule.define("groups", min(divideUp(chains, rows), 32));
  Expr lanes = 32;
  for (uint64_t power : {16, 8, 4, 2, 1})
    lanes = ifElse(isAtMost(groups, power), power, lanes);
  const Expr strip = rule.define("strip", rule.define("lanes", lanes) * rows);
  const Expr blocks =
      rule.define("blocks", max(min(divideUp(chains, strip), maxBlocks()), 1));
  rule.cases.push_back({isLess(0, n()), {{0, blocks, blocks}}});
  rule.grids.push_back(blocks);
  return rule;
}
