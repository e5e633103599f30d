//===- ProofTest.cpp - Outputs that are scans, and others -----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Verify/Proof.h"

#include "gtest/gtest.h"

#include <cstring>
#include <limits>

using namespace scanc;
using namespace scanc::verify;

namespace {

constexpr int32_t least = std::numeric_limits<int32_t>::min();
using Intervals = std::vector<std::pair<int32_t, int32_t>>;

target::ScanDescription scanOf(bool inclusive, bool init = false,
                               bool reverse = false) {
  target::ScanDescription scan;
  scan.monoid = "interval_i32";
  scan.inclusive = inclusive;
  scan.reverse = reverse;
  scan.elementSize = scan.outputSize = 8;
  if (init)
    scan.init = {"-1", "0"};
  return scan;
}

std::vector<uint8_t> bytesOf(const Intervals &intervals) {
  std::vector<uint8_t> bytes;
  for (auto [begin, end] : intervals)
    for (int32_t bound : {begin, end}) {
      uint8_t four[4];
      std::memcpy(four, &bound, 4);
      bytes.insert(bytes.end(), four, four + 4);
    }
  return bytes;
}

std::string check(const target::ScanDescription &scan, const Intervals &output,
                  const IntervalChains &chains = {}) {
  return checkIntervals(scan, bytesOf(output), chains);
}

std::string checkFinals(const target::ScanDescription &scan,
                        const Intervals &finals, uint64_t n,
                        const IntervalChains &chains = {}) {
  return checkFinalIntervals(scan, bytesOf(finals), n, chains);
}

/// Chains of `row` elements that start from states. Elements have two numbers
/// each, and begin with 2: [2, 4), [4, 6), ..
IntervalChains chainsWithStates(uint64_t row) {
  IntervalChains chains;
  chains.row = row;
  chains.haveStates = true;
  return chains;
}

/// Chains without elements.
IntervalChains emptyChains(uint64_t count, bool haveStates) {
  IntervalChains chains;
  chains.chains = count;
  chains.haveStates = haveStates;
  return chains;
}

} // namespace

TEST(Proof, InputIsInTheOrderOfTheScan) {
  EXPECT_EQ(intervalInput(scanOf(true), 3), bytesOf({{0, 1}, {1, 2}, {2, 3}}));
  EXPECT_EQ(intervalInput(scanOf(true, false, /*reverse=*/true), 3),
            bytesOf({{2, 3}, {1, 2}, {0, 1}}));
}

TEST(Proof, ScansPass) {
  EXPECT_EQ(check(scanOf(true), {{0, 1}, {0, 2}, {0, 3}}), "");
  EXPECT_EQ(check(scanOf(false), {{least, least}, {0, 1}, {0, 2}}), "");
  EXPECT_EQ(check(scanOf(true, true), {{-1, 1}, {-1, 2}}), "");
  EXPECT_EQ(check(scanOf(false, true), {{-1, 0}, {-1, 1}}), "");
  EXPECT_EQ(check(scanOf(true, false, /*reverse=*/true), {{0, 2}, {0, 1}}), "");
  EXPECT_EQ(check(scanOf(true), {}), "");
}

TEST(Proof, OthersAreNamed) {
  EXPECT_EQ(check(scanOf(true), {{0, 1}, {1, 2}}),
            "output 1 combines element 1, expected elements 0 to 1; 1 of "
            "2 outputs is wrong");
  EXPECT_EQ(check(scanOf(true), {{0, 1}, {least + 1, least + 2}, {0, 2}}),
            "output 1 combines elements that are no neighbours, or out of "
            "order, expected elements 0 to 1; 2 of 3 outputs are wrong");
  EXPECT_EQ(check(scanOf(true), {{least, least}}),
            "output 0 combines nothing (the identity), expected element 0; "
            "1 of 1 outputs is wrong");
  EXPECT_EQ(check(scanOf(false, true), {{-1, 0}, {-1, 3}}),
            "output 1 combines the init and elements 0 to 2, expected the init "
            "and element 0; 1 of 2 outputs is wrong");
  EXPECT_EQ(check(scanOf(false), {{0, 0}}),
            "output 0 combines garbage, expected nothing (the identity); 1 of "
            "1 outputs is wrong");
}

TEST(Proof, EachChainHasAMarkOfItsOwn) {
  EXPECT_EQ(intervalInput(scanOf(true), 3, chainsWithStates(0)),
            bytesOf({{2, 4}, {4, 6}, {6, 8}}));
  EXPECT_EQ(intervalInput(scanOf(true, false, /*reverse=*/true), 3,
                          chainsWithStates(0)),
            bytesOf({{6, 8}, {4, 6}, {2, 4}}));
  EXPECT_EQ(intervalStates(scanOf(true), 3, chainsWithStates(0)),
            bytesOf({{-2, 2}}));
  EXPECT_EQ(intervalStates(scanOf(true), 6, chainsWithStates(2)),
            bytesOf({{-2, 2}, {-6, 6}, {-10, 10}}));
  // The last row in memory is the first of the scan.
  EXPECT_EQ(intervalStates(scanOf(true, false, /*reverse=*/true), 6,
                           chainsWithStates(2)),
            bytesOf({{-10, 10}, {-6, 6}, {-2, 2}}));
  // In another scan, all is otherwise.
  IntervalChains longer = chainsWithStates(2);
  longer.length = 2;
  EXPECT_EQ(intervalInput(scanOf(true), 2, longer), bytesOf({{3, 6}, {6, 9}}));
  EXPECT_EQ(intervalStates(scanOf(true), 4, longer),
            bytesOf({{-3, 3}, {-9, 9}}));
  EXPECT_EQ(intervalStates(scanOf(true), 0, emptyChains(3, true)),
            bytesOf({{-2, 2}, {-4, 4}, {-6, 6}}));
  EXPECT_EQ(intervalStates(scanOf(true, false, /*reverse=*/true), 0,
                           emptyChains(3, true)),
            bytesOf({{-6, 6}, {-4, 4}, {-2, 2}}));
}

TEST(Proof, ChainsStartFromTheirStates) {
  // An init makes no difference where there are states.
  for (bool init : {false, true}) {
    EXPECT_EQ(check(scanOf(true, init), {{-2, 4}, {-2, 6}, {-2, 8}},
                    chainsWithStates(0)),
              "");
    EXPECT_EQ(check(scanOf(false, init), {{-2, 2}, {-2, 4}, {-2, 6}},
                    chainsWithStates(0)),
              "");
    EXPECT_EQ(check(scanOf(true, init), {{-2, 4}, {-2, 6}, {-6, 8}, {-6, 10}},
                    chainsWithStates(2)),
              "");
    EXPECT_EQ(check(scanOf(false, init), {{-2, 2}, {-2, 4}, {-6, 6}, {-6, 8}},
                    chainsWithStates(2)),
              "");
    EXPECT_EQ(check(scanOf(true, init, /*reverse=*/true),
                    {{-6, 10}, {-6, 8}, {-2, 6}, {-2, 4}}, chainsWithStates(2)),
              "");
  }
}

TEST(Proof, OtherStartsAreNamed) {
  // The init, of which the interval monoid of chains makes [~b, e).
  EXPECT_EQ(check(scanOf(true, true), {{-2, 4}, {-5, 6}}, chainsWithStates(1)),
            "output 1 combines the init and element 1, expected the initial "
            "state and element 1; 1 of 2 outputs is wrong");
  EXPECT_EQ(check(scanOf(false, true), {{-1, 0}}, chainsWithStates(1)),
            "output 0 combines the init alone, expected the initial state "
            "before element 0; 1 of 1 outputs is wrong");
  // None.
  EXPECT_EQ(check(scanOf(true), {{2, 4}, {2, 6}}, chainsWithStates(0)),
            "output 0 combines element 0, expected the initial state and "
            "element 0; 2 of 2 outputs are wrong");
  // Those of other chains, and of part of an element.
  EXPECT_EQ(check(scanOf(false), {{-4, 4}, {-2, 2}}, chainsWithStates(1)),
            "output 0 combines the initial state before element 1, expected "
            "the initial state before element 0; 2 of 2 outputs are wrong");
  EXPECT_EQ(check(scanOf(true), {{-2, 4}, {-2, 6}}, chainsWithStates(1)),
            "output 1 combines the initial state and elements 0 to 1, expected "
            "the initial state and element 1; 1 of 2 outputs is wrong");
  for (auto garbage : {std::pair(-2, 3), std::pair(-3, 3), std::pair(0, 2),
                       std::pair(-2, least), std::pair(least, 2)})
    EXPECT_EQ(check(scanOf(true), {garbage}, chainsWithStates(0)),
              "output 0 combines garbage, expected the initial state and "
              "element 0; 1 of 1 outputs is wrong");
  // Without states, none was asked for.
  EXPECT_EQ(check(scanOf(true), {{-2, 1}}),
            "output 0 combines garbage, expected element 0; 1 of 1 outputs is "
            "wrong");
}

TEST(Proof, ChainsEndInTheirFinalStates) {
  IntervalChains rows;
  rows.row = 2;
  for (bool inclusive : {false, true}) {
    EXPECT_EQ(checkFinals(scanOf(inclusive), {{0, 3}}, 3), "");
    EXPECT_EQ(checkFinals(scanOf(inclusive, true), {{-1, 3}}, 3), "");
    EXPECT_EQ(checkFinals(scanOf(inclusive), {{-2, 8}}, 3, chainsWithStates(0)),
              "");
    EXPECT_EQ(checkFinals(scanOf(inclusive), {{0, 2}, {2, 4}}, 4, rows), "");
    EXPECT_EQ(checkFinals(scanOf(inclusive, true), {{-1, 2}, {-3, 4}}, 4, rows),
              "");
    EXPECT_EQ(checkFinals(scanOf(inclusive, true, /*reverse=*/true),
                          {{-3, 4}, {-1, 2}}, 4, rows),
              "");
    EXPECT_EQ(checkFinals(scanOf(inclusive, true), {{-2, 6}, {-6, 10}}, 4,
                          chainsWithStates(2)),
              "");
    EXPECT_EQ(checkFinals(scanOf(inclusive, true, /*reverse=*/true),
                          {{-6, 10}, {-2, 6}}, 4, chainsWithStates(2)),
              "");
  }
}

TEST(Proof, OtherFinalStatesAreNamed) {
  // Those of two rows, swapped.
  EXPECT_EQ(
      checkFinals(scanOf(true), {{-6, 10}, {-2, 6}}, 4, chainsWithStates(2)),
      "final state 0 combines the initial state and elements 2 to 3, "
      "expected the initial state and elements 0 to 1; 2 of 2 final "
      "states are wrong");
  EXPECT_EQ(checkFinals(scanOf(true, false, /*reverse=*/true),
                        {{-2, 6}, {-6, 10}}, 4, chainsWithStates(2)),
            "final state 1 combines the initial state and elements 2 to 3, "
            "expected the initial state and elements 0 to 1; 2 of 2 final "
            "states are wrong");
  // The initial state is missing, or the init.
  EXPECT_EQ(checkFinals(scanOf(true), {{2, 8}}, 3, chainsWithStates(0)),
            "final state 0 combines elements 0 to 2, expected the initial "
            "state and elements 0 to 2; 1 of 1 final states is wrong");
  EXPECT_EQ(checkFinals(scanOf(true, true), {{0, 3}}, 3),
            "final state 0 combines elements 0 to 2, expected the init and "
            "elements 0 to 2; 1 of 1 final states is wrong");
  // An element too few, or too many.
  EXPECT_EQ(checkFinals(scanOf(false), {{0, 2}}, 3),
            "final state 0 combines elements 0 to 1, expected elements 0 to 2; "
            "1 of 1 final states is wrong");
  EXPECT_EQ(checkFinals(scanOf(true), {{-2, 8}}, 2, chainsWithStates(0)),
            "final state 0 combines the initial state and elements 0 to 2, "
            "expected the initial state and elements 0 to 1; 1 of 1 final "
            "states is wrong");
  // One state for two rows.
  EXPECT_EQ(checkFinals(scanOf(true), {{-2, 6}}, 4, chainsWithStates(2)),
            "final states are missing; 1 of 2 final states is wrong");
}

TEST(Proof, ChainsWithoutElementsEndAsTheyStart) {
  EXPECT_EQ(checkFinals(scanOf(true), {{least, least}, {least, least}}, 0,
                        emptyChains(2, false)),
            "");
  EXPECT_EQ(checkFinals(scanOf(true, true), {{-1, 0}, {-1, 0}}, 0,
                        emptyChains(2, false)),
            "");
  EXPECT_EQ(checkFinals(scanOf(true, true), {{-2, 2}, {-4, 4}}, 0,
                        emptyChains(2, true)),
            "");
  EXPECT_EQ(checkFinals(scanOf(true, true, /*reverse=*/true),
                        {{-4, 4}, {-2, 2}}, 0, emptyChains(2, true)),
            "");
  EXPECT_EQ(checkFinals(scanOf(true, true), {{-4, 4}, {-2, 2}}, 0,
                        emptyChains(2, true)),
            "final state 0 combines the initial state before element 1, "
            "expected the initial state before element 0; 2 of 2 final states "
            "are wrong");
  EXPECT_EQ(checkFinals(scanOf(true, true), {{-2, 2}, {-1, 0}}, 0,
                        emptyChains(2, true)),
            "final state 1 combines the init alone, expected the initial state "
            "before element 1; 1 of 2 final states is wrong");
  EXPECT_EQ(checkFinals(scanOf(true), {{0, 1}}, 0, emptyChains(1, false)),
            "final state 0 combines element 0, expected nothing (the "
            "identity); 1 of 1 final states is wrong");
}

TEST(Proof, ATotalIsBehindTheElements) {
  target::ScanDescription scan = scanOf(false),
                          back = scanOf(false, true, true);
  scan.hasTotal = back.hasTotal = true;
  EXPECT_EQ(check(scan, {{least, least}, {0, 1}, {0, 2}}), "");
  EXPECT_EQ(check(scan, {{least, least}, {0, 1}, {0, 1}}),
            "output 2 combines element 0, expected elements 0 to 1; 1 of 3 "
            "outputs is wrong");
  // In a scan backwards, it is what the chain starts from.
  EXPECT_EQ(check(back, {{-1, 2}, {-1, 1}, {-1, 0}}), "");
  EXPECT_EQ(check(back, {{-1, 2}, {-1, 1}, {least, least}}),
            "output 2 combines nothing (the identity), expected the init "
            "alone; 1 of 3 outputs is wrong");
  // Of each row.
  IntervalChains rows = chainsWithStates(2);
  rows.chains = 2;
  EXPECT_EQ(check(scan, {{-2, 2}, {-2, 4}, {-2, 6}, {-6, 6}, {-6, 8}, {-6, 10}},
                  rows),
            "");
  EXPECT_EQ(check(back, {{-6, 10}, {-6, 8}, {-6, 6}, {-2, 6}, {-2, 4}, {-2, 2}},
                  rows),
            "");
  EXPECT_EQ(check(scan, {{-2, 2}, {-2, 4}, {-6, 6}, {-6, 6}, {-6, 8}, {-6, 10}},
                  rows),
            "output 2 combines the initial state before element 2, expected "
            "the initial state and elements 0 to 1; 1 of 6 outputs is wrong");
  // Of no elements, there is nothing else.
  EXPECT_EQ(check(scan, {{-2, 2}, {-4, 4}}, emptyChains(2, true)), "");
  EXPECT_EQ(check(back, {{-4, 4}, {-2, 2}}, emptyChains(2, true)), "");
  EXPECT_EQ(check(scan, {{-4, 4}, {-2, 2}}, emptyChains(2, true)),
            "output 0 combines the initial state before element 1, expected "
            "the initial state before element 0; 2 of 2 outputs are wrong");
}

TEST(Proof, KnowsItsOwnMonoids) {
  target::ScanDescription scan = scanOf(true);
  EXPECT_TRUE(scansIntervals(scan));
  EXPECT_EQ(intervalBits(scan), 32u);
  scan.monoid = "interval_i64_idempotent";
  scan.elementSize = 16;
  EXPECT_TRUE(scansIntervals(scan));
  EXPECT_EQ(intervalBits(scan), 64u);
  scan.monoid = "add_i32";
  EXPECT_FALSE(scansIntervals(scan));
}
