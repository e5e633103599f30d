//===- FloatTests.cpp - Built-in operators on every float type ----------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperatorTests.h"

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

} // namespace
