//===- FloatTests.cpp - Built-in operators on every float type ------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperatorTests.h"

#include "llvm/ADT/bit.h"

#include <algorithm>

using namespace scanc::test;

namespace {

template <class T> class Floats : public testing::Test {};

struct Names {
  template <class T> static std::string GetName(int) { return typeName<T>(); }
};

using Types = testing::Types<Half, BFloat, float, double>;
TYPED_TEST_SUITE(Floats, Types, Names);

TYPED_TEST(Floats, Add) { testOperator<TypeParam>(Operator::Add); }
TYPED_TEST(Floats, Mul) { testOperator<TypeParam>(Operator::Mul); }
TYPED_TEST(Floats, Min) { testOperator<TypeParam>(Operator::Min); }
TYPED_TEST(Floats, Max) { testOperator<TypeParam>(Operator::Max); }

/// A NaN anywhere makes every later minimum and maximum a NaN, and no earlier
/// one; infinities and signed zeros before it are ordered.
template <class T> void testSpecialValues(Operator op) {
  using State = StateOf<T>;
  Order<State> order;
  std::vector<CompiledScan> scans = compileOrFail(
      operatorScan<T, State, T>("special", op, order, smallStreaming(4)));
  ASSERT_EQ(scans.size(), 1u);
  const float infinity = std::numeric_limits<float>::infinity();
  const float values[] = {0.0f, -0.0f, 1.0f, -1.0f, infinity, -infinity};
  uint64_t n = 3 * scans[0].description().tile + 11;
  for (uint64_t nan : {uint64_t(0), uint64_t(37), n / 2, n - 1, n}) {
    // Each value has the input to itself for a while before the next joins.
    std::mt19937 random(3);
    std::vector<T> in;
    for (uint64_t i = 0; i < n; ++i)
      in.push_back(T(values[random() % std::min<uint64_t>(1 + i / 200, 6)]));
    if (nan < n)
      in[nan] = T(std::numeric_limits<float>::quiet_NaN());
    ASSERT_TRUE((checkRun(scans[0], in,
                          operatorReference<T, State, T>(op, order)(in), {})));
  }
}

TYPED_TEST(Floats, SpecialValuesOfMin) {
  testSpecialValues<TypeParam>(Operator::Min);
}
TYPED_TEST(Floats, SpecialValuesOfMax) {
  testSpecialValues<TypeParam>(Operator::Max);
}

/// Extremes of doubles are made of other instructions. Zeros and their closest
/// neighbours are ordered, and of several NaNs the last comes out, bit by bit.
TEST(FloatExtremes, BitsOfDoubles) {
  using Limits = std::numeric_limits<double>;
  const std::vector<double> ascending = {
      -Limits::infinity(),  -1.0, -Limits::denorm_min(), -0.0, 0.0,
      Limits::denorm_min(), 1.0,  Limits::infinity()};
  Order<double> order;
  for (Operator op : {Operator::Min, Operator::Max}) {
    std::vector<double> better = ascending;
    if (op == Operator::Min)
      std::reverse(better.begin(), better.end());
    for (uint64_t payload = 1; payload <= 3; ++payload)
      better.push_back(llvm::bit_cast<double>(0x7ff8000000000000 |
                                              payload % 2 << 63 | payload));
    std::vector<CompiledScan> scans = compileOrFail(
        operatorScan<double, double, double>("bits", op, order, ""));
    ASSERT_EQ(scans.size(), 1u);
    // Each value has the input to itself for a while before the next joins.
    std::mt19937 random(5);
    std::vector<double> in, expected;
    for (uint64_t i = 0; i < 4000; ++i) {
      double x = better[random() % std::min(1 + i / 300, better.size())];
      in.push_back(x);
      if (i && !std::isnan(x))
        x = std::isnan(expected.back())
                ? expected.back()
                : extremum(expected.back(), x, op == Operator::Max);
      expected.push_back(x);
    }
    llvm::Expected<std::vector<uint8_t>> out = scans[0].run(
        {reinterpret_cast<const uint8_t *>(in.data()), in.size() * 8}, {});
    ASSERT_TRUE(static_cast<bool>(out)) << llvm::toString(out.takeError());
    auto *bits = reinterpret_cast<const uint64_t *>(out->data());
    for (uint64_t i = 0; i < in.size(); ++i)
      ASSERT_EQ(bits[i], llvm::bit_cast<uint64_t>(expected[i])) << "at " << i;
  }
}

/// Sums that are rounded at every step have the same bits however many blocks
/// are in flight, and differ from the serial sum by rounding only.
TEST(FloatSums, SameBitsInEveryRun) {
  Order<float> order;
  std::vector<CompiledScan> scans = compileOrFail(
      operatorScan<float, float, float>("streamed", Operator::Add, order,
                                        smallStreaming(4)) +
      operatorScan<float, float, float>("planned", Operator::Add, order, ""));
  ASSERT_EQ(scans.size(), 2u);
  for (CompiledScan &scan : scans) {
    std::mt19937 random(17);
    std::vector<float> in;
    for (uint64_t i = scan.sizes(2).back(); i > 0; --i)
      in.push_back(static_cast<float>(random() % 1000) / 997);
    std::vector<uint8_t> first;
    for (unsigned blocks : {1u, 2u, 5u, 2u}) {
      RunOptions options;
      options.launch.residentBlocks = blocks;
      llvm::Expected<std::vector<uint8_t>> out = scan.run(
          {reinterpret_cast<const uint8_t *>(in.data()), in.size() * 4},
          options);
      ASSERT_TRUE(bool(out)) << llvm::toString(out.takeError());
      if (first.empty())
        first = *out;
      ASSERT_EQ(*out, first) << blocks << " blocks in flight";
    }
    double sum = 0;
    for (size_t i = 0; i < in.size(); ++i) {
      float got;
      std::memcpy(&got, first.data() + i * sizeof(got), sizeof(got));
      sum += in[i];
      ASSERT_NEAR(got, sum, 1e-5 * sum) << "output " << i;
    }
  }
}

} // namespace
