//===- Schedule.h - The stage of each combine -------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A schedule gives each combine a stage, counted from 1, later than the stages
// of its operands (inputs are there at stage 0). All combines of a stage read
// values from before the stage, so they may run at once.
//
//   Brent-Kung, n = 8, by its levels       as soon as possible
//
//   0 1 2 3 4 5 6 7                        0 1 2 3 4 5 6 7
//   +-* +-* +-* +-*   stage 1              +-* +-* +-* +-*   stage 1
//   | +---* | +---*   stage 2              | +-*-* | +---*   stage 2
//   | | | +-------*   stage 3              | | | +-*-*---*   stage 3
//   | | | +---* | |   stage 4              | | | | | +-* |   stage 4
//   | +-* +-* +-* |   stage 5
//
// The two differ: level by level keeps one reader a value and stage, as soon as
// possible is shorter. A network that declares `stages` keeps its author's
// choice; one that does not is scheduled as soon as possible.
//
// What it does not say: which thread runs a combine, and where its value lives.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_CIRCUITS_SCHEDULE_H
#define SCANC_CIRCUITS_SCHEDULE_H

#include "scanc/Circuits/Network.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace scanc::circuits {

/// The length of the longest path to each combine, counted in combines: the
/// earliest stage it can have. The network must pass `checkSpans`.
std::vector<int32_t> earliestStages(const Network &network);

/// The stage of each combine, from 1: the declared ones, or the earliest.
std::vector<int32_t> stagesOf(const Network &network);

/// Fails where the declared stages are no schedule: a count that differs from
/// the number of combines, a stage below 1 or above the number of combines, or
/// one not later than an operand's. The network must be in topological order.
llvm::Error checkStages(const Network &network);

/// The combines grouped by stage, for readers that go stage by stage.
class StageGroups {
public:
  /// `stages` as `stagesOf` returns them.
  explicit StageGroups(llvm::ArrayRef<int32_t> stages);

  /// The number of stages. Stages are numbered from 1 to this.
  int32_t size() const { return static_cast<int32_t>(begins.size()) - 2; }
  /// The combines of stage `stage`, in the order of the network.
  llvm::ArrayRef<uint32_t> operator[](int32_t stage) const;

private:
  std::vector<uint32_t> order;
  /// begins[s] is where stage s starts in `order`; stage 0 is empty.
  std::vector<uint32_t> begins;
};

} // namespace scanc::circuits

#endif // SCANC_CIRCUITS_SCHEDULE_H
