//===- CombineTimes.h - How long a few combines take ------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Between the totals of a block and what comes before its tiles, few threads
// combine few states, and all others wait. There it is cycles that count, of
// one warp that has its scheduler to itself: it issues an instruction a cycle,
// or waits for the one before. A cheap combine mostly waits, so that to combine
// something twice, side by side, is no slower; one of many instructions issues
// all the time.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_COMBINETIMES_H
#define SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_COMBINETIMES_H

#include "scanc/Circuits/Cost.h"
#include "scanc/Dialect/Prefix/Analysis/CombineCost.h"

#include <algorithm>

namespace scanc::prefix {

class CombineTimes {
public:
  CombineTimes(ScanOp scan, MonoidOp monoid)
      : cost(costOfStates(scan, monoid)) {}

  /// A thread that runs `copies` circuits of such cost side by side.
  double inThread(const circuits::Cost &circuit, double copies = 1) const {
    return std::max(copies * circuit.size * cost.combine.instructions,
                    circuit.depth * cost.combine.latency);
  }

  /// A warp whose lanes run `copies` circuits so deep: in each stage a shuffle
  /// and a selection for each word, and a combine.
  double acrossLanes(double depth, double copies = 1) const {
    return depth *
           std::max(copies * (cost.combine.instructions + 2 * cost.words),
                    shuffle + cost.combine.latency + select);
  }

  /// From one lane to another, and a combine there.
  double ofOneStep() const { return shuffle + cost.combine.latency; }

private:
  /// Cycles of an H200 until the result is there.
  static constexpr double shuffle = 24, select = 5;

  StateCost cost;
};

} // namespace scanc::prefix

#endif // SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_COMBINETIMES_H
