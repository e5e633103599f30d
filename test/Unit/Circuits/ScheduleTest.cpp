//===- ScheduleTest.cpp - Stages, and the placement in columns ------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Circuits/Schedule.h"

#include "TestNetworks.h"

#include "scanc/Circuits/Columns.h"

using namespace scanc::circuits;
using namespace scanc::circuits::test;

namespace {

std::string stageError(const Network &network) {
  return llvm::toString(checkStages(network));
}

TEST(Schedule, EarliestStages) {
  EXPECT_EQ(stagesOf(sklansky4()), (std::vector<int32_t>{1, 1, 2, 2}));
  EXPECT_TRUE(stagesOf({1, {}, {0}}).empty());
}

TEST(Schedule, DeclaredStagesAreKept) {
  Network network = sklansky4();
  network.stages = {1, 2, 2, 3};
  EXPECT_EQ(stageError(network), "");
  EXPECT_EQ(stagesOf(network), network.stages);
  EXPECT_EQ(earliestStages(network), (std::vector<int32_t>{1, 1, 2, 2}));
}

TEST(Schedule, RefusesAWrongCount) {
  Network network = sklansky4();
  network.stages = {1, 1, 2};
  EXPECT_EQ(stageError(network),
            "expected 4 stages, one for each combine, got 3");
}

TEST(Schedule, RefusesStageZero) {
  Network network = sklansky4();
  network.stages = {1, 0, 2, 2};
  EXPECT_EQ(stageError(network),
            "combine #1: stage must be from 1 to 4, got 0");
}

TEST(Schedule, RefusesAStageBeyondTheSize) {
  Network network = sklansky4();
  network.stages = {1, 1, 2, 5};
  EXPECT_EQ(stageError(network),
            "combine #3: stage must be from 1 to 4, got 5");
}

TEST(Schedule, RefusesAStageNotLaterThanAnOperands) {
  Network network = sklansky4();
  network.stages = {1, 2, 2, 2};
  EXPECT_EQ(stageError(network), "combine #3: stage must be later than stage 2 "
                                 "of its operand, combine #1, got 2");
}

TEST(Schedule, GroupsKeepTheOrder) {
  StageGroups groups(std::vector<int32_t>{2, 1, 2, 4, 1});
  ASSERT_EQ(groups.size(), 4);
  EXPECT_EQ(groups[1], (llvm::ArrayRef<uint32_t>{1, 4}));
  EXPECT_EQ(groups[2], (llvm::ArrayRef<uint32_t>{0, 2}));
  EXPECT_TRUE(groups[3].empty());
  EXPECT_EQ(groups[4], (llvm::ArrayRef<uint32_t>{3}));
  EXPECT_EQ(StageGroups({}).size(), 0);
}

TEST(Columns, AreTheEndsOfTheSpans) {
  EXPECT_EQ(columnsOf(sklansky4()),
            (std::vector<uint32_t>{0, 1, 2, 3, 1, 3, 2, 3}));
}

TEST(Columns, InPlace) {
  EXPECT_TRUE(isInPlace(sklansky4()));
  EXPECT_TRUE(isInPlace(knowles4()));
  EXPECT_FALSE(isInPlace(notInPlace4()));
}

TEST(Columns, InPlaceDependsOnTheSchedule) {
  // Kogge-Stone on 3 columns: 0..1 and 1..2 both read x1. With the combine of
  // column 1 a stage earlier, column 1 has moved on when 1..2 wants x1.
  Network network{3, {{0, 1}, {1, 2}, {0, 4}}, {0, 3, 5}};
  EXPECT_TRUE(isInPlace(network));
  network.stages = {1, 2, 3};
  EXPECT_EQ(stageError(network), "");
  EXPECT_FALSE(isInPlace(network));
}

TEST(Columns, InPlaceRefusesTwoWritersOfAColumnInAStage) {
  Network network{3, {{0, 1}, {1, 2}, {3, 2}}, {0, 3, 5}};
  EXPECT_TRUE(isInPlace({3, {{0, 1}, {3, 2}}, {0, 3, 4}}));
  network.stages = {1, 2, 2};
  EXPECT_FALSE(isInPlace(network));
}

//===----------------------------------------------------------------------===//
// The families against their definition, step by step
//===----------------------------------------------------------------------===//

/// One step of a definition: column `to` reads column `from`.
struct Step {
  int64_t from, to;
  friend auto operator<=>(const Step &, const Step &) = default;
};
using Steps = std::vector<std::vector<Step>>;

/// What the network does, stage by stage, in terms of columns.
Steps stepsOf(const Network &network) {
  std::vector<uint32_t> columns = columnsOf(network);
  StageGroups groups(stagesOf(network));
  Steps steps(groups.size());
  for (int32_t stage = 1; stage <= groups.size(); ++stage) {
    for (uint32_t index : groups[stage]) {
      auto [low, high] = network.combines[index];
      steps[stage - 1].push_back({columns[low], columns[high]});
    }
    llvm::sort(steps[stage - 1]);
  }
  return steps;
}

/// A definition: for each stage of 2^L columns, the column that column i reads,
/// or -1. Written down anew here, from the table of the literature.
using Definition = int64_t (*)(int64_t stage, int64_t i, int64_t levels);

int64_t serialReads(int64_t stage, int64_t i, int64_t) {
  return i == stage + 1 ? i - 1 : -1;
}
int64_t sklanskyReads(int64_t stage, int64_t i, int64_t) {
  int64_t block = int64_t(1) << stage;
  return i / block % 2 ? i / block * block - 1 : -1;
}
int64_t koggeStoneReads(int64_t stage, int64_t i, int64_t) {
  return i - (int64_t(1) << stage) >= 0 ? i - (int64_t(1) << stage) : -1;
}
int64_t brentKungReads(int64_t stage, int64_t i, int64_t levels) {
  if (stage < levels) {
    int64_t block = int64_t(2) << stage;
    return i % block == block - 1 ? i - block / 2 : -1;
  }
  int64_t block = int64_t(1) << (2 * levels - 1 - stage);
  return i >= block && i % block == block / 2 - 1 ? i - block / 2 : -1;
}

/// The steps of a definition at a width, stages without a step left out.
Steps stepsOf(Definition definition, int64_t width, int64_t stages) {
  Steps steps;
  for (int64_t stage = 0; stage < stages; ++stage) {
    std::vector<Step> found;
    for (int64_t i = 0; i < width; ++i)
      if (int64_t from = definition(stage, i, ceilLg(width)); from >= 0)
        found.push_back({from, i});
    if (!found.empty()) {
      llvm::sort(found);
      steps.push_back(found);
    }
  }
  return steps;
}

TEST(Definitions, Serial) {
  for (int64_t width = 1; width <= 130; ++width)
    ASSERT_EQ(stepsOf(build("serial", width)),
              stepsOf(serialReads, width, width - 1))
        << "width " << width;
}

TEST(Definitions, Sklansky) {
  for (int64_t width = 1; width <= 130; ++width)
    ASSERT_EQ(stepsOf(build("sklansky", width)),
              stepsOf(sklanskyReads, width, ceilLg(width)))
        << "width " << width;
}

TEST(Definitions, KoggeStone) {
  for (int64_t width = 1; width <= 130; ++width)
    ASSERT_EQ(stepsOf(build("kogge_stone", width)),
              stepsOf(koggeStoneReads, width, ceilLg(width)))
        << "width " << width;
}

TEST(Definitions, BrentKung) {
  for (int64_t width = 1; width <= 130; ++width)
    ASSERT_EQ(stepsOf(build("brent_kung", width)),
              stepsOf(brentKungReads, width, 2 * ceilLg(width)))
        << "width " << width;
}

TEST(Definitions, BrentKung8LevelByLevel) {
  EXPECT_EQ(stepsOf(build("brent_kung", 8)),
            (Steps{{{0, 1}, {2, 3}, {4, 5}, {6, 7}},
                   {{1, 3}, {5, 7}},
                   {{3, 7}},
                   {{3, 5}},
                   {{1, 2}, {3, 4}, {5, 6}}}));
}

TEST(Definitions, EveryFamilyIsScheduledAndInPlace) {
  for (const FamilyInfo &family : families())
    for (int64_t width = 1; width <= 130; ++width) {
      Network network = build(family.name, width);
      EXPECT_EQ(stageError(network), "");
      EXPECT_TRUE(isInPlace(network))
          << family.name.str() << " at width " << width;
    }
}

} // namespace
