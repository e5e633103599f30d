//===- RulesTest.cpp - Which kernels the strategies launch ----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rules.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <vector>

using namespace scanc;
using namespace scanc::prefix;
using launch::Buffer, launch::Launch, launch::LaunchRule, launch::mostElements;
using test::begin, test::GridNumbers, test::singleRule;

namespace {

enum { Single, Reduce, Top, Scan };

/// The most steps of a launch that launchers have room for.
constexpr size_t mostLaunches = 16;

/// A scan by two_level_streaming.
struct Streaming {
  GridNumbers grid{/*singleBlockUpTo=*/4000, /*blocksPerSM=*/2,
                   /*maxBlocks=*/300, /*tailTile=*/900};
  uint64_t tile = 1000, lists = 1, stateBytes = 4;

  LaunchRule rule() const {
    return twoLevelRule(begin(grid), tile, lists, stateBytes);
  }
};

std::vector<Launch> plan(const LaunchRule &rule, uint64_t n, unsigned smCount) {
  return launch::evaluate(rule, n, smCount);
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
void check(const Streaming &scan, uint64_t n, unsigned smCount) {
  SCOPED_TRACE(testing::Message() << "n = " << n << ", SMs = " << smCount);
  const LaunchRule rule = scan.rule();
  const std::vector<Launch> launches = plan(rule, n, smCount);
  if (n == 0) {
    EXPECT_TRUE(launches.empty());
    return;
  }
  if (n <= scan.grid.singleBlockUpTo) {
    ASSERT_EQ(launches.size(), 1u);
    EXPECT_EQ(launches[0].kernel, unsigned(Single));
    EXPECT_EQ(launches[0].grid, 1u);
    return;
  }
  for (const Launch &launch : launches) {
    EXPECT_EQ(launch.elements, n);
    EXPECT_EQ(launch.in, Buffer::In);
    EXPECT_EQ(launch.out, Buffer::Out);
    EXPECT_EQ(launch.inOffset + launch.outOffset + launch.workspaceOffset, 0u);
  }
  uint64_t tiles = n / scan.tile;
  uint64_t blocks = std::min<uint64_t>(
      {tiles, std::max<uint64_t>(smCount * scan.grid.blocksPerSM, 1),
       scan.grid.maxBlocks});
  blocks = nudge(blocks, tiles);
  ASSERT_EQ(launches.size(), blocks ? 3u : 1u);
  const Launch &top = launches[blocks ? 1 : 0];
  EXPECT_EQ(top.kernel, unsigned(Top));
  EXPECT_EQ(top.grid, 1u);
  EXPECT_EQ(top.blocks, blocks);
  if (!blocks)
    return;
  EXPECT_EQ(launches[0].kernel, unsigned(Reduce));
  EXPECT_EQ(launches[2].kernel, unsigned(Scan));
  for (int i : {0, 2}) {
    EXPECT_EQ(launches[i].grid, blocks);
    EXPECT_EQ(launches[i].blocks, blocks);
  }
  // The states of all blocks have their place.
  EXPECT_LE(blocks * scan.stateBytes, launch::workspaceBytes(rule, n));
}

std::vector<uint64_t> interestingSizes(const Streaming &scan) {
  std::vector<uint64_t> sizes = {0, 1, 2, mostElements - 1, mostElements};
  for (uint64_t tiles : {1, 2, 3, 4, 5, 131, 132, 263, 264, 299, 300, 301})
    for (int delta : {-1, 0, 1})
      sizes.push_back(tiles * scan.tile + delta);
  for (int delta : {-1, 0, 1})
    sizes.push_back(scan.grid.singleBlockUpTo + delta);
  return sizes;
}

TEST(RulesTest, TwoLevelsFollowTheirDefinition) {
  const Streaming scan;
  for (uint64_t n : interestingSizes(scan))
    for (unsigned smCount : {0u, 1u, 2u, 132u, 150u, 151u, 4000000000u})
      check(scan, n, smCount);
}

TEST(RulesTest, NeverNamesSingleWithoutAThreshold) {
  Streaming scan;
  scan.grid.singleBlockUpTo = 0;
  for (uint64_t n : interestingSizes(scan))
    if (n <= mostElements)
      check(scan, n, 132);
  // Less than a tile: only leftovers.
  EXPECT_EQ(plan(scan.rule(), 999, 132).size(), 1u);
  EXPECT_EQ(plan(scan.rule(), 999, 132)[0].kernel, unsigned(Top));
}

TEST(RulesTest, SingleBlockTakesAnySize) {
  const LaunchRule rule = singleRule(Streaming().grid);
  EXPECT_TRUE(plan(rule, 0, 132).empty());
  for (uint64_t n : interestingSizes(Streaming())) {
    EXPECT_EQ(launch::workspaceBytes(rule, n), 0u);
    if (n != 0)
      EXPECT_EQ(plan(rule, n, 132),
                (std::vector<Launch>{
                    {Single, 1, 1, n, Buffer::In, Buffer::Out, 0, 0, 0}}));
  }
}

TEST(RulesTest, WorkspaceIsConstantAboveTheThreshold) {
  Streaming scan;
  auto bytes = [&](uint64_t n) {
    return launch::workspaceBytes(scan.rule(), n);
  };
  EXPECT_EQ(bytes(0), 0u);
  EXPECT_EQ(bytes(4000), 0u);
  EXPECT_EQ(bytes(4001), 1280u); // 300 * 4, up to 256s
  EXPECT_EQ(bytes(mostElements), 1280u);
  scan.lists = 2;
  EXPECT_EQ(bytes(4001), 2560u);
  scan.lists = 1;
  scan.stateBytes = 64;
  scan.grid.maxBlocks = 4;
  EXPECT_EQ(bytes(4001), 256u);
}

TEST(RulesTest, AvoidsStretchesOfBadMultiples) {
  Streaming scan;
  scan.grid.singleBlockUpTo = 0;
  auto blocksFor = [&](uint64_t tiles) {
    return plan(scan.rule(), tiles * scan.tile + 7, 132)[0].grid;
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
    const uint64_t blocks = blocksFor(tiles);
    EXPECT_GT(blocks, std::min<uint64_t>(tiles, 264) * 31 / 33);
    if (blocks > 1)
      EXPECT_TRUE(tiles < blocks * 31 || stretch(blocks, tiles) % 32 != 0);
  }
}

//===----------------------------------------------------------------------===//
// Levels of totals
//===----------------------------------------------------------------------===//

enum { Up = 1, UpTotals, LastLevel, DownTotals, Down };

struct Recursive {
  GridNumbers grid{0, 2, 0x7fffffff, 900};
  uint64_t tile, totals, stateBytes = 12;

  LaunchRule rule() const {
    return recursiveRule(begin(grid), tile, totals, stateBytes);
  }
};

Recursive makeRecursive(uint64_t tile, uint64_t totals) {
  Recursive scan;
  scan.tile = tile;
  scan.totals = totals;
  return scan;
}

/// Runs a plan in the mind: every level is read where it was written, lies
/// apart from the others, and has a block for each tile.
void checkLevels(const Recursive &scan, uint64_t n) {
  SCOPED_TRACE(testing::Message() << "n = " << n << ", tile = " << scan.tile);
  const LaunchRule rule = scan.rule();
  const std::vector<Launch> launches = plan(rule, n, 132);
  if (n <= scan.tile) {
    ASSERT_EQ(launches.size(), n ? 1u : 0u);
    if (n)
      EXPECT_EQ(launches[0].kernel, unsigned(Single));
    EXPECT_EQ(launch::workspaceBytes(rule, n), 0u);
    return;
  }
  ASSERT_EQ(launches.size() % 2, 1u);
  ASSERT_LE(launches.size(), mostLaunches);
  const size_t last = launches.size() / 2;
  uint64_t elements = n, end = 0;
  for (size_t level = 0; level < last; ++level) {
    const uint64_t tile = level ? scan.totals : scan.tile;
    const uint64_t tiles = (elements + tile - 1) / tile;
    const Launch &up = launches[level];
    const Launch &down = launches[launches.size() - 1 - level];
    EXPECT_EQ(up.kernel, unsigned(level ? UpTotals : Up));
    EXPECT_EQ(down.kernel, unsigned(level ? DownTotals : Down));
    for (const Launch &launch : {up, down}) {
      EXPECT_EQ(launch.elements, elements);
      EXPECT_EQ(launch.grid, std::min<uint64_t>(tiles, scan.grid.maxBlocks));
      EXPECT_EQ(launch.in, level ? Buffer::Workspace : Buffer::In);
      EXPECT_EQ(launch.out, level ? Buffer::Workspace : Buffer::Out);
      EXPECT_EQ(launch.inOffset, launch.outOffset);
      EXPECT_EQ(launch.inOffset, launches[level].inOffset);
      EXPECT_EQ(launch.workspaceOffset, end);
      // The next level's elements are there.
      EXPECT_EQ(launches[level + 1].inOffset, end);
    }
    EXPECT_EQ(up.workspaceOffset % 256, 0u);
    EXPECT_GT(elements, tile);
    elements = tiles;
    end += (tiles * scan.stateBytes + 255) / 256 * 256;
  }
  const Launch &top = launches[last];
  EXPECT_EQ(top.kernel, unsigned(LastLevel));
  EXPECT_EQ(top.grid, 1u);
  EXPECT_EQ(top.elements, elements);
  EXPECT_LE(elements, scan.totals);
  EXPECT_EQ(top.in, Buffer::Workspace);
  EXPECT_EQ(top.out, Buffer::Workspace);
  EXPECT_EQ(launch::workspaceBytes(rule, n), end);
}

TEST(RulesTest, LevelsOfTotals) {
  for (uint64_t tile : {32, 1000, 6144})
    for (uint64_t totals : {32, 1024}) {
      Recursive scan = makeRecursive(tile, totals);
      for (uint64_t border = 1; border <= mostElements;
           border *= border == 1 ? tile : totals)
        for (uint64_t n : {border - 1, border, border + 1, 2 * border + 3})
          if (n <= mostElements)
            checkLevels(scan, n);
      checkLevels(scan, mostElements);
      scan.grid.maxBlocks = 5;
      checkLevels(scan, 7 * tile * totals + 1);
    }
}

TEST(RulesTest, CountsLevels) {
  Recursive scan = makeRecursive(32, 32);
  auto count = [&](uint64_t n) { return plan(scan.rule(), n, 132).size(); };
  EXPECT_EQ(count(32), 1u);
  EXPECT_EQ(count(33), 3u);
  EXPECT_EQ(count(1024), 3u);
  EXPECT_EQ(count(1025), 5u);
  EXPECT_EQ(count(32768), 5u);
  EXPECT_EQ(count(32769), 7u);
  // The deepest that there is.
  EXPECT_EQ(count(mostElements), 15u);
  scan.grid.singleBlockUpTo = 2000;
  EXPECT_EQ(count(2000), 1u);
  EXPECT_EQ(launch::workspaceBytes(scan.rule(), 2000), 0u);
  EXPECT_EQ(count(2001), 5u);
}

TEST(RulesTest, WorkspaceNeverShrinks) {
  const LaunchRule rule = makeRecursive(64, 32).rule();
  uint64_t last = 0;
  for (uint64_t n = 0; n < 300000; n += 17) {
    const uint64_t bytes = launch::workspaceBytes(rule, n);
    EXPECT_GE(bytes, last);
    last = bytes;
  }
}

//===----------------------------------------------------------------------===//
// One launch
//===----------------------------------------------------------------------===//

TEST(RulesTest, OneLaunchDrawsTiles) {
  GridNumbers grid = Streaming().grid;
  grid.singleBlockUpTo = 100;
  const LaunchRule rule = drawnTilesRule(begin(grid), 1000, 2176);
  auto blocksFor = [&](uint64_t n, unsigned smCount) {
    const std::vector<Launch> launches = plan(rule, n, smCount);
    EXPECT_EQ(launches.size(), 1u);
    EXPECT_EQ(launches[0].kernel, 1u);
    EXPECT_EQ(launches[0].in, Buffer::In);
    EXPECT_EQ(launches[0].out, Buffer::Out);
    EXPECT_EQ(launches[0].elements, n);
    EXPECT_EQ(launches[0].blocks, launches[0].grid);
    return launches[0].grid;
  };
  EXPECT_EQ(plan(rule, 100, 132)[0].kernel, unsigned(Single));
  EXPECT_EQ(blocksFor(101, 132), 1u);
  EXPECT_EQ(blocksFor(1000, 132), 1u);
  EXPECT_EQ(blocksFor(1001, 132), 2u);
  EXPECT_EQ(blocksFor(263000, 132), 263u);
  EXPECT_EQ(blocksFor(1000000, 132), 264u);
  EXPECT_EQ(blocksFor(1000000, 0), 1u);
  EXPECT_EQ(blocksFor(mostElements, 4000000000u), 300u);
  EXPECT_EQ(launch::workspaceBytes(rule, 100), 0u);
  EXPECT_EQ(launch::workspaceBytes(rule, 101), 2304u);
  EXPECT_EQ(launch::workspaceBytes(rule, mostElements), 2304u);
  EXPECT_TRUE(rule.workspaceZeroed);
}

GridNumbers streamGrid() { return {100, 1, 160, 900}; }

void checkLaunch(const LaunchRule &rule, uint64_t n, unsigned smCount,
                 unsigned kernel, unsigned blocks) {
  SCOPED_TRACE(n);
  const std::vector<Launch> launches = plan(rule, n, smCount);
  ASSERT_EQ(launches.size(), 1u);
  EXPECT_EQ(launches[0].kernel, kernel);
  EXPECT_EQ(launches[0].grid, blocks);
  EXPECT_EQ(launches[0].blocks, blocks);
  EXPECT_EQ(launches[0].elements, n);
}

TEST(RulesTest, OneLaunchHasABlockForEachTileOrMultiprocessor) {
  const LaunchRule rule =
      oneLaunchRule(begin(streamGrid()), {1000, 1000}, 12345);
  EXPECT_EQ(plan(rule, 100, 132).front().kernel, unsigned(Single));
  struct {
    uint64_t n;
    unsigned smCount, blocks;
  } cases[] = {{101, 132, 1},       {1000, 132, 1},
               {1001, 132, 2},      {131999, 132, 132},
               {132001, 132, 132},  {1 << 30, 132, 132},
               {1 << 30, 200, 160}, {1 << 30, 1, 1},
               {1 << 30, 0, 1},     {UINT64_C(1) << 40, 132, 132}};
  for (const auto &[n, smCount, blocks] : cases) {
    checkLaunch(rule, n, smCount, 1, blocks);
    EXPECT_EQ(launch::workspaceBytes(rule, n), 12544u);
  }
  EXPECT_EQ(launch::workspaceBytes(rule, 100), 0u);
}

TEST(RulesTest, ShortLaunchesLeaveHalfOfTheMultiprocessorsFree) {
  const LaunchRule rule =
      oneLaunchRule(begin(streamGrid()), {1000, 1000, 64}, 12345);
  struct {
    uint64_t n;
    unsigned smCount, blocks;
  } cases[] = {{101, 132, 1},     {1000, 132, 1},     {1001, 132, 16},
               {2112, 132, 33},   {2113, 132, 34},    {4224, 132, 66},
               {4225, 132, 66},   {66000, 132, 66},   {66001, 132, 67},
               {90001, 132, 91},  {200000, 132, 132}, {1001, 200, 16},
               {66000, 400, 160}, {1001, 3, 2},       {1001, 1, 1}};
  for (const auto &[n, smCount, blocks] : cases)
    checkLaunch(rule, n, smCount, 1, blocks);
}

TEST(RulesTest, ShortLaunchesHaveAKernelOfTheirOwn) {
  const LaunchRule rule =
      oneLaunchRule(begin(streamGrid()), {1000, 1000, 64, 300}, 12345);
  struct {
    uint64_t n;
    unsigned smCount, kernel, blocks;
  } cases[] = {
      {101, 132, 2, 1},     {300, 132, 2, 1},      {301, 132, 2, 5},
      {4225, 132, 2, 66},   {19801, 132, 2, 67},   {39600, 132, 2, 132},
      {39601, 132, 1, 66},  {100000, 132, 1, 100}, {1 << 30, 132, 1, 132},
      {48000, 200, 2, 160}, {48001, 200, 1, 100},  {300, 1, 2, 1},
      {301, 1, 1, 1},       {101, 0, 1, 1}};
  for (const auto &[n, smCount, kernel, blocks] : cases)
    checkLaunch(rule, n, smCount, kernel, blocks);
  // Where more blocks than tiles are worth it, of either kernel.
  const LaunchRule shorter =
      oneLaunchRule(begin(streamGrid()), {1000, 100, 0, 300}, 12345);
  checkLaunch(shorter, 250, 132, 2, 3);
  checkLaunch(shorter, 39601, 132, 1, 132);
}

TEST(RulesTest, BlocksHaveShortChainsOfTheirOwn) {
  const LaunchRule rule = [] {
    LaunchRule rule = oneLaunchRule(begin(streamGrid()),
                                    {1000, 1000, 0, 0, "row", 900, 4}, 12345);
    rule.sizes = {"row"};
    return rule;
  }();
  struct {
    uint64_t n, row;
    unsigned smCount, kernel, blocks;
  } cases[] = {
      // One alone does what it can.
      {100, 100, 132, 0, 1},
      {900, 900, 132, 0, 1},
      {9000, 900, 132, 0, 10},
      // As many chains as a tile holds.
      {9040, 904, 132, 1, 10},
      {4520, 452, 132, 0, 10},
      {4480, 448, 132, 0, 5},
      {9000, 8, 132, 0, 11},
      // So many that each block begins where accesses can be wide: 128 of 7,
      // and no single one of 450.
      {9002, 7, 132, 0, 11},
      {8960, 7, 132, 0, 10},
      {9000, 1, 132, 0, 10},
      {4500, 450, 132, 1, 5},
      // Up to one tile for each multiprocessor.
      {900 * 132, 900, 132, 0, 132},
      {900 * 133, 900, 132, 1, 120},
      {900 * 160, 1, 1000, 0, 160},
      {900 * 161, 1, 1000, 1, 145}};
  for (const auto &[n, row, smCount, kernel, blocks] : cases) {
    SCOPED_TRACE(n);
    const std::vector<Launch> launches =
        launch::evaluate(rule, n, smCount, row);
    ASSERT_EQ(launches.size(), 1u);
    EXPECT_EQ(launches[0].kernel, kernel);
    EXPECT_EQ(launches[0].grid, blocks);
    EXPECT_EQ(launches[0].blocks, blocks);
    EXPECT_EQ(launches[0].elements, n);
  }
}

/// What holds up to a turning point need not hold beyond.
TEST(RulesTest, TurnWhereTheyTurn) {
  auto points = [](const LaunchRule &rule) {
    return launch::turningPoints(rule, 2);
  };
  auto has = [](const std::vector<uint64_t> &points, uint64_t n) {
    return std::binary_search(points.begin(), points.end(), n);
  };
  const std::vector<uint64_t> two = points(Streaming().rule());
  EXPECT_TRUE(has(two, 900) && has(two, 1800) && has(two, 4000)) // one block
      << testing::PrintToString(two);
  EXPECT_TRUE(has(two, 5000) && has(two, 9000)); // 4 blocks
  EXPECT_FALSE(has(two, 3000));                  // which are not asked yet
  const std::vector<uint64_t> levels = points(makeRecursive(32, 64).rule());
  EXPECT_TRUE(has(levels, 32) && has(levels, 32 * 64) &&
              has(levels, 32 * 64 * 64));
  const std::vector<uint64_t> one =
      points(oneLaunchRule(begin(streamGrid()), {1000, 100, 0, 300}, 12345));
  EXPECT_TRUE(has(one, 300) && has(one, 600) && has(one, 2000));
}

} // namespace
