//===- SweepsTest.cpp - Up-sweeps and down-sweeps -------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Brent-Kung as soon as possible, and Blelloch's exclusive tree.
//
//===----------------------------------------------------------------------===//

#include "ScanChecks.h"
#include "TestNetworks.h"

#include "scanc/Circuits/Cost.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

using namespace scanc::circuits;
using namespace scanc::circuits::test;

namespace {

FamilySpec brentKung(int64_t asap) {
  return {"brent_kung", {{"asap", {asap}}}};
}

bool sameCombines(const Network &a, const Network &b) {
  auto same = [](Combine a, Combine b) {
    return a.low == b.low && a.high == b.high;
  };
  return llvm::equal(a.combines, b.combines, same) && a.outputs == b.outputs;
}

} // namespace

TEST(BrentKung, AsapIsTheSameGraphWithoutStages) {
  for (int64_t n = 1; n <= 130; ++n) {
    ASSERT_NO_FATAL_FAILURE(expectScan(brentKung(1), n));
    Network byLevel = build("brent_kung", n), asap = make(brentKung(1), n);
    EXPECT_TRUE(sameCombines(byLevel, asap));
    EXPECT_TRUE(asap.stages.empty());
    EXPECT_EQ(byLevel.stages.size(), byLevel.combines.size());
    EXPECT_EQ(make(brentKung(0), n).stages, byLevel.stages);
    Cost cost = computeCost(asap);
    EXPECT_EQ(cost.stages, cost.depth);
    EXPECT_EQ(cost.depth, floorLg(n + 1) + floorLgRatio(n + 1, 3));
  }
}

TEST(BrentKung, AsapTradesStagesForFanout) {
  Cost byLevel = computeCost(build("brent_kung", 64));
  Cost asap = computeCost(make(brentKung(1), 64));
  EXPECT_EQ(byLevel.stages, 11);
  EXPECT_EQ(byLevel.levelFanout, 2);
  EXPECT_EQ(asap.stages, 10);
  EXPECT_EQ(asap.levelFanout, 7);
}

TEST(BrentKung, AsapIsZeroOrOne) {
  EXPECT_EQ(errorOf(brentKung(2), 8),
            "parameter 'asap' of circuit family 'brent_kung' must be from 0 to "
            "1 at width 8, got 2");
}

TEST(Blelloch, IsAScanWithNothingUnused) {
  for (int64_t n = 1; n <= 130; ++n)
    ASSERT_NO_FATAL_FAILURE(expectScan({"blelloch"}, n));
}

TEST(Blelloch, Figures) {
  for (int64_t n = 2; n <= 300; ++n) {
    Cost cost = computeCost(build("blelloch", n));
    const int64_t levels = ceilLg(n);
    ASSERT_EQ(cost.size,
              2 * (n - 1) - llvm::popcount(static_cast<uint64_t>(n - 1)));
    ASSERT_EQ(cost.stages, 2 * levels - 1);
    int64_t depth = 0;
    for (int64_t c = 1; c < n; ++c)
      depth = std::max<int64_t>(
          depth, floorLg(c) + llvm::popcount(static_cast<uint64_t>(c)));
    ASSERT_EQ(cost.depth, depth) << n;
    ASSERT_EQ(cost.levelFanout, 2) << n;
    ASSERT_EQ(cost.tracks, 1) << n;
    if (n == int64_t(1) << levels) {
      ASSERT_EQ(cost.size, 2 * n - levels - 2);
      ASSERT_EQ(cost.size, computeCost(build("brent_kung", n)).size);
      ASSERT_EQ(cost.depth, 2 * levels - 1);
    }
  }
  EXPECT_EQ(computeCost(build("blelloch", 8)).size, 11);
  EXPECT_EQ(computeCost(build("blelloch", 8)).stages, 5);
  EXPECT_EQ(computeCost(build("blelloch", 16)).size, 26);
  EXPECT_EQ(computeCost(build("blelloch", 16)).stages, 7);
}

/// The tree as Blelloch writes it, with a seed for his zero: up-sweep, the seed
/// over the root, and a down-sweep that swaps. Every combine of the network is
/// one of these, by its value.
TEST(Blelloch, HasTheCombinesOfTheOriginal) {
  for (int64_t n : {2, 4, 8, 16, 64}) {
    std::vector<std::string> inputs = letters(n);
    std::vector<std::string> made, tree(inputs.begin() + 1, inputs.end());
    // No output depends on the last element.
    tree.push_back("last");
    auto combine = [&](const std::string &low, const std::string &high) {
      std::string value = low + high;
      if (value.find("last") == std::string::npos)
        made.push_back(value);
      return value;
    };
    for (int64_t stride = 1; stride < n; stride *= 2)
      for (int64_t i = 2 * stride - 1; i < n; i += 2 * stride)
        tree[i] = combine(tree[i - stride], tree[i]);
    tree[n - 1] = inputs[0];
    for (int64_t stride = n / 2; stride >= 1; stride /= 2)
      for (int64_t i = 2 * stride - 1; i < n; i += 2 * stride) {
        std::string left = tree[i - stride];
        tree[i - stride] = tree[i];
        tree[i] = combine(tree[i], left);
      }

    std::vector<std::string> ours;
    std::vector<std::string> outputs =
        run(build("blelloch", n), inputs,
            [&](const std::string &low, const std::string &high) {
              ours.push_back(low + high);
              return low + high;
            });
    EXPECT_EQ(outputs, tree);
    llvm::sort(made);
    llvm::sort(ours);
    EXPECT_EQ(ours, made);
  }
}
