//===- ComposeTest.cpp - Compositions of circuits level by level ----------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The figures are derived by hand in the comments. A level has M blocks of b
// columns; B is the size of its circuit. Counted by way and level:
//
//   top                       B
//   scan-then-propagate       up M B           down (M-1)(b-1)   reusing lasts
//   of serial(b), by
//   reduce-then-scan          up M(b-1)        down (M-1)(b-1)   reusing lasts
//
// Without reuse of lasts, down is (M-1) b, and what leads to the last total is
// not there.
//
//===----------------------------------------------------------------------===//

#include "NormalForm.h"
#include "TestNetworks.h"

#include "scanc/Circuits/Algebra.h"
#include "scanc/Circuits/Compose.h"
#include "scanc/Circuits/Cost.h"
#include "scanc/Circuits/Generators.h"
#include "scanc/Circuits/Spans.h"

#include <random>

using namespace scanc::circuits;
using namespace scanc::circuits::test;

namespace {

constexpr Joint propagate = Joint::ScanThenPropagate;
constexpr Joint reduce = Joint::ReduceThenScan;
constexpr Joint joints[] = {propagate, reduce};

/// Composes, and checks all that a composition promises but its figures.
Network made(const Network &leaf, llvm::ArrayRef<JoinedLevel> levels,
             Overlap overlap = Overlap::Refused) {
  llvm::Expected<Network> network = compose(leaf, levels);
  if (!network) {
    ADD_FAILURE() << llvm::toString(network.takeError());
    return {};
  }
  EXPECT_EQ(llvm::toString(checkSpans(*network, overlap).takeError()), "");
  EXPECT_EQ(llvm::toString(checkStages(*network)), "");
  EXPECT_TRUE(noDeadCombine(*network));
  if (!network->stages.empty()) {
    EXPECT_NE(network->stages, earliestStages(*network));
    StageGroups groups(network->stages);
    for (int32_t stage = 1; stage <= groups.size(); ++stage)
      EXPECT_FALSE(groups[stage].empty()) << "stage " << stage;
  }
  return std::move(*network);
}

std::pair<int64_t, int64_t> sizeAndDepth(const Network &network) {
  Cost cost = computeCost(network);
  return {cost.size, cost.depth};
}

/// Whether a family has a network of this width without being told parameters.
bool buildable(const FamilyInfo &family, int64_t width) {
  llvm::Expected<Network> network = buildFamily({family.name.str()}, width);
  const bool built = static_cast<bool>(network);
  llvm::consumeError(network.takeError());
  // Families for idempotent operators are no circuits for every operator.
  return built && llvm::expectedToOptional(checkSpans(*network));
}

using Figures = std::pair<int64_t, int64_t>;

//===----------------------------------------------------------------------===//
// What it is
//===----------------------------------------------------------------------===//

TEST(Compose, ALeafAloneIsItself) {
  for (const FamilyInfo &family : families()) {
    Network leaf = build(family.name, 21);
    EXPECT_TRUE(sameSchedule(made(leaf, {}), leaf)) << family.name.str();
  }
}

TEST(Compose, OneBlockIsTheLeaf) {
  for (Joint joint : joints)
    for (bool reuse : {false, true})
      EXPECT_TRUE(sameGraph(made(brentKung(13), {{serial(1), joint, reuse}}),
                            brentKung(13)));
}

TEST(Compose, BlocksOfOneAreTheTop) {
  for (Joint joint : joints)
    EXPECT_TRUE(
        sameSchedule(made(serial(1), {{sklansky(13), joint}}), sklansky(13)));
}

TEST(Compose, ScanThenPropagateByHand) {
  // The drawing of Compose.h, with 01 for node x0.x1.
  Network expected{8,
                   {{0, 1},   // 8: 01
                    {8, 2},   // 9: 02
                    {9, 3},   // 10: 03
                    {4, 5},   // 11: 45
                    {11, 6},  // 12: 46
                    {12, 7},  // 13: 47
                    {10, 13}, // 14: 07
                    {10, 4},
                    {10, 11},
                    {10, 12}},
                   {0, 8, 9, 10, 15, 16, 17, 14}};
  EXPECT_TRUE(sameGraph(made(serial(4), {{serial(2), propagate}}), expected));
  expected.combines[6] = {10, 13};
  EXPECT_TRUE(
      sameGraph(made(serial(4), {{serial(2), propagate, false}}), expected));
}

TEST(Compose, ReduceThenScanByHand) {
  Network expected{8,
                   {{0, 1},
                    {8, 2},
                    {9, 3}, // 10: 03
                    {4, 5},
                    {11, 6},
                    {12, 7},  // 13: 47
                    {10, 13}, // 14: 07
                    {10, 4},  // 15: 04
                    {15, 5},
                    {16, 6}},
                   {0, 8, 9, 10, 15, 16, 17, 14}};
  EXPECT_TRUE(sameGraph(made(serial(4), {{serial(2), reduce}}), expected));
  // Once more, the last output follows from the run; no total of block 1 then.
  Network again{8,
                {{0, 1},
                 {8, 2},
                 {9, 3}, // 10: 03
                 {10, 4},
                 {11, 5},
                 {12, 6},
                 {13, 7}},
                {0, 8, 9, 10, 11, 12, 13, 14}};
  EXPECT_TRUE(sameGraph(made(serial(4), {{serial(2), reduce, false}}), again));
  EXPECT_TRUE(sameGraph(again, serial(8)));
}

TEST(Compose, HalvingAllTheWayIsBrentKung) {
  // With blocks of two, both joints are the same.
  std::vector<JoinedLevel> levels;
  for (int64_t n = 2; n <= 1024; n *= 2) {
    EXPECT_TRUE(sameSchedule(made(serial(2), levels), brentKung(n)));
    levels.push_back({serial(2), joints[levels.size() % 2]});
  }
}

TEST(Compose, WingsAroundTheTop) {
  for (Joint joint : joints)
    EXPECT_TRUE(sameSchedule(made(serial(2), {{koggeStone(32), joint}}),
                             hanCarlson(64, 1)));
}

TEST(Compose, ScanThenPropagateInTheAlgebra) {
  for (int64_t m = 1; m <= 7; ++m)
    for (int64_t b = 1; b <= 7; ++b) {
      std::vector<Network> down = {identity(b - 1)};
      down.insert(down.end(), m - 1, fan(b));
      down.push_back(identity(1));
      const std::vector<int64_t> groups(m, b);
      Network expected =
          above(beside(std::vector<Network>(m, koggeStone(b))),
                above(stretch(groups, sklansky(m)), beside(down)));
      EXPECT_TRUE(
          sameGraph(made(koggeStone(b), {{sklansky(m), propagate}}), expected))
          << m << " " << b;
    }
}

TEST(Compose, LevelsAboveAJointAreOneCircuit) {
  // compose(a, b, c) = compose(a, compose(b, c)), whatever the joints, as long
  // as last outputs are reused.
  for (Joint first : joints)
    for (Joint second : joints) {
      Network upper = made(brentKung(6), {{koggeStone(5), second}});
      EXPECT_TRUE(sameGraph(
          made(sklansky(4), {{brentKung(6), first}, {koggeStone(5), second}}),
          made(sklansky(4), {{upper, first}})));
    }
}

//===----------------------------------------------------------------------===//
// Known figures
//===----------------------------------------------------------------------===//

std::vector<JoinedLevel> threeLevels(bool reuseFirst, bool reuseSecond) {
  return {{brentKung(16), reduce, reuseFirst},
          {koggeStone(32), propagate, reuseSecond}};
}

TEST(ComposeFigures, RegistersSharedMemoryWarp) {
  // leaf up 512*3, level 1 up 32*26, top 129, level 1 down 31*15, leaf down
  // 511*3: 4495. Depth 3 + 4 (last output of Brent-Kung) + 5 + 1 + 3.
  Network network = made(serial(4), threeLevels(true, true));
  EXPECT_EQ(network.width, 2048);
  EXPECT_EQ(sizeAndDepth(network), Figures(4495, 16));
  // Level by level: 3, Brent-Kung's 7 stages, 5, 1, 3.
  EXPECT_EQ(computeCost(network).stages, 19);
}

TEST(ComposeFigures, WithoutReuse) {
  // The 512th total of the leaf is not needed: leaf up 511*3, and leaf down
  // 511*4. Nothing leads to the last output of level 1: what makes it is
  // Brent-Kung's 4 combines of block 31 and, if computed once more, the last of
  // its 31*16 down, or, if reused, Kogge-Stone's 5 in its last column. If it is
  // computed once more, these 5 are not there either.
  EXPECT_EQ(
      sizeAndDepth(made(serial(4), threeLevels(false, false))),
      Figures(511 * 3 + (32 * 26 - 4) + (129 - 5) + (31 * 16 - 1) + 511 * 4,
              17)); // 5024
  EXPECT_EQ(sizeAndDepth(made(serial(4), threeLevels(false, true))),
            Figures(511 * 3 + (32 * 26 - 4) + (129 - 5) + 31 * 15 + 511 * 4,
                    17)); // 4994
  // The leaf takes the last outputs: only Kogge-Stone's 5 are not needed.
  EXPECT_EQ(sizeAndDepth(made(serial(4), threeLevels(true, false))),
            Figures(512 * 3 + 32 * 26 + (129 - 5) + 31 * 16 + 511 * 3,
                    16)); // 4521
}

TEST(ComposeFigures, PropagatingToAllColumns) {
  // The order that is not meant: the two lower levels are the leaf, 64 columns.
  Network leaf = made(serial(4), {{brentKung(16), reduce}});
  EXPECT_EQ(sizeAndDepth(leaf), Figures(16 * 3 + 26 + 15 * 3, 12));
  EXPECT_EQ(sizeAndDepth(made(leaf, {{koggeStone(32), propagate}})),
            Figures(32 * 119 + 129 + 31 * 63, 13)); // 5890
}

TEST(ComposeFigures, MatrixScan) {
  // Dotsenko et al., 1024. Leaf 32*31 + 31*31, level 1 8*3 + 7*3, top 7.
  // Depth: up 31 + 3, the top's output 6 after 6, down 3 to the last but one of
  // 4 and 31 to the last but one of 32.
  EXPECT_EQ(sizeAndDepth(
                made(serial(32), {{serial(4), reduce}, {serial(8), reduce}})),
            Figures(1953 + 45 + 7, 74));
  // Without reuse. Leaf: 31*31 up, 31*32 down. Level 1: 7*3 up, 7*4 - 1 down.
  // Top: 6. One stage more down each: 4, 32, of which the former goes to the
  // output of level 1 that is not needed.
  EXPECT_EQ(sizeAndDepth(made(serial(32), {{serial(4), reduce, false},
                                           {serial(8), reduce, false}})),
            Figures(961 + 992 + 21 + 27 + 6, 75));
}

TEST(ComposeFigures, MerrillGrimshaw) {
  // Rows of 8 raked by each of 32 lanes: 32*7 + 31*7 + 129; 7 + 5 + 7 deep.
  EXPECT_EQ(sizeAndDepth(made(serial(8), {{koggeStone(32), reduce}})),
            Figures(570, 19));
  // 31*7 + 31*8 + (129 - 5).
  EXPECT_EQ(sizeAndDepth(made(serial(8), {{koggeStone(32), reduce, false}})),
            Figures(589, 20));
}

TEST(ComposeFigures, Cudpp) {
  // Warps of 32, then their 8 totals: 8*129 + 17 + 7*31; 5 + 3 + 1 deep.
  EXPECT_EQ(sizeAndDepth(made(koggeStone(32), {{koggeStone(8), propagate}})),
            Figures(1266, 9));
  // 8*129 + (17 - 3) + 7*32.
  EXPECT_EQ(
      sizeAndDepth(made(koggeStone(32), {{koggeStone(8), propagate, false}})),
      Figures(1270, 9));
}

TEST(ComposeFigures, ScanThenPropagate) {
  for (int64_t m = 1; m <= 12; ++m)
    for (int64_t b = 1; b <= 12; ++b) {
      const int64_t size = sklansky(b).combines.size(),
                    top = koggeStone(m).combines.size();
      EXPECT_EQ(
          computeCost(made(sklansky(b), {{koggeStone(m), propagate}})).size,
          m * size + top + (m - 1) * (b - 1));
      // The last column of Kogge-Stone is read by nobody: ceil(lg m) combines.
      EXPECT_EQ(
          computeCost(made(sklansky(b), {{koggeStone(m), propagate, false}}))
              .size,
          m * size + top - ceilLg(m) + (m - 1) * b);
    }
}

TEST(ComposeFigures, ReduceThenScanSerially) {
  for (int64_t m = 2; m <= 12; ++m)
    for (int64_t b = 2; b <= 12; ++b) {
      const int64_t top = koggeStone(m).combines.size();
      EXPECT_EQ(computeCost(made(serial(b), {{koggeStone(m), reduce}})).size,
                (2 * m - 1) * (b - 1) + top);
      EXPECT_EQ(
          computeCost(made(serial(b), {{koggeStone(m), reduce, false}})).size,
          (m - 1) * (b - 1) + top - ceilLg(m) + (m - 1) * b);
    }
}

TEST(ComposeFigures, ReduceThenScanSharesWhatIsNotSeeded) {
  // Kogge-Stone of 8 has 17 combines. 7 make the last output: these go up.
  // Block 0 runs the other 10 on its way down. Another block runs the seed,
  // outputs 1..6, and of the 10 combines that start behind the first input
  // those 6 that were not on the way up: 1..2, 3..4, 5..6, 1..4, 2..5, 3..6.
  const int64_t m = 4;
  Network network = made(koggeStone(8), {{serial(m), reduce}});
  EXPECT_EQ(network.combines.size(),
            static_cast<size_t>(m * 7 + (m - 1) + 10 + (m - 1) * (1 + 6 + 6)));
}

//===----------------------------------------------------------------------===//
// Any circuits
//===----------------------------------------------------------------------===//

TEST(ComposeRandom, IsAScanOnLetters) {
  std::mt19937 random(1);
  auto number = [&](int64_t least, int64_t greatest) {
    return std::uniform_int_distribution<int64_t>(least, greatest)(random);
  };
  auto circuit = [&](int64_t width) {
    std::vector<llvm::StringRef> names;
    for (const FamilyInfo &family : families())
      if (buildable(family, width))
        names.push_back(family.name);
    return build(names[number(0, names.size() - 1)], width);
  };
  for (int trial = 0; trial < 600; ++trial) {
    Network leaf = circuit(number(1, 12));
    std::vector<JoinedLevel> levels;
    int64_t width = leaf.width;
    for (int64_t level = number(0, 4); level > 0; --level) {
      levels.push_back(
          {circuit(number(1, 9)), joints[number(0, 1)], number(0, 1) == 1});
      width *= levels.back().circuit.width;
      if (width > 400)
        break;
    }
    Network network = made(leaf, levels);
    ASSERT_EQ(network.width, width);
    std::vector<std::string> expected(width);
    std::string prefix;
    for (int64_t k = 0; k < width; ++k)
      expected[k] = prefix += static_cast<char>(k % 251 + 1);
    ASSERT_EQ(onLetters(network), expected) << "trial " << trial;
  }
}

TEST(ComposeRandom, NoCombineTwiceWhereLastsAreReused) {
  for (const FamilyInfo &family : families())
    for (Joint first : joints)
      for (Joint second : joints) {
        if (!buildable(family, 11) || !buildable(family, 7))
          continue;
        Network circuit = build(family.name, 7);
        Network network =
            made(build(family.name, 11), {{circuit, first}, {circuit, second}});
        NormalForm form = Normalizer()(network);
        EXPECT_EQ(
            std::adjacent_find(form.combines.begin(), form.combines.end()),
            form.combines.end())
            << family.name.str();
      }
}

/// Idempotent and not commutative: letters, each kept where it comes first.
std::string firstOfEach(const std::string &low, const std::string &high) {
  std::string result = low;
  for (char c : high)
    if (result.find(c) == std::string::npos)
      result += c;
  return result;
}

TEST(Compose, OverlapComposes) {
  for (Joint first : joints)
    for (Joint second : joints)
      for (bool reuse : {false, true}) {
        Network network =
            made(knowles4(), {{knowles4(), first, reuse}, {serial(3), second}},
                 Overlap::Allowed);
        std::vector<std::string> letters, expected;
        std::string prefix;
        for (int64_t k = 0; k < network.width; ++k) {
          letters.emplace_back(1, static_cast<char>('!' + k));
          expected.push_back(prefix += letters.back());
        }
        EXPECT_EQ(run(network, letters, firstOfEach), expected);
        EXPECT_FALSE(
            static_cast<bool>(llvm::expectedToOptional(checkSpans(network))));
      }
}

TEST(Compose, DropsWhatIsDeadInItsCircuits) {
  // 1..2 is computed and read by nobody.
  Network wasteful{3, {{0, 1}, {1, 2}, {3, 2}}, {0, 3, 5}};
  EXPECT_TRUE(sameGraph(made(wasteful, {}), serial(3)));
  for (Joint joint : joints)
    EXPECT_TRUE(sameGraph(made(wasteful, {{wasteful, joint}}),
                          made(serial(3), {{serial(3), joint}})));
}

TEST(Compose, Largest) {
  std::vector<JoinedLevel> levels(9, {koggeStone(4), reduce});
  Network network = made(koggeStone(4), levels);
  EXPECT_EQ(network.width, maxComposedWidth);
  // One circuit of the largest width, and no more columns.
  EXPECT_EQ(made(serial(1), {{sklansky(maxComposedWidth), propagate}})
                .combines.size(),
            size_t(10) << 20);
}

TEST(Compose, ManyLevelsOfOne) {
  // Levels cost no stack.
  std::vector<JoinedLevel> levels(100000, {serial(1), reduce});
  EXPECT_TRUE(sameGraph(made(brentKung(5), levels), brentKung(5)));
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

std::string errorOf(const Network &leaf, llvm::ArrayRef<JoinedLevel> levels) {
  return llvm::toString(compose(leaf, levels).takeError());
}

TEST(ComposeErrors, TooWide) {
  EXPECT_EQ(errorOf(serial(1 << 10),
                    {{serial(1 << 5), reduce}, {serial(33), propagate}}),
            "a composition must have at most 1048576 columns, got 32768 * 33 = "
            "1081344 with the circuit of level 2");
  EXPECT_EQ(errorOf(serial((1 << 20) + 1), {}),
            "a composition must have at most 1048576 columns, got 1 * 1048577 "
            "= 1048577 with the circuit of the leaf");
}

TEST(ComposeErrors, NoScan) {
  EXPECT_EQ(errorOf(fan(3), {}), "circuit of the leaf: combine #1: operands "
                                 "must cover adjacent inputs, got 0..0 and "
                                 "2..2");
  EXPECT_EQ(errorOf(serial(2), {{serial(2), reduce}, {identity(2), reduce}}),
            "circuit of level 2: output #1 must cover inputs 0..1, got a value "
            "that covers 1..1");
  EXPECT_EQ(errorOf({0, {}, {}}, {}),
            "circuit of the leaf: width must be at least 1, got 0");
}

TEST(ComposeErrors, NoSchedule) {
  Network circuit = serial(3);
  circuit.stages = {1, 1};
  EXPECT_EQ(errorOf(serial(2), {{circuit, reduce}}),
            "circuit of level 1: combine #1: stage must be later than stage 1 "
            "of its operand, combine #0, got 1");
}

TEST(ComposeErrors, TooManyCombines) {
  // x0 . x0 . x0 ..: allowed for an idempotent operator.
  Network chain{1, {}, {0}};
  for (NodeId node = 0; node < 2000; ++node)
    chain.combines.push_back({node, 0});
  chain.outputs = {2000};
  EXPECT_EQ(errorOf(chain, {{serial(1 << 20), reduce}}),
            "a composition must have at most 2147483647 combines, got up to "
            "4198498302");
}

} // namespace
