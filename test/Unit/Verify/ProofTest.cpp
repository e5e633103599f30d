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

std::string check(const target::ScanDescription &scan,
                  const Intervals &output) {
  return checkIntervals(scan, bytesOf(output));
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
