//===- KnowlesTest.cpp - The family whose operands overlap ----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every legal list is a scan for idempotent operators, and only [1, 1, ..] for
// others.
//
//===----------------------------------------------------------------------===//

#include "ScanChecks.h"
#include "TestNetworks.h"

#include "scanc/Circuits/Columns.h"
#include "scanc/Circuits/Cost.h"
#include "scanc/Circuits/Generators.h"

#include "llvm/ADT/STLExtras.h"

#include <bitset>

using namespace scanc::circuits;
using namespace scanc::circuits::test;

namespace {

using List = std::vector<int64_t>;

FamilySpec knowlesOf(List list) { return {"knowles", {{"", list}}}; }

/// Every list of `levels` powers of two, entry j from 1 to 2^j.
void forEachList(int64_t levels, llvm::function_ref<void(const List &)> visit,
                 List list = {}) {
  if (int64_t(list.size()) == levels)
    return visit(list);
  const int64_t most = int64_t(1) << list.size();
  list.push_back(1);
  for (; list.back() <= most; list.back() *= 2)
    forEachList(levels, visit, list);
}

/// Every list that the family takes.
void forEachLegalList(int64_t levels,
                      llvm::function_ref<void(const List &)> visit) {
  forEachList(levels, [&](const List &list) {
    if (llvm::is_sorted(list))
      visit(list);
  });
}

std::string print(const List &list) { return toString(knowlesOf(list)); }

/// Inputs in order, each once: x . x = x, and x . y is not y . x.
struct Positions {
  std::string order = {};
  std::bitset<160> members = {};
};

Positions position(int64_t i) {
  Positions result{std::string(1, static_cast<char>(i))};
  result.members.set(i);
  return result;
}

/// Each where it comes first.
Positions keepFirst(const Positions &low, const Positions &high) {
  Positions result = low;
  for (char c : high.order)
    if (!low.members[static_cast<unsigned char>(c)])
      result.order += c;
  result.members |= high.members;
  return result;
}

/// Each where it comes last.
Positions keepLast(const Positions &low, const Positions &high) {
  Positions result;
  for (char c : low.order)
    if (!high.members[static_cast<unsigned char>(c)])
      result.order += c;
  result.order += high.order;
  result.members = low.members | high.members;
  return result;
}

void expectIdempotentScan(const Network &network) {
  std::vector<Positions> inputs;
  for (int64_t i = 0; i < network.width; ++i)
    inputs.push_back(position(i));
  for (auto *combine : {keepFirst, keepLast}) {
    std::vector<Positions> outputs = run<Positions>(network, inputs, combine);
    std::string expected;
    for (int64_t k = 0; k < network.width; ++k) {
      expected += static_cast<char>(k);
      ASSERT_EQ(outputs[k].order, expected) << "output " << k;
    }
  }
}

bool passes(const Network &network, Overlap overlap) {
  return static_cast<bool>(
      llvm::expectedToOptional(checkSpans(network, overlap)));
}

} // namespace

TEST(Knowles, EveryListIsAnIdempotentScan) {
  for (int64_t n = 1; n <= 130; ++n)
    forEachLegalList(ceilLg(n), [&](const List &list) {
      SCOPED_TRACE(print(list) + " at width " + std::to_string(n));
      Network network = make(knowlesOf(list), n);
      ASSERT_TRUE(passes(network, Overlap::Allowed));
      bool isKoggeStone = llvm::all_of(list, [](int64_t f) { return f == 1; });
      ASSERT_EQ(passes(network, Overlap::Refused), isKoggeStone);
      // In all structures for the smaller widths, then for some.
      if (n <= 16 || n == 27 || n == 32 || n == 50 || n == 101)
        ASSERT_NO_FATAL_FAILURE(expectIdempotentScan(network));
      if (n <= 40) {
        ASSERT_NO_FATAL_FAILURE(expectNoDeadCombine(network));
        ASSERT_TRUE(isInPlace(network));
      }
    });
}

TEST(Knowles, SumsAreWrongWhereSpansOverlap) {
  Network network = make(knowlesOf({1, 2}), 4);
  std::vector<int> sums = run<int>(
      network, {1, 1, 1, 1}, [](int low, int high) { return low + high; });
  EXPECT_EQ(sums, (std::vector<int>{1, 2, 4, 4}));
}

TEST(Knowles, OverlapIsRefusedByName) {
  llvm::Expected<std::vector<Span>> spans =
      checkSpans(make(knowlesOf({1, 1, 4}), 8));
  ASSERT_FALSE(static_cast<bool>(spans));
  llvm::handleAllErrors(spans.takeError(), [](const SpanError &error) {
    EXPECT_EQ(error.getKind(), SpanErrorKind::Overlap);
    // Stages of 7 and 6 combines, then column 4.
    EXPECT_EQ(error.getIndex(), 13u);
    EXPECT_EQ(error.message(), "combine #13: operands 0..3 and 1..4 overlap, "
                               "which needs an idempotent operator");
  });
}

TEST(Knowles, OnesAreKoggeStone) {
  for (int64_t n = 1; n <= 130; ++n) {
    Network ones = build("knowles", n), koggeStone = build("kogge_stone", n);
    EXPECT_EQ(ones.outputs, koggeStone.outputs);
    EXPECT_TRUE(llvm::equal(ones.combines, koggeStone.combines,
                            [](Combine a, Combine b) {
                              return a.low == b.low && a.high == b.high;
                            }));
    ASSERT_NO_FATAL_FAILURE(expectScan(knowlesOf(List(ceilLg(n), 1)), n));
  }
}

TEST(Knowles, Figures) {
  for (int64_t n = 2; n <= 130; ++n)
    forEachLegalList(ceilLg(n), [&](const List &list) {
      if (n > 64)
        return;
      Cost cost = computeCost(make(knowlesOf(list), n));
      const int64_t levels = ceilLg(n);
      ASSERT_EQ(cost.size, n * levels - (int64_t(1) << levels) + 1);
      ASSERT_EQ(cost.depth, levels);
      ASSERT_EQ(cost.stages, levels);
      if (n == int64_t(1) << levels) {
        // The fan-out is what was asked for, and wires are shared accordingly.
        ASSERT_EQ(cost.levelFanout, list.back() + 1) << print(list);
        int64_t tracks = 0;
        for (int64_t j = 0; j < levels; ++j)
          tracks = std::max(tracks, (int64_t(1) << j) / list[j]);
        ASSERT_EQ(cost.tracks, tracks) << print(list) << " " << n;
      }
    });
}

/// The paper counts five adders of 8 bits.
TEST(Knowles, LegalListsAreThoseOfThePaper) {
  std::vector<List> legal;
  forEachList(3, [&](const List &list) {
    if (errorOf(knowlesOf(list), 8) == "accepted")
      legal.push_back(list);
  });
  EXPECT_EQ(legal, (std::vector<List>{
                       {1, 1, 1}, {1, 1, 2}, {1, 1, 4}, {1, 2, 2}, {1, 2, 4}}));
}

/// A list is legal exactly where its circuit is a scan for idempotent
/// operators.
TEST(Knowles, WhatIsRefusedIsNoScan) {
  for (int64_t levels = 1; levels <= 5; ++levels)
    forEachList(levels, [&](const List &list) {
      const int64_t n = int64_t(1) << levels;
      EXPECT_EQ(passes(knowles(n, list), Overlap::Allowed),
                errorOf(knowlesOf(list), n) == "accepted")
          << print(list);
    });
}

TEST(Knowles, TheLastStageMayComeFirst) {
  for (int64_t n : {3, 4, 8, 11, 16, 32})
    forEachLegalList(ceilLg(n), [&](const List &list) {
      List reversed(list.rbegin(), list.rend());
      EXPECT_EQ(make(knowlesOf(reversed), n).combines.size(),
                make(knowlesOf(list), n).combines.size());
      EXPECT_TRUE(llvm::equal(make(knowlesOf(reversed), n).combines,
                              make(knowlesOf(list), n).combines,
                              [](Combine a, Combine b) {
                                return a.low == b.low && a.high == b.high;
                              }))
          << print(list);
    });
}

TEST(Knowles, IllegalLists) {
  EXPECT_EQ(errorOf({"knowles"}, 8),
            "circuit family 'knowles' needs the list [..]: knowles<[..]>");
  EXPECT_EQ(errorOf(knowlesOf({1, 2}), 8),
            "circuit family 'knowles': the list [..] must have 3 entries at "
            "width 8, one for each stage, got 2");
  EXPECT_EQ(errorOf(knowlesOf({1, 2, 4, 8}), 8),
            "circuit family 'knowles': the list [..] must have 3 entries at "
            "width 8, one for each stage, got 4");
  EXPECT_EQ(errorOf(knowlesOf({1, 1, 3}), 8),
            "circuit family 'knowles': the list's entry for stage 2, counted "
            "from 0, must be one of 1, 2, 4, got 3");
  // No less than the stage before.
  EXPECT_EQ(errorOf(knowlesOf({1, 2, 1}), 8),
            "circuit family 'knowles': the list's entry for stage 2, counted "
            "from 0, must be one of 2, 4, got 1");
  EXPECT_EQ(errorOf(knowlesOf({2, 2, 4}), 8),
            "circuit family 'knowles': the list's entry for stage 0, counted "
            "from 0, must be 1, got 2");
  EXPECT_EQ(errorOf(knowlesOf({1, 1, 8}), 8),
            "circuit family 'knowles': the list's entry for stage 2, counted "
            "from 0, must be one of 1, 2, 4, got 8");
  EXPECT_EQ(errorOf(knowlesOf({1, 0, 1}), 8),
            "circuit family 'knowles': the list's entry for stage 1, counted "
            "from 0, must be one of 1, 2, got 0");
  EXPECT_EQ(errorOf(knowlesOf({1, 1, -4}), 8),
            "circuit family 'knowles': the list's entry for stage 2, counted "
            "from 0, must be one of 1, 2, 4, got -4");
}

/// Width 1 has no stage, and the text form has no empty list.
TEST(Knowles, WidthOne) {
  EXPECT_EQ(errorOf(knowlesOf({}), 1), "accepted");
  EXPECT_EQ(errorOf(knowlesOf({1}), 1), "accepted");
  EXPECT_EQ(errorOf(knowlesOf({2}), 1),
            "circuit family 'knowles': the list [..] must have 0 entries at "
            "width 1, one for each stage, got 1");
}

TEST(Knowles, OnlyItMayOverlap) {
  for (const FamilyInfo &info : families())
    EXPECT_EQ(info.mayOverlap, info.name == "knowles") << info.name.str();
}
