//===- FieldConversion.cpp - Between memory and state types ---------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Conversion/Operators/FieldConversion.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace scanc::prefix {

static Type signless(Type type) {
  auto integer = dyn_cast<IntegerType>(type);
  return integer ? IntegerType::get(type.getContext(), integer.getWidth())
                 : type;
}

static bool isUnsigned(Type type) {
  return type.isUnsignedInteger() || type.isInteger(1);
}

Value convertField(ImplicitLocOpBuilder &b, Value value, Type from, Type to) {
  to = signless(to);
  if (value.getType() == to)
    return value;
  const unsigned fromBits = from.getIntOrFloatBitWidth();
  const unsigned toBits = to.getIntOrFloatBitWidth();
  if (isa<FloatType>(from)) {
    // Two formats of 16 bits have no common range: by way of f32.
    if (fromBits == toBits)
      return convertField(b, arith::ExtFOp::create(b, b.getF32Type(), value),
                          b.getF32Type(), to);
    if (from.isBF16() && to.isF32()) {
      // Its upper half. LLVM makes one instruction of it for both halves of a
      // word, where a conversion takes two for one of them.
      Value bits = arith::ExtUIOp::create(b, b.getI32Type(),
                                          scanc::prefix::toBits(b, value));
      Value half = arith::ConstantIntOp::create(b, 16, 32);
      return arith::BitcastOp::create(b, to,
                                      arith::ShLIOp::create(b, bits, half));
    }
    if (fromBits < toBits)
      return arith::ExtFOp::create(b, to, value);
    return arith::TruncFOp::create(b, to, value);
  }
  if (isa<FloatType>(to)) {
    if (isUnsigned(from))
      return arith::UIToFPOp::create(b, to, value);
    return arith::SIToFPOp::create(b, to, value);
  }
  if (toBits == 1) {
    Value zero = arith::ConstantIntOp::create(b, 0, fromBits);
    return arith::CmpIOp::create(b, arith::CmpIPredicate::ne, value, zero);
  }
  if (toBits < fromBits)
    return arith::TruncIOp::create(b, to, value);
  if (isUnsigned(from))
    return arith::ExtUIOp::create(b, to, value);
  return arith::ExtSIOp::create(b, to, value);
}

Value toBits(ImplicitLocOpBuilder &b, Value value) {
  Type type = value.getType();
  if (type.isInteger(1))
    return arith::ExtUIOp::create(b, b.getI8Type(), value);
  if (isa<IntegerType>(type))
    return value;
  return arith::BitcastOp::create(
      b, b.getIntegerType(type.getIntOrFloatBitWidth()), value);
}

Value fromBits(ImplicitLocOpBuilder &b, Value bits, Type to) {
  to = signless(to);
  if (to.isInteger(1)) {
    Value zero = arith::ConstantIntOp::create(b, 0, 8);
    return arith::CmpIOp::create(b, arith::CmpIPredicate::ne, bits, zero);
  }
  if (isa<IntegerType>(to))
    return bits;
  return arith::BitcastOp::create(b, to, bits);
}

} // namespace scanc::prefix
