//===- Placement.h - Which column and slot holds each value -----*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The second of the four choices between a graph and a machine: where values
// live. Column `j` of the machine (a lane, a cell of shared memory) holds the
// values whose span ends at input `j`. The high operand of a combine ends
// where its result ends, so it is always at home; only the low operand moves.
//
//   Kogge-Stone, n = 4        column 0   1     2     3
//   inputs                    0..0  1..1  2..2  3..3
//   stage 1   i <- i-1        0..0  0..1  1..2  2..3      one slot a column:
//   stage 2   i <- i-2        0..0  0..1  0..2  0..3      all in place
//
// A result takes the place of its high operand where nothing needs that value
// afterwards; else the column gets one more slot. Within a stage all reads
// come before all writes. That is right for any circuit, whatever its family.
//
// A circuit wider than the machine is folded: column `j` is in lane `j` mod
// lanes, and each fold has slots of its own.
//
// A step is the combines of one stage that read and write the same slots, at
// most one per lane: what all lanes of a warp can do at once.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_ANALYSIS_PLACEMENT_H
#define SCANC_DIALECT_PREFIX_ANALYSIS_PLACEMENT_H

#include "scanc/Circuits/Network.h"

#include <cstdint>
#include <vector>

namespace scanc::prefix {

struct PlacedStep {
  int32_t stage; // from 1
  int32_t lowSlot, highSlot, resultSlot;
  /// Lane of the low operand, per lane; -1 where the lane does nothing.
  std::vector<int32_t> lowColumn;
};

struct Placement {
  int64_t columns;               // lanes
  int32_t slots;                 // per fold; fold f has f * slots and on
  std::vector<PlacedStep> steps; // by stage
  /// Slot of output `k` in the lane of column `k`.
  std::vector<int32_t> outputSlots;
};

/// Requires a network whose spans verify, overlap allowed, and whose width is a
/// multiple of `lanes`; without `lanes`, there are as many as columns. The
/// author's stages are not used: combines run as soon as possible.
Placement placeByColumn(const circuits::Network &network, int64_t lanes = 0);

} // namespace scanc::prefix

#endif // SCANC_DIALECT_PREFIX_ANALYSIS_PLACEMENT_H
