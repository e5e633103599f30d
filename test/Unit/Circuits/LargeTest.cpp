//===- LargeTest.cpp - Every family at its largest width ------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestNetworks.h"

#include "scanc/Circuits/Columns.h"
#include "scanc/Circuits/Cost.h"
#include "scanc/Circuits/Render.h"
#include "scanc/Circuits/Spans.h"

using namespace scanc::circuits;
using namespace scanc::circuits::test;

namespace {

class Large : public testing::TestWithParam<FamilyInfo> {};

TEST_P(Large, LargestWidth) {
  Network network = build(GetParam().name, maxFamilyWidth);
  EXPECT_EQ(network.outputs.size(), size_t(1) << 20);
  // A combine is two 32-bit numbers, and the generators reserve what they need.
  EXPECT_EQ(sizeof(Combine), 8u);
  EXPECT_LE(network.combines.capacity(), network.combines.size() + 64);
  EXPECT_TRUE(static_cast<bool>(llvm::expectedToOptional(checkSpans(network))));
}

TEST_P(Large, LargestWidthButOne) {
  Network network = build(GetParam().name, maxFamilyWidth - 1);
  EXPECT_TRUE(isInPlace(network));
  std::vector<uint32_t> ones(network.width, 1);
  std::vector<uint32_t> sums = run(
      network, ones, [](uint32_t low, uint32_t high) { return low + high; });
  for (size_t k = 0; k < sums.size(); ++k)
    ASSERT_EQ(sums[k], k + 1);
}

INSTANTIATE_TEST_SUITE_P(AllFamilies, Large,
                         testing::ValuesIn(families().begin(),
                                           families().end()),
                         [](const testing::TestParamInfo<FamilyInfo> &info) {
                           return info.param.name.str();
                         });

TEST(LargeCost, Figures) {
  const int64_t n = maxFamilyWidth;
  EXPECT_EQ(computeCost(build("serial", n)), (Cost{.width = n,
                                                   .size = n - 1,
                                                   .depth = n - 1,
                                                   .stages = n - 1,
                                                   .maxUses = 1,
                                                   .levelFanout = 2,
                                                   .tracks = 1,
                                                   .deficiency = 0}));
  EXPECT_EQ(computeCost(build("sklansky", n)),
            (Cost{.width = n,
                  .size = 10 * n,
                  .depth = 20,
                  .stages = 20,
                  .maxUses = n / 2,
                  .levelFanout = n / 2 + 1,
                  .tracks = 1,
                  .deficiency = 8 * n + 22}));
  EXPECT_EQ(computeCost(build("kogge_stone", n)),
            (Cost{.width = n,
                  .size = 19 * n + 1,
                  .depth = 20,
                  .stages = 20,
                  .maxUses = 20,
                  .levelFanout = 2,
                  .tracks = n / 2,
                  .deficiency = 17 * n + 23}));
  EXPECT_EQ(computeCost(build("brent_kung", n)), (Cost{.width = n,
                                                       .size = 2 * n - 22,
                                                       .depth = 38,
                                                       .stages = 39,
                                                       .maxUses = 20,
                                                       .levelFanout = 2,
                                                       .tracks = 1,
                                                       .deficiency = 18}));
}

TEST(LargeRender, DrawingsAreRefused) {
  EXPECT_EQ(llvm::toString(checkDrawable(build("serial", 4096))), "");
  EXPECT_EQ(llvm::toString(checkDrawable(build("serial", 4097))),
            "a drawing has at most 4096 columns and 32768 combines, got 4097 "
            "and 4096");
  EXPECT_EQ(llvm::toString(checkDrawable(build("kogge_stone", 4096))),
            "a drawing has at most 4096 columns and 32768 combines, got 4096 "
            "and 45057");
}

} // namespace
