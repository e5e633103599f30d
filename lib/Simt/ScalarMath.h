//===- ScalarMath.h - Device mathematics that libm lacks --------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_SIMT_SCALARMATH_H
#define SCANC_LIB_SIMT_SCALARMATH_H

#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace scanc::simt::math {

template <class T> T add(T a, T b) { return a + b; }
template <class T> T subtract(T a, T b) { return a - b; }
template <class T> T multiply(T a, T b) { return a * b; }
template <class T> T divide(T a, T b) { return a / b; }
template <class T> T reciprocal(T x) { return T(1) / x; }
template <class T> T rsqrt(T x) { return T(1) / std::sqrt(x); }
template <class T> T rcbrt(T x) { return T(1) / std::cbrt(x); }
template <class T> T rhypot(T x, T y) { return T(1) / std::hypot(x, y); }
template <class T> T powi(T x, int n) { return T(std::pow(double(x), n)); }

/// sin and cos of pi * x, exact at the multiples of 1/2.
template <class T> T sinpi(T x) {
  double turn = std::remainder(double(x), 2.0);
  if (turn == std::trunc(turn))
    return std::copysign(T(0), x);
  return T(std::sin(turn * 3.14159265358979323846));
}
template <class T> T cospi(T x) {
  double turn = std::fabs(std::remainder(double(x), 2.0));
  if (turn == 0.5)
    return T(0);
  return T(std::cos(turn * 3.14159265358979323846));
}

template <class T> T normcdf(T x) {
  return T(0.5 * std::erfc(-double(x) * 0.70710678118654752440));
}

/// The PTX instructions min and max: -0 < +0; a NaN loses against a number, or
/// with .NaN wins.
template <class T> T minNumber(T a, T b) {
  if (std::isnan(a))
    return b;
  if (std::isnan(b))
    return a;
  return a < b || (a == b && std::signbit(a)) ? a : b;
}
template <class T> T maxNumber(T a, T b) {
  if (std::isnan(a))
    return b;
  if (std::isnan(b))
    return a;
  return a > b || (a == b && !std::signbit(a)) ? a : b;
}
template <class T> T minNaN(T a, T b) {
  bool isNaN = std::isnan(a) || std::isnan(b);
  return isNaN ? std::numeric_limits<T>::quiet_NaN() : minNumber(a, b);
}
template <class T> T maxNaN(T a, T b) {
  bool isNaN = std::isnan(a) || std::isnan(b);
  return isNaN ? std::numeric_limits<T>::quiet_NaN() : maxNumber(a, b);
}

/// To [0, 1], NaN to 0.
inline float saturate(float x) { return x > 0 ? (x < 1 ? x : 1.0f) : 0.0f; }

template <class T> int isNaN(T x) { return std::isnan(x); }
template <class T> int isInfinite(T x) { return std::isinf(x); }
template <class T> int isFinite(T x) { return std::isfinite(x); }
template <class T> int hasSign(T x) { return std::signbit(x); }

/// Of a two's complement number; wraps at the most negative.
template <class T> T absolute(T x) {
  return std::make_signed_t<T>(x) < 0 ? T(0) - x : x;
}
template <class T> T lesser(T a, T b) { return b < a ? b : a; }
template <class T> T greater(T a, T b) { return b > a ? b : a; }
template <class T> T multiplyHigh(T a, T b) {
  using Wide =
      std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>;
  return T((Wide(a) * Wide(b)) >> (8 * sizeof(T)));
}
template <class T> int leadingZeros(T x) { return llvm::countl_zero(x); }
template <class T> int bitCount(T x) { return llvm::popcount(x); }
/// One plus the index of the lowest set bit, 0 if there is none.
template <class T> int firstSet(T x) {
  return x ? 1 + llvm::countr_zero(x) : 0;
}
template <class T> T reverse(T x) { return llvm::reverseBits(x); }

/// prmt.b32 in its default mode: nibble i of the selector picks byte i of the
/// result from the 8 bytes of b:a; its top bit replicates the byte's sign.
inline uint32_t permuteBytes(uint32_t a, uint32_t b, uint32_t selector) {
  uint64_t bytes = uint64_t(b) << 32 | a;
  uint32_t result = 0;
  for (unsigned i = 0; i < 4; ++i) {
    uint32_t pick = selector >> (4 * i) & 15;
    uint32_t byte = bytes >> (8 * (pick & 7)) & 255;
    if (pick & 8)
      byte = byte & 128 ? 255 : 0;
    result |= byte << (8 * i);
  }
  return result;
}

} // namespace scanc::simt::math

#endif // SCANC_LIB_SIMT_SCALARMATH_H
