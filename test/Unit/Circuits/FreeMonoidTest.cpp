//===- FreeMonoidTest.cpp - Every family on letters -----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Strings under concatenation are the free monoid: a network that is right on
// distinct letters is right for every associative operator.
//
//===----------------------------------------------------------------------===//

#include "TestNetworks.h"

#include "scanc/Circuits/Spans.h"

#include <numeric>
#include <set>
#include <string>

using namespace scanc::circuits;
using namespace scanc::circuits::test;

namespace {

/// `count` distinct letters, each a string of one.
std::vector<std::string> letters(int64_t count) {
  std::vector<std::string> result;
  for (int64_t i = 0; i < count; ++i)
    result.emplace_back(1, static_cast<char>(i + 1));
  return result;
}

std::vector<std::string> prefixes(const std::vector<std::string> &letters) {
  std::vector<std::string> result(letters.size());
  std::inclusive_scan(letters.begin(), letters.end(), result.begin());
  return result;
}

std::vector<std::string> concatenate(const Network &network) {
  return run(network, letters(network.width),
             [](const std::string &low, const std::string &high) {
               return low + high;
             });
}

class FreeMonoid : public testing::TestWithParam<FamilyInfo> {};

std::string nameOfFamily(const testing::TestParamInfo<FamilyInfo> &info) {
  return info.param.name.str();
}

TEST_P(FreeMonoid, Widths1To130) {
  for (int64_t width = 1; width <= 130; ++width) {
    Network network = build(GetParam().name, width);
    EXPECT_EQ(network.width, width);
    ASSERT_EQ(concatenate(network), prefixes(letters(width)))
        << "width " << width;
  }
}

TEST_P(FreeMonoid, SpanCheckAgrees) {
  for (int64_t width = 1; width <= 130; ++width) {
    Network network = build(GetParam().name, width);
    EXPECT_TRUE(
        static_cast<bool>(llvm::expectedToOptional(checkSpans(network))))
        << "width " << width;
  }
}

TEST_P(FreeMonoid, NoDeadCombine) {
  for (int64_t width = 1; width <= 130; ++width) {
    Network network = build(GetParam().name, width);
    std::vector<bool> used(network.numNodes());
    for (NodeId node : network.outputs)
      used[node] = true;
    for (auto [low, high] : network.combines)
      used[low] = used[high] = true;
    for (size_t index = 0; index < network.combines.size(); ++index)
      ASSERT_TRUE(used[network.nodeOf(index)])
          << "combine #" << index << " at width " << width;
  }
}

TEST_P(FreeMonoid, NoCombineTwice) {
  for (int64_t width = 1; width <= 130; ++width) {
    Network network = build(GetParam().name, width);
    std::set<std::pair<NodeId, NodeId>> seen;
    for (auto [low, high] : network.combines)
      ASSERT_TRUE(seen.emplace(low, high).second) << "width " << width;
  }
}

INSTANTIATE_TEST_SUITE_P(AllFamilies, FreeMonoid,
                         testing::ValuesIn(families().begin(),
                                           families().end()),
                         nameOfFamily);

TEST(Run, CallsOnceEachInOrder) {
  Network network = sklansky4();
  std::string calls;
  run(network, letters(4),
      [&](const std::string &low, const std::string &high) {
        for (char c : low)
          calls += static_cast<char>('a' + c - 1);
        calls += '.';
        for (char c : high)
          calls += static_cast<char>('a' + c - 1);
        calls += ' ';
        return low + high;
      });
  EXPECT_EQ(calls, "a.b c.d ab.c ab.cd ");
}

TEST(Run, TakesAnyType) {
  Network network = sklansky4();
  auto maximum = [](int low, int high) { return std::max(low, high); };
  EXPECT_EQ(run<int>(network, {3, 1, 4, 1}, maximum),
            (std::vector<int>{3, 3, 4, 4}));
}

/// Idempotent and not commutative: strings of letters, each kept where it
/// comes first.
std::string firstOfEach(const std::string &low, const std::string &high) {
  std::string result = low;
  for (char c : high)
    if (result.find(c) == std::string::npos)
      result += c;
  return result;
}

TEST(Run, OverlapIsHarmlessForIdempotentOperators) {
  Network network = knowles4();
  EXPECT_EQ(run(network, letters(4), firstOfEach), prefixes(letters(4)));
  EXPECT_NE(concatenate(network), prefixes(letters(4)));
}

} // namespace
