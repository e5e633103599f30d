//===- ExhaustiveSearch.h - Every circuit of a tiny width -------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tries every multiset of spans up to a size, short spans first, and every
// choice of operands that the limits allow. Without a limit on the fan-out one
// node a span and the operands of the lowest level are enough; with one, a span
// may be computed twice and the choice of operands matters.
//
// The work is bounded by a number of steps, so that the answer is the same on
// every machine; it is enough for widths up to 8 at least depth.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_CIRCUITS_SEARCH_EXHAUSTIVESEARCH_H
#define SCANC_LIB_CIRCUITS_SEARCH_EXHAUSTIVESEARCH_H

#include "scanc/Circuits/Network.h"

#include <optional>

namespace scanc::circuits {

struct ExhaustiveResult {
  /// Whether the search came to its end.
  bool isComplete;
  /// The circuit; complete and none: there is none.
  std::optional<Network> network;
};

/// A circuit of at most `size` combines, some of which may be of no use.
ExhaustiveResult searchAllOfSize(int64_t width, int64_t depth,
                                 std::optional<int64_t> fanout, int64_t size);

} // namespace scanc::circuits

#endif // SCANC_LIB_CIRCUITS_SEARCH_EXHAUSTIVESEARCH_H
