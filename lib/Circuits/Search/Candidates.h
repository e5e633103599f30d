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

#include "scanc/Circuits/Cost.h"
#include "scanc/Circuits/Families.h"
#include "scanc/Circuits/Search.h"

#include <map>

namespace scanc::circuits {

/// A network, what gave it, and its cost without the combines that lead to no
/// output.
struct Candidate {
  Candidate(Network network, std::string method);

  Network network;
  std::string method;
  Cost cost;
};

/// The scan of the first `width` columns, without the combines that it has no
/// use for. No deeper, and no value is read more often.
Network firstColumns(const Network &network, int64_t width);

/// The circuits of a width that are the same for every fan-out, made when first
/// asked for: a search that fails goes through many limits.
class WidthCandidates {
public:
  explicit WidthCandidates(int64_t width) : width(width) {}

  /// The smallest circuit without a limit on the fan-out, for ceil(lg width) <=
  /// depth <= width - 1.
  const Candidate &leastWithDepth(int64_t depth);
  /// Every family at the values of its parameters that can be of use.
  llvm::ArrayRef<Candidate> families();

  const int64_t width;

private:
  void addFamily(const FamilyInfo &info, FamilySpec &spec,
                 llvm::ArrayRef<ParameterRange> ranges);

  std::map<int64_t, Candidate> byDepth;
  std::optional<std::vector<Candidate>> ofFamilies;
};

/// The smallest of the candidates within both limits, or nothing. Up to width
/// 128 wider, shallower and less read circuits are candidates as well
/// (FruitfulLimits.h).
std::optional<Candidate> leastWithFanout(WidthCandidates &candidates,
                                         int64_t depth, int64_t fanout);

} // namespace scanc::circuits

#endif // SCANC_LIB_CIRCUITS_SEARCH_CANDIDATES_H
