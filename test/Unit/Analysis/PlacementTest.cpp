//===- PlacementTest.cpp - Placed circuits on letters ---------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A placement is run as the machine runs it: columns of slots, all reads of a
// stage before all its writes, a write per column and step. The values are
// strings, the free monoid, so that what is right here is right for every
// associative operator.
//
//===----------------------------------------------------------------------===//

#include "RandomCircuits.h"

#include "scanc/Circuits/Schedule.h"
#include "scanc/Circuits/Spans.h"
#include "scanc/Dialect/Prefix/Analysis/CircuitGraph.h"
#include "scanc/Dialect/Prefix/Analysis/Placement.h"

#include <numeric>

using namespace scanc;
using namespace scanc::prefix;
using namespace scanc::prefix::test;

namespace {

using Columns = std::vector<std::vector<std::string>>; // [column][slot]

/// Runs a placement on letters; slots that were never written hold '?'.
Columns simulate(const Placement &placement) {
  Columns now(placement.columns,
              std::vector<std::string>(placement.slots, "?"));
  std::vector<std::string> inputs = letters(placement.columns);
  for (int64_t column = 0; column < placement.columns; ++column)
    now[column][0] = inputs[column];
  Columns before = now; // as the stage began
  int32_t stage = 0;
  for (const PlacedStep &step : placement.steps) {
    EXPECT_GE(step.stage, stage) << "steps come by stage";
    if (step.stage != stage)
      before = now;
    stage = step.stage;
    for (int64_t column = 0; column < placement.columns; ++column)
      if (int32_t low = step.lowColumn[column]; low >= 0)
        now[column][step.resultSlot] =
            before[low][step.lowSlot] + before[column][step.highSlot];
  }
  return now;
}

/// What must hold of any placement's numbers.
void checkRanges(const circuits::Network &network, const Placement &placement) {
  ASSERT_EQ(placement.columns, network.width);
  ASSERT_EQ(placement.outputSlots.size(), network.outputs.size());
  for (int32_t slot : placement.outputSlots) {
    ASSERT_GE(slot, 0);
    ASSERT_LT(slot, placement.slots);
  }
  size_t combines = 0;
  for (const PlacedStep &step : placement.steps) {
    ASSERT_EQ(static_cast<int64_t>(step.lowColumn.size()), network.width);
    for (int32_t slot : {step.lowSlot, step.highSlot, step.resultSlot}) {
      ASSERT_GE(slot, 0);
      ASSERT_LT(slot, placement.slots);
    }
    size_t active = 0;
    for (auto [column, low] : llvm::enumerate(step.lowColumn)) {
      ASSERT_LT(low, static_cast<int64_t>(column)) << "low comes before high";
      active += low >= 0;
    }
    ASSERT_GT(active, 0u) << "a step does something";
    combines += active;
  }
  ASSERT_LE(combines, network.combines.size());
}

/// Every output, in its column and slot.
void checkOutputs(const circuits::Network &network) {
  Placement placement = placeByColumn(network);
  checkRanges(network, placement);
  if (testing::Test::HasFatalFailure())
    return;
  Columns columns = simulate(placement);
  std::vector<std::string> expected = letters(network.width);
  std::inclusive_scan(expected.begin(), expected.end(), expected.begin());
  for (int64_t k = 0; k < network.width; ++k)
    ASSERT_EQ(columns[k][placement.outputSlots[k]], expected[k])
        << "output " << k << " of width " << network.width;
}

/// The one output that a reduction has, in the last column.
void checkReduction(const circuits::Network &network) {
  circuits::Network reduction = keepLastOutput(network);
  ASSERT_LE(reduction.combines.size(), network.combines.size());
  Placement placement = placeByColumn(reduction);
  checkRanges(reduction, placement);
  if (testing::Test::HasFatalFailure())
    return;
  std::vector<std::string> all = letters(network.width);
  ASSERT_EQ(simulate(placement).back()[placement.outputSlots.back()],
            std::accumulate(all.begin(), all.end(), std::string()))
      << "width " << network.width;
}

std::string nameOf(const testing::TestParamInfo<circuits::FamilyInfo> &info) {
  return info.param.name.str();
}

class PlacedFamily : public testing::TestWithParam<circuits::FamilyInfo> {};

TEST_P(PlacedFamily, Outputs) {
  for (int64_t width = 1; width <= 64; ++width)
    checkOutputs(family(GetParam().name, width));
}

TEST_P(PlacedFamily, Reductions) {
  for (int64_t width = 1; width <= 64; ++width)
    checkReduction(family(GetParam().name, width));
}

/// A reduction of n values takes n - 1 combines, whatever the circuit.
TEST_P(PlacedFamily, ReductionSize) {
  for (int64_t width = 1; width <= 64; ++width)
    EXPECT_EQ(keepLastOutput(family(GetParam().name, width)).combines.size(),
              static_cast<size_t>(width - 1))
        << "width " << width;
}

INSTANTIATE_TEST_SUITE_P(AllFamilies, PlacedFamily,
                         testing::ValuesIn(circuits::families().begin(),
                                           circuits::families().end()),
                         nameOf);

/// The families of the spine work in place, a step a stage.
TEST(Placement, InPlace) {
  for (const char *name : {"serial", "sklansky", "kogge_stone", "brent_kung"})
    for (int64_t width : {2, 7, 32, 33}) {
      circuits::Network network = family(name, width);
      Placement placement = placeByColumn(network);
      std::vector<int32_t> stages = circuits::earliestStages(network);
      EXPECT_EQ(placement.slots, 1) << name << "<" << width << ">";
      EXPECT_EQ(static_cast<int32_t>(placement.steps.size()),
                *std::max_element(stages.begin(), stages.end()))
          << name << "<" << width << ">";
    }
}

TEST(Placement, KoggeStone4) {
  Placement placement = placeByColumn(family("kogge_stone", 4));
  ASSERT_EQ(placement.steps.size(), 2u);
  EXPECT_EQ(placement.steps[0].lowColumn, (std::vector<int32_t>{-1, 0, 1, 2}));
  EXPECT_EQ(placement.steps[1].lowColumn, (std::vector<int32_t>{-1, -1, 0, 1}));
  EXPECT_EQ(placement.outputSlots, (std::vector<int32_t>{0, 0, 0, 0}));
}

TEST(Placement, OneColumnHasNoStep) {
  Placement placement = placeByColumn(family("serial", 1));
  EXPECT_TRUE(placement.steps.empty());
  EXPECT_EQ(placement.slots, 1);
  EXPECT_EQ(placement.outputSlots, (std::vector<int32_t>{0}));
}

/// Column 2 is read as 1..2 (node 6) in stage 3, when it has moved on to 0..2
/// (node 7) in stage 2.
TEST(Placement, TakesASecondSlot) {
  circuits::Network network{6,
                            {{1, 2},
                             {0, 6},
                             {4, 5},
                             {3, 8},
                             {6, 9},
                             {0, 10},
                             {0, 1},
                             {7, 3},
                             {13, 4}},
                            {0, 12, 7, 13, 14, 11}};
  EXPECT_EQ(placeByColumn(network).slots, 2);
  checkOutputs(network);
}

/// The stages that a network declares are not for kernels.
TEST(Placement, IgnoresTheAuthorsStages) {
  circuits::Network network = family("brent_kung", 8);
  ASSERT_FALSE(network.stages.empty());
  EXPECT_EQ(placeByColumn(network).steps.size(), 4u);
}

/// A slot that is read for the last time in a stage may be written in it.
TEST(Placement, ReadsBeforeWrites) {
  circuits::Network network{3, {{0, 1}, {1, 2}, {0, 4}}, {0, 3, 5}};
  Placement placement = placeByColumn(network);
  EXPECT_EQ(placement.slots, 1);
  checkOutputs(network);
}

/// A combine that nothing depends on must not take the place of another in its
/// stage. Here 0..3 (node 6, unused) and 1..3 (node 7) are made in stage 2 from
/// the same high operand.
TEST(Placement, UnusedCombine) {
  checkOutputs(
      {4, {{0, 1}, {2, 3}, {4, 5}, {1, 5}, {0, 7}, {4, 2}}, {0, 4, 9, 8}});
}

struct Shape {
  int64_t width;
  double reuse;
  int unused;
};

class PlacedRandom : public testing::TestWithParam<Shape> {};

TEST_P(PlacedRandom, Outputs) {
  auto [width, reuse, unused] = GetParam();
  int32_t mostSlots = 0;
  for (uint32_t seed = 0; seed < 200; ++seed) {
    circuits::Network network =
        RandomCircuit(seed, width, reuse, unused).network;
    ASSERT_TRUE(static_cast<bool>(
        llvm::expectedToOptional(circuits::checkSpans(network))));
    SCOPED_TRACE("seed " + std::to_string(seed));
    ASSERT_NO_FATAL_FAILURE(checkOutputs(network));
    ASSERT_NO_FATAL_FAILURE(checkReduction(network));
    mostSlots = std::max(mostSlots, placeByColumn(network).slots);
  }
  if (width >= 8)
    EXPECT_GT(mostSlots, 1) << "the circuits are too tame";
}

INSTANTIATE_TEST_SUITE_P(Shapes, PlacedRandom,
                         testing::Values(Shape{2, 0.5, 0}, Shape{3, 0.5, 0},
                                         Shape{8, 0.0, 0}, Shape{8, 0.9, 0},
                                         Shape{32, 0.8, 0}, Shape{32, 1.0, 0},
                                         Shape{64, 0.9, 0}, Shape{8, 0.5, 6},
                                         Shape{32, 0.9, 40}));

} // namespace
