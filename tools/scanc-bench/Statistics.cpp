//===- Statistics.cpp - What is kept of repeated measurements -------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Statistics.h"

#include <algorithm>

using namespace scanc::bench;

double scanc::bench::quantile(llvm::ArrayRef<double> sorted, double fraction) {
  const double at = fraction * double(sorted.size() - 1);
  const size_t below = static_cast<size_t>(at);
  const size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (at - double(below)) * (sorted[above] - sorted[below]);
}

Timing scanc::bench::summarize(std::vector<double> rounds, unsigned launches) {
  std::vector<double> sorted = rounds;
  std::sort(sorted.begin(), sorted.end());
  Timing timing;
  timing.median = quantile(sorted, 0.5);
  timing.lower = quantile(sorted, 0.25);
  timing.upper = quantile(sorted, 0.75);
  timing.least = sorted.front();
  timing.most = sorted.back();
  timing.launches = launches;
  timing.rounds = std::move(rounds);
  return timing;
}
