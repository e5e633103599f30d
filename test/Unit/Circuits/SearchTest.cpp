//===- SearchTest.cpp - The smallest circuit within limits ----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every result is held to its contract; sizes are held to Snir's bound, to the
// values that Sergeev proves least, to a brute force of its own at tiny widths
// and to every family of the table.
//
//===----------------------------------------------------------------------===//

#include "TestNetworks.h"

#include "scanc/Circuits/Cost.h"
#include "scanc/Circuits/Families.h"
#include "scanc/Circuits/Search.h"
#include "scanc/Circuits/Spans.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>

using namespace scanc::circuits;
using test::ceilLg;

namespace {

int64_t sizeOf(const SearchResult &result) {
  return static_cast<int64_t>(result.network.combines.size());
}

/// Searches, and checks what every result promises.
SearchResult search(const SearchLimits &limits) {
  llvm::Expected<SearchResult> found = searchLeastSize(limits);
  if (!found) {
    ADD_FAILURE() << llvm::toString(found.takeError());
    return {};
  }
  const Network &network = found->network;
  std::string where = "width " + std::to_string(limits.width) + ", depth " +
                      std::to_string(limits.depth.value_or(-1)) + ", fanout " +
                      std::to_string(limits.fanout.value_or(-1)) + ": " +
                      found->method;
  EXPECT_EQ(network.width, limits.width) << where;
  EXPECT_TRUE(llvm::expectedToOptional(checkSpans(network))) << where;
  Cost cost = computeCost(network);
  EXPECT_LE(cost.depth, limits.depth.value_or(cost.depth)) << where;
  EXPECT_LE(cost.maxUses, limits.fanout.value_or(cost.maxUses)) << where;
  EXPECT_LE(found->lowerBound, cost.size) << where;
  EXPECT_EQ(found->isOptimal, found->lowerBound == cost.size) << where;

  std::vector<bool> isUsed(network.numNodes());
  for (Combine combine : network.combines)
    isUsed[combine.low] = isUsed[combine.high] = true;
  for (NodeId node : network.outputs)
    isUsed[node] = true;
  EXPECT_EQ(std::count(isUsed.begin(), isUsed.end(), false), 0) << where;
  return std::move(*found);
}

std::string errorOf(const SearchLimits &limits) {
  llvm::Expected<SearchResult> found = searchLeastSize(limits);
  if (found)
    return "found by " + found->method;
  return llvm::toString(found.takeError());
}

/// The least d with F(d+3) > n.
int64_t leastZeroDeficiencyDepth(int64_t n) {
  int64_t depth = 0;
  for (int64_t a = 2, b = 3; a <= n; ++depth)
    b = std::exchange(a, b) + b;
  return depth;
}

/// Calls `visit` with the network of every family at every value of its integer
/// parameters.
void forEachFamily(
    int64_t width,
    llvm::function_ref<void(const FamilySpec &, const Network &)> visit) {
  for (const FamilyInfo &info : families()) {
    std::vector<FamilySpec> specs = {{info.name.str()}};
    if (info.ranges)
      for (const ParameterRange &range : info.ranges(width)) {
        std::vector<FamilySpec> longer;
        for (const FamilySpec &spec : specs)
          for (int64_t value = range.least; value <= range.greatest; ++value) {
            longer.push_back(spec);
            longer.back().params.push_back({range.name.str(), {value}});
          }
        specs = std::move(longer);
      }
    for (const FamilySpec &spec : specs) {
      auto network = llvm::expectedToOptional(buildFamily(spec, width));
      if (network && llvm::expectedToOptional(checkSpans(*network)))
        visit(spec, *network);
    }
  }
}

/// The least size at each depth, by trying every set of spans.
std::map<int64_t, int64_t> bruteForce(int64_t width) {
  std::vector<Span> inner;
  for (int64_t length = 2; length < width; ++length)
    for (int64_t lo = 1; lo + length <= width; ++lo)
      inner.push_back({lo, lo + length - 1});
  std::map<int64_t, int64_t> least;
  for (uint32_t set = 0; set < 1u << inner.size(); ++set) {
    constexpr int64_t absent = 1000;
    std::vector<std::vector<int64_t>> level(
        width, std::vector<int64_t>(width, absent));
    for (int64_t i = 0; i < width; ++i)
      level[i][i] = 0;
    auto make = [&](int64_t lo, int64_t hi) {
      for (int64_t k = lo; k < hi; ++k)
        level[lo][hi] = std::min(level[lo][hi],
                                 std::max(level[lo][k], level[k + 1][hi]) + 1);
    };
    for (size_t i = 0; i < inner.size(); ++i)
      if (set >> i & 1)
        make(inner[i].lo, inner[i].hi);
    int64_t depth = 0;
    for (int64_t hi = 1; hi < width; ++hi) {
      make(0, hi);
      depth = std::max(depth, level[0][hi]);
    }
    int64_t size = width - 1 + std::popcount(set);
    auto [entry, isNew] = least.try_emplace(depth, size);
    entry->second = std::min(entry->second, size);
  }
  return least;
}

} // namespace

TEST(Search, AgreesWithBruteForce) {
  for (int64_t n = 1; n <= 7; ++n) {
    std::map<int64_t, int64_t> least = bruteForce(n);
    int64_t best = n * n;
    for (int64_t depth = ceilLg(n); depth <= std::max<int64_t>(n - 1, 0);
         ++depth) {
      if (least.contains(depth))
        best = std::min(best, least[depth]);
      SearchResult result = search({n, depth});
      EXPECT_EQ(sizeOf(result), best) << "width " << n << ", depth " << depth;
      EXPECT_TRUE(result.isOptimal) << "width " << n << ", depth " << depth;
    }
  }
}

TEST(Search, MeetsSnirsBoundFromTheLeastPossibleDepthOn) {
  for (int64_t n = 2; n <= 40; ++n)
    for (int64_t depth = leastZeroDeficiencyDepth(n); depth < n; ++depth) {
      SearchResult result = search({n, depth});
      EXPECT_EQ(sizeOf(result), 2 * n - 2 - depth) << n << " " << depth;
      EXPECT_TRUE(result.isOptimal) << n << " " << depth;
    }
  for (int64_t n : {64, 100, 128, 256, 1000, 1024, 4096}) {
    int64_t depth = leastZeroDeficiencyDepth(n);
    EXPECT_EQ(sizeOf(search({n, depth})), 2 * n - 2 - depth) << n;
    EXPECT_EQ(sizeOf(search({n, depth + 7})), 2 * n - 9 - depth) << n;
    EXPECT_EQ(sizeOf(search({n, n / 2})), 2 * n - 2 - n / 2) << n;
    // One level less and the bound is out of reach.
    if (n <= 1024) {
      EXPECT_GT(sizeOf(search({n, depth - 1})), 2 * n - 1 - depth) << n;
    }
  }
}

TEST(Search, ReachesTheLeastSizeAtLeastDepth) {
  const int64_t least[] = {0, 1, 4, 12, 31, 74, 167, 364, 773, 1614};
  for (int64_t k = 0; k < 10; ++k) {
    SearchResult result = search({int64_t(1) << k, k});
    EXPECT_EQ(sizeOf(result), least[k]) << k;
    EXPECT_TRUE(result.isOptimal) << k;
  }
  // Leaves would have to be cut within the spread of a spread.
  SearchResult result = search({1024, 10});
  EXPECT_EQ(sizeOf(result), 3328);
  EXPECT_EQ(result.lowerBound, 3327);
  EXPECT_FALSE(result.isOptimal);
}

TEST(Search, BetweenTheLeastDepthAndSnirsBound) {
  EXPECT_EQ(sizeOf(search({13, 4})), 21);
  EXPECT_TRUE(search({13, 4}).isOptimal);
  EXPECT_EQ(sizeOf(search({64, 7})), 125);
  EXPECT_EQ(search({64, 7}).lowerBound, 120);
  EXPECT_EQ(sizeOf(search({128, 8})), 272);
  EXPECT_EQ(sizeOf(search({256, 10})), 504);
}

TEST(Search, IsNeverWorseThanAFamily) {
  for (int64_t n = 2; n <= 40; ++n) {
    std::map<int64_t, int64_t> found;
    for (int64_t depth = ceilLg(n); depth < n; ++depth) {
      found[depth] = sizeOf(search({n, depth}));
      if (found.contains(depth - 1)) {
        EXPECT_LE(found[depth], found[depth - 1]) << n << " " << depth;
      }
    }
    forEachFamily(n, [&](const FamilySpec &spec, const Network &network) {
      Cost cost = computeCost(network);
      EXPECT_LE(found[cost.depth], cost.size) << toString(spec) << " " << n;
    });
  }
  for (int64_t n : {64, 100, 200, 511, 1000}) {
    std::map<int64_t, int64_t> found;
    forEachFamily(n, [&](const FamilySpec &spec, const Network &network) {
      Cost cost = computeCost(network);
      auto [entry, isNew] = found.try_emplace(cost.depth);
      if (isNew)
        entry->second = sizeOf(search({n, cost.depth}));
      EXPECT_LE(entry->second, cost.size) << toString(spec) << " " << n;
    });
  }
}

TEST(Search, WithAFanoutIsNeverWorseThanAFamily) {
  for (int64_t n : {2, 3, 5, 8, 11, 16, 24}) {
    std::map<std::pair<int64_t, int64_t>, int64_t> found;
    forEachFamily(n, [&](const FamilySpec &spec, const Network &network) {
      Cost cost = computeCost(network);
      auto [entry, isNew] =
          found.try_emplace({cost.depth, std::max<int64_t>(cost.maxUses, 1)});
      if (isNew)
        entry->second =
            sizeOf(search({n, entry->first.first, entry->first.second}));
      EXPECT_LE(entry->second, cost.size) << toString(spec) << " " << n;
    });
  }
}

TEST(Search, WithAFanoutMeetsSnirsBoundWhereItCan) {
  // Width 64 meets the bound with these fan-outs from these depths on.
  for (auto [fanout, depth] : {std::pair{2, 11}, {3, 9}, {4, 8}, {16, 8}}) {
    SearchResult result = search({64, depth, fanout});
    EXPECT_EQ(sizeOf(result), 126 - depth) << fanout;
    EXPECT_TRUE(result.isOptimal) << fanout;
  }
  // The serial circuit reads each value once, and no other does.
  SearchResult serial = search({64, std::nullopt, 1});
  EXPECT_EQ(sizeOf(serial), 63);
  EXPECT_TRUE(serial.isOptimal);
}

TEST(Search, WithAFanoutBelowTheDepthsOfSnirsBound) {
  // What the families have: Kogge-Stone 321 with 6, Harris 192 and more.
  EXPECT_LE(sizeOf(search({64, 6, 2})), 290);
  EXPECT_LE(sizeOf(search({64, 6, 6})), 241);
  EXPECT_LE(sizeOf(search({64, 7, 3})), 173);
  EXPECT_LE(sizeOf(search({64, 7, 6})), 129);
  EXPECT_LE(sizeOf(search({64, 7, 8})), 126);
  // Reached at a lower depth only, and still within the limits.
  EXPECT_LE(sizeOf(search({64, 8, 2})), 258);
}

TEST(Search, WithAFanoutIsNeverWorseThanWithinTighterLimits) {
  constexpr int64_t mostWidth = 44, mostFanout = 4, mostDepth = 12;
  constexpr int64_t none = 1 << 20;
  std::map<std::array<int64_t, 3>, int64_t> sizes;
  auto known = [&](int64_t width, int64_t depth, int64_t fanout) {
    auto found = sizes.find({width, depth, fanout});
    return found == sizes.end() ? none : found->second;
  };
  for (int64_t n = mostWidth; n >= 1; --n)
    for (int64_t fanout = 2; fanout <= mostFanout; ++fanout)
      for (int64_t depth = ceilLg(n); depth <= mostDepth; ++depth) {
        int64_t tighter =
            std::min({known(n + 1, depth, fanout), known(n, depth - 1, fanout),
                      known(n, depth, fanout - 1)});
        llvm::Expected<SearchResult> found =
            searchLeastSize({n, depth, fanout});
        int64_t size = none;
        if (found)
          size = sizeOf(*found);
        else
          llvm::consumeError(found.takeError());
        EXPECT_LE(size, tighter) << n << " " << depth << " " << fanout;
        sizes[{n, depth, fanout}] = size;
      }
}

TEST(Search, WithAFanoutTakesTheFirstColumnsOfAWiderCircuit) {
  for (auto [width, depth, fanout, most] : {std::tuple{36, 8, 2, 112},
                                            {33, 6, 2, 259},
                                            {33, 7, 2, 259},
                                            {42, 6, 2, 160},
                                            {42, 7, 2, 160},
                                            {42, 8, 2, 160},
                                            {20, 5, 2, 57},
                                            {58, 7, 2, 232},
                                            {44, 8, 2, 141},
                                            {14, 5, 2, 30},
                                            {54, 6, 4, 189}})
    EXPECT_LE(sizeOf(search({width, depth, fanout})), most)
        << width << " " << depth << " " << fanout;
  EXPECT_NE(search({20, 5, 2}).method.find(", the first columns of "),
            std::string::npos);
}

TEST(Search, TriesEveryCircuitOfATinyWidth) {
  // Snir's bound is not met here, and yet nothing smaller exists.
  for (auto [width, fanout, size] :
       {std::tuple{7, 2, 10}, {8, 2, 14}, {8, 3, 13}, {8, 4, 12}}) {
    SearchResult result = search({width, 3, fanout});
    EXPECT_EQ(sizeOf(result), size) << width << " " << fanout;
    EXPECT_TRUE(result.isOptimal) << width << " " << fanout;
  }
}

TEST(Search, TheSameLimitsGiveTheSameNetwork) {
  for (const SearchLimits &limits :
       {SearchLimits{64, 6}, {64, 7, 6}, {64, 7, 3}, {100, 12}}) {
    Network first = search(limits).network, second = search(limits).network;
    ASSERT_EQ(first.combines.size(), second.combines.size());
    for (size_t i = 0; i < first.combines.size(); ++i) {
      EXPECT_EQ(first.combines[i].low, second.combines[i].low);
      EXPECT_EQ(first.combines[i].high, second.combines[i].high);
    }
    EXPECT_EQ(first.outputs, second.outputs);
  }
}

TEST(Search, SaysWhatGaveTheNetwork) {
  EXPECT_EQ(search({64, 8}).method, "zero deficiency, a chain of segments");
  EXPECT_EQ(search({64, 6}).method, "dynamic programming over fragments");
  EXPECT_EQ(search({64, 9, 3}).method,
            "zero deficiency, a chain of segments with fan-out 3");
  EXPECT_EQ(search({64, 7, 6}).method,
            "dynamic programming over fragments with fan-out 6");
  EXPECT_EQ(search({7, 3, 2}).method, "exhaustive search");
}

TEST(Search, RefusesWhatCannotBe) {
  EXPECT_EQ(errorOf({64, 4}), "depth 4 cannot be met at width 64: at least 6");
  EXPECT_EQ(errorOf({0}), "width must be from 1 to 4096 in a search, got 0");
  EXPECT_EQ(errorOf({4097}),
            "width must be from 1 to 4096 in a search, got 4097");
  EXPECT_EQ(errorOf({8, -1}), "depth must be at least 0, got -1");
  EXPECT_EQ(errorOf({8, 3, 0}), "fanout must be at least 1, got 0");
  EXPECT_EQ(errorOf({64, 8, 1}),
            "fanout 1 at depth 8 and width 64 was not reached: the least depth "
            "found with fanout 1 is 63, the least fanout found at depth 8 is "
            "2");
  EXPECT_EQ(errorOf({1024, 10, 4}),
            "fanout 4 at depth 10 and width 1024 was not reached: the least "
            "depth found with fanout 4 is 15, the least fanout found at depth "
            "10 is 10");
}

TEST(SearchCost, FollowsTheWeights) {
  auto least = [](double size, double depth,
                  std::optional<int64_t> fanout = std::nullopt) {
    SearchResult result =
        llvm::cantFail(searchLeastCost(64, {size, depth}, fanout));
    EXPECT_TRUE(llvm::expectedToOptional(checkSpans(result.network)));
    return std::pair(computeCost(result.network), result.isOptimal);
  };
  // Size alone: serial. Depth alone: the least.
  EXPECT_EQ(least(1, 0).first.size, 63);
  EXPECT_TRUE(least(1, 0).second);
  EXPECT_EQ(least(0, 1).first.depth, 6);
  EXPECT_TRUE(least(0, 1).second);
  // A level is worth two combines: Snir's bound at its least depth; is worth
  // nine: one level less; is worth more than 42: Sergeev's.
  EXPECT_EQ(least(1, 2).first.size, 118);
  EXPECT_EQ(least(1, 2).first.depth, 8);
  EXPECT_TRUE(least(1, 2).second);
  EXPECT_EQ(least(1, 9).first.depth, 7);
  EXPECT_FALSE(least(1, 9).second);
  EXPECT_EQ(least(1, 50).first.size, 167);
  // Within a fan-out.
  EXPECT_EQ(least(1, 2, 3).first.depth, 9);
  EXPECT_EQ(least(1, 2, 1).first.depth, 63);
}

TEST(SearchCost, RefusesNegativeWeights) {
  EXPECT_EQ(llvm::toString(searchLeastCost(8, {-1, 1}).takeError()),
            "weights must be at least 0, got -1.00 for the size and 1.00 for "
            "the depth");
  EXPECT_EQ(llvm::toString(searchLeastCost(5000, {1, 1}).takeError()),
            "width must be from 1 to 4096 in a search, got 5000");
}
