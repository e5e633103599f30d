//===- ScalarTypes.cpp - The types of --type and their NumPy counterparts -===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScalarTypes.h"

#include "mlir/IR/BuiltinTypes.h"

using namespace scanc;
using llvm::StringRef;

static const ScalarType table[] = {
    {"i8", "|i1", "i8", "signed, 8 bits; wraps"},
    {"u8", "|u1", "i8", "unsigned, 8 bits; wraps"},
    {"i16", "<i2", "i16", "signed, 16 bits; wraps"},
    {"u16", "<u2", "i16", "unsigned, 16 bits; wraps"},
    {"i32", "<i4", "i32", "signed, 32 bits; wraps"},
    {"u32", "<u4", "i32", "unsigned, 32 bits; wraps"},
    {"i64", "<i8", "i64", "signed, 64 bits; wraps"},
    {"u64", "<u8", "i64", "unsigned, 64 bits; wraps"},
    {"f16", "<f2", "f32", "IEEE binary16; rounded once, at the store"},
    {"bf16", "<u2", "f32", "bfloat16; rounded once, at the store"},
    {"f32", "<f4", "f32", "IEEE binary32"},
    {"f64", "<f8", "f64", "IEEE binary64"},
    {"b1", "|b1", "i1", "a truth value in a byte", /*nameable=*/false},
};

llvm::ArrayRef<ScalarType> scanc::scalarTypes() { return table; }

const ScalarType *scanc::findScalarType(StringRef name) {
  for (const ScalarType &type : table)
    if (type.name == name)
      return &type;
  return nullptr;
}

std::string scanc::scalarTypeNames() {
  std::string names;
  for (const ScalarType &type : table)
    if (type.nameable)
      names += (names.empty() ? "" : " ") + type.name.str();
  return names;
}

unsigned ScalarType::bits() const {
  unsigned bits = 0;
  name.drop_while([](char c) { return c < '0' || c > '9'; })
      .getAsInteger(10, bits);
  return bits;
}

mlir::Type ScalarType::elementType(mlir::MLIRContext &context) const {
  if (isUnsigned())
    return mlir::IntegerType::get(&context, bits(),
                                  mlir::IntegerType::Unsigned);
  return stateType(context);
}

mlir::Type ScalarType::stateType(mlir::MLIRContext &context) const {
  if (name == "bf16")
    return mlir::BFloat16Type::get(&context);
  if (name == "f16")
    return mlir::Float16Type::get(&context);
  if (name == "f32")
    return mlir::Float32Type::get(&context);
  if (name == "f64")
    return mlir::Float64Type::get(&context);
  return mlir::IntegerType::get(&context, bits());
}

/// "<u2", "u2" and "=u2" are one type on a little-endian machine, and the
/// order of a single byte says nothing.
static StringRef withoutOrder(StringRef type) {
  return type.ltrim(type.ends_with("1") ? "<=|>" : "<=|");
}

bool ScalarType::matchesNumpy(StringRef type) const {
  if (name == "bf16" && withoutOrder(type) == "V2")
    return true;
  return withoutOrder(type) == withoutOrder(numpyType);
}
