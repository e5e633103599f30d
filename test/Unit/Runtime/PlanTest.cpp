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

enum { Single, Reduce, Top, Scan };

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
  scan.kernel_count = 4;
  scan.kernels[Single] = {"single", 1, 0, 1, 900, 0};
  scan.kernels[Reduce] = {"reduce", 2, 8, 2, 500, 0};
  scan.kernels[Top] = {"top", 3, 0, 1, 700, 0};
  scan.kernels[Scan] = {"scan", 4, 16, 2, 1000, 0};
  return scan;
}

std::vector<scanc_launch> plan(const scanc_scan &scan, uint64_t n,
                               unsigned smCount) {
  scanc_launch launches[SCANC_MAX_LAUNCHES];
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
    EXPECT_EQ(launches[0].kernel, Single);
    EXPECT_EQ(launches[0].grid, 1u);
    EXPECT_EQ(launches[0].block, scan.kernels[Single].threads);
    return;
  }
  for (const scanc_launch &launch : launches) {
    EXPECT_EQ(launch.n, n);
    EXPECT_EQ(launch.in.buffer, SCANC_IN);
    EXPECT_EQ(launch.out.buffer, SCANC_OUT);
    EXPECT_EQ(launch.in.offset + launch.out.offset + launch.workspace_offset,
              0u);
  }
  uint64_t tiles = n / scan.tile;
  uint64_t blocks = std::min<uint64_t>(
      {tiles, std::max(smCount * scan.blocks_per_sm, 1u), scan.max_blocks});
  ASSERT_EQ(launches.size(), blocks ? 3u : 1u);
  const scanc_launch &top = launches[blocks ? 1 : 0];
  EXPECT_EQ(top.kernel, Top);
  EXPECT_EQ(top.grid, 1u);
  EXPECT_EQ(top.block, scan.kernels[Top].threads);
  EXPECT_EQ(top.blocks, blocks);
  if (!blocks)
    return;
  EXPECT_EQ(launches[0].kernel, Reduce);
  EXPECT_EQ(launches[0].block, scan.kernels[Reduce].threads);
  EXPECT_EQ(launches[2].kernel, Scan);
  EXPECT_EQ(launches[2].block, scan.kernels[Scan].threads);
  for (int i : {0, 2}) {
    EXPECT_EQ(launches[i].shared_bytes,
              scan.kernels[launches[i].kernel].shared_bytes);
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
  EXPECT_EQ(plan(scan, 999, 132)[0].kernel, Top);
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

TEST(PlanTest, FindsOperands) {
  const char in[8] = {}, out[8] = {}, workspace[8] = {};
  auto find = [&](scanc_buffer buffer, uint64_t offset) {
    return scanc_address({buffer, offset}, in, out, workspace);
  };
  EXPECT_EQ(find(SCANC_IN, 3), in + 3);
  EXPECT_EQ(find(SCANC_OUT, 0), out);
  EXPECT_EQ(find(SCANC_WORKSPACE, 7), workspace + 7);
  EXPECT_EQ(scanc_address({SCANC_WORKSPACE, 0}, in, out, nullptr), nullptr);
}

} // namespace
