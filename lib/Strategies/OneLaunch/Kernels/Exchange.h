//===- Exchange.h - What a block shares with the others ---------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The words of the workspace by which the blocks of a launch tell each other
// their totals (Descriptors.h) and count themselves (LaunchCounter.h), as a
// block comes to them: once one of its threads has read the epoch.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_EXCHANGE_H
#define SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_EXCHANGE_H

#include "Descriptors.h"
#include "LaunchCounter.h"
#include "WorkDivision.h"

namespace scanc::prefix {

class Exchange {
public:
  explicit Exchange(const StreamContext &c) : c(c), b(c.b) {}

  /// Opens the exchange; one thread.
  void open() const;
  /// The totals, once the exchange is open.
  Descriptors await(const WorkDivision &work) const;
  /// By threads that have waited before.
  Descriptors again(const WorkDivision &work) const;

  /// The blocks of the launch that have come.
  LaunchCounter arrivals(const WorkDivision &work) const {
    return counter(work, ExchangeLayout::arrivals);
  }
  LaunchCounter counter(const WorkDivision &work, int64_t offset) const {
    return LaunchCounter(b, offset, work.launchNumber());
  }

private:
  const StreamContext &c;
  KernelBuilder &b;
};

} // namespace scanc::prefix

#endif // SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_EXCHANGE_H
