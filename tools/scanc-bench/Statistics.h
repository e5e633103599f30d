//===- Statistics.h - What is kept of repeated measurements -----*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A contestant is timed once a round; a time is that of a batch of launches
// divided by their number. Times of a GPU have outliers on one side only, so
// the figure is the median, and the spread is told by quartiles.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TOOLS_SCANC_BENCH_STATISTICS_H
#define SCANC_TOOLS_SCANC_BENCH_STATISTICS_H

#include "llvm/ADT/ArrayRef.h"

#include <vector>

namespace scanc::bench {

/// Microseconds a launch, of all rounds.
struct Timing {
  double median = 0;
  double lower = 0, upper = 0; ///< Quartiles.
  double least = 0, most = 0;
  unsigned launches = 0;      ///< In one batch.
  std::vector<double> rounds; ///< In the order in which they were measured.

  /// The distance of the quartiles, relative to the median.
  double spread() const { return median > 0 ? (upper - lower) / median : 0; }
};

/// Between two values of the sorted list, in proportion; `fraction` from 0 to
/// 1. The list is not empty.
double quantile(llvm::ArrayRef<double> sorted, double fraction);

/// What `rounds`, at least one, amount to.
Timing summarize(std::vector<double> rounds, unsigned launches);

} // namespace scanc::bench

#endif // SCANC_TOOLS_SCANC_BENCH_STATISTICS_H
