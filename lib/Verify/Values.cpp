//===- Values.cpp - The values of states as numbers -----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Values.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"

#include <cmath>
#include <cstdio>
#include <cstring>

using namespace mlir;
using llvm::APFloat;
using llvm::APInt;

namespace scanc::verify {

const llvm::fltSemantics *semanticsOf(const Field &field) {
  auto type = dyn_cast<FloatType>(field.type);
  return type ? &type.getFloatSemantics() : nullptr;
}

void storeBits(const APInt &value, MutableArrayRef<uint8_t> bytes) {
  uint64_t bits = value.getZExtValue();
  std::memcpy(bytes.data(), &bits, bytes.size());
}

static uint64_t rawBits(const Field &field, StateBytes state) {
  uint64_t bits = 0;
  std::memcpy(&bits, state.data() + field.offset, field.size);
  return bits;
}

APInt loadBits(const Field &field, StateBytes state) {
  return APInt(field.type.getIntOrFloatBitWidth(), rawBits(field, state),
               /*isSigned=*/false, /*implicitTrunc=*/true);
}

double floatValue(const Field &field, StateBytes state) {
  uint64_t bits = rawBits(field, state);
  if (field.type.isF64())
    return llvm::bit_cast<double>(bits);
  if (field.type.isF32())
    return llvm::bit_cast<float>(uint32_t(bits));
  return APFloat(*semanticsOf(field), APInt(field.size * 8, bits))
      .convertToDouble();
}

static std::string showFloat(const Field &field, StateBytes state) {
  APFloat value(*semanticsOf(field), loadBits(field, state));
  if (value.isNaN())
    return "nan";
  if (value.isInfinity())
    return value.isNegative() ? "-inf" : "inf";
  char text[40];
  const double wide = floatValue(field, state);
  const bool isHandy = std::fabs(wide) >= 1 && std::fabs(wide) < 1e15;
  for (int digits = 1; digits <= 17; ++digits) {
    std::snprintf(text, sizeof(text), "%.*g", digits, wide);
    APFloat read(value.getSemantics());
    llvm::cantFail(read.convertFromString(text, APFloat::rmNearestTiesToEven));
    if (read.bitwiseIsEqual(value) &&
        !(isHandy && StringRef(text).contains('e'))) // 10, not 1e+01
      break;
  }
  return text;
}

std::string show(const Field &field, StateBytes state) {
  if (semanticsOf(field))
    return showFloat(field, state);
  llvm::SmallString<24> text;
  const bool isSigned =
      !field.type.isInteger(1) && !field.type.isUnsignedInteger();
  loadBits(field, state).toString(text, 10, isSigned);
  return text.str().str();
}

std::string show(ArrayRef<Field> fields, StateBytes state) {
  if (fields.size() == 1)
    return show(fields.front(), state);
  std::string text = "(";
  for (const Field &field : fields)
    text += (text.size() > 1 ? ", " : "") + show(field, state);
  return text + ")";
}

Oddity oddityOf(ArrayRef<Field> fields, StateBytes state, double moderate) {
  Oddity oddity;
  for (const Field &field : fields) {
    const llvm::fltSemantics *semantics = semanticsOf(field);
    if (!semantics)
      continue;
    double value = std::fabs(floatValue(field, state));
    oddity.nan |= std::isnan(value);
    oddity.infinite |= std::isinf(value);
    int limit = std::min(10, APFloat::semanticsMaxExponent(*semantics) / 4);
    oddity.extreme |= std::isfinite(value) &&
                      value > std::max(moderate, std::ldexp(1.0, limit));
    oddity.extreme |= value != 0 && value < std::ldexp(1.0, -limit);
  }
  return oddity;
}

Distance distance(ArrayRef<Field> fields, StateBytes left, StateBytes right,
                  ArrayRef<StateBytes> scale,
                  llvm::function_ref<double(size_t field)> allowed) {
  Distance result;
  for (auto [index, field] : llvm::enumerate(fields)) {
    if (rawBits(field, left) == rawBits(field, right))
      continue;
    const llvm::fltSemantics *semantics = semanticsOf(field);
    if (!semantics) {
      result.equal = result.withinRounding = result.isClose = false;
      continue;
    }
    double a = floatValue(field, left), b = floatValue(field, right);
    if (std::isnan(a) && std::isnan(b))
      continue;
    if (a == b) {
      result.zeroSigns = true;
      continue;
    }
    result.equal = false;
    if (!std::isfinite(a) || !std::isfinite(b)) {
      result.withinRounding = result.isClose = false;
      continue;
    }
    double largest = std::max(std::fabs(a), std::fabs(b));
    for (StateBytes state : scale) {
      double value = std::fabs(floatValue(field, state));
      if (std::isfinite(value))
        largest = std::max(largest, value);
    }
    const int digits = APFloat::semanticsPrecision(*semantics);
    const double relative = std::fabs(a / largest - b / largest);
    const double ulps = std::ldexp(relative, digits - 1);
    const bool isClose = relative <= std::ldexp(1.0, -(digits * 2 / 5));
    const double most = allowed(index);
    if (std::isinf(most)) {
      result.isPointless = true;
      continue;
    }
    if (ulps > result.ulps) {
      result.relative = relative;
      result.ulps = ulps;
      result.allowedUlps = std::ldexp(most / largest, digits - 1);
    }
    result.isClose &= isClose;
    result.isBounded &= !std::isnan(most);
    result.withinRounding &=
        std::isnan(most) ? isClose : std::fabs(a - b) <= most;
  }
  return result;
}

} // namespace scanc::verify
