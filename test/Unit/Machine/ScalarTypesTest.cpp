//===- ScalarTypesTest.cpp - The table of scalar types --------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Machine/ScalarTypes.h"

#include "scanc/Dialect/Prefix/IR/ScalarTypes.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

#include <limits>
#include <set>

using namespace scanc::machine;

TEST(ScalarTypes, NamesSayWhatTheyAre) {
  std::set<llvm::StringRef> names;
  for (const ScalarType &type : scalarTypes()) {
    EXPECT_TRUE(names.insert(type.name).second) << type.name.str();
    EXPECT_EQ(findScalarType(type.name), &type);
    EXPECT_TRUE(type.name.ends_with(std::to_string(type.bits)))
        << type.name.str();
    EXPECT_EQ(type.format != nullptr, type.isFloat()) << type.name.str();
    EXPECT_EQ(type.isUnsigned(), type.name.starts_with("u")) << type.name.str();
    if (type.format) {
      EXPECT_EQ(llvm::APFloat::getSizeInBits(*type.format), type.bits);
    }
    if (type.nameable) {
      EXPECT_NE(findScalarType(type.stateName), nullptr) << type.name.str();
    }
  }
  EXPECT_EQ(findScalarType("f8"), nullptr);
  EXPECT_EQ(findScalarType(""), nullptr);
  EXPECT_EQ(scalarTypeNames(),
            "i8 u8 i16 u16 i32 u32 i64 u64 f16 bf16 f32 f64");
  EXPECT_EQ(listFloats(), "f16, bf16, f32 or f64");
}

TEST(ScalarTypes, TakeWhatMemoryHasThem) {
  EXPECT_EQ(getScalarType("b1").bytes(), 1u);
  EXPECT_EQ(getScalarType("u8").bytes(), 1u);
  EXPECT_EQ(getScalarType("bf16").bytes(), 2u);
  EXPECT_EQ(getScalarType("f64").bytes(), 8u);
}

TEST(ScalarTypes, EncodeTheNearestNumber) {
  EXPECT_EQ(getScalarType("f16").encode(1.0), 0x3c00u);
  EXPECT_EQ(getScalarType("f16").encode(65520), 0x7c00u); // rounds up
  EXPECT_EQ(getScalarType("bf16").encode(1.0), 0x3f80u);
  EXPECT_EQ(getScalarType("bf16").encode(1.00390625), 0x3f80u); // ties to even
  EXPECT_EQ(getScalarType("f32").encode(-2.5), 0xc0200000u);
  EXPECT_EQ(getScalarType("f64").encode(0.1), 0x3fb999999999999au);
  EXPECT_EQ(getScalarType("i32").encode(-3.0), uint64_t(-3));
  EXPECT_EQ(getScalarType("u8").encode(7.0), 7u);
}

TEST(ScalarTypes, KnowNumPysSpellings) {
  auto matches = [](llvm::StringRef name, llvm::StringRef type) {
    return getScalarType(name).matchesNumpy(type);
  };
  EXPECT_TRUE(matches("u16", "<u2") && matches("u16", "u2") &&
              matches("u16", "=u2"));
  EXPECT_FALSE(matches("u16", ">u2") || matches("u16", "<i2") ||
               matches("u16", "|V2"));
  EXPECT_TRUE(matches("bf16", "<u2") && matches("bf16", "|V2"));
  EXPECT_FALSE(matches("bf16", "<f2") || matches("bf16", ""));
  EXPECT_TRUE(matches("i8", "|i1") && matches("i8", ">i1"));
  EXPECT_TRUE(matches("b1", "|b1"));
  EXPECT_FALSE(matches("b1", "|u1"));
}

/// To MLIR and back.
TEST(ScalarTypes, AreTypesOfMlir) {
  mlir::MLIRContext context;
  using scanc::prefix::elementTypeOf, scanc::prefix::scalarOf,
      scanc::prefix::stateTypeOf;
  for (const ScalarType &type : scalarTypes()) {
    EXPECT_EQ(scalarOf(elementTypeOf(type, &context)), &type)
        << type.name.str();
    const ScalarType *state = scalarOf(stateTypeOf(type, &context));
    ASSERT_TRUE(state) << type.name.str();
    EXPECT_FALSE(state->isUnsigned());
    EXPECT_EQ(state->bits, type.bits);
  }
  auto integer = [&](unsigned bits) {
    return mlir::IntegerType::get(&context, bits);
  };
  EXPECT_EQ(
      scalarOf(mlir::IntegerType::get(&context, 8, mlir::IntegerType::Signed)),
      findScalarType("i8"));
  for (unsigned bits : {2, 7, 24, 128})
    EXPECT_EQ(scalarOf(integer(bits)), nullptr) << bits;
  EXPECT_EQ(scalarOf(mlir::IndexType::get(&context)), nullptr);
  EXPECT_EQ(scalarOf(mlir::Float80Type::get(&context)), nullptr);
  EXPECT_EQ(scalarOf(mlir::Float8E5M2Type::get(&context)), nullptr);
}
