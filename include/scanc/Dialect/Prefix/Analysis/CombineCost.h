//===- CombineCost.h - What one combine of a monoid costs -------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_ANALYSIS_COMBINECOST_H
#define SCANC_DIALECT_PREFIX_ANALYSIS_COMBINECOST_H

#include "scanc/Dialect/Prefix/Analysis/ProgramCost.h"
#include "scanc/Dialect/Prefix/IR/Prefix.h"

#include <algorithm>

namespace scanc::prefix {

/// Estimates from the ops of `combine`: the instructions that each becomes on a
/// recent GPU, and the longest path through them. Divisions and functions of
/// the math dialect are the ones that weigh.
OperatorCost costOfCombine(MonoidOp monoid);

/// Whether one combine takes longer than a few additions: between the blocks of
/// one launch, where few threads combine few states, it then counts.
inline bool isDear(const OperatorCost &combine) { return combine.latency > 12; }

/// Whether a circuit of combines takes longer than all else that a block does.
inline bool isLong(const OperatorCost &combine) {
  return std::max(combine.instructions, combine.latency) > 20;
}

/// Whether the combines of a run take longer than the rest of a short launch:
/// functions of the math dialect, divisions.
inline bool isVeryDear(const OperatorCost &combine) {
  return combine.latency > 40;
}

/// Whether so many combines of a run, written out for the reduction and for the
/// scan, are more code than a multiprocessor keeps: 32 KB.
inline bool outgrowsCache(const OperatorCost &combine, int64_t combines) {
  return combine.instructions * combines > 800;
}

/// Whether a thread takes longer for the combines of its run than memory does
/// for two tiles.
inline bool outlastsMemory(const OperatorCost &combine, int64_t combines) {
  return combine.latency * combines > 1900;
}

/// The instructions of a scan's maps, for an element: of `load` and of `store`.
double costOfMaps(ScanOp scan);

/// Whether two scanning groups take longer for the maps of their runs than
/// memory does for the tiles.
inline bool mapsOutlastMemory(double instructions, int64_t items) {
  return instructions * items > 1200;
}

/// What it takes to combine two states, and to move one.
struct StateCost {
  OperatorCost combine;
  double words; // of 32 bits
};

StateCost costOfStates(MonoidOp monoid);

/// Of the states of `scan`, which `monoid` combines. Of a scan that was lifted
/// to intervals, those that the intervals stand for: it becomes the kernels
/// that are to be proven, whatever their making depends on.
StateCost costOfStates(ScanOp scan, MonoidOp monoid);

/// Has `scan` keep the cost of its states while others stand for them.
void keepCostOfStates(ScanOp scan, MonoidOp monoid);

/// The copy of a scan's monoid that kernels have has what the scan keeps.
void copyCostOfStates(ScanOp from, MonoidOp to);

} // namespace scanc::prefix

#endif // SCANC_DIALECT_PREFIX_ANALYSIS_COMBINECOST_H
