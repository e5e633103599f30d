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
  scan.arrays = 1;
  scan.in[0] = scan.out[0] = {4, 4};
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

/// Tiles of a block, rounded to the nearest.
uint64_t stretch(uint64_t blocks, uint64_t tiles) {
  return (2 * tiles + blocks) / (2 * blocks);
}

/// As many blocks or fewer, so that stretches are no multiples of 32 tiles.
uint64_t nudge(uint64_t blocks, uint64_t tiles) {
  if (blocks == 0 || tiles < blocks)
    return blocks;
  const uint64_t bad = stretch(blocks, tiles);
  if (bad % 32 != 0)
    return blocks;
  while (blocks > 1 && stretch(blocks, tiles) == bad)
    --blocks;
  return blocks;
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
  blocks = nudge(blocks, tiles);
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

TEST(PlanTest, AvoidsStretchesOfBadMultiples) {
  scanc_scan scan = makeStreaming();
  scan.single_up_to = 0;
  auto blocksFor = [&](uint64_t tiles) {
    return plan(scan, tiles * scan.tile + 7, 132)[0].grid;
  };
  EXPECT_EQ(blocksFor(264 * 31), 264u);
  EXPECT_EQ(blocksFor(264 * 32 - 132 - 1), 264u);
  // 31 and a half tiles round to 32; from 32 and a half on all is well.
  EXPECT_EQ(blocksFor(264 * 32 - 132), 255u);
  EXPECT_EQ(blocksFor(264 * 32), 259u);
  EXPECT_EQ(blocksFor(264 * 32 + 131), 263u);
  EXPECT_EQ(blocksFor(264 * 32 + 132), 264u);
  EXPECT_EQ(blocksFor(264 * 320), 263u);
  for (uint64_t tiles = 1; tiles < 100000; tiles += 1 + tiles / 300) {
    check(scan, tiles * scan.tile, 132);
    const unsigned blocks = blocksFor(tiles);
    EXPECT_GT(blocks, std::min<uint64_t>(tiles, 264) * 31 / 33);
    if (blocks > 1)
      EXPECT_TRUE(tiles < blocks * 31 || stretch(blocks, tiles) % 32 != 0);
  }
}

//===----------------------------------------------------------------------===//
// Levels of totals
//===----------------------------------------------------------------------===//

enum { Up = 1, UpTotals, LastLevel, DownTotals, Down };

scanc_scan makeRecursive(int strategy, uint64_t tile, uint64_t totals) {
  scanc_scan scan = makeStreaming();
  scan.strategy = strategy;
  scan.tile = tile;
  scan.single_up_to = 0;
  scan.max_blocks = 0x7fffffff;
  scan.state_size = 12;
  scan.kernel_count = 6;
  scan.kernels[Up] = {"up", 2, 0, 2, tile, 0};
  scan.kernels[UpTotals] = {"up_totals", 3, 0, 1, totals, 0};
  scan.kernels[LastLevel] = {"top", 4, 0, 1, totals, 0};
  scan.kernels[DownTotals] = {"down_totals", 5, 0, 1, totals, 0};
  scan.kernels[Down] = {"down", 6, 0, 2, tile, 0};
  return scan;
}

/// Runs a plan in the mind: every level is read where it was written, lies
/// apart from the others, and has a block for each tile.
void checkLevels(const scanc_scan &scan, uint64_t n) {
  SCOPED_TRACE(testing::Message() << "n = " << n << ", tile = " << scan.tile);
  const std::vector<scanc_launch> launches = plan(scan, n, 132);
  if (n <= scan.tile) {
    ASSERT_EQ(launches.size(), n ? 1u : 0u);
    if (n)
      EXPECT_EQ(launches[0].kernel, Single);
    EXPECT_EQ(scanc_workspace_bytes(&scan, n), 0u);
    return;
  }
  ASSERT_EQ(launches.size() % 2, 1u);
  ASSERT_LE(launches.size(), size_t(SCANC_MAX_LAUNCHES));
  const size_t last = launches.size() / 2;
  uint64_t elements = n, end = 0;
  for (size_t level = 0; level < last; ++level) {
    const uint64_t tile = level ? scan.kernels[UpTotals].tile : scan.tile;
    const uint64_t tiles = (elements + tile - 1) / tile;
    const scanc_launch &up = launches[level];
    const scanc_launch &down = launches[launches.size() - 1 - level];
    EXPECT_EQ(up.kernel, level ? UpTotals : Up);
    EXPECT_EQ(down.kernel, level ? DownTotals : Down);
    for (const scanc_launch &launch : {up, down}) {
      EXPECT_EQ(launch.n, elements);
      EXPECT_EQ(launch.grid, std::min<uint64_t>(tiles, scan.max_blocks));
      EXPECT_EQ(launch.block, scan.kernels[launch.kernel].threads);
      EXPECT_EQ(launch.in.buffer, level ? SCANC_WORKSPACE : SCANC_IN);
      EXPECT_EQ(launch.out.buffer, level ? SCANC_WORKSPACE : SCANC_OUT);
      EXPECT_EQ(launch.in.offset, launch.out.offset);
      EXPECT_EQ(launch.in.offset, launches[level].in.offset);
      EXPECT_EQ(launch.workspace_offset, end);
      // The next level's elements are there.
      EXPECT_EQ(launches[level + 1].in.offset, end);
    }
    EXPECT_EQ(up.workspace_offset % 256, 0u);
    EXPECT_GT(elements, tile);
    elements = tiles;
    end += (tiles * scan.state_size + 255) / 256 * 256;
  }
  const scanc_launch &top = launches[last];
  EXPECT_EQ(top.kernel, LastLevel);
  EXPECT_EQ(top.grid, 1u);
  EXPECT_EQ(top.n, elements);
  EXPECT_LE(elements, scan.kernels[LastLevel].tile);
  EXPECT_EQ(top.in.buffer, SCANC_WORKSPACE);
  EXPECT_EQ(scanc_workspace_bytes(&scan, n), end);
}

TEST(PlanTest, LevelsOfTotals) {
  for (int strategy : {SCANC_SCAN_THEN_PROPAGATE, SCANC_REDUCE_THEN_SCAN})
    for (uint64_t tile : {32, 1000, 6144})
      for (uint64_t totals : {32, 1024}) {
        scanc_scan scan = makeRecursive(strategy, tile, totals);
        for (uint64_t border = 1; border <= SCANC_MAX_ELEMENTS;
             border *= border == 1 ? tile : totals)
          for (uint64_t n : {border - 1, border, border + 1, 2 * border + 3})
            if (n <= SCANC_MAX_ELEMENTS)
              checkLevels(scan, n);
        checkLevels(scan, SCANC_MAX_ELEMENTS);
        scan.max_blocks = 5;
        checkLevels(scan, 7 * tile * totals + 1);
      }
}

TEST(PlanTest, CountsLevels) {
  scanc_scan scan = makeRecursive(SCANC_REDUCE_THEN_SCAN, 32, 32);
  EXPECT_EQ(plan(scan, 32, 132).size(), 1u);
  EXPECT_EQ(plan(scan, 33, 132).size(), 3u);
  EXPECT_EQ(plan(scan, 1024, 132).size(), 3u);
  EXPECT_EQ(plan(scan, 1025, 132).size(), 5u);
  EXPECT_EQ(plan(scan, 32768, 132).size(), 5u);
  EXPECT_EQ(plan(scan, 32769, 132).size(), 7u);
  // The deepest that there is.
  EXPECT_EQ(plan(scan, SCANC_MAX_ELEMENTS, 132).size(), 15u);
  scan.single_up_to = 2000;
  EXPECT_EQ(plan(scan, 2000, 132).size(), 1u);
  EXPECT_EQ(scanc_workspace_bytes(&scan, 2000), 0u);
  EXPECT_EQ(plan(scan, 2001, 132).size(), 5u);
}

TEST(PlanTest, WorkspaceNeverShrinks) {
  scanc_scan scan = makeRecursive(SCANC_SCAN_THEN_PROPAGATE, 64, 32);
  size_t last = 0;
  for (uint64_t n = 0; n < 300000; n += 17) {
    const size_t bytes = scanc_workspace_bytes(&scan, n);
    EXPECT_GE(bytes, last);
    last = bytes;
  }
}

//===----------------------------------------------------------------------===//
// Drawn tiles
//===----------------------------------------------------------------------===//

TEST(PlanTest, OneLaunchDrawsTiles) {
  for (int strategy : {SCANC_CHAINED, SCANC_DECOUPLED_LOOKBACK}) {
    scanc_scan scan = makeStreaming();
    scan.strategy = strategy;
    scan.single_up_to = 100;
    scan.workspace_size = 2176;
    auto blocksFor = [&](uint64_t n, unsigned smCount) {
      const std::vector<scanc_launch> launches = plan(scan, n, smCount);
      EXPECT_EQ(launches.size(), 1u);
      EXPECT_EQ(launches[0].kernel, 1);
      EXPECT_EQ(launches[0].block, scan.kernels[1].threads);
      EXPECT_EQ(launches[0].in.buffer, SCANC_IN);
      EXPECT_EQ(launches[0].out.buffer, SCANC_OUT);
      EXPECT_EQ(launches[0].n, n);
      EXPECT_EQ(launches[0].blocks, launches[0].grid);
      return launches[0].grid;
    };
    EXPECT_EQ(plan(scan, 100, 132)[0].kernel, Single);
    EXPECT_EQ(blocksFor(101, 132), 1u);
    EXPECT_EQ(blocksFor(1000, 132), 1u);
    EXPECT_EQ(blocksFor(1001, 132), 2u);
    EXPECT_EQ(blocksFor(263000, 132), 263u);
    EXPECT_EQ(blocksFor(1000000, 132), 264u);
    EXPECT_EQ(blocksFor(1000000, 0), 1u);
    EXPECT_EQ(blocksFor(SCANC_MAX_ELEMENTS, 4000000000u), 300u);
    EXPECT_EQ(scanc_workspace_bytes(&scan, 100), 0u);
    EXPECT_EQ(scanc_workspace_bytes(&scan, 101), 2304u);
    EXPECT_EQ(scanc_workspace_bytes(&scan, SCANC_MAX_ELEMENTS), 2304u);
  }
}

TEST(PlanTest, OneLaunchHasABlockForEachTileOrMultiprocessor) {
  scanc_scan scan = makeStreaming();
  scan.strategy = SCANC_ONE_LAUNCH_STREAMING;
  scan.single_up_to = 100;
  scan.max_blocks = 160;
  scan.workspace_size = 12345;
  scan.workspace_zeroed = 1;
  scan.kernel_count = 2;
  scan.kernels[1] = {"stream", 608, 200000, 1, 1000, SCANC_KERNEL_DEPENDENT};
  EXPECT_EQ(plan(scan, 100, 132).front().kernel, Single);
  struct {
    uint64_t n;
    unsigned smCount, blocks;
  } cases[] = {{101, 132, 1},       {1000, 132, 1},
               {1001, 132, 2},      {131999, 132, 132},
               {132001, 132, 132},  {1 << 30, 132, 132},
               {1 << 30, 200, 160}, {1 << 30, 1, 1},
               {1 << 30, 0, 1},     {UINT64_C(1) << 40, 132, 132}};
  for (const auto &[n, smCount, blocks] : cases) {
    SCOPED_TRACE(n);
    std::vector<scanc_launch> launches = plan(scan, n, smCount);
    ASSERT_EQ(launches.size(), 1u);
    EXPECT_EQ(launches[0].kernel, 1);
    EXPECT_EQ(launches[0].grid, blocks);
    EXPECT_EQ(launches[0].blocks, blocks);
    EXPECT_EQ(launches[0].block, 608u);
    EXPECT_EQ(launches[0].shared_bytes, 200000u);
    EXPECT_EQ(launches[0].n, n);
    EXPECT_EQ(scanc_workspace_bytes(&scan, n), 12544u);
  }
  EXPECT_EQ(scanc_workspace_bytes(&scan, 100), 0u);
}

/// By one_launch_streaming, with a kernel for short launches or without.
scanc_scan makeStream(bool hasShort) {
  scanc_scan scan = makeStreaming();
  scan.strategy = SCANC_ONE_LAUNCH_STREAMING;
  scan.short_tile = 64;
  scan.single_up_to = 100;
  scan.max_blocks = 160;
  scan.kernel_count = hasShort ? 3 : 2;
  scan.kernels[1] = {"stream", 608, 200000, 1, 1000, SCANC_KERNEL_DEPENDENT};
  scan.kernels[2] = {"short", 352, 20000, 1, 300, SCANC_KERNEL_DEPENDENT};
  return scan;
}

void checkLaunch(const scanc_scan &scan, uint64_t n, unsigned smCount,
                 int kernel, unsigned blocks) {
  SCOPED_TRACE(n);
  const scanc_launch launch = plan(scan, n, smCount).front();
  EXPECT_EQ(launch.kernel, kernel);
  EXPECT_EQ(launch.grid, blocks);
  EXPECT_EQ(launch.blocks, blocks);
  EXPECT_EQ(launch.block, scan.kernels[kernel].threads);
  EXPECT_EQ(launch.shared_bytes, scan.kernels[kernel].shared_bytes);
}

TEST(PlanTest, ShortLaunchesLeaveHalfOfTheMultiprocessorsFree) {
  const scanc_scan scan = makeStream(/*hasShort=*/false);
  struct {
    uint64_t n;
    unsigned smCount, blocks;
  } cases[] = {{101, 132, 1},     {1000, 132, 1},     {1001, 132, 16},
               {2112, 132, 33},   {2113, 132, 34},    {4224, 132, 66},
               {4225, 132, 66},   {66000, 132, 66},   {66001, 132, 67},
               {90001, 132, 91},  {200000, 132, 132}, {1001, 200, 16},
               {66000, 400, 160}, {1001, 3, 2},       {1001, 1, 1}};
  for (const auto &[n, smCount, blocks] : cases)
    checkLaunch(scan, n, smCount, 1, blocks);
}

TEST(PlanTest, ShortLaunchesHaveAKernelOfTheirOwn) {
  scanc_scan scan = makeStream(/*hasShort=*/true);
  struct {
    uint64_t n;
    unsigned smCount;
    int kernel;
    unsigned blocks;
  } cases[] = {
      {101, 132, 2, 1},     {300, 132, 2, 1},      {301, 132, 2, 5},
      {4225, 132, 2, 66},   {19801, 132, 2, 67},   {39600, 132, 2, 132},
      {39601, 132, 1, 66},  {100000, 132, 1, 100}, {1 << 30, 132, 1, 132},
      {48000, 200, 2, 160}, {48001, 200, 1, 100},  {300, 1, 2, 1},
      {301, 1, 1, 1},       {101, 0, 1, 1}};
  for (const auto &[n, smCount, kernel, blocks] : cases)
    checkLaunch(scan, n, smCount, kernel, blocks);
  // Where more blocks than tiles are worth it, of either kernel.
  scan.tile = 100;
  scan.short_tile = 0;
  checkLaunch(scan, 250, 132, 2, 3);
  checkLaunch(scan, 39601, 132, 1, 132);
}

TEST(PlanTest, FindsOperands) {
  const char in[2][8] = {}, workspace[8] = {};
  char out[2][8];
  const void *const from[] = {in[0], in[1]};
  void *const to[] = {out[0], out[1]};
  auto find = [&](scanc_buffer buffer, uint64_t offset, unsigned array) {
    return scanc_address({buffer, offset}, array, from, to, workspace);
  };
  EXPECT_EQ(find(SCANC_IN, 3, 0), in[0] + 3);
  EXPECT_EQ(find(SCANC_IN, 0, 1), in[1]);
  EXPECT_EQ(find(SCANC_OUT, 0, 0), out[0]);
  EXPECT_EQ(find(SCANC_OUT, 5, 1), out[1] + 5);
  EXPECT_EQ(find(SCANC_WORKSPACE, 7, 0), workspace + 7);
  EXPECT_EQ(find(SCANC_WORKSPACE, 7, 1), workspace + 7);
  EXPECT_EQ(scanc_address({SCANC_WORKSPACE, 0}, 0, from, to, nullptr), nullptr);
}

} // namespace
