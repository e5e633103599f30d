//===- HalfFloat.cpp - Exact conversions of 16-bit floats -----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HalfFloat.h"
#include "llvm/ADT/bit.h"

namespace {

/// Rounds to 16 bits: sign, `exponentBits`, and the rest.
uint16_t round(double value, unsigned exponentBits) {
  const unsigned fractionBits = 15 - exponentBits;
  const int bias = (1 << (exponentBits - 1)) - 1;
  const uint64_t infinity = ((uint64_t(1) << exponentBits) - 1) << fractionBits;

  const uint64_t bits = llvm::bit_cast<uint64_t>(value);
  const uint16_t sign = uint16_t(bits >> 63 << 15);
  const uint64_t fraction = bits & ((uint64_t(1) << 52) - 1);
  const int biased = int(bits >> 52 & 0x7ff);
  if (biased == 0x7ff) {
    uint64_t quiet = uint64_t(1) << (fractionBits - 1);
    uint64_t payload = fraction ? quiet | fraction >> (52 - fractionBits) : 0;
    return sign | uint16_t(infinity | payload);
  }
  if (biased == 0) // far below the smallest subnormal of either format
    return sign;

  const int exponent = biased - 1023;
  const uint64_t significand = fraction | uint64_t(1) << 52;
  const bool subnormal = exponent < 1 - bias;
  const int shift =
      int(52 - fractionBits) + (subnormal ? 1 - bias - exponent : 0);
  if (shift > 53) // less than half of the smallest subnormal
    return sign;
  uint64_t quotient = significand >> shift;
  const uint64_t rest = significand & ((uint64_t(1) << shift) - 1);
  const uint64_t half = uint64_t(1) << (shift - 1);
  if (rest > half || (rest == half && (quotient & 1)))
    ++quotient;
  // A carry out of the fraction is a carry into the exponent.
  if (!subnormal)
    quotient += uint64_t(exponent + bias - 1) << fractionBits;
  return sign | uint16_t(quotient < infinity ? quotient : infinity);
}

} // namespace

uint16_t scanc::simt::roundToHalf(double value) { return round(value, 5); }

uint16_t scanc::simt::roundToBFloat(double value) { return round(value, 8); }

float scanc::simt::halfToFloat(uint16_t bits) {
  const uint32_t sign = uint32_t(bits & 0x8000) << 16;
  const uint32_t exponent = bits >> 10 & 31, fraction = bits & 0x3ff;
  if (exponent == 31) {
    uint32_t quiet = fraction ? 1u << 22 : 0;
    return llvm::bit_cast<float>(sign | 0x7f800000 | quiet | fraction << 13);
  }
  if (exponent == 0) {
    float magnitude = float(fraction) * 0x1p-24f;
    return sign ? -magnitude : magnitude;
  }
  return llvm::bit_cast<float>(sign | (exponent + 112) << 23 | fraction << 13);
}

float scanc::simt::bfloatToFloat(uint16_t bits) {
  const bool isNaN = (bits & 0x7fff) > 0x7f80;
  return llvm::bit_cast<float>(uint32_t(bits) << 16 | uint32_t(isNaN) << 22);
}
