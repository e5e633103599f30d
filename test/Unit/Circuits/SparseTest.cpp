//===- SparseTest.cpp - Families with parameters --------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The formulas of shared literature, and every parameter in the free monoid.
//
//===----------------------------------------------------------------------===//

#include "ScanChecks.h"
#include "TestNetworks.h"

#include "scanc/Circuits/Cost.h"

using namespace scanc::circuits;
using namespace scanc::circuits::test;

TEST(Sparse, EveryParameterIsAScan) {
  for (int64_t n = 1; n <= 130; ++n) {
    const int64_t levels = ceilLg(n);
    for (int64_t l = 0; l <= levels; ++l) {
      expectScan({"han_carlson", {{"l", {l}}}}, n);
      expectScan({"sparse_sklansky", {{"l", {l}}}}, n);
      expectScan({"ladner_fischer", {{"k", {l}}}}, n);
      for (int64_t f = 0; f <= levels; ++f)
        expectScan({"harris", {{"l", {l}}, {"f", {f}}}}, n);
    }
  }
}

TEST(Sparse, WithoutWingsTheyAreTheCircuitInTheMiddle) {
  for (int64_t n = 1; n <= 130; ++n) {
    EXPECT_EQ(computeCost(make({"han_carlson", {{"l", {0}}}}, n)),
              computeCost(make({"kogge_stone"}, n)));
    EXPECT_EQ(computeCost(make({"sparse_sklansky", {{"l", {0}}}}, n)),
              computeCost(make({"sklansky"}, n)));
    EXPECT_EQ(make({"han_carlson", {{"l", {ceilLg(n)}}}}, n).combines.size(),
              make({"brent_kung"}, n).combines.size());
  }
}

TEST(Sparse, EachLevelOfWingsHalvesTheMiddle) {
  // S_l(n) = n - 1 + S_{l-1}(floor(n / 2)).
  for (const char *name : {"han_carlson", "sparse_sklansky"})
    for (int64_t n = 2; n <= 300; ++n)
      for (int64_t l = 1; l < ceilLg(n); ++l)
        EXPECT_EQ(make({name, {{"l", {l}}}}, n).combines.size(),
                  n - 1 + make({name, {{"l", {l - 1}}}}, n / 2).combines.size())
            << name << " " << n << " " << l;
}

TEST(Sparse, HarrisHasTheSizeOfItsTaxonomy) {
  // 2(N - m) - l + m f / 2 + sum over j <= t of (m - 2^(f+j)).
  for (int64_t levels = 1; levels <= 9; ++levels)
    for (int64_t l = 0; l < levels; ++l)
      for (int64_t f = 0; l + f < levels; ++f) {
        const int64_t n = int64_t(1) << levels, m = n >> l;
        int64_t size = 2 * (n - m) - l + m * f / 2;
        for (int64_t j = 0; j <= levels - 1 - l - f; ++j)
          size += m - (int64_t(1) << (f + j));
        Cost cost = computeCost(make({"harris", {{"l", {l}}, {"f", {f}}}}, n));
        EXPECT_EQ(cost.size, size) << n << " " << l << " " << f;
        EXPECT_EQ(cost.stages, levels + l) << n << " " << l << " " << f;
      }
}

TEST(Sparse, LadnerFischerHasTheSizeAndDepthOfThePaper) {
  // 2^m (2 + 2^(1-k)) - F(5 + m - k) + 1 - k.
  std::vector<int64_t> fibonacci = {0, 1};
  while (fibonacci.size() < 40)
    fibonacci.push_back(fibonacci.end()[-1] + fibonacci.end()[-2]);
  for (int64_t m = 1; m <= 12; ++m)
    for (int64_t k = 0; k <= m; ++k) {
      const int64_t n = int64_t(1) << m;
      Cost cost = computeCost(make({"ladner_fischer", {{"k", {k}}}}, n));
      EXPECT_EQ(cost.size, 2 * n + (2 * n >> k) - fibonacci[5 + m - k] + 1 - k)
          << m << " " << k;
      EXPECT_LE(cost.depth, m + k) << m << " " << k;
    }
  for (int64_t n = 1; n <= 300; ++n)
    for (int64_t k = 0; k <= ceilLg(n); ++k)
      EXPECT_LE(computeCost(make({"ladner_fischer", {{"k", {k}}}}, n)).depth,
                ceilLg(n) + k);
}
