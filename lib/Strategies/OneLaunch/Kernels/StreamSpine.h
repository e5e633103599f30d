//===- StreamSpine.h - What comes before each tile --------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The warps of a streaming block that exchange totals with the other blocks,
// and hand the scanners what comes before each of their tiles. Every cycle is a
// row of the exchange, and the carry goes from warp to warp. Where blocks are
// given up, the first rows are filled up with any totals (StreamPresence.h):
// what comes of them is used by nobody.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_STREAMSPINE_H
#define SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_STREAMSPINE_H

#include "Descriptors.h"
#include "LaunchCounter.h"
#include "StreamGroups.h"

namespace scanc::prefix {

class StreamSpine : protected StreamGroups {
protected:
  StreamSpine(ScanSource source, KernelBuilder &b)
      : StreamGroups(source, b), spine(source.plan.getTop()) {}

  /// The warps of a block: the loader, the spine, the reducers, the scanners;
  /// of a block with one tile, reducers that scan it afterwards.
  int64_t firstReducer() { return 1 + spine.getWarps(); }
  int64_t firstScanner() {
    return source.hasOneTile
               ? firstReducer()
               : firstReducer() + getGroups(down) * down.getWarps();
  }

  /// The role of the spine's warps, from warp 1 of the block on: they take
  /// turns with the cycles, so that while one hands on the carry, the next ones
  /// wait for their totals already.
  void carryPrefixes();

  /// Whether one warp finds the carry of another.
  bool passesCarry() const { return spine.getWarps() > 1; }

  /// Opens the exchange of totals with the other blocks; one thread.
  void open();
  /// The exchange, once it is open.
  Descriptors exchange();
  /// By threads that have waited before.
  Descriptors exchangeAgain();

  /// The blocks of the launch that have come.
  LaunchCounter arrivals() { return counter(ExchangeLayout::arrivals); }
  LaunchCounter counter(int64_t offset) {
    return LaunchCounter(b, offset, launch());
  }

  /// The entries of blocks below `end` (i32), and all of them, combined.
  std::pair<State, State> combineRow(Descriptors &descriptors,
                                     ValueRange totals, Value end);
  /// Those of blocks below `end` alone.
  State combineBelow(Descriptors &descriptors, ValueRange totals, Value end);
  /// `state` after what the scan starts from.
  State afterStart(ValueRange state);

  SkeletonAttr spine;

private:
  void seed(const Position &at, ValueRange state);
  Value hasLast(Descriptors &descriptors,
                const Descriptors::Extent &extent); // i1
  Value mustClear(Descriptors &descriptors,
                  const Descriptors::Extent &extent); // i1
  void endLaunch(Descriptors &descriptors, Value cycles);
  std::pair<State, State> scanRow(ValueRange totals, Value end);
  State combineAll(ValueRange totals);
};

} // namespace scanc::prefix

#endif // SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_STREAMSPINE_H
