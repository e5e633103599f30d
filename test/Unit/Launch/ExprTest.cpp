//===- ExprTest.cpp - Formulas and what prints them -----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Launch/Expr.h"

#include "gtest/gtest.h"

using namespace scanc::launch;

namespace {

uint64_t at(const Expr &expr, uint64_t n) {
  return evaluate(expr, [&](llvm::StringRef name) {
    EXPECT_EQ(name, "n");
    return n;
  });
}

TEST(ExprTest, Computes) {
  EXPECT_EQ(at(2 * n() + 1, 5), 11u);
  EXPECT_EQ(at(n() - 2, 5), 3u);
  EXPECT_EQ(at(n() / 3, 8), 2u);
  EXPECT_EQ(at(divideUp(n(), 3), 7), 3u);
  EXPECT_EQ(at(divideUp(n(), 3), 6), 2u);
  EXPECT_EQ(at(n() % 3, 8), 2u);
  EXPECT_EQ(at(min(n(), 7), 8), 7u);
  EXPECT_EQ(at(max(n(), 7), 8), 8u);
  EXPECT_EQ(at(isLess(n(), 8), 8), 0u);
  EXPECT_EQ(at(isAtMost(n(), 8), 8), 1u);
  EXPECT_EQ(at(isEqual(n(), 8), 8), 1u);
}

TEST(ExprTest, AsksOnlyForWhatItNeeds) {
  const Expr quotient = 10 / n(); // of n > 0
  EXPECT_EQ(at(ifElse(isLess(0, n()), quotient, 7), 0), 7u);
  EXPECT_EQ(at(ifElse(isLess(0, n()), quotient, 7), 5), 2u);
  EXPECT_EQ(at(both(isLess(0, n()), isEqual(quotient, 2)), 0), 0u);
}

void expectTexts(const Expr &expr, const char *c, const char *python) {
  EXPECT_EQ(printC(expr), c);
  EXPECT_EQ(printPython(expr), python);
}

TEST(ExprTest, PrintsWhatItIs) {
  const Expr tile = Expr::name("tile");
  expectTexts(n() / tile, "n / tile", "n // tile");
  expectTexts(divideUp(n() + 1, tile), "SCANC_DIVIDE_UP(n + 1, tile)",
              "-(-(n + 1) // tile)");
  expectTexts(n() * divideUp(n(), 256 * tile),
              "n * SCANC_DIVIDE_UP(n, 256 * tile)",
              "n * -(-n // (256 * tile))");
  expectTexts(min(n(), max(tile, 1)), "SCANC_MIN(n, SCANC_MAX(tile, 1))",
              "min(n, max(tile, 1))");
  expectTexts(isLess(0, n()), "n > 0", "n > 0");
  expectTexts(both(isLess(1, n()), isAtMost(n(), tile)), "1 < n && n <= tile",
              "1 < n and n <= tile");
  expectTexts(ifElse(isEqual(n(), 1), tile, tile + 1),
              "n == 1 ? tile : tile + 1", "tile if n == 1 else tile + 1");
}

TEST(ExprTest, GroupsAsItsTreeDoes) {
  expectTexts(n() - (n() - 1), "n - (n - 1)", "n - (n - 1)");
  expectTexts((n() - 1) - n(), "n - 1 - n", "n - 1 - n");
  expectTexts(n() / (n() * 2), "n / (n * 2)", "n // (n * 2)");
  expectTexts((n() + 1) * 2, "(n + 1) * 2", "(n + 1) * 2");
  const Expr choice = ifElse(isEqual(n(), 1), 2, 3);
  expectTexts(choice + 1, "(n == 1 ? 2 : 3) + 1", "(2 if n == 1 else 3) + 1");
  expectTexts(ifElse(isEqual(n(), 4), choice, choice),
              "n == 4 ? (n == 1 ? 2 : 3) : n == 1 ? 2 : 3",
              "(2 if n == 1 else 3) if n == 4 else 2 if n == 1 else 3");
}

TEST(ExprTest, PrintsLargeNumbersAsWhatTheyAre) {
  expectTexts(n() + (uint64_t(1) << 31), "n + UINT64_C(2147483648)",
              "n + 2147483648");
  expectTexts(n() + INT32_MAX, "n + 2147483647", "n + 2147483647");
}

} // namespace
