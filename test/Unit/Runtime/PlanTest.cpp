//===- PlanTest.cpp - Which kernels a scan launches -----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Runtime/scanc_runtime.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <vector>

namespace {

scanc_scan makeStreaming() {
  scanc_scan scan = {};
  scan.name = "s";
  scan.strategy = SCANC_TWO_LEVEL_STREAMING;
  scan.elem_size = scan.elem_align = scan.out_size = scan.out_align = 4;
  scan.state_size = scan.state_align = 4;
  scan.tile = 1000;
  scan.single_up_to = 4000;
  scan.blocks_per_sm = 2;
  scan.max_blocks = 300;
  scan.lists = 1;
  scan.threads_single = 1;
  scan.threads_reduce = 2;
  scan.threads_top = 3;
  scan.threads_scan = 4;
  return scan;
}

std::vector<scanc_launch> plan(const scanc_scan &scan, uint64_t n,
                               unsigned smCount) {
  scanc_launch launches[3];
  int count = scanc_plan_launches(&scan, n, smCount, launches);
  return {launches, launches + count};
}

/// What the plan must be, from its definition.
void check(const scanc_scan &scan, uint64_t n, unsigned smCount) {
  SCOPED_TRACE(testing::Message() << "n = " << n << ", SMs = " << smCount);
  std::vector<scanc_launch> launches = plan(scan, n, smCount);
  if (n == 0) {
    EXPECT_TRUE(launches.empty());
    return;
  }
  if (n <= scan.single_up_to || scan.strategy == SCANC_SINGLE_BLOCK) {
    ASSERT_EQ(launches.size(), 1u);
    EXPECT_EQ(launches[0].kernel, SCANC_KERNEL_SINGLE);
    EXPECT_EQ(launches[0].grid, 1u);
    EXPECT_EQ(launches[0].block, scan.threads_single);
    return;
  }
  uint64_t tiles = n / scan.tile;
  uint64_t blocks = std::min<uint64_t>(
      {tiles, std::max(smCount * scan.blocks_per_sm, 1u), scan.max_blocks});
  ASSERT_EQ(launches.size(), blocks ? 3u : 1u);
  const scanc_launch &top = launches[blocks ? 1 : 0];
  EXPECT_EQ(top.kernel, SCANC_KERNEL_TOP);
  EXPECT_EQ(top.grid, 1u);
  EXPECT_EQ(top.block, scan.threads_top);
  EXPECT_EQ(top.blocks, blocks);
  if (!blocks)
    return;
  EXPECT_EQ(launches[0].kernel, SCANC_KERNEL_REDUCE);
  EXPECT_EQ(launches[0].block, scan.threads_reduce);
  EXPECT_EQ(launches[2].kernel, SCANC_KERNEL_SCAN);
  EXPECT_EQ(launches[2].block, scan.threads_scan);
  for (int i : {0, 2}) {
    EXPECT_EQ(launches[i].grid, blocks);
    EXPECT_EQ(launches[i].blocks, blocks);
  }
  // The states of all blocks have their place.
  EXPECT_LE(blocks * scan.state_size, scanc_workspace_bytes(&scan, n));
}

std::vector<uint64_t> interestingSizes(const scanc_scan &scan) {
  std::vector<uint64_t> sizes = {0, 1, 2, SCANC_MAX_ELEMENTS - 1,
                                 SCANC_MAX_ELEMENTS};
  for (uint64_t tiles : {1, 2, 3, 4, 5, 131, 132, 263, 264, 299, 300, 301})
    for (int delta : {-1, 0, 1})
      sizes.push_back(tiles * scan.tile + delta);
  for (int delta : {-1, 0, 1})
    sizes.push_back(scan.single_up_to + delta);
  return sizes;
}

TEST(PlanTest, FollowsTheRule) {
  scanc_scan scan = makeStreaming();
  for (uint64_t n : interestingSizes(scan))
    for (unsigned smCount : {0u, 1u, 2u, 132u, 150u, 151u, 4000000000u})
      check(scan, n, smCount);
}

TEST(PlanTest, NeverNamesSingleWithoutAThreshold) {
  scanc_scan scan = makeStreaming();
  scan.single_up_to = 0;
  for (uint64_t n : interestingSizes(scan))
    if (n <= SCANC_MAX_ELEMENTS)
      check(scan, n, 132);
  // Less than a tile: only leftovers.
  EXPECT_EQ(plan(scan, 999, 132).size(), 1u);
  EXPECT_EQ(plan(scan, 999, 132)[0].kernel, SCANC_KERNEL_TOP);
}

TEST(PlanTest, SingleBlockTakesAnySize) {
  scanc_scan scan = makeStreaming();
  scan.strategy = SCANC_SINGLE_BLOCK;
  for (uint64_t n : interestingSizes(scan)) {
    check(scan, n, 132);
    EXPECT_EQ(scanc_workspace_bytes(&scan, n), 0u);
  }
}

TEST(PlanTest, WorkspaceIsConstantAboveTheThreshold) {
  scanc_scan scan = makeStreaming();
  EXPECT_EQ(scanc_workspace_bytes(&scan, 0), 0u);
  EXPECT_EQ(scanc_workspace_bytes(&scan, 4000), 0u);
  EXPECT_EQ(scanc_workspace_bytes(&scan, 4001), 1280u); // 300 * 4, up to 256s
  EXPECT_EQ(scanc_workspace_bytes(&scan, SCANC_MAX_ELEMENTS), 1280u);
  scan.state_size = 64;
  scan.max_blocks = 4;
  EXPECT_EQ(scanc_workspace_bytes(&scan, 4001), 256u);
}

} // namespace
