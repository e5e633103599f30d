//===- ZeroDeficiency.h - Circuits that meet Snir's bound -------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A chain of segments. The output before a segment is its carry; segment e = 1,
// 2, .. has the carry at level e - 1 and needs its own total there, so that its
// last output is the carry of the next at level e.
//
//   x0 | x1 | x2 x3 | x4 x5 x6 ..       n = 8, d = 4: segments of 1, 2, 3, 1
//      1    2       3           4       the levels of their last outputs
//
// A segment with its carry at level c and its total by level a is an input, or
// two such: the left one, by a - 1, gives carry . left total at level
// max(c, a-1) + 1, which is the carry of the right one. Each inner output costs
// one combine and so does each join of two totals: 2w - 1 for w inputs, hence
// 2n - 2 - e for the chain of e segments. The widest segment is counted by the
// same recursion, also where a value may be read `fanout` times at most: a
// carry is read once for the output of a segment and once for each left part
// within it, and a total twice.
//
// Without a limit on the fan-out these are the circuits of Zhu, Cheng and
// Graham (ACM TODAES 11(2), 2006), from the least possible depth on.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_CIRCUITS_SEARCH_ZERODEFICIENCY_H
#define SCANC_LIB_CIRCUITS_SEARCH_ZERODEFICIENCY_H

#include "scanc/Circuits/Network.h"

#include <optional>

namespace scanc::circuits {

/// A circuit of size 2 width - 2 - depth, for depth <= width - 1, in which no
/// value is read by more than `fanout` combines; nothing where this
/// construction has none. `fanout` may be as large as the width.
std::optional<Network> zeroDeficiencyCircuit(int64_t width, int64_t depth,
                                             int64_t fanout);

} // namespace scanc::circuits

#endif // SCANC_LIB_CIRCUITS_SEARCH_ZERODEFICIENCY_H
