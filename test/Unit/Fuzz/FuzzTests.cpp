//===- FuzzTests.cpp - A fixed number of random scans ---------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same cases in every run. utils/fuzz runs others, for as long as one
// likes.
//
//===----------------------------------------------------------------------===//

#include "FuzzCase.h"
#include "RandomScan.h"

#include "llvm/ADT/StringRef.h"
#include "gtest/gtest.h"

#include <set>
#include <string>

using namespace scanc::test;

namespace {

class Fuzz : public testing::TestWithParam<uint64_t> {};

TEST_P(Fuzz, RandomScan) { EXPECT_EQ(runFuzzCase(GetParam()), ""); }

INSTANTIATE_TEST_SUITE_P(Seed, Fuzz, testing::Range<uint64_t>(1, 37),
                         testing::PrintToStringParamName());

/// Every way to spoil a scan, a few times.
TEST(FuzzFaults, AreRefused) {
  std::set<std::string> faults;
  for (uint64_t seed = 1; seed <= 1200; ++seed) {
    const std::string text = fuzzSource(seed);
    llvm::StringRef source = text;
    if (!source.consume_front("// Fault: "))
      continue;
    faults.insert(source.take_until([](char c) { return c == '\n'; }).str());
    EXPECT_EQ(runFuzzCase(seed), "");
  }
  EXPECT_GE(faults.size(), 24u);
}

/// The fixed cases must hold what the generator is for.
TEST(FuzzCorpus, IsVaried) {
  unsigned circuits = 0, reversed = 0, inits = 0, single = 0, floats = 0;
  for (uint64_t seed = 1; seed <= 36; ++seed) {
    std::string source = fuzzSource(seed);
    auto has = [&](llvm::StringRef text) {
      return llvm::StringRef(source).contains(text);
    };
    circuits += has("prefix.circuit");
    reversed += has(" reverse ");
    inits += has(" init (");
    single += has("single_block,");
    floats += has("mulf") || has("addf") || has("imumf");
    EXPECT_EQ(source, fuzzSource(seed)) << "seed " << seed;
  }
  EXPECT_GE(circuits, 25u);
  EXPECT_GE(reversed, 6u);
  EXPECT_GE(inits, 8u);
  EXPECT_GE(single, 6u);
  EXPECT_GE(floats, 8u);
}

/// The comparison sees each bit of each field.
TEST(FuzzCorpus, IsCompared) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    RandomScan scan(random);
    if (!scan.fault().empty())
      continue;
    std::vector<uint8_t> right = scan.evaluate(scan.makeInput(random, 3));
    EXPECT_EQ(scan.compare(right, right), "");
    std::vector<uint8_t> wrong = right;
    wrong[wrong.size() / 3 * 2] ^= 1; // the first field of the last element
    EXPECT_NE(scan.compare(right, wrong), "") << "seed " << seed;
  }
}

} // namespace
