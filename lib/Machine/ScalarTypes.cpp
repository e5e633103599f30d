//===- ScalarTypes.cpp - What memory can hold -----------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Machine/ScalarTypes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"

using llvm::APFloat;
using llvm::StringRef;

namespace scanc::machine {

llvm::ArrayRef<ScalarType> scalarTypes() {
  using enum ScalarType::Kind;
  static const ScalarType table[] = {
      {"i8", Signed, 8, nullptr, "int8_t", "", "|i1", "", "i8",
       "signed, 8 bits; wraps"},
      {"u8", Unsigned, 8, nullptr, "uint8_t", "", "|u1", "", "i8",
       "unsigned, 8 bits; wraps"},
      {"i16", Signed, 16, nullptr, "int16_t", "", "<i2", "", "i16",
       "signed, 16 bits; wraps"},
      {"u16", Unsigned, 16, nullptr, "uint16_t", "", "<u2", "", "i16",
       "unsigned, 16 bits; wraps"},
      {"i32", Signed, 32, nullptr, "int32_t", "", "<i4", "", "i32",
       "signed, 32 bits; wraps"},
      {"u32", Unsigned, 32, nullptr, "uint32_t", "", "<u4", "", "i32",
       "unsigned, 32 bits; wraps"},
      {"i64", Signed, 64, nullptr, "int64_t", "", "<i8", "", "i64",
       "signed, 64 bits; wraps"},
      {"u64", Unsigned, 64, nullptr, "uint64_t", "", "<u8", "", "i64",
       "unsigned, 64 bits; wraps"},
      {"f16", Float, 16, &APFloat::IEEEhalf(), "uint16_t",
       "the bits of an IEEE half (__half)", "<f2", "", "f32",
       "IEEE binary16; rounded once, at the store"},
      // NumPy has none: the bits are saved as they are, or as ml_dtypes does.
      {"bf16", Float, 16, &APFloat::BFloat(), "uint16_t",
       "the bits of a bfloat16 (__nv_bfloat16)", "<u2", "|V2", "f32",
       "bfloat16; rounded once, at the store"},
      {"f32", Float, 32, &APFloat::IEEEsingle(), "float", "", "<f4", "", "f32",
       "IEEE binary32"},
      {"f64", Float, 64, &APFloat::IEEEdouble(), "double", "", "<f8", "", "f64",
       "IEEE binary64"},
      {"b1", Bool, 1, nullptr, "uint8_t", "0 or 1", "|b1", "", "i1",
       "a truth value in a byte", /*nameable=*/false},
  };
  return table;
}

const ScalarType *findScalarType(StringRef name) {
  const auto *found = llvm::find_if(
      scalarTypes(), [&](const ScalarType &type) { return type.name == name; });
  return found == scalarTypes().end() ? nullptr : found;
}

const ScalarType &getScalarType(StringRef name) {
  const ScalarType *type = findScalarType(name);
  if (!type)
    llvm::report_fatal_error("no scalar type is called '" + name + "'");
  return *type;
}

std::string scalarTypeNames() {
  std::string names;
  for (const ScalarType &type : scalarTypes())
    if (type.nameable)
      names += (names.empty() ? "" : " ") + type.name.str();
  return names;
}

std::string listFloats() {
  llvm::SmallVector<StringRef> names;
  for (const ScalarType &type : scalarTypes())
    if (type.isFloat())
      names.push_back(type.name);
  const StringRef last = names.pop_back_val();
  return llvm::join(names, ", ") + " or " + last.str();
}

uint64_t ScalarType::encode(double value) const {
  if (!isFloat())
    return static_cast<int64_t>(value);
  APFloat number(value);
  bool inexact;
  number.convert(*format, APFloat::rmNearestTiesToEven, &inexact);
  return number.bitcastToAPInt().getZExtValue();
}

/// "<u2", "u2" and "=u2" are one type on a little-endian machine, and the
/// order of a single byte says nothing.
static StringRef withoutOrder(StringRef type) {
  return type.ltrim(type.ends_with("1") ? "<=|>" : "<=|");
}

bool ScalarType::matchesNumpy(StringRef type) const {
  const StringRef given = withoutOrder(type);
  return given == withoutOrder(numpy) ||
         (!numpyToo.empty() && given == withoutOrder(numpyToo));
}

} // namespace scanc::machine
