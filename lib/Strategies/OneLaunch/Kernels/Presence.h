//===- Presence.h - Which blocks are there ----------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks that wait for each other need not all be there: other grids may hold
// the multiprocessors, for as long as they like. So the blocks of a launch
// count themselves as they come, and each waits until all have:
//
//   open, all counted   the normal way, for all blocks
//   closed at c         of C blocks c are there; who comes later is late
//
// Whoever has waited too long closes the count. Both are final, and every block
// that has counted itself comes to see one of them. Only then it scans anything
// (BlockMode.h). Blocks count themselves before their first load has landed,
// so that on the normal way nobody waits for this who would not wait for the
// first row of totals.
//
// A count of 0 says that the launch has ended on the normal way, by blocks that
// had all totals of this one and did not need its scanners to know.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_PRESENCE_H
#define SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_PRESENCE_H

#include "BlockMode.h"
#include "Exchange.h"

namespace scanc::prefix {

class Presence {
public:
  using Value = mlir::Value;

  Presence(const StreamContext &c, const WorkDivision &work,
           const BlockMode &mode, const Exchange &exchange)
      : c(c), b(c.b), work(work), mode(mode), exchange(exchange) {}

  /// Decides how the block goes on; one thread.
  void decide() const;

private:
  void goOnWithoutAll(const LaunchCounter &counter, Value word,
                      Value rank) const;
  Value readClock() const; // i64, nanoseconds

  const StreamContext &c;
  KernelBuilder &b;
  const WorkDivision &work;
  const BlockMode &mode;
  const Exchange &exchange;
};

} // namespace scanc::prefix

#endif // SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_PRESENCE_H
