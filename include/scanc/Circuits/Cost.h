//===- Cost.h - The figures of a network ------------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// "Depth" and "fan-out" mean different things to different authors, so each
// meaning has its own name here. For Kogge-Stone and Sklansky, n = 8:
//
//   size         combines                                            17   12
//   depth        combines on the longest path                         3    3
//   stages       stages of the schedule; more than the depth where
//                the author goes level by level (Brent-Kung)          3    3
//   max uses     most combines that read one value, over the whole
//                circuit                                              3    4
//   level fanout most wires that leave one value in one stage: the
//                combines that read it, and one more for the wire
//                that goes on where the value is an output or is
//                read in a later stage (the literature's fan-out)     2    5
//   tracks       most values that cross between two neighbouring
//                columns in one stage, a value with several readers
//                counting once (Harris's wire tracks)                 4    1
//   deficiency   size + depth - (2 width - 2), never negative: Snir    6    1
//
// Sources: Snir, "Depth-size trade-offs for parallel prefix computation",
// J. Algorithms 7(2), 1986; Harris, "A taxonomy of parallel prefix networks",
// Asilomar 2003.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_CIRCUITS_COST_H
#define SCANC_CIRCUITS_COST_H

#include "scanc/Circuits/Network.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace scanc::circuits {

/// The figures of a network. A network without a combine has no stage, and its
/// figures other than the width are 0.
struct Cost {
  int64_t width = 0;
  int64_t size = 0;
  int64_t depth = 0;
  int64_t stages = 0;
  int64_t maxUses = 0;
  int64_t levelFanout = 0;
  int64_t tracks = 0;
  int64_t deficiency = 0;
  friend bool operator==(const Cost &, const Cost &) = default;
};

/// A figure by the name that JSON and `expect` clauses give it.
struct Figure {
  llvm::StringLiteral name;
  int64_t Cost::*value;
};

/// Every figure, in the order of `Cost`.
llvm::ArrayRef<Figure> figures();

/// Time O(size log size), memory a few words for each node. The network must
/// pass `checkSpans` (overlap allowed) and `checkStages`.
Cost computeCost(const Network &network);

} // namespace scanc::circuits

#endif // SCANC_CIRCUITS_COST_H
