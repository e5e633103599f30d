//===- InputsTest.cpp - Elements whose scan is known to the bit -----------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"

#include "llvm/ADT/APFloat.h"
#include "gtest/gtest.h"

#include <cmath>
#include <cstring>
#include <set>

using namespace scanc;
using namespace scanc::bench;
using llvm::APFloat;

namespace {

target::ScanDescription describe(const std::string &monoid,
                                 const std::string &type, unsigned size) {
  target::ScanDescription scan;
  scan.monoid = monoid;
  scan.element = scan.state = scan.output = {{type, 0, size}};
  scan.elementSize = scan.outputSize = size;
  return scan;
}

template <class T>
std::vector<T> make(const target::ScanDescription &scan, size_t n,
                    size_t first = 0) {
  std::vector<uint8_t> bytes(n * sizeof(T));
  Inputs(scan, {}).write(first, bytes);
  std::vector<T> elements(n);
  std::memcpy(elements.data(), bytes.data(), bytes.size());
  return elements;
}

double asDouble(const llvm::fltSemantics &semantics, uint16_t bits) {
  return APFloat(semantics, llvm::APInt(16, bits)).convertToDouble();
}

TEST(Inputs, OfShorterArraysBeginLongerOnes) {
  for (const char *monoid : {"add_i32", "max_i32", "or_i32", "xor_i32"}) {
    auto scan = describe(monoid, "i32", 4);
    std::vector<int32_t> all = make<int32_t>(scan, 3000);
    EXPECT_EQ(make<int32_t>(scan, 1000, 2000),
              std::vector<int32_t>(all.begin() + 2000, all.end()));
  }
}

// The sum of any stretch is the difference of two prefixes from 0 to 127.
TEST(Inputs, SumsOfHalvesStayWholeAndSmall) {
  struct {
    const char *type;
    const llvm::fltSemantics &semantics;
  } types[] = {{"f16", APFloat::IEEEhalf()}, {"bf16", APFloat::BFloat()}};
  for (auto &type : types) {
    double sum = 0;
    std::set<double> seen;
    for (uint16_t bits :
         make<uint16_t>(describe("add_f32", type.type, 2), 10000)) {
      sum += asDouble(type.semantics, bits);
      ASSERT_EQ(sum, std::floor(sum));
      ASSERT_GE(sum, 0);
      ASSERT_LE(sum, 127);
      seen.insert(sum);
    }
    EXPECT_EQ(seen.size(), 128u) << "the prefix keeps moving";
  }
}

TEST(Inputs, ProductsOfFloatsStayPowersOfTwo) {
  double product = 1;
  for (float x : make<float>(describe("mul_f32", "f32", 4), 10000)) {
    product *= x;
    int exponent;
    ASSERT_EQ(std::fabs(std::frexp(product, &exponent)), 0.5);
    ASSERT_LE(std::abs(exponent - 1), 3);
  }
}

template <class T> size_t changesOf(const std::vector<T> &values, bool rising) {
  T extreme = values.front();
  size_t changes = 0;
  for (T value : values)
    if (rising ? value > extreme : value < extreme) {
      extreme = value;
      ++changes;
    }
  return changes;
}

TEST(Inputs, ExtremesMoveOnUntilTheEnd) {
  const size_t n = 1 << 20, half = n / 2;
  auto late = [&](auto values, bool rising) {
    using T = typename decltype(values)::value_type;
    T before = rising
                   ? *std::max_element(values.begin(), values.begin() + half)
                   : *std::min_element(values.begin(), values.begin() + half);
    std::vector<T> rest = {before};
    rest.insert(rest.end(), values.begin() + half, values.end());
    return changesOf(rest, rising);
  };
  EXPECT_GT(late(make<float>(describe("max_f32", "f32", 4), n), true), 1000u);
  EXPECT_GT(late(make<float>(describe("min_f32", "f32", 4), n), false), 1000u);
  EXPECT_GT(late(make<uint32_t>(describe("min_u32", "u32", 4), n), false),
            1000u);
  EXPECT_GT(late(make<int16_t>(describe("max_i16", "i16", 2), n), true), 100u);
  EXPECT_GT(late(make<uint8_t>(describe("max_u8", "u8", 1), n), true), 1u);
  EXPECT_GT(late(make<int8_t>(describe("min_i8", "i8", 1), n), false), 1u);
}

TEST(Inputs, OfArgmaxCarryTheirIndex) {
  auto scan = describe("argmax_f32_i32", "f32", 4);
  scan.element = {{"f32", 0, 4}, {"i32", 4, 4}};
  scan.elementSize = 8;
  std::vector<uint8_t> bytes(8 * 100);
  Inputs inputs(scan, {});
  inputs.write(1000, bytes);
  int32_t index;
  std::memcpy(&index, &bytes[8 * 7 + 4], 4);
  EXPECT_EQ(index, 1007);
  EXPECT_TRUE(inputs.areExact());
}

TEST(Inputs, DeclaredElementsAreChosenFrom) {
  auto scan = describe("turn_f32", "f32", 4);
  const float declared[] = {0.25f, 3.0f};
  std::vector<uint8_t> bytes(sizeof(declared));
  std::memcpy(bytes.data(), declared, sizeof(declared));
  Inputs inputs(scan, bytes);
  std::vector<uint8_t> elements(4 * 1000);
  inputs.write(0, elements);
  std::set<float> seen;
  for (size_t at = 0; at < elements.size(); at += 4) {
    float value;
    std::memcpy(&value, &elements[at], 4);
    seen.insert(value);
  }
  EXPECT_EQ(seen, std::set<float>({0.25f, 3.0f}));
  EXPECT_FALSE(inputs.areExact()) << "nobody knows what turn_f32 does";
}

// Nobody knows what a load makes of elements, so that they stay small; of
// argmax they keep rising.
TEST(Inputs, OfLoadsAreSmall) {
  auto scan = describe("add_f32", "f32", 4);
  scan.loaded = {{}};
  std::set<float> seen;
  for (float x : make<float>(scan, 1000))
    seen.insert(x);
  EXPECT_EQ(seen, std::set<float>({-1, 0, 1}));
  EXPECT_FALSE(Inputs(scan, {}).areExact());

  scan.monoid = "argmax_f32_i64";
  const std::vector<float> ramp = make<float>(scan, 5000);
  EXPECT_GT(ramp.back(), 3000);
}

TEST(Inputs, OfMapsAreExactWhereAllIsWhole) {
  auto scan = describe("add_i64", "i64", 8);
  scan.stored = {{}};
  EXPECT_TRUE(Inputs(scan, {}).areExact());
  scan.output = {{"f64", 0, 8}};
  EXPECT_FALSE(Inputs(scan, {}).areExact());
}

TEST(Inputs, AreExactForIntegersWhateverTheOperator) {
  auto scan = describe("mine", "i32", 4);
  EXPECT_TRUE(Inputs(scan, {}).areExact());
  scan.state = {{"f32", 0, 4}};
  EXPECT_FALSE(Inputs(scan, {}).areExact());
}

} // namespace
