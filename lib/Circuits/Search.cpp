//===- Search.cpp - The smallest circuit within limits --------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Circuits/Search.h"

#include "Search/Bounds.h"
#include "Search/Candidates.h"
#include "Search/ExhaustiveSearch.h"

#include "scanc/Circuits/Cost.h"
#include "scanc/Circuits/Spans.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cassert>

using namespace scanc::circuits;
using llvm::Expected;
using llvm::formatv;

/// Widths at which every circuit can be tried.
static constexpr int64_t mostWidthTried = 8;

static llvm::Error fail(const llvm::Twine &text) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), text);
}

static llvm::Error checkLimits(const SearchLimits &limits) {
  auto [width, depth, fanout] = limits;
  if (width < 1 || width > maxSearchWidth)
    return fail(formatv("width must be from 1 to {0} in a search, got {1}",
                        maxSearchWidth, width));
  if (depth && *depth < 0)
    return fail(formatv("depth must be at least 0, got {0}", *depth));
  if (fanout && *fanout < 1)
    return fail(formatv("fanout must be at least 1, got {0}", *fanout));
  int64_t least = llvm::Log2_64_Ceil(width);
  if (depth && *depth < least)
    return fail(formatv("depth {0} cannot be met at width {1}: at least {2}",
                        *depth, width, least));
  return llvm::Error::success();
}

/// Says which limit has to give way, and how far.
static llvm::Error notReached(WidthCandidates &candidates, int64_t depth,
                              int64_t fanout) {
  const int64_t width = candidates.width;
  // Twice the least depth is enough for any fan-out of 2 or more.
  int64_t enough = std::min<int64_t>(2 * llvm::Log2_64_Ceil(width), width - 1);
  int64_t leastDepth = depth + 1;
  if (fanout == 1)
    leastDepth = width - 1;
  while (leastDepth < enough &&
         !leastWithFanout(candidates, leastDepth, fanout))
    ++leastDepth;

  int64_t leastFanout = candidates.leastWithDepth(depth).cost.maxUses;
  for (int64_t wider = fanout + 1; wider < leastFanout; ++wider)
    if (leastWithFanout(candidates, depth, wider))
      leastFanout = wider;
  return fail(formatv("fanout {0} at depth {1} and width {2} was not reached: "
                      "the least depth found with fanout {0} is {3}, the least "
                      "fanout found at depth {1} is {4}",
                      fanout, depth, width, leastDepth, leastFanout));
}

/// Raises the lower bound by trying every smaller circuit, and takes one that
/// is found.
static void tryAll(SearchResult &result, int64_t depth,
                   std::optional<int64_t> fanout) {
  auto size = [&] {
    return static_cast<int64_t>(result.network.combines.size());
  };
  while (result.lowerBound < size()) {
    auto [isComplete, network] =
        searchAllOfSize(result.network.width, depth, fanout, result.lowerBound);
    if (network) {
      result.network = std::move(*network);
      result.method = "exhaustive search";
    }
    if (!isComplete || network)
      return;
    ++result.lowerBound;
  }
}

/// The smallest circuit found within legal limits, if any was.
static std::optional<SearchResult> find(WidthCandidates &candidates,
                                        int64_t depth,
                                        std::optional<int64_t> fanout) {
  const int64_t width = candidates.width;
  std::optional<Candidate> best =
      fanout ? leastWithFanout(candidates, depth, *fanout)
             : candidates.leastWithDepth(depth);
  if (!best)
    return std::nullopt;
  SearchResult result{std::move(best->network), false,
                      sizeLowerBound(width, depth), std::move(best->method)};
  if (width <= mostWidthTried)
    tryAll(result, depth, fanout);
  assert(llvm::expectedToOptional(checkSpans(result.network)) &&
         "a search gives a scan");
  result.isOptimal =
      static_cast<int64_t>(result.network.combines.size()) == result.lowerBound;
  return result;
}

Expected<SearchResult>
scanc::circuits::searchLeastSize(const SearchLimits &limits) {
  if (llvm::Error error = checkLimits(limits))
    return std::move(error);
  const int64_t depth =
      std::min(limits.depth.value_or(limits.width), limits.width - 1);
  WidthCandidates candidates(limits.width);
  if (auto result = find(candidates, depth, limits.fanout))
    return std::move(*result);
  return notReached(candidates, depth, *limits.fanout);
}

Expected<SearchResult>
scanc::circuits::searchLeastCost(int64_t width, CostWeights weights,
                                 std::optional<int64_t> fanout) {
  if (!(weights.size >= 0 && weights.depth >= 0))
    return fail(formatv("weights must be at least 0, got {0} for the size and "
                        "{1} for the depth",
                        weights.size, weights.depth));
  if (llvm::Error error = checkLimits({width, std::nullopt, fanout}))
    return std::move(error);
  auto costOf = [&](int64_t size, int64_t depth) {
    return weights.size * static_cast<double>(size) +
           weights.depth * static_cast<double>(depth);
  };

  WidthCandidates candidates(width);
  std::optional<SearchResult> best;
  double least = 0, leastPossible = 0;
  bool isFirst = true;
  auto consider = [&](int64_t depth) {
    double possible = costOf(sizeLowerBound(width, depth), depth);
    leastPossible = isFirst ? possible : std::min(leastPossible, possible);
    isFirst = false;
    // A cheaper circuit cannot come of this depth.
    if (best && possible >= least)
      return false;
    std::optional<SearchResult> result = find(candidates, depth, fanout);
    if (!result)
      return false;
    Cost cost = computeCost(result->network);
    double found = costOf(cost.size, cost.depth);
    if (!best || found < least)
      best = std::move(result), least = found;
    return best->isOptimal && cost.deficiency == 0;
  };
  // From the first depth on at which Snir's bound is met, size and depth trade
  // one for one, so that the last depth is the only other one to look at.
  consider(width - 1);
  // One reader a value leaves no other.
  if (fanout != 1)
    for (int64_t depth = llvm::Log2_64_Ceil(width); depth < width - 1; ++depth)
      if (consider(depth))
        break;
  best->isOptimal = least <= leastPossible;
  return std::move(*best);
}
