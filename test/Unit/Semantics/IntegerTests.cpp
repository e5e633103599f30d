//===- IntegerTests.cpp - Built-in operators on every integer type --------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperatorTests.h"

using namespace scanc::test;

namespace {

template <class T> class Integers : public testing::Test {};

struct Names {
  template <class T> static std::string GetName(int) {
    return (std::is_signed_v<T> ? "i" : "u") + std::to_string(sizeof(T) * 8);
  }
};

using Types = testing::Types<int8_t, int16_t, int32_t, int64_t, uint8_t,
                             uint16_t, uint32_t, uint64_t>;
TYPED_TEST_SUITE(Integers, Types, Names);

TYPED_TEST(Integers, Add) { testOperator<TypeParam>(Operator::Add); }
TYPED_TEST(Integers, Mul) { testOperator<TypeParam>(Operator::Mul); }
TYPED_TEST(Integers, Min) { testOperator<TypeParam>(Operator::Min); }
TYPED_TEST(Integers, Max) { testOperator<TypeParam>(Operator::Max); }
TYPED_TEST(Integers, And) { testOperator<TypeParam>(Operator::And); }
TYPED_TEST(Integers, Or) { testOperator<TypeParam>(Operator::Or); }
TYPED_TEST(Integers, Xor) { testOperator<TypeParam>(Operator::Xor); }

} // namespace
