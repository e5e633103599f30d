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

#include "llvm/ADT/StringRef.h"
#include "gtest/gtest.h"

using namespace scanc::test;

namespace {

class Fuzz : public testing::TestWithParam<uint64_t> {};

TEST_P(Fuzz, RandomScan) { EXPECT_EQ(runFuzzCase(GetParam()), ""); }

INSTANTIATE_TEST_SUITE_P(Seed, Fuzz, testing::Range<uint64_t>(1, 81),
                         testing::PrintToStringParamName());

/// The fixed cases must hold what the generator is for.
TEST(FuzzCorpus, IsVaried) {
  unsigned faults = 0, circuits = 0, reversed = 0, inits = 0, single = 0,
           floats = 0;
  for (uint64_t seed = 1; seed <= 80; ++seed) {
    std::string source = fuzzSource(seed);
    auto has = [&](llvm::StringRef text) {
      return llvm::StringRef(source).contains(text);
    };
    faults += has("// Fault: ");
    circuits += has("prefix.circuit");
    reversed += has(" reverse ");
    inits += has(" init (");
    single += has("single_block,");
    floats += has("mulf") || has("addf") || has("imumf");
    EXPECT_EQ(source, fuzzSource(seed)) << "seed " << seed;
  }
  EXPECT_GE(faults, 4u);
  EXPECT_GE(circuits, 40u);
  EXPECT_GE(reversed, 10u);
  EXPECT_GE(inits, 15u);
  EXPECT_GE(single, 10u);
  EXPECT_GE(floats, 15u);
}

} // namespace
