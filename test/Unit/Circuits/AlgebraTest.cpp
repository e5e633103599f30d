//===- AlgebraTest.cpp - The laws of the algebra of circuits --------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Laws hold for graphs, combine by combine, unless a test says that they need
// associativity; then they hold on letters.
//
//===----------------------------------------------------------------------===//

#include "NormalForm.h"
#include "TestNetworks.h"

#include "scanc/Circuits/Algebra.h"
#include "scanc/Circuits/Cost.h"
#include "scanc/Circuits/Generators.h"
#include "scanc/Circuits/Spans.h"

#include <numeric>
#include <random>

using namespace scanc::circuits;
using namespace scanc::circuits::test;

namespace {

bool isScan(const Network &network) {
  return static_cast<bool>(llvm::expectedToOptional(checkSpans(network)));
}

int64_t sum(const std::vector<int64_t> &widths) {
  return std::accumulate(widths.begin(), widths.end(), int64_t(0));
}

/// Draws circuits of the algebra and families, scans or not.
class Draw {
public:
  explicit Draw(unsigned seed) : random(seed) {}

  int64_t number(int64_t least, int64_t greatest) {
    return std::uniform_int_distribution<int64_t>(least, greatest)(random);
  }

  std::vector<int64_t> widths(int64_t count) {
    std::vector<int64_t> result(count);
    for (int64_t &width : result)
      width = number(1, 4);
    return result;
  }

  Network circuit(int64_t width, int depth = 3) {
    const int64_t choice = depth == 0 ? number(0, 1) : number(0, 7);
    if (choice == 0 || width == 0)
      return identity(width);
    if (choice == 1)
      return fan(width);
    if (choice == 2)
      return build(number(0, 1) ? "brent_kung" : "kogge_stone", width);
    if (choice <= 4)
      return above(circuit(width, depth - 1), circuit(width, depth - 1));
    if (choice <= 6) {
      const int64_t left = number(0, width);
      return beside(circuit(left, depth - 1), circuit(width - left, depth - 1));
    }
    std::vector<int64_t> groups;
    for (int64_t rest = width; rest > 0; rest -= groups.back())
      groups.push_back(number(1, rest));
    Network inner = circuit(groups.size(), depth - 1);
    return number(0, 1) ? stretch(groups, inner) : stretchFirst(groups, inner);
  }

private:
  std::mt19937 random;
};

std::vector<int64_t> concat(std::vector<int64_t> left,
                            const std::vector<int64_t> &right) {
  left.insert(left.end(), right.begin(), right.end());
  return left;
}

//===----------------------------------------------------------------------===//
// The parts
//===----------------------------------------------------------------------===//

TEST(Algebra, Fan) {
  EXPECT_TRUE(sameGraph(fan(4), {4, {{0, 1}, {0, 2}, {0, 3}}, {0, 4, 5, 6}}));
  EXPECT_TRUE(sameGraph(fan(1), identity(1)));
  EXPECT_TRUE(sameGraph(fan(0), identity(0)));
  EXPECT_TRUE(isScan(fan(2)));
  EXPECT_FALSE(isScan(fan(3)));
}

TEST(Algebra, Identity) {
  EXPECT_EQ(identity(3).outputs, (std::vector<NodeId>{0, 1, 2}));
  EXPECT_TRUE(identity(3).combines.empty());
  EXPECT_TRUE(isScan(identity(1)));
  EXPECT_FALSE(isScan(identity(2)));
}

TEST(Algebra, StretchRunsOnTheLastColumns) {
  // 0 1 | 2 | 3 4 5
  EXPECT_TRUE(sameGraph(stretch({2, 1, 3}, fan(3)),
                        {6, {{1, 2}, {1, 5}}, {0, 1, 6, 3, 4, 7}}));
  EXPECT_TRUE(sameGraph(stretchFirst({2, 1, 3}, fan(3)),
                        {6, {{0, 2}, {0, 3}}, {0, 1, 6, 7, 4, 5}}));
}

TEST(Algebra, BrentKungOfFour) {
  // The example of Gibbons and Wu.
  Network circuit =
      above(beside(fan(2), fan(2)),
            above(stretch({2, 2}, fan(2)),
                  beside(beside(identity(1), fan(2)), identity(1))));
  EXPECT_TRUE(sameGraph(circuit, brentKung(4)));
  EXPECT_TRUE(circuit.stages.empty());
}

//===----------------------------------------------------------------------===//
// Laws
//===----------------------------------------------------------------------===//

TEST(AlgebraLaws, Above) {
  Draw draw(1);
  for (int trial = 0; trial < 200; ++trial) {
    const int64_t n = draw.number(0, 9);
    Network a = draw.circuit(n), b = draw.circuit(n), c = draw.circuit(n);
    EXPECT_TRUE(sameGraph(above(above(a, b), c), above(a, above(b, c))));
    EXPECT_TRUE(sameSchedule(above(identity(n), a), a));
    EXPECT_TRUE(sameSchedule(above(a, identity(n)), a));
  }
}

TEST(AlgebraLaws, SchedulesAboveEachOtherAssociate) {
  // Where all of them declare their stages, or none.
  Network down = beside({identity(3), fan(2), identity(3)});
  for (bool declared : {false, true}) {
    Network a = brentKung(8), b = fan(8), c = down;
    for (Network *part : {&a, &b, &c})
      part->stages = declared ? stagesOf(*part) : std::vector<int32_t>();
    EXPECT_TRUE(sameSchedule(above(above(a, b), c), above(a, above(b, c))));
  }
}

TEST(AlgebraLaws, Beside) {
  Draw draw(2);
  for (int trial = 0; trial < 200; ++trial) {
    const int64_t m = draw.number(0, 5), n = draw.number(0, 5);
    Network a = draw.circuit(m), b = draw.circuit(n),
            c = draw.circuit(draw.number(0, 5));
    EXPECT_TRUE(sameSchedule(beside(beside(a, b), c), beside(a, beside(b, c))));
    EXPECT_TRUE(sameSchedule(beside({a, b, c}), beside(a, beside(b, c))));
    EXPECT_TRUE(sameSchedule(beside(identity(0), a), a));
    EXPECT_TRUE(sameSchedule(beside(a, identity(0)), a));
    EXPECT_TRUE(sameGraph(beside(identity(m), identity(n)), identity(m + n)));
  }
}

TEST(AlgebraLaws, AboveAndBesideAbide) {
  Draw draw(3);
  for (int trial = 0; trial < 200; ++trial) {
    const int64_t m = draw.number(0, 5), n = draw.number(0, 5);
    Network a = draw.circuit(m), b = draw.circuit(n), c = draw.circuit(m),
            d = draw.circuit(n);
    // The graph only: above puts d behind both a and b.
    EXPECT_TRUE(sameGraph(above(beside(a, b), beside(c, d)),
                          beside(above(a, c), above(b, d))));
  }
}

TEST(AlgebraLaws, StretchDistributes) {
  Draw draw(4);
  for (int trial = 0; trial < 200; ++trial) {
    const int64_t m = draw.number(0, 5), n = draw.number(0, 5);
    Network a = draw.circuit(m), b = draw.circuit(m), c = draw.circuit(n);
    std::vector<int64_t> ws = draw.widths(m), vs = draw.widths(n);
    using Stretch = Network (*)(llvm::ArrayRef<int64_t>, const Network &);
    for (Stretch op : {Stretch(stretch), Stretch(stretchFirst)}) {
      EXPECT_TRUE(sameSchedule(op(std::vector<int64_t>(m, 1), a), a));
      EXPECT_TRUE(sameGraph(op(ws, identity(m)), identity(sum(ws))));
      EXPECT_TRUE(
          sameSchedule(op(ws, above(a, b)), above(op(ws, a), op(ws, b))));
      EXPECT_TRUE(sameSchedule(op(concat(ws, vs), beside(a, c)),
                               beside(op(ws, a), op(vs, c))));
    }
  }
}

TEST(AlgebraLaws, StretchOfStretch) {
  // The group of a group: the last of vs[k] groups of widths from ws.
  Draw draw(5);
  for (int trial = 0; trial < 200; ++trial) {
    const int64_t n = draw.number(1, 5);
    Network a = draw.circuit(n);
    std::vector<int64_t> vs = draw.widths(n), ws = draw.widths(sum(vs)), both;
    const int64_t *begin = ws.data();
    for (int64_t v : vs) {
      both.push_back(std::accumulate(begin, begin + v, int64_t(0)));
      begin += v;
    }
    EXPECT_TRUE(sameSchedule(stretch(ws, stretch(vs, a)), stretch(both, a)));
    EXPECT_TRUE(sameSchedule(stretchFirst(ws, stretchFirst(vs, a)),
                             stretchFirst(both, a)));
  }
}

TEST(AlgebraLaws, StretchFirstIsStretchMovedOn) {
  Draw draw(6);
  for (int trial = 0; trial < 200; ++trial) {
    const int64_t n = draw.number(1, 6), w = draw.number(1, 4);
    Network a = draw.circuit(n);
    std::vector<int64_t> ws = draw.widths(n - 1);
    EXPECT_TRUE(
        sameSchedule(stretchFirst(concat(ws, {w}), a),
                     beside(stretch(concat({1}, ws), a), identity(w - 1))));
  }
}

TEST(AlgebraLaws, FansNeedAssociativity) {
  // A fan of a fan is a fan and a scan of its first columns: x0 . (x1 . xk) is
  // (x0 . x1) . xk.
  for (int64_t n = 2; n <= 9; ++n) {
    Network left = above(beside(identity(1), fan(n - 1)), fan(n));
    Network right =
        above(beside(fan(2), identity(n - 2)), beside(identity(1), fan(n - 1)));
    EXPECT_EQ(onLetters(left), onLetters(right));
    EXPECT_EQ(static_cast<bool>(sameGraph(left, right)), n == 2);
    EXPECT_EQ(left.combines.size(), static_cast<size_t>(2 * n - 3));
    EXPECT_EQ(right.combines.size(), static_cast<size_t>(n - 1));
  }
}

TEST(AlgebraLaws, ScansOfGroups) {
  // A scan is scans of groups above a scan of the last columns above fans that
  // begin at the last column of a group; any scans do.
  Draw draw(7);
  for (int trial = 0; trial < 100; ++trial) {
    std::vector<int64_t> ws = draw.widths(draw.number(1, 6));
    std::vector<Network> scans, fans = {identity(ws[0] - 1)};
    for (size_t k = 0; k < ws.size(); ++k) {
      scans.push_back(build(k % 2 ? "sklansky" : "serial", ws[k]));
      fans.push_back(fan(k + 1 < ws.size() ? ws[k + 1] : 1));
    }
    EXPECT_TRUE(
        isScan(above(beside(scans),
                     above(stretch(ws, brentKung(ws.size())), beside(fans)))));
  }
}

//===----------------------------------------------------------------------===//
// The constructions of the literature
//===----------------------------------------------------------------------===//

Network sklanskyByHalves(int64_t n) {
  if (n == 1)
    return identity(1);
  Network half = sklanskyByHalves(n / 2);
  return parallelComposition(half, half);
}

Network brentKungByPairs(int64_t n) {
  if (n == 1)
    return identity(1);
  const std::vector<int64_t> pairs(n / 2, 2);
  std::vector<Network> up(n / 2, fan(2)), down = {identity(1)};
  down.insert(down.end(), n / 2 - 1, fan(2));
  down.push_back(identity(1));
  return above(beside(up),
               above(stretch(pairs, brentKungByPairs(n / 2)), beside(down)));
}

/// As the paper of 1980 has it, for n columns, odd ones too.
Network ladnerFischerByRecursion(int64_t n, int64_t k) {
  if (n == 1)
    return identity(1);
  if (k == 0)
    return parallelComposition(ladnerFischerByRecursion((n + 1) / 2, 1),
                               ladnerFischerByRecursion(n / 2, 0));
  std::vector<int64_t> groups(n / 2, 2);
  std::vector<Network> up(n / 2, fan(2)), down = {identity(1)};
  down.insert(down.end(), (n - 1) / 2, fan(2));
  if (n % 2) {
    groups.push_back(1);
    up.push_back(identity(1));
    // The odd last column was in the recursion: its pair is not distributed.
    down.back() = identity(2);
  } else {
    down.push_back(identity(1));
  }
  return above(
      beside(up),
      above(stretch(groups, ladnerFischerByRecursion(groups.size(), k - 1)),
            beside(down)));
}

TEST(AlgebraFamilies, Serial) {
  Network circuit = identity(1);
  for (int64_t n = 1; n <= 40; ++n) {
    EXPECT_TRUE(sameSchedule(circuit, serial(n)));
    circuit = serialComposition(circuit, fan(2));
  }
}

TEST(AlgebraFamilies, Sklansky) {
  for (int64_t n = 1; n <= 512; n *= 2)
    EXPECT_TRUE(sameSchedule(sklanskyByHalves(n), sklansky(n)));
}

TEST(AlgebraFamilies, BrentKung) {
  for (int64_t n = 1; n <= 512; n *= 2)
    EXPECT_TRUE(sameGraph(brentKungByPairs(n), brentKung(n)));
}

TEST(AlgebraFamilies, LadnerFischer) {
  for (int64_t n = 1; n <= 70; ++n)
    for (int64_t k = 0; k <= ceilLg(n); ++k)
      EXPECT_TRUE(
          sameSchedule(ladnerFischerByRecursion(n, k), ladnerFischer(n, k)))
          << n << " " << k;
}

TEST(AlgebraFamilies, WingsAroundAMiddle) {
  for (int64_t n = 2; n <= 128; n *= 2) {
    std::vector<Network> up(n / 2, fan(2)), down = {identity(1)};
    down.insert(down.end(), n / 2 - 1, fan(2));
    down.push_back(identity(1));
    Network circuit =
        above(beside(up),
              above(stretch(std::vector<int64_t>(n / 2, 2), koggeStone(n / 2)),
                    beside(down)));
    EXPECT_TRUE(sameGraph(circuit, hanCarlson(n, 1)));
  }
}

TEST(AlgebraFamilies, CompositionsOfScansAreScans) {
  for (int64_t m = 1; m <= 9; ++m)
    for (int64_t n = 1; n <= 9; ++n) {
      Network serially = serialComposition(sklansky(m), brentKung(n));
      EXPECT_EQ(serially.width, m + n - 1);
      EXPECT_TRUE(isScan(serially));
      Network parallel = parallelComposition(brentKung(m), koggeStone(n));
      EXPECT_EQ(parallel.width, m + n);
      EXPECT_TRUE(isScan(parallel));
      EXPECT_EQ(parallel.combines.size(), brentKung(m).combines.size() +
                                              koggeStone(n).combines.size() +
                                              n);
    }
}

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

TEST(AlgebraStages, NoneWhereNonePresent) {
  Network circuit = above(beside(sklansky(4), serial(4)), fan(8));
  EXPECT_TRUE(circuit.stages.empty());
}

TEST(AlgebraStages, AboveGoesBehind) {
  // Brent-Kung of 8 has 5 stages, and a longest path of 4.
  Network circuit = above(brentKung(8), beside(identity(6), fan(2)));
  EXPECT_EQ(llvm::toString(checkStages(circuit)), "");
  ASSERT_EQ(circuit.stages.size(), circuit.combines.size());
  EXPECT_EQ(circuit.stages.back(), 6);
  EXPECT_EQ(above(fan(8), brentKung(8)).stages.back(), 1 + 5);
}

TEST(AlgebraStages, BesideKeepsBoth) {
  Network circuit = beside(serial(4), brentKung(8));
  EXPECT_EQ(llvm::toString(checkStages(circuit)), "");
  EXPECT_EQ(llvm::ArrayRef(circuit.stages).take_front(3),
            llvm::ArrayRef<int32_t>({1, 2, 3}));
  EXPECT_EQ(llvm::ArrayRef(circuit.stages).drop_front(3),
            llvm::ArrayRef(brentKung(8).stages));
}

TEST(AlgebraStages, AlwaysLegal) {
  Draw draw(9);
  for (int trial = 0; trial < 500; ++trial)
    EXPECT_EQ(llvm::toString(checkStages(draw.circuit(draw.number(0, 12), 5))),
              "");
}

} // namespace
