//===- Scalar.cpp - Numbers of any type, as bits --------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scalar.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <cmath>

using namespace scanc::test;

std::string Scalar::str() const {
  switch (kind) {
  case Kind::Integer:
    return (sign ? std::string(1, sign) : "") + "i" + std::to_string(bits);
  case Kind::Float:
    return "f" + std::to_string(bits);
  case Kind::BFloat:
    return "bf16";
  }
}

namespace {
/// sign * mantissa * 2^exponent, or an infinity.
struct Exact {
  bool negative = false, infinite = false;
  uint64_t mantissa = 0;
  int exponent = 0;
};

/// Bits of the stored mantissa, and of the exponent.
struct Format {
  int mantissa, exponent;
  int bias() const { return (1 << (exponent - 1)) - 1; }
  /// The exponent of the last place of the least numbers.
  int least() const { return 1 - bias() - mantissa; }
};

Format formatOf(Scalar type) {
  if (type.kind == Scalar::Kind::BFloat)
    return {7, 8};
  return type.bits == 16   ? Format{10, 5}
         : type.bits == 32 ? Format{23, 8}
                           : Format{52, 11};
}

Exact decode(uint64_t bits, Scalar type) {
  Format format = formatOf(type);
  Exact value;
  value.negative = bits >> (type.bits - 1);
  const int exponent = bits >> format.mantissa & ((1 << format.exponent) - 1);
  value.mantissa = bits & ((uint64_t(1) << format.mantissa) - 1);
  value.infinite = exponent == (1 << format.exponent) - 1;
  value.exponent = format.least();
  if (exponent) {
    value.mantissa |= uint64_t(1) << format.mantissa;
    value.exponent += exponent - 1;
  }
  return value;
}

uint64_t encode(Exact value, Scalar type) {
  Format format = formatOf(type);
  const uint64_t sign = uint64_t(value.negative) << (type.bits - 1);
  const uint64_t infinity = ((uint64_t(1) << format.exponent) - 1)
                            << format.mantissa;
  if (value.infinite)
    return sign | infinity;
  if (!value.mantissa)
    return sign;
  const int width = 64 - __builtin_clzll(value.mantissa);
  // The last place that the format keeps of this number.
  const int last =
      std::max(value.exponent + width - 1 - format.mantissa, format.least());
  const int dropped = last - value.exponent;
  uint64_t kept = value.mantissa;
  if (dropped > 64)
    kept = 0;
  else if (dropped > 0) {
    const unsigned __int128 wide = value.mantissa;
    const unsigned __int128 half = static_cast<unsigned __int128>(1)
                                   << (dropped - 1);
    const unsigned __int128 rest = wide & (2 * half - 1);
    kept = static_cast<uint64_t>(wide >> dropped);
    kept += rest > half || (rest == half && kept % 2);
  } else
    kept <<= -dropped;
  // The bit above the stored mantissa counts into the exponent, and so does a
  // carry out of the rounding.
  const uint64_t stored =
      (uint64_t(last - format.least()) << format.mantissa) + kept;
  return sign | std::min(stored, infinity);
}

Exact exactOf(uint64_t bits, Scalar type) {
  if (type.isFloat())
    return decode(bits, type);
  const int64_t number = toSigned(bits, type);
  if (type.isUnsigned())
    return {false, false, bits, 0};
  return {number < 0, false,
          number < 0 ? -static_cast<uint64_t>(number) : uint64_t(number), 0};
}
} // namespace

int64_t scanc::test::toSigned(uint64_t bits, Scalar type) {
  const unsigned unused = 64 - type.bits;
  return static_cast<int64_t>(bits << unused) >> unused;
}

double scanc::test::toDouble(uint64_t bits, Scalar type) {
  Exact value = exactOf(bits, type);
  const double size =
      value.infinite
          ? HUGE_VAL
          : std::ldexp(static_cast<double>(value.mantissa), value.exponent);
  return value.negative ? -size : size;
}

uint64_t scanc::test::fromDouble(double value, Scalar type) {
  if (!type.isFloat())
    return static_cast<uint64_t>(static_cast<int64_t>(value)) & type.mask();
  uint64_t bits;
  static_assert(sizeof(bits) == sizeof(value));
  __builtin_memcpy(&bits, &value, sizeof(bits));
  return encode(decode(bits, {Scalar::Kind::Float, 64}), type);
}

uint64_t scanc::test::convert(uint64_t bits, Scalar from, Scalar to) {
  if (to.isFloat())
    return encode(exactOf(bits, from), to);
  if (to.bits == 1)
    return bits != 0;
  return (from.isUnsigned() ? bits : uint64_t(toSigned(bits, from))) &
         to.mask();
}

std::string scanc::test::printAttribute(uint64_t bits, Scalar type) {
  if (type.isFloat())
    return "0x" + llvm::utohexstr(bits, false, type.bits / 4) + " : " +
           type.str();
  if (type.bits == 1)
    return bits ? "true" : "false";
  return std::to_string(toSigned(bits, type)) + " : " + type.str();
}
