//===- BankConflictsTest.cpp - What an access costs in shared memory ------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Circuits/BankConflicts.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "gtest/gtest.h"

#include <vector>

using namespace scanc::circuits;

namespace {

/// Lane i accesses item `index(i)` of an array of `bytes` each.
BankCost cost(unsigned lanes, unsigned banks,
              llvm::function_ref<uint64_t(unsigned)> index,
              uint64_t bytes = 4) {
  std::vector<LaneAccess> accesses;
  for (unsigned lane = 0; lane < lanes; ++lane)
    accesses.push_back({lane, index(lane) * bytes});
  return countBankConflicts(accesses, bytes, banks);
}

} // namespace

TEST(BankConflicts, StrideIsTheDegreeUpToTheBanks) {
  for (unsigned stride : {1u, 2u, 4u, 8u, 16u, 32u, 64u}) {
    auto index = [&](unsigned lane) { return uint64_t(lane) * stride; };
    unsigned degree = std::min(stride, 32u);
    EXPECT_EQ(cost(32, 32, index), (BankCost{degree, 1, degree})) << stride;
    // Merrill and Grimshaw 2009, section 3.3.4: a stride of s is an s-way
    // conflict, and "maxes out at s = 16".
    degree = std::min(stride, 16u);
    EXPECT_EQ(cost(32, 16, index), (BankCost{2 * degree, 2, degree})) << stride;
  }
}

TEST(BankConflicts, OddStridesAreFree) {
  for (unsigned stride : {1u, 3u, 5u, 17u, 33u})
    EXPECT_EQ(
        cost(32, 32, [&](unsigned lane) { return uint64_t(lane) * stride; }),
        (BankCost{1, 1, 1}));
}

// The lecture's tables: a work-efficient scan on 16 banks, thread i at
// 2 stride (i + 1) - 1.
TEST(BankConflicts, LectureTables) {
  auto index = [](unsigned stride) {
    return [=](unsigned lane) { return uint64_t(2) * stride * (lane + 1) - 1; };
  };
  EXPECT_EQ(cost(16, 16, index(1)).degree, 2u);
  EXPECT_EQ(cost(16, 16, index(2)).degree, 4u);
}

TEST(BankConflicts, LectureTablesPadded) {
  for (unsigned stride : {1u, 2u, 4u, 8u, 16u}) {
    auto padded = [&](unsigned lane) {
      uint64_t i = uint64_t(2) * stride * (lane + 1) - 1;
      return i + i / 16;
    };
    // Once the stride is above a row of banks, i / 16 itself has a stride.
    EXPECT_EQ(cost(16, 16, padded).degree, stride == 16 ? 2u : 1u) << stride;
  }
}

TEST(BankConflicts, PaddingByOneWordIn32) {
  for (unsigned stride : {1u, 2u, 4u, 8u, 16u, 32u})
    EXPECT_EQ(cost(32, 32,
                   [&](unsigned lane) {
                     uint64_t i = uint64_t(lane) * stride;
                     return i + i / 32;
                   }),
              (BankCost{1, 1, 1}))
        << stride;
}

// Merrill and Grimshaw 2009, section 3.2.3: half-warps of 4, figure 7: threads
// 0 and 2 access words 1 and 5 in the first step of a Sklansky circuit.
TEST(BankConflicts, SklanskyOnFourBanks) {
  const uint64_t me[] = {1, 3, 5, 7};
  EXPECT_EQ(cost(4, 4, [&](unsigned lane) { return me[lane]; }),
            (BankCost{2, 1, 2}));
}

TEST(BankConflicts, OneWordForAllIsABroadcast) {
  EXPECT_EQ(cost(32, 32, [](unsigned) { return 7; }), (BankCost{1, 1, 1}));
  // Two words of one bank, each for half of the lanes.
  EXPECT_EQ(cost(32, 32, [](unsigned lane) { return lane % 2 * 32; }),
            (BankCost{2, 1, 2}));
}

TEST(BankConflicts, BytesShareWords) {
  EXPECT_EQ(
      cost(32, 32, [](unsigned lane) { return lane; }, 1), (BankCost{1, 1, 1}));
  // Lane i at byte 4 * 32 * i.
  EXPECT_EQ(cost(
                32, 32, [](unsigned lane) { return lane * 128; }, 1),
            (BankCost{32, 1, 32}));
}

TEST(BankConflicts, WideAccessesGoByHalvesAndQuarters) {
  auto own = [](unsigned lane) { return lane; };
  EXPECT_EQ(cost(32, 32, own, 8), (BankCost{2, 2, 1}));
  EXPECT_EQ(cost(32, 32, own, 16), (BankCost{4, 4, 1}));
  EXPECT_EQ(cost(32, 16, own, 8), (BankCost{4, 4, 1}));
  auto apart = [](unsigned lane) { return lane * 2; };
  EXPECT_EQ(cost(32, 32, apart, 8), (BankCost{4, 2, 2}));
}

TEST(BankConflicts, AbsentLanesCostNothing) {
  EXPECT_EQ(countBankConflicts({}, 4, 32), BankCost{});
  EXPECT_EQ(cost(1, 32, [](unsigned) { return 0; }, 16), (BankCost{1, 1, 1}));
  std::vector<LaneAccess> upper = {{16, 0}, {17, 64}};
  EXPECT_EQ(countBankConflicts(upper, 4, 16), (BankCost{2, 1, 2}));
}
