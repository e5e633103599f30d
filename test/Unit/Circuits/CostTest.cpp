//===- CostTest.cpp - The figures of the literature -----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Circuits/Cost.h"

#include "TestNetworks.h"

#include "llvm/ADT/bit.h"

using namespace scanc::circuits;
using namespace scanc::circuits::test;

namespace {

Cost costOf(llvm::StringRef family, int64_t width) {
  return computeCost(build(family, width));
}

//===----------------------------------------------------------------------===//
// The table: size, depth, most uses of one value
//===----------------------------------------------------------------------===//

struct TableEntry {
  const char *family;
  int64_t width, size, depth, maxUses;
};

const TableEntry table[] = {
    {"serial", 8, 7, 7, 1},
    {"sklansky", 8, 12, 3, 4},
    {"sklansky", 13, 22, 4, 5},
    {"sklansky", 32, 80, 5, 16},
    {"sklansky", 64, 192, 6, 32},
    {"kogge_stone", 8, 17, 3, 3},
    {"kogge_stone", 13, 37, 4, 4},
    {"kogge_stone", 32, 129, 5, 5},
    {"kogge_stone", 64, 321, 6, 6},
    {"brent_kung", 8, 11, 4, 3},
    {"brent_kung", 13, 19, 5, 3},
    {"brent_kung", 32, 57, 8, 5},
    {"brent_kung", 64, 120, 10, 6},
    {"han_carlson", 8, 12, 4, 3},
    {"han_carlson", 13, 23, 5, 4},
    {"han_carlson", 32, 80, 6, 5},
    {"han_carlson", 64, 192, 7, 6},
    {"ladner_fischer", 8, 12, 3, 4},
    {"ladner_fischer", 13, 22, 4, 6},
    {"ladner_fischer", 32, 74, 5, 16},
    {"ladner_fischer", 64, 168, 6, 32},
};

TEST(Cost, Table) {
  for (const TableEntry &entry : table) {
    Cost cost = costOf(entry.family, entry.width);
    std::string where =
        entry.family + (" at width " + std::to_string(entry.width));
    EXPECT_EQ(cost.size, entry.size) << where;
    EXPECT_EQ(cost.depth, entry.depth) << where;
    EXPECT_EQ(cost.maxUses, entry.maxUses) << where;
    EXPECT_EQ(cost.deficiency, entry.size + entry.depth - 2 * entry.width + 2)
        << where;
  }
}

TEST(Cost, FlatCircuitsOf2048) {
  Cost koggeStone = costOf("kogge_stone", 2048);
  EXPECT_EQ(koggeStone.size, 20481);
  EXPECT_EQ(koggeStone.depth, 11);
  Cost brentKung = costOf("brent_kung", 2048);
  EXPECT_EQ(brentKung.size, 4083);
  EXPECT_EQ(brentKung.depth, 20);
}

//===----------------------------------------------------------------------===//
// The formulas, any width
//===----------------------------------------------------------------------===//

/// All widths to 300, and some beyond, around powers of two.
std::vector<int64_t> manyWidths() {
  std::vector<int64_t> widths;
  for (int64_t width = 1; width <= 300; ++width)
    widths.push_back(width);
  for (int64_t power : {512, 1024, 4096})
    for (int64_t offset : {-1, 0, 1})
      widths.push_back(power + offset);
  widths.push_back(3 * 512 - 1);
  widths.push_back(3 * 512);
  return widths;
}

TEST(Formulas, Serial) {
  for (int64_t n : manyWidths()) {
    Cost cost = costOf("serial", n);
    ASSERT_EQ(cost.size, n - 1) << "width " << n;
    ASSERT_EQ(cost.depth, n - 1) << "width " << n;
    ASSERT_EQ(cost.stages, n - 1) << "width " << n;
    ASSERT_EQ(cost.deficiency, 0) << "width " << n;
    ASSERT_EQ(cost.levelFanout, n == 1 ? 0 : 2) << "width " << n;
    ASSERT_EQ(cost.tracks, n == 1 ? 0 : 1) << "width " << n;
  }
}

TEST(Formulas, Sklansky) {
  int64_t size = 0;
  int64_t next = 0;
  for (int64_t n : manyWidths()) {
    for (; next < n; ++next)
      size += llvm::popcount(static_cast<uint64_t>(next));
    if (next > n)
      continue;
    Cost cost = costOf("sklansky", n);
    ASSERT_EQ(cost.size, size) << "width " << n;
    ASSERT_EQ(cost.depth, ceilLg(n)) << "width " << n;
    ASSERT_EQ(cost.stages, ceilLg(n)) << "width " << n;
    ASSERT_EQ(cost.tracks, n == 1 ? 0 : 1) << "width " << n;
    if (llvm::has_single_bit(static_cast<uint64_t>(n)) && n > 1) {
      ASSERT_EQ(cost.size, n / 2 * ceilLg(n)) << "width " << n;
      ASSERT_EQ(cost.levelFanout, n / 2 + 1) << "width " << n;
      ASSERT_EQ(cost.maxUses, n / 2) << "width " << n;
    }
  }
}

TEST(Formulas, KoggeStone) {
  for (int64_t n : manyWidths()) {
    int64_t levels = ceilLg(n);
    Cost cost = costOf("kogge_stone", n);
    ASSERT_EQ(cost.size, n * levels - (int64_t(1) << levels) + 1)
        << "width " << n;
    ASSERT_EQ(cost.depth, levels) << "width " << n;
    ASSERT_EQ(cost.stages, levels) << "width " << n;
    ASSERT_EQ(cost.levelFanout, n == 1 ? 0 : 2) << "width " << n;
    if (llvm::has_single_bit(static_cast<uint64_t>(n)) && n > 1) {
      ASSERT_EQ(cost.tracks, n / 2) << "width " << n;
      ASSERT_EQ(cost.maxUses, levels) << "width " << n;
    }
  }
}

TEST(Formulas, BrentKung) {
  for (int64_t n : manyWidths()) {
    Cost cost = costOf("brent_kung", n);
    ASSERT_EQ(cost.size,
              2 * n - llvm::popcount(static_cast<uint64_t>(n)) - floorLg(n) - 1)
        << "width " << n;
    ASSERT_EQ(cost.depth, floorLg(n + 1) + floorLgRatio(n + 1, 3))
        << "width " << n;
    ASSERT_EQ(cost.stages, n == 1 ? 0 : floorLg(n) + floorLgRatio(n, 3) + 1)
        << "width " << n;
    ASSERT_EQ(cost.levelFanout, n == 1 ? 0 : 2) << "width " << n;
    ASSERT_EQ(cost.tracks, n == 1 ? 0 : 1) << "width " << n;
  }
}

TEST(Formulas, SnirsBound) {
  for (const FamilyInfo &family : families())
    for (int64_t n : manyWidths())
      ASSERT_GE(costOf(family.name, n).deficiency, 0)
          << family.name.str() << " at width " << n;
}

//===----------------------------------------------------------------------===//
// The meanings, on networks by hand
//===----------------------------------------------------------------------===//

TEST(Cost, AllFiguresOfSklansky4) {
  EXPECT_EQ(computeCost(sklansky4()), (Cost{.width = 4,
                                            .size = 4,
                                            .depth = 2,
                                            .stages = 2,
                                            .maxUses = 2,
                                            .levelFanout = 3,
                                            .tracks = 1,
                                            .deficiency = 0}));
}

TEST(Cost, AWireCostsNothing) {
  EXPECT_EQ(computeCost({1, {}, {0}}), Cost{.width = 1});
}

TEST(Cost, StagesAreTheSchedulesAndDepthIsThePaths) {
  Network network = sklansky4();
  network.stages = {1, 1, 2, 3};
  Cost cost = computeCost(network);
  EXPECT_EQ(cost.depth, 2);
  EXPECT_EQ(cost.stages, 3);
  // One reader of 0..1 a stage, and the wire goes on.
  EXPECT_EQ(cost.levelFanout, 2);
  EXPECT_EQ(cost.maxUses, 2);
}

TEST(Cost, ACombineReadsAValueOnce) {
  // Idempotent, and useless, but one combine and not two.
  Cost cost = computeCost({1, {{0, 0}}, {1}});
  EXPECT_EQ(cost.maxUses, 1);
  // And it crosses no columns.
  EXPECT_EQ(cost.tracks, 0);
}

TEST(Cost, TheWireThatDoesNotGoOnIsNotCounted) {
  // Kogge-Stone on 3 columns: in stage 1 x1 is read by the combines of columns
  // 1 and 2 and is gone; x0 is read by one and goes on.
  Cost cost = computeCost({3, {{0, 1}, {1, 2}, {0, 4}}, {0, 3, 5}});
  EXPECT_EQ(cost.levelFanout, 2);
}

TEST(Cost, TracksCountValuesNotReaders) {
  // One value to three columns is one track; two values side by side are two,
  // and wires that only touch at a column are one.
  EXPECT_EQ(costOf("sklansky", 8).tracks, 1);
  EXPECT_EQ(costOf("kogge_stone", 13).tracks, 5);
  EXPECT_EQ(costOf("kogge_stone", 2).tracks, 1);
  EXPECT_EQ(costOf("kogge_stone", 4).tracks, 2);
}

TEST(Cost, DoesNotDependOnTheOrderWithinAStage) {
  Network network = build("kogge_stone", 8);
  // The last stage is combines 13 to 16 (columns 4 to 7); swap two of them.
  std::swap(network.combines[13], network.combines[16]);
  std::swap(network.outputs[4], network.outputs[7]);
  EXPECT_EQ(computeCost(network), costOf("kogge_stone", 8));
}

} // namespace
