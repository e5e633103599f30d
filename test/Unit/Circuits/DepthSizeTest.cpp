//===- DepthSizeTest.cpp - Circuits of least size for their depth ---------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// zero_deficiency and dso_fanout2: size 2n - 2 - d at depth d.
//
//===----------------------------------------------------------------------===//

#include "ScanChecks.h"
#include "TestNetworks.h"

#include "scanc/Circuits/Columns.h"
#include "scanc/Circuits/Cost.h"
#include "scanc/Circuits/Generators.h"

using namespace scanc::circuits;
using namespace scanc::circuits::test;

namespace {

FamilySpec atDepth(const char *family, int64_t depth) {
  return {family, {{"d", {depth}}}};
}

/// The least d with F(d + 3) > n.
int64_t leastDepthByFibonacci(int64_t n) {
  std::vector<int64_t> fibonacci = {0, 1, 1, 2};
  int64_t depth = 0;
  for (; fibonacci[depth + 3] <= n; ++depth)
    fibonacci.push_back(fibonacci.end()[-1] + fibonacci.end()[-2]);
  return depth;
}

/// n <= 2^(d/2 + 1) - 1 for an even d, 3 * 2^((d - 1)/2) - 1 for an odd one.
int64_t leastDepthOfFanout2(int64_t n) {
  for (int64_t d = 0;; ++d)
    if (n <= (d % 2 == 0 ? (int64_t(1) << (d / 2 + 1)) - 1
                         : (int64_t(3) << (d - 1) / 2) - 1))
      return d;
}

void expectLeastSize(const Network &network, int64_t depth) {
  Cost cost = computeCost(network);
  ASSERT_EQ(cost.size, 2 * network.width - 2 - depth);
  ASSERT_EQ(cost.depth, depth);
  ASSERT_EQ(cost.stages, depth);
  ASSERT_EQ(cost.deficiency, 0);
  ASSERT_TRUE(isInPlace(network));
}

/// Widths beyond the exhaustive tests, around what depths hold.
const int64_t wideWidths[] = {232,  233,  255,  256,  376,  377,
                              1023, 1024, 2048, 4096, 4180, 4181};

} // namespace

TEST(ZeroDeficiency, EveryDepthIsAScanOfLeastSize) {
  for (int64_t n = 1; n <= 130; ++n)
    for (int64_t d = leastDepthByFibonacci(n); d < std::max<int64_t>(n, 1);
         ++d) {
      ASSERT_NO_FATAL_FAILURE(expectScan(atDepth("zero_deficiency", d), n));
      ASSERT_NO_FATAL_FAILURE(
          expectLeastSize(make(atDepth("zero_deficiency", d), n), d))
          << n << " " << d;
    }
}

TEST(ZeroDeficiency, TheLeastDepthIsTheDefault) {
  for (int64_t n = 1; n <= 130; ++n)
    ASSERT_NO_FATAL_FAILURE(
        expectLeastSize(make({"zero_deficiency"}, n), leastDepthByFibonacci(n)))
        << n;
  for (int64_t n : wideWidths)
    EXPECT_EQ(leastZeroDeficiencyDepth(n), leastDepthByFibonacci(n));
}

TEST(ZeroDeficiency, Table) {
  struct {
    int64_t width, size, depth;
  } const table[] = {{8, 10, 4},     {13, 19, 5},      {16, 25, 5},
                     {32, 56, 6},    {64, 118, 8},     {128, 245, 9},
                     {256, 499, 11}, {1024, 2032, 14}, {2048, 4079, 15}};
  for (auto [width, size, depth] : table) {
    Cost cost = computeCost(make({"zero_deficiency"}, width));
    EXPECT_EQ(cost.size, size) << width;
    EXPECT_EQ(cost.depth, depth) << width;
  }
}

TEST(ZeroDeficiency, MostDepthIsSerial) {
  for (int64_t n = 1; n <= 40; ++n)
    EXPECT_EQ(computeCost(make(atDepth("zero_deficiency", n - 1), n)),
              computeCost(build("serial", n)));
}

TEST(ZeroDeficiency, WideWidthsAtDepthsBetween) {
  for (int64_t n : wideWidths)
    for (int64_t d = leastDepthByFibonacci(n); d < n; d += 1 + d / 3) {
      Network network = make(atDepth("zero_deficiency", d), n);
      ASSERT_TRUE(
          static_cast<bool>(llvm::expectedToOptional(checkSpans(network))));
      ASSERT_NO_FATAL_FAILURE(expectLeastSize(network, d)) << n << " " << d;
    }
}

TEST(ZeroDeficiency, RangeOfTheDepth) {
  auto expected = [](const char *range) {
    return std::string("parameter 'd' of circuit family 'zero_deficiency' must "
                       "be from ") +
           range;
  };
  EXPECT_EQ(errorOf(atDepth("zero_deficiency", 3), 8),
            expected("4 to 7 at width 8, got 3"));
  EXPECT_EQ(errorOf(atDepth("zero_deficiency", 8), 8),
            expected("4 to 7 at width 8, got 8"));
  EXPECT_EQ(errorOf(atDepth("zero_deficiency", 13), 1024),
            expected("14 to 1023 at width 1024, got 13"));
  EXPECT_EQ(errorOf(atDepth("zero_deficiency", 1), 1),
            expected("0 to 0 at width 1, got 1"));
  EXPECT_EQ(errorOf(atDepth("zero_deficiency", -1), 2),
            expected("1 to 1 at width 2, got -1"));
}

TEST(DsoFanout2, EveryDepthIsAScanOfLeastSize) {
  for (int64_t n = 1; n <= 130; ++n)
    for (int64_t d = leastDepthOfFanout2(n); d < std::max<int64_t>(n, 1); ++d) {
      ASSERT_NO_FATAL_FAILURE(expectScan(atDepth("dso_fanout2", d), n));
      Network network = make(atDepth("dso_fanout2", d), n);
      ASSERT_NO_FATAL_FAILURE(expectLeastSize(network, d)) << n << " " << d;
      ASSERT_EQ(computeCost(network).levelFanout, n == 1 ? 0 : 2)
          << n << " " << d;
    }
}

TEST(DsoFanout2, TheLeastDepthIsTheDefault) {
  for (int64_t n = 1; n <= 130; ++n)
    ASSERT_NO_FATAL_FAILURE(
        expectLeastSize(make({"dso_fanout2"}, n), leastDepthOfFanout2(n)))
        << n;
  for (int64_t n : wideWidths) {
    Network network = make({"dso_fanout2"}, n);
    ASSERT_NO_FATAL_FAILURE(expectLeastSize(network, leastDepthOfFanout2(n)))
        << n;
    EXPECT_EQ(computeCost(network).levelFanout, 2);
  }
}

TEST(DsoFanout2, Capacities) {
  const int64_t most[] = {1, 2, 3, 5, 7, 11, 15, 23, 31, 47, 63, 95, 127};
  for (int64_t d = 0; d < int64_t(std::size(most)); ++d) {
    EXPECT_EQ(computeCost(make({"dso_fanout2"}, most[d])).depth, d);
    EXPECT_EQ(computeCost(make({"dso_fanout2"}, most[d] + 1)).depth, d + 1);
  }
}

/// Fan-out 2 is a level's. Over the whole circuit a value may have more
/// readers, one a stage.
TEST(DsoFanout2, UsesOverAllStagesAreMore) {
  for (int64_t n = 2; n <= 130; ++n)
    EXPECT_EQ(computeCost(make({"dso_fanout2"}, n)).maxUses > 2, n >= 10) << n;
  // As soon as possible, level fan-out would be lost.
  Network network = make({"dso_fanout2"}, 31);
  network.stages.clear();
  EXPECT_GT(computeCost(network).levelFanout, 2);
}

TEST(DsoFanout2, RangeOfTheDepth) {
  EXPECT_EQ(errorOf(atDepth("dso_fanout2", 4), 8),
            "parameter 'd' of circuit family 'dso_fanout2' must be from 5 to 7 "
            "at width 8, got 4");
  EXPECT_EQ(errorOf(atDepth("dso_fanout2", 8), 8),
            "parameter 'd' of circuit family 'dso_fanout2' must be from 5 to 7 "
            "at width 8, got 8");
}

/// The recursion stays shallow and the work linear at every depth.
TEST(DepthSize, LargestWidth) {
  const int64_t n = maxFamilyWidth;
  for (const char *family : {"zero_deficiency", "dso_fanout2"})
    for (int64_t d :
         {int64_t(39), int64_t(40), int64_t(64), int64_t(1000), n / 2, n - 1}) {
      Network network = make(atDepth(family, d), n);
      EXPECT_EQ(int64_t(network.combines.size()), 2 * n - 2 - d);
      EXPECT_EQ(network.combines.capacity(), network.combines.size());
      EXPECT_TRUE(
          static_cast<bool>(llvm::expectedToOptional(checkSpans(network))));
    }
}
