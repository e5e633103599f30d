//===- Rule.cpp - What blocks that draw tiles launch ----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Strategies/DrawnTiles.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <optional>
#include <string>

using namespace scanc;
using launch::blocksPerSM, launch::divideUp, launch::isLess, launch::maxBlocks,
    launch::multiprocessors, launch::n, launch::unlessSingle;
using launch::Buffer, launch::Expr, launch::LaunchRule;

LaunchRule scanc::prefix::drawnTilesRule(LaunchRule rule, uint64_t tileLength,
                                         uint64_t exchangeBytes) {
  const Expr tile = rule.addParameter("tile", tileLength);
  const Expr exchange = rule.addParameter("exchange_bytes", exchangeBytes);
  const Expr resident = min(multiprocessors() * blocksPerSM(), maxBlocks());
  const Expr blocks =
      rule.define("blocks", max(min(divideUp(n(), tile), resident), 1));
  rule.cases.push_back({isLess(0, n()), {{1, blocks, blocks}}});
  rule.grids.push_back(blocks);
  rule.workspaceBytes = unlessSingle(exchange);
  rule.workspaceZeroed = true;
  rule.addPointsOfGrid(tile, max(resident, 1));
  return rule;
}
