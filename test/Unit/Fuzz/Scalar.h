//===- Scalar.h - Numbers of any type, as bits ------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value of a field is its bits in the low end of a uint64_t, with what is
// above them zero. The conversions are those that prefix.scan promises where it
// reads and writes memory, worked out from the definition of the formats and
// not from the code that the compiler makes: a float is sign * m * 2^e with
// integers m and e, and it is rounded once, to nearest, ties to even.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TEST_UNIT_FUZZ_SCALAR_H
#define SCANC_TEST_UNIT_FUZZ_SCALAR_H

#include <cstdint>
#include <string>

namespace scanc::test {

struct Scalar {
  enum class Kind { Integer, Float, BFloat };
  Kind kind = Kind::Integer;
  unsigned bits = 32; // 1, 8, 16, 32, 64
  /// How an integer in memory is extended; '\0' is an i, signed but for one
  /// bit, 's' and 'u' are si and ui.
  char sign = 0;

  bool isFloat() const { return kind != Kind::Integer; }
  /// One bit counts from 0 to 1 whatever its sign.
  bool isUnsigned() const { return sign == 'u' || bits == 1; }
  unsigned bytes() const { return bits == 1 ? 1 : bits / 8; }
  uint64_t mask() const {
    return bits == 64 ? ~uint64_t(0) : (uint64_t(1) << bits) - 1;
  }
  std::string str() const;
  /// The least and the greatest number of an integer, by its sign; in the
  /// type of the largest.
  int64_t leastSigned() const { return -int64_t(mask() / 2) - 1; }
  int64_t greatestSigned() const { return int64_t(mask() / 2); }
};

/// The bits of an integer as a number.
int64_t toSigned(uint64_t bits, Scalar type);

/// A value that is no NaN as a double. Exact but for integers over 2^53.
double toDouble(uint64_t bits, Scalar type);

/// A number in a type that can hold it, or that rounds it if it is a float.
uint64_t fromDouble(double value, Scalar type);

/// From a field in memory to a state value or back. No NaN, and no float to an
/// integer.
uint64_t convert(uint64_t bits, Scalar from, Scalar to);

/// As MLIR attribute, "0x3C00 : f16", "-1 : i8".
std::string printAttribute(uint64_t bits, Scalar type);

} // namespace scanc::test

#endif // SCANC_TEST_UNIT_FUZZ_SCALAR_H
