//===- PlannedKernels.h - The kernels that a plan asks for ------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which kernels a strategy has is said once, here: what builds them, what
// launches them and what reports on them ask for this list. Its order is the
// one in which the launch rule (LaunchRules.h) numbers the kernels.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_IR_PLANNEDKERNELS_H
#define SCANC_DIALECT_PREFIX_IR_PLANNEDKERNELS_H

#include "scanc/Dialect/Prefix/IR/StreamLayout.h"
#include "scanc/Launch/Cadence.h"

namespace scanc::prefix {

/// A kernel NAME_suffix of a scan.
struct PlannedKernel {
  llvm::StringRef suffix;
  /// What its blocks do; all have the same warps, and the first has the tile
  /// that the grid is made for.
  llvm::SmallVector<SkeletonAttr, 2> skeletons;
  /// Blocks that a multiprocessor is to hold at least.
  int64_t blocksPerSM = 1;
  /// Whether it gives totals and no prefixes.
  bool reduces = false;
  /// Bytes of dynamic shared memory a block.
  int64_t sharedBytes = 0;
  /// The next kernel in the stream may begin before this one ends.
  bool letsNextBegin = false;
  /// Warps of a block that have other things to do than the skeleton says.
  int64_t otherWarps = 0;

  /// Of a block.
  int64_t threads() const {
    return std::max<int64_t>(1, skeletons.front().getGroups()) *
               skeletons.front().getThreads() +
           32 * otherWarps;
  }
};

/// The most blocks that a grid can have.
inline constexpr int64_t mostBlocksOfGrid = 2147483647;

/// Levels of totals, as many as the input has: each level's tiles have a total
/// each, and those are the next level's elements.
inline bool isRecursive(Strategy strategy) {
  return strategy == Strategy::ScanThenPropagate ||
         strategy == Strategy::ReduceThenScan;
}

/// One launch whose blocks draw their tiles, in order, and tell each other
/// their prefixes.
inline bool drawsTiles(Strategy strategy) {
  return strategy == Strategy::Chained ||
         strategy == Strategy::DecoupledLookback;
}

/// Whether operands are combined in the same order in every run.
inline bool isDeterministic(Strategy strategy) {
  return strategy != Strategy::DecoupledLookback;
}

/// The kernels of a complete plan; the first is the single block's.
llvm::SmallVector<PlannedKernel> getKernels(PlanAttr plan,
                                            const ScanTypes &types);

/// Elements that are worth a block of a complete plan while half of the
/// multiprocessors are idle: a small part of a tile. 0 where blocks go by
/// multiprocessors or tiles alone.
int64_t getShortTile(PlanAttr plan, const ScanTypes &types);

/// What a complete plan launches.
launch::LaunchRule getLaunchRule(PlanAttr plan, const ScanTypes &types);

/// How soon its kernels go round.
launch::Cadence getCadence(PlanAttr plan, const ScanTypes &types);

/// How often the memory of the GPU has each element of a long scan.
struct MemoryPasses {
  int64_t inputReads, outputWrites;
  int64_t outputReads = 0; // of what was written before
};
MemoryPasses getMemoryPasses(Strategy strategy);

/// The names of all strategies, "single_block, two_level_streaming".
std::string listStrategies();

} // namespace scanc::prefix

#endif // SCANC_DIALECT_PREFIX_IR_PLANNEDKERNELS_H
