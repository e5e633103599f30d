//===- FiguresTest.cpp - Sizes, statistics and goals ----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Goals.h"
#include "Sizes.h"
#include "Statistics.h"

#include "gtest/gtest.h"

using namespace scanc::bench;

namespace {

std::vector<uint64_t> sizes(llvm::StringRef text) {
  auto parsed = parseSizes(text);
  if (parsed)
    return *parsed;
  ADD_FAILURE() << llvm::toString(parsed.takeError());
  return {};
}

std::string whyNot(llvm::StringRef text) {
  auto parsed = parseSizes(text);
  return parsed ? "" : llvm::toString(parsed.takeError());
}

using List = std::vector<uint64_t>;

TEST(Sizes, AreNumbersPowersAndRanges) {
  EXPECT_EQ(sizes("7"), List({7}));
  EXPECT_EQ(sizes("2^10"), List({1024}));
  EXPECT_EQ(sizes("2^31"), List({uint64_t(1) << 31}));
  EXPECT_EQ(sizes("2^10..2^13"), List({1024, 2048, 4096, 8192}));
  EXPECT_EQ(sizes("2^10..2^14:2"), List({1024, 4096, 16384}));
  EXPECT_EQ(sizes("2^10..2^13:2"), List({1024, 4096}));
  EXPECT_EQ(sizes("2^31+5,2^4-1"), List({15, (uint64_t(1) << 31) + 5}));
}

TEST(Sizes, AscendAndStandOnce) {
  EXPECT_EQ(sizes("9,2^3,8,2^3..2^4,9"), List({8, 9, 16}));
}

TEST(Sizes, OddOnesGoUpToTheLargestOther) {
  EXPECT_EQ(sizes("odd,2^10"), List({1021, 1024}));
  EXPECT_EQ(sizes("odd").back(), 100000007u);
}

TEST(Sizes, RefuseWhatIsNoSize) {
  for (llvm::StringRef text :
       {"",         ",",          "x",          "-1",    "2^",
        "2^37",     "2^x",        "2^4*",       "2^4+",  "2^4+x",
        "1.5",      "2^4-17",     "2^4..",      "..2^4", "4..8",
        "2^5..2^4", "2^4..2^5:0", "2^4..2^5:x", "2^4:2", "99999999999999999999",
        "2^36+1"})
    EXPECT_NE(whyNot(text), "") << text.str();
  EXPECT_NE(whyNot("0").find("0 is not from 1 to 2^36"), std::string::npos);
}

TEST(Sizes, PrintAsTheyAreWritten) {
  EXPECT_EQ(printSize(1024), "2^10");
  EXPECT_EQ(printSize((uint64_t(1) << 20) + 3), "2^20+3");
  EXPECT_EQ(printSize((uint64_t(1) << 20) - 3), "2^20-3");
  EXPECT_EQ(printSize(1000003), "1000003");
  EXPECT_EQ(printSize(1), "1");
  EXPECT_EQ(printSize(16), "16");
}

TEST(Shapes, AreExtents) {
  auto shape = parseShape("8x2^12x7");
  ASSERT_TRUE(bool(shape)) << llvm::toString(shape.takeError());
  EXPECT_EQ(*shape, List({8, 4096, 7}));
  EXPECT_EQ(printShape({8, 4096, 1024}), "8x4096x1024");
  EXPECT_EQ(printShape({1 << 20, 64}), "2^20x64");
  EXPECT_EQ(printShape({65536}), "65536");
}

TEST(Shapes, RefuseWhatIsNone) {
  for (llvm::StringRef text : {"", "x", "8x", "8y3", "-1x3", "2^4..2^5", "0x3",
                               "odd", "2^20x2^17", "1x1x1x1x1x1x1x1x1"}) {
    auto shape = parseShape(text);
    EXPECT_FALSE(bool(shape)) << text.str();
    if (!shape)
      EXPECT_NE(llvm::toString(shape.takeError()).find("--shape="),
                std::string::npos);
  }
}

TEST(Statistics, QuantilesLieBetweenValues) {
  const std::vector<double> sorted = {1, 2, 3, 10};
  EXPECT_DOUBLE_EQ(quantile(sorted, 0), 1);
  EXPECT_DOUBLE_EQ(quantile(sorted, 0.5), 2.5);
  EXPECT_DOUBLE_EQ(quantile(sorted, 0.75), 4.75);
  EXPECT_DOUBLE_EQ(quantile(sorted, 1), 10);
  EXPECT_DOUBLE_EQ(quantile({7.0}, 0.25), 7);
}

TEST(Statistics, AnOutlierDoesNotMoveTheMedian) {
  Timing timing = summarize({5, 1, 3, 2, 1000}, 64);
  EXPECT_DOUBLE_EQ(timing.median, 3);
  EXPECT_DOUBLE_EQ(timing.lower, 2);
  EXPECT_DOUBLE_EQ(timing.upper, 5);
  EXPECT_DOUBLE_EQ(timing.least, 1);
  EXPECT_DOUBLE_EQ(timing.most, 1000);
  EXPECT_DOUBLE_EQ(timing.spread(), 1);
  EXPECT_EQ(timing.launches, 64u);
  EXPECT_EQ(timing.rounds, std::vector<double>({5, 1, 3, 2, 1000}));
}

TEST(Goals, AreThoseOfTheTable) {
  const Goals goals = builtinGoals();
  EXPECT_EQ(goals.arch, "sm_90");
  auto at = [&](unsigned power, unsigned bytes) {
    return goals.at(uint64_t(1) << power, bytes);
  };
  EXPECT_EQ(at(10, 4), 1.00);
  EXPECT_EQ(at(16, 4), 1.00);
  EXPECT_EQ(at(18, 4), 0.80);
  EXPECT_EQ(at(20, 4), 0.80);
  EXPECT_EQ(at(20, 2), 0.78);
  EXPECT_EQ(at(22, 8), 0.88);
  EXPECT_EQ(at(22, 1), 0.85);
  EXPECT_EQ(at(24, 4), 0.92);
  EXPECT_EQ(at(24, 2), 0.88);
  EXPECT_EQ(at(26, 4), 0.95);
  EXPECT_EQ(at(26, 2), 0.93);
  EXPECT_EQ(at(28, 4), 0.97);
  EXPECT_EQ(at(31, 4), 0.97);
  EXPECT_EQ(at(31, 1), 0.95);
}

TEST(Goals, BetweenColumnsAreTheLowerOfBoth) {
  const Goals goals = builtinGoals();
  EXPECT_EQ(goals.at((1 << 16) + 1, 4), 0.80);
  EXPECT_EQ(goals.at((1 << 21), 4), 0.80);
  EXPECT_EQ(goals.at((1 << 28) - 1, 4), 0.95);
}

TEST(Goals, RefuseWhatIsNoTable) {
  auto whyNot = [](llvm::StringRef text) {
    auto goals = parseGoals(text, "g.json");
    return goals ? "" : llvm::toString(goals.takeError());
  };
  EXPECT_NE(whyNot("{"), "");
  EXPECT_NE(whyNot("[]"), "");
  EXPECT_NE(whyNot("{\"format\": 2, \"machine\": \"\", \"arch\": \"\", "
                   "\"columns\": [{\"n\": 1, \"ratio\": 1, "
                   "\"narrow_ratio\": 1}]}")
                .find("expected format 1"),
            std::string::npos);
  EXPECT_NE(whyNot("{\"format\": 1, \"machine\": \"\", \"arch\": \"\", "
                   "\"columns\": []}")
                .find("at least one column"),
            std::string::npos);
}

} // namespace
