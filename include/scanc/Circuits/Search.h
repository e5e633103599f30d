//===- Search.h - The smallest circuit within limits ------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Families are points; a designer has a depth and a fan-out and wants the
// smallest circuit that has them.
//
//   width 8      size     by                                  proof
//   depth 3      12       dynamic programming                 Snir, Zhu et al.
//   depth 4      10       a chain of segments                 Snir
//   depth 5      9        a chain of segments                 Snir
//
// Without a limit on the fan-out, n inputs and depth d:
//
//   d >= d_min(n)          2n - 2 - d, exact: Snir's bound, met by a chain of
//                          segments. d_min is the least d with F(d+3) > n.
//   ceil(lg n) <= d <      a dynamic programme over fragments of the input. Its
//     d_min(n)             size is an upper bound; the lower bound is 2n-1-d,
//                          and Sergeev's exact value at n = 2^k, d = k, which
//                          it reaches up to 512: 4, 12, 31, 74, 167, 364, ..
//                          (Ladner and Fischer's P_0 needs 168 at 64 and 369 at
//                          128)
//
// With a limit on the fan-out the chain of segments meets Snir's bound from
// some depth on, still exactly. Below, the best of these is taken: the dynamic
// programme with as many leaves as the limit allows, every family of the table,
// and the spans of each with operands chosen anew and superfluous ones taken
// out. That is a heuristic; at widths up to 8 an exhaustive search settles it.
// Up to width 128 the first columns of a wider circuit are taken as well where
// they are smaller, and circuits within tighter limits: no result is larger
// than one of a greater width or of tighter limits (fan-outs 2..12).
// A limit that was not reached is therefore not proven to be out of reach,
// unless the depth is below ceil(lg n).
//
// `isOptimal` is set exactly where the size is the proven lower bound. The
// search has no randomness: the same limits give the same network.
//
// Sources: Snir, J. Algorithms 7(2), 1986; Zhu, Cheng and Graham, ACM TODAES
// 11(2), 2006; Sheeran, J. Functional Programming 21(1), 2011; Sergeev, ECCC
// TR13-041, 2013; Roy, Choudhury, Puri and Pan, IEEE TCAD 33(10), 2014.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_CIRCUITS_SEARCH_H
#define SCANC_CIRCUITS_SEARCH_H

#include "scanc/Circuits/Network.h"

#include "llvm/Support/Error.h"

#include <optional>
#include <string>

namespace scanc::circuits {

/// Legal widths of a search: 1..maxSearchWidth.
inline constexpr int64_t maxSearchWidth = 4096;

struct SearchLimits {
  int64_t width;
  /// The longest path has at most this many combines.
  std::optional<int64_t> depth = std::nullopt;
  /// At most this many combines read one value, over the whole circuit: `max
  /// uses` of Cost.h.
  std::optional<int64_t> fanout = std::nullopt;
};

struct SearchResult {
  /// Passes `checkSpans` with overlap refused, meets the limits, and has no
  /// combine whose value is not used. Scheduled as soon as possible.
  Network network;
  /// The size is `lowerBound`.
  bool isOptimal;
  /// No circuit within the limits is smaller than this.
  int64_t lowerBound;
  /// What gave the network, one line for reports.
  std::string method;
};

/// The smallest circuit found within the limits. Errors: a width out of range,
/// a limit out of range, a depth that no circuit has, and limits that were not
/// reached together, with the nearest ones that were.
llvm::Expected<SearchResult> searchLeastSize(const SearchLimits &limits);

/// What a cost model wants less of; neither weight is negative.
struct CostWeights {
  double size, depth;
};

/// The least `weights.size * size + weights.depth * depth` over the results of
/// `searchLeastSize` at all depths. Here `lowerBound` is of the size at the
/// depth of the result, and `isOptimal` says that no circuit costs less. Errors
/// as `searchLeastSize`, and a negative weight.
llvm::Expected<SearchResult>
searchLeastCost(int64_t width, CostWeights weights,
                std::optional<int64_t> fanout = std::nullopt);

} // namespace scanc::circuits

#endif // SCANC_CIRCUITS_SEARCH_H
