//===- Spine.h - What comes before each tile --------------------*- C++ -*-===//
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
// given up, the first rows are filled up with any totals (Presence.h):
// what comes of them is used by nobody.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_SPINE_H
#define SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_SPINE_H

#include "BlockMode.h"
#include "Exchange.h"

namespace scanc::prefix {

class Spine {
public:
  using Value = mlir::Value;
  using ValueRange = mlir::ValueRange;

  Spine(const StreamContext &c, const WorkDivision &work, const TileRing &ring,
        const BlockMode &mode)
      : c(c), b(c.b), work(work), ring(ring), mode(mode) {}

  /// The role, of warps from the block's second one on. They take turns with
  /// the cycles, so that while one hands on the carry, the next ones wait for
  /// their totals already.
  void run(const Exchange &exchange) const;

  /// The entries of blocks below `end` (i32), and all of them, combined.
  std::pair<State, State> combineRow(Descriptors &descriptors,
                                     ValueRange totals, Value end) const;
  /// Those of blocks below `end` alone.
  State combineBelow(Descriptors &descriptors, ValueRange totals,
                     Value end) const;
  /// `state` after what the scan starts from.
  State afterStart(ValueRange state) const;

private:
  void seed(const Position &at, ValueRange state) const;
  Value hasLast(Descriptors &descriptors,
                const Descriptors::Extent &extent) const; // i1
  Value mustClear(Descriptors &descriptors,
                  const Descriptors::Extent &extent) const; // i1
  void endLaunch(const Exchange &exchange, Descriptors &descriptors,
                 Value cycles) const;
  std::pair<State, State> scanRow(ValueRange totals, Value end) const;
  State combineAll(ValueRange totals) const;

  const StreamContext &c;
  KernelBuilder &b;
  const WorkDivision &work;
  const TileRing &ring;
  const BlockMode &mode;
};

} // namespace scanc::prefix

#endif // SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_SPINE_H
