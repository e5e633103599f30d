//===- Candidates.h - Circuits that a search chooses from -------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The constructions that a limit on the fan-out needs, and the one place that
// compares them.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_CIRCUITS_SEARCH_CANDIDATES_H
#define SCANC_LIB_CIRCUITS_SEARCH_CANDIDATES_H

#include "scanc/Circuits/Search.h"

namespace scanc::circuits {

/// A network, and what gave it.
struct Candidate {
  Network network;
  std::string method;
};

/// The scan of the first `width` columns, without the combines that it has no
/// use for. No deeper, and no value is read more often.
Network firstColumns(const Network &network, int64_t width);

/// The smallest circuit without a limit on the fan-out, for ceil(lg width) <=
/// depth <= width - 1.
Candidate leastWithDepth(int64_t width, int64_t depth);

/// The smallest of the candidates within both limits, or nothing. Up to width
/// 128 wider, shallower and less read circuits are candidates as well
/// (FruitfulLimits.h).
std::optional<Candidate> leastWithFanout(int64_t width, int64_t depth,
                                         int64_t fanout);

} // namespace scanc::circuits

#endif // SCANC_LIB_CIRCUITS_SEARCH_CANDIDATES_H
