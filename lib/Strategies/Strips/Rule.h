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
  /// Chains of a lane; steps of a tile whose warps have 32 lanes side by side;
  /// of how few chains strips have half the lanes, or a quarter; and how often
  /// they are halved for short chains (StripLayout).
  struct Shape {
    uint64_t rows = 0, steps = 0, narrowest = 0;
    llvm::SmallVector<uint64_t> halvedUpTo = {};
    /// From how many chains on half of the warps lie beside the others; 0: they
    /// never do.
    uint64_t wideFrom = 0;
    /// How many of so many warps have nothing to do where almost each
    /// multiprocessor has one strip.
    uint64_t idle = 0, warps = 1;
  };
  /// Of kernel 0, and of kernel 1.
  Shape walking, drawing;
  /// The sizes that are a chain's length, and how many chains fill a stretch of
  /// memory.
  llvm::StringRef axis, stretch;
  /// Of the workspace where tiles are drawn; 0: there is no such kernel.
  uint64_t windowBytes = 0;
  /// Of all arrays together, in bytes.
  uint64_t bytesOfElement = 1;
  /// One of so many multiprocessors does more with walkers than all with tiles
  /// that are drawn.
  uint64_t walkersOf = 4;
  /// Of more strips, no tiles are drawn, nor by more blocks.
  uint64_t mostStrips = 0, mostBlocks = 0;

  /// Of a block whose lanes have chains of their own; 0: there is no such
  /// kernel.
  uint64_t chainsOfColumns = 0;

  /// Of the kernel of clusters, of so many blocks; 0: there is none. Bytes of
  /// the workspace, and groups of as many tiles at most.
  Shape clustering;
  uint64_t cluster = 0, groupBytes = 0, mostGroups = 0;

  /// `rule` with kernels 0, whose blocks have a strip each, and 1, whose blocks
  /// draw tiles, and 2, or 1 without that one, whose lanes go by themselves;
  /// and last the one of clusters.
  launch::LaunchRule make(launch::LaunchRule rule) const;

private:
  /// How many strips there are, and tiles of each; how lanes lie (LaneWord).
  struct Strips {
    launch::Expr strips, tiles, areStretches, lanes;
  };
  /// Adds the kernel of clusters, with such a number.
  void addClusters(launch::LaunchRule &rule, unsigned kernel) const;
  Strips stripsOf(launch::LaunchRule &rule, llvm::StringRef name,
                  const Shape &shape) const;
};

} // namespace scanc::prefix

#endif // SCANC_LIB_STRATEGIES_STRIPS_RULE_H
