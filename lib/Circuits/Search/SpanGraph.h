//===- SpanGraph.h - A prefix circuit as a set of spans ---------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The prefix graphs of adder synthesis: a set of spans i..j, without saying
// which two spans each one is made of. The operands are chosen when a network
// is made, with the limits in view: j..k of the same column and k-1..i, for the
// k that gives the lowest level and, among those, the operands read least. A
// span that the network can do without is taken out (Roy, Choudhury, Puri and
// Pan, TCAD 33(10), 2014, prune in the same space).
//
// Choices are greedy, so a limit may be missed that a cleverer choice meets;
// and one span has one node, so no value is computed twice to share its
// readers.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_CIRCUITS_SEARCH_SPANGRAPH_H
#define SCANC_LIB_CIRCUITS_SEARCH_SPANGRAPH_H

#include "scanc/Circuits/Network.h"

#include <optional>

namespace scanc::circuits {

/// The spans of `network`, made again within the limits, without the spans that
/// are not needed; nothing where the limits are not met. Time is of the order
/// of spans x spans x spans of a column.
std::optional<Network> remadeWithinLimits(const Network &network, int64_t depth,
                                          int64_t fanout);

} // namespace scanc::circuits

#endif // SCANC_LIB_CIRCUITS_SEARCH_SPANGRAPH_H
