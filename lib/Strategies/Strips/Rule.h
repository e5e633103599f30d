//===- Rule.h - What a scan of strips launches ------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_STRATEGIES_STRIPS_RULE_H
#define SCANC_LIB_STRATEGIES_STRIPS_RULE_H

#include "scanc/Launch/LaunchRule.h"

namespace scanc::prefix {

struct StripsRule {
  /// Chains of a lane; steps of a tile whose warps have 32 lanes side by side.
  uint64_t rows, steps;
  /// The size that is a chain's length.
  llvm::StringRef axis;
  /// Of the workspace where tiles are drawn; 0: they never are.
  uint64_t windowBytes = 0;
  /// Of more strips, no tiles are drawn.
  uint64_t mostStrips;

  /// `rule` with kernels 0, whose blocks have a strip each, and 1, whose blocks
  /// draw tiles.
  launch::LaunchRule make(launch::LaunchRule rule) const;
};

} // namespace scanc::prefix

#endif // SCANC_LIB_STRATEGIES_STRIPS_RULE_H
