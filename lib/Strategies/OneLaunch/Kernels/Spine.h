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
  std::pair<Part, Part> combineRow(const Descriptors &descriptors,
                                   ValueRange totals, Value end,
                                   Value cuts) const;
  /// Those of blocks below `end` alone.
  Part combineBelow(const Descriptors &descriptors, ValueRange totals,
                    Value end, Value cuts) const;
  /// Whether chains begin in the tiles of cycle `cycle` (i32) whose entries the
  /// lane has: a bit for each (i32), or null.
  Value cutsOf(Value cycle) const;
  /// What comes before a tile, `below` being of the scan's elements.
  State afterStart(const Part &below) const;

private:
  void seed(const Position &at, ValueRange state) const;
  void endLaunch(const Descriptors &descriptors, Value cycles) const;
  std::pair<Part, Part> scanRow(ValueRange totals, Value end, Value cuts) const;
  Part combineAll(ValueRange totals, Value cuts) const;

  const StreamContext &c;
  KernelBuilder &b;
  const WorkDivision &work;
  const TileRing &ring;
  const BlockMode &mode;
};

} // namespace scanc::prefix

#endif // SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_SPINE_H
