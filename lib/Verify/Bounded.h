//===- Bounded.h - A float and a bound on its error -------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value that some machine computes in a float type, and how far it may be
// from what the same formula gives over the real numbers:
//
//   center   the formula, computed from the centers of its operands in a wider
//            type
//   radius   the machine's value and the real one are at most this far apart
//
// An operation passes on the radii of its operands by what it does to them,
// and adds its own rounding. With u half a unit in the last place of 1:
//
//   a + b    |a| + |b| radii                       + u |a + b|
//   a * b    |a| rb + |b| ra + ra rb               + u |a * b|
//   f(a)     the most that f changes within ra     + its own error |f(a)|
//
// Nothing is added where the operands are exact and the result fits: sums of
// small whole numbers have no error. Two things are kept apart:
//
//   anything   the errors have no bound: behind an overflow, or a division by
//              what may as well be zero
//   unknown    no rule here computes the value: the bits of a number that was
//              rounded
//
// This is running error analysis: N. J. Higham, "Accuracy and Stability of
// Numerical Algorithms", 2nd edition, SIAM, 2002, section 3.3.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_VERIFY_BOUNDED_H
#define SCANC_LIB_VERIFY_BOUNDED_H

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <cstdint>
#include <limits>

namespace scanc::verify {

/// What rounding to a float type does.
struct FloatFormat {
  int precision;        // digits of the significand, the hidden one included
  int leastExponent;    // of the smallest subnormal number
  long double unit;     // the largest relative error of a rounding
  long double smallest; // subnormal number
  long double largest;  // finite number

  static FloatFormat of(mlir::FloatType type);
  bool holds(long double value) const;
  /// Whether `value` has so many digits that it may be the rounding of another
  /// number, which is the one that was meant: 0.1, but not 0.375.
  bool looksRounded(long double value) const;
};

struct Bounded {
  long double center = 0;
  long double radius = 0;
  uint64_t bits = 0; // of an integer, which is exact or not known

  static constexpr long double infinite =
      std::numeric_limits<long double>::infinity();

  static Bounded anything() { return {0, infinite, 0}; }
  static Bounded unknown() {
    return {std::numeric_limits<long double>::quiet_NaN(), infinite, 0};
  }
  static Bounded exact(long double value) { return {value, 0, 0}; }
  static Bounded integer(uint64_t bits) { return {0, 0, bits}; }
  /// `value`, or the number that it is the rounding of.
  static Bounded meant(long double value, const FloatFormat &format);

  bool isExact() const { return radius == 0; }
  bool isKnown() const { return radius < infinite; }
  bool isUnknown() const { return center != center; }
};

/// Arithmetic whose result is rounded to `format`.
Bounded add(const Bounded &a, const Bounded &b, const FloatFormat &format);
Bounded subtract(const Bounded &a, const Bounded &b, const FloatFormat &format);
Bounded multiply(const Bounded &a, const Bounded &b, const FloatFormat &format);
Bounded divide(const Bounded &a, const Bounded &b, const FloatFormat &format);
/// a * b + c, rounded once.
Bounded fuse(const Bounded &a, const Bounded &b, const Bounded &c,
             const FloatFormat &format);
/// The value in a narrower type. `ulps` is what a conversion may be off by: 1/2
/// to nearest, 1 in any other direction.
Bounded convert(const Bounded &a, const FloatFormat &format, double ulps = 0.5);

/// Arithmetic without rounding.
Bounded negate(const Bounded &a);
Bounded absolute(const Bounded &a);
Bounded maximum(const Bounded &a, const Bounded &b);
Bounded minimum(const Bounded &a, const Bounded &b);

using Function = llvm::function_ref<long double(long double)>;

/// A monotone function, computed with an error of at most `ulps`.
Bounded monotone(const Bounded &a, Function f, const FloatFormat &format,
                 double ulps);
/// A function whose values differ by no more than its arguments do.
Bounded contraction(const Bounded &a, Function f, const FloatFormat &format,
                    double ulps);
/// A monotone function that gives whole numbers, exactly.
Bounded step(const Bounded &a, Function f);
/// a to the power of b, with an error of at most `ulps`.
Bounded power(const Bounded &a, const Bounded &b, const FloatFormat &format,
              double ulps);

/// -1, 0 or 1 as a is less than, equal to or greater than b, 2 if one is NaN;
/// none where the errors leave that open.
std::optional<int> compare(const Bounded &a, const Bounded &b);
/// Either value: the machine may have taken one and the real formula the other.
Bounded either(const Bounded &taken, const Bounded &other);

} // namespace scanc::verify

#endif // SCANC_LIB_VERIFY_BOUNDED_H
