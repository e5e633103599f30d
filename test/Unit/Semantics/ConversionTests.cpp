//===- ConversionTests.cpp - Element, state and output of different types -===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperatorTests.h"

using namespace scanc;
using namespace scanc::test;

namespace {

/// Draws element `i`.
template <class In>
using Draw = std::function<In(std::mt19937_64 &random, uint64_t i)>;

/// A scan of drawn elements by `op`, inclusive and exclusive, streamed and
/// planned.
template <class In, class State, class Out>
void testConversion(Operator op, const Draw<In> &draw) {
  std::string source;
  std::vector<Order<State>> orders;
  for (bool streamed : {true, false})
    for (bool inclusive : {true, false}) {
      orders.push_back({inclusive, false, {}});
      source += operatorScan<In, State, Out>(
          "scan" + std::to_string(orders.size()), op, orders.back(),
          streamed ? smallStreaming(4) : "");
    }
  std::vector<CompiledScan> scans = compileOrFail(source);
  ASSERT_EQ(scans.size(), orders.size());
  auto data = [&](uint64_t n) {
    std::mt19937_64 random(5);
    std::vector<In> in;
    for (uint64_t i = 0; i < n; ++i)
      in.push_back(draw(random, i));
    return in;
  };
  for (auto [scan, order] : llvm::zip_equal(scans, orders))
    checkSizes<In, Out>(scan, data,
                        operatorReference<In, State, Out>(op, order));
}

template <class In> In anyInteger(std::mt19937_64 &random, uint64_t) {
  return static_cast<In>(random());
}

/// An integer from -bound to bound.
template <class In, int bound> In small(std::mt19937_64 &random, uint64_t) {
  int value = static_cast<int>(random() % (2 * bound + 1)) - bound;
  return convert<In>(value);
}

/// From 0 to a bound that rises with `i`, times the sign.
template <class In, int sign> In rising(std::mt19937_64 &random, uint64_t i) {
  return convert<In>(sign * static_cast<int>(random() % (i / 8 + 1)));
}

/// A multiple of 2^-40 below 2^8: sums are exact in f64 and in nothing less.
double fine(std::mt19937_64 &random, uint64_t) {
  return static_cast<double>(static_cast<int64_t>(random()) >> 15) * 0x1p-40;
}

TEST(Conversions, WidenUnsigned) {
  testConversion<uint8_t, int32_t, uint32_t>(Operator::Add,
                                             anyInteger<uint8_t>);
}
TEST(Conversions, WidenSigned) {
  testConversion<int8_t, int32_t, int32_t>(Operator::Add, anyInteger<int8_t>);
}
TEST(Conversions, WidenToLargest) {
  testConversion<uint16_t, int64_t, uint64_t>(Operator::Add,
                                              anyInteger<uint16_t>);
}
TEST(Conversions, NarrowOnLoad) {
  testConversion<int64_t, int16_t, int16_t>(Operator::Add, anyInteger<int64_t>);
}
TEST(Conversions, NarrowOnStore) {
  auto odd = [](std::mt19937_64 &random, uint64_t) {
    return static_cast<int8_t>(random() | 1);
  };
  testConversion<int8_t, int64_t, int8_t>(Operator::Mul, odd);
}
TEST(Conversions, WidenUnsignedOnStore) {
  testConversion<uint8_t, uint8_t, uint32_t>(Operator::Xor,
                                             anyInteger<uint8_t>);
}
TEST(Conversions, WidenSignedOnStore) {
  testConversion<int8_t, int8_t, int32_t>(Operator::Xor, anyInteger<int8_t>);
}
TEST(Conversions, HalfToFloat) {
  testConversion<Half, float, float>(Operator::Add, small<Half, 2000>);
}
TEST(Conversions, HalfRoundsOnceAtTheStore) {
  testConversion<Half, float, Half>(Operator::Add, small<Half, 500>);
}
TEST(Conversions, BFloatRoundsOnceAtTheStore) {
  testConversion<BFloat, float, BFloat>(Operator::Add, small<BFloat, 200>);
}
TEST(Conversions, HalfOverflowsToInfinity) {
  testConversion<float, float, Half>(Operator::Add, small<float, 3000>);
}
TEST(Conversions, HalfState) {
  testConversion<Half, Half, Half>(Operator::Max, rising<Half, 1>);
}
TEST(Conversions, BFloatState) {
  testConversion<BFloat, BFloat, BFloat>(Operator::Min, rising<BFloat, -1>);
}
TEST(Conversions, FloatToDouble) {
  testConversion<float, double, double>(Operator::Add, small<float, 9999>);
}
TEST(Conversions, DoubleToFloatOnLoad) {
  auto third = [](std::mt19937_64 &random, uint64_t i) {
    return rising<double, 1>(random, i) / 3;
  };
  testConversion<double, float, float>(Operator::Max, third);
}
TEST(Conversions, DoubleToHalfRoundsOnce) {
  testConversion<double, double, Half>(Operator::Add, fine);
}
TEST(Conversions, DoubleToBFloatRoundsOnce) {
  testConversion<double, double, BFloat>(Operator::Add, fine);
}
TEST(Conversions, SignedToFloat) {
  testConversion<int16_t, float, float>(Operator::Add, small<int16_t, 300>);
}
TEST(Conversions, UnsignedToFloat) {
  testConversion<uint32_t, float, float>(Operator::Max, anyInteger<uint32_t>);
}
TEST(Conversions, UnsignedToDouble) {
  testConversion<uint8_t, double, double>(Operator::Add, anyInteger<uint8_t>);
}
TEST(Conversions, SignedStateToFloat) {
  testConversion<int32_t, int32_t, float>(Operator::Xor, anyInteger<int32_t>);
}
TEST(Conversions, UnsignedStateToFloat) {
  testConversion<uint32_t, uint32_t, float>(Operator::Xor,
                                            anyInteger<uint32_t>);
}
TEST(Conversions, SignedStateToHalf) {
  testConversion<int16_t, int16_t, Half>(Operator::Xor, anyInteger<int16_t>);
}
TEST(Conversions, SignedToHalfState) {
  testConversion<int8_t, Half, Half>(Operator::Min, rising<int8_t, -1>);
}

} // namespace
