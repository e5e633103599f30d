//===- ScheduleTests.cpp - Compiled scans under every schedule ------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Affine.h"
#include "scanc/Simt/Schedules.h"

using namespace scanc;
using namespace scanc::test;

namespace {

class EverySchedule
    : public testing::TestWithParam<simt::LaunchOptions::Schedule> {
protected:
  /// Runs the only scan of `source` with several seeds, at a size that ends
  /// within a tile, in a warp's row and between two lanes' vectors.
  template <class T>
  void check(const std::string &source,
             const std::function<std::vector<T>(uint64_t)> &makeData,
             const Reference<T, T> &reference) {
    std::vector<CompiledScan> scans = compileOrFail(source);
    ASSERT_EQ(scans.size(), 1u);
    ASSERT_EQ(scans[0].description().strategy, "two_level_streaming");
    RunOptions options;
    options.launch.schedule = GetParam();
    std::vector<T> in = makeData(scans[0].sizes(options.smCount).back() | 1);
    const std::vector<T> expected = reference(in);
    for (uint64_t seed = 0; seed < 6; ++seed) {
      options.launch.seed = seed;
      options.launch.residentBlocks = 1 + seed % 3;
      EXPECT_TRUE(checkRun(scans[0], in, expected, options));
    }
  }
};

TEST_P(EverySchedule, SumsOfIntegers) {
  Order<int32_t> order;
  check<int32_t>(
      R"mlir(
prefix.monoid @add commutative identity {
  %zero = arith.constant 0 : i32
  prefix.yield %zero : i32
} combine (%a: i32), (%b: i32) {
  %s = arith.addi %a, %b : i32
  prefix.yield %s : i32
}
prefix.scan @sum inclusive @add : (i32) -> (i32) plan <)mlir" +
          smallStreaming(4) + ">\n",
      [](uint64_t n) {
        std::mt19937 random(3);
        std::vector<int32_t> in(n);
        for (int32_t &x : in)
          x = int32_t(random() % 2001) - 1000;
        return in;
      },
      [=](const std::vector<int32_t> &in) {
        return serialScan<int32_t>(in, std::plus<int32_t>(), 0, order);
      });
}

TEST_P(EverySchedule, MapsThatDoNotCommute) {
  Order<Affine> order;
  order.inclusive = false;
  check<Affine>(std::string(kAffineMonoid) +
                    "prefix.scan @maps exclusive @affine : (i32, i32) -> "
                    "(i32, i32) plan <" +
                    smallStreaming(3) + ">\n",
                affineData, affineReference(order));
}

INSTANTIATE_TEST_SUITE_P(
    All, EverySchedule,
    testing::Values(simt::LaunchOptions::Schedule::RoundRobin,
                    simt::LaunchOptions::Schedule::Random,
                    simt::LaunchOptions::Schedule::StarvedBlock,
                    simt::LaunchOptions::Schedule::WarpAhead,
                    simt::LaunchOptions::Schedule::ReverseBlocks),
    [](const auto &info) { return simt::nameOf(info.param).str(); });

} // namespace
