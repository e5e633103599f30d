//===- ProgramCostTest.cpp - Wavefronts, layouts and time -----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mappings.h"
#include "RandomCircuits.h"

#include "scanc/Dialect/Prefix/Analysis/ProgramCost.h"

using namespace scanc;
using namespace scanc::prefix;
using namespace scanc::prefix::test;

namespace {

constexpr int64_t word[] = {4};

CellProgram map(const Network &network, const BlockShape &shape,
                const Mapping &mapping) {
  llvm::Expected<CellProgram> program = mapCircuit(network, shape, mapping);
  if (!program) {
    ADD_FAILURE() << llvm::toString(program.takeError());
    return {};
  }
  return std::move(*program);
}

TEST(Layout, Addresses) {
  EXPECT_EQ(Layout{}.addressOf(100), 100);
  EXPECT_EQ((Layout{{32}}.addressOf(100)), 103);
  EXPECT_EQ((Layout{{32, 1024}}.addressOf(2048)), 2048 + 64 + 2);
  EXPECT_EQ((Layout{{32, 1024}}.extraOperations()), 4);
}

TEST(AnalyzeAccesses, EveryField) {
  CellProgram program = map(family("kogge_stone", 32), {1, 1}, {});
  auto one = analyzeAccesses(program, word);
  auto two = analyzeAccesses(program, {4, 4});
  EXPECT_EQ(one[publishPart].requests, 1u);
  EXPECT_EQ(one[stagePart(2)].requests, 2u) << "a load and a store";
  EXPECT_EQ(one[stagePart(2)].banks32, (circuits::BankCost{2, 2, 1}));
  EXPECT_EQ(one[fetchPart].requests, 2u);
  EXPECT_EQ(two[stagePart(2)].requests, 4u);
  EXPECT_EQ(two[stagePart(2)].banks32, (circuits::BankCost{4, 4, 1}));
  // Eight bytes take two wavefronts a warp, one for each half.
  EXPECT_EQ(analyzeAccesses(program, {8})[publishPart].banks32,
            (circuits::BankCost{2, 2, 1}));
}

/// Blelloch's sweeps in 1024 cells: the padding pays, and once is enough.
TEST(RankLayouts, Blelloch) {
  CellProgram program = map(family("blelloch", 1024), {32, 1},
                            {.stages = StageOrder::Levels,
                             .threads = ThreadChoice::Compact,
                             .cells = CellChoice::Exchange});
  std::vector<LayoutCandidate> ranked = rankLayouts(program, word);
  ASSERT_EQ(ranked.size(), 4u) << "plain, 32, 16, and 16 and 256";
  EXPECT_TRUE(std::is_sorted(
      ranked.begin(), ranked.end(),
      [](const auto &a, const auto &b) { return a.cost() < b.cost(); }));
  for (const LayoutCandidate &candidate : ranked) {
    CellProgram laidOut = program;
    laidOut.layout = candidate.layout;
    EXPECT_EQ(candidate.bytes, 4u * laidOut.memoryCells());
    EXPECT_EQ(candidate.wavefronts, estimate(laidOut, word, {}).wavefronts);
  }
  // The seeds' finding: what the padding saves its arithmetic costs.
  auto costOf = [&](const Layout &layout) {
    return llvm::find_if(ranked, [&](const auto &candidate) {
      return candidate.layout == layout;
    });
  };
  EXPECT_LT(costOf({{32}})->wavefronts, costOf({})->wavefronts / 2);
  EXPECT_GT(costOf({{32}})->operations, 0u);
  EXPECT_EQ(costOf({})->operations, 0u);
}

/// Rows of eight conflict eight-way. A cell more for each row frees them, and
/// so does one for each four rows, in fewer bytes.
TEST(RankLayouts, Rows) {
  CellProgram program = map(family("kogge_stone", 256), {1, 8},
                            {.threads = ThreadChoice::Rows, .rowLength = 8});
  std::vector<LayoutCandidate> ranked = rankLayouts(program, word);
  auto byRow = llvm::find_if(ranked, [](const auto &candidate) {
    return candidate.layout == Layout{{8}};
  });
  ASSERT_NE(byRow, ranked.end());
  EXPECT_EQ(ranked.front().layout, (Layout{{32}}));
  EXPECT_LE(ranked.front().cost(), byRow->cost());
  EXPECT_LT(ranked.front().bytes, byRow->bytes);
}

TEST(RankLayouts, PlainWinsAmongEquals) {
  CellProgram program = map(family("kogge_stone", 32), {1, 1}, {});
  EXPECT_EQ(rankLayouts(program, word).front().layout, Layout{});
}

/// A barrier more costs latency and slots, a dearer operator too, and a depth
/// of 31 is slower than one of 5.
TEST(Estimate, Orders) {
  CellProgram shallow = map(family("sklansky", 32), {1, 1}, {}),
              deep = map(family("serial", 32), {1, 1}, {});
  ProgramCost cheap = estimate(shallow, word, {}),
              dear = estimate(shallow, word, {8, 40}),
              slow = estimate(deep, word, {});
  EXPECT_LT(cheap.latency, dear.latency);
  EXPECT_LT(cheap.issueSlots, dear.issueSlots);
  EXPECT_LT(cheap.latency, slow.latency);
  CellProgram conflicting =
      map(family("sklansky", 32), {1, 1}, {.layout = {{1, 1, 1, 1, 1, 1, 1}}});
  EXPECT_LT(cheap.wavefronts, estimate(conflicting, word, {}).wavefronts);
}

} // namespace
