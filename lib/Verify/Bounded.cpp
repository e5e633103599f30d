//===- Bounded.cpp - A float and a bound on its error ---------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bounded.h"

#include <algorithm>
#include <cmath>

using llvm::APFloat;

namespace scanc::verify {

/// What computing a center in `long double` may itself be off by.
static constexpr long double ownUnit =
    std::numeric_limits<long double>::epsilon() / 2;

FloatFormat FloatFormat::of(mlir::FloatType type) {
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  const int precision = APFloat::semanticsPrecision(semantics);
  const int least = APFloat::semanticsMinExponent(semantics) - precision + 1;
  const int most = APFloat::semanticsMaxExponent(semantics);
  return {precision, least, std::ldexp(1.0L, -precision),
          std::ldexp(1.0L, least),
          std::ldexp(2 - std::ldexp(1.0L, 1 - precision), most)};
}

/// Whether `value` is a multiple of the last of `digits` digits.
static bool fits(long double value, int digits, int leastExponent) {
  int exponent;
  std::frexp(value, &exponent);
  const int last = std::max(exponent - digits, leastExponent);
  const long double scaled = std::ldexp(value, -last);
  return scaled == std::trunc(scaled);
}

bool FloatFormat::holds(long double value) const {
  if (precision == 24 && leastExponent == -149)
    return static_cast<float>(value) == value;
  if (precision == 53)
    return static_cast<double>(value) == value;
  return std::fabs(value) <= largest && fits(value, precision, leastExponent);
}

bool FloatFormat::looksRounded(long double value) const {
  return std::isfinite(value) && !fits(value, precision / 2, leastExponent);
}

Bounded Bounded::meant(long double value, const FloatFormat &format) {
  if (!format.looksRounded(value))
    return exact(value);
  return {value, format.unit * std::fabs(value), 0};
}

/// A result before its rounding. `isReal` asks whether the center is just what
/// the formula gives for the centers, where it is of interest.
template <class IsReal>
static Bounded rounded(long double center, long double radius, IsReal isReal,
                       const FloatFormat &format, long double smallest,
                       double ulps = 0.5) {
  if (center != center)
    return Bounded::unknown();
  const long double most = std::fabs(center) + radius;
  if (!(most <= format.largest))
    return Bounded::anything();
  if (radius == 0 && isReal() && format.holds(center))
    return Bounded::exact(center);
  return {center, radius + (2 * ulps * format.unit + ownUnit) * most + smallest,
          0};
}

static bool never() { return false; }

/// A result of infinity: it stays one whatever the operands' errors are where
/// it comes from an infinity that has none, next to finite numbers.
static Bounded infinity(long double center,
                        std::initializer_list<const Bounded *> operands) {
  bool isGiven = false, areExact = true, areFinite = true;
  for (const Bounded *operand : operands) {
    const bool isInfinite = std::isinf(operand->center);
    isGiven |= isInfinite;
    areExact &= operand->isExact();
    areFinite &= isInfinite ? operand->isExact() : operand->isKnown();
  }
  if (areExact || (isGiven && areFinite))
    return Bounded::exact(center);
  return Bounded::anything();
}

/// Whether the sum of `a` and `b` is `sum` to the last digit (Knuth's TwoSum).
static bool isSum(long double a, long double b, long double sum) {
  const long double high = sum - a;
  return (a - (sum - high)) + (b - high) == 0;
}

/// Whether a product of these two is exact: neither has many digits.
static bool isProduct(long double a, long double b) {
  return static_cast<float>(a) == a && static_cast<float>(b) == b;
}

Bounded add(const Bounded &a, const Bounded &b, const FloatFormat &format) {
  const long double center = a.center + b.center;
  if (std::isinf(center))
    return infinity(center, {&a, &b});
  // A sum never underflows.
  return rounded(
      center, a.radius + b.radius,
      [&] { return isSum(a.center, b.center, center); }, format, 0);
}

Bounded subtract(const Bounded &a, const Bounded &b,
                 const FloatFormat &format) {
  return add(a, negate(b), format);
}

static long double productRadius(const Bounded &a, const Bounded &b) {
  // An exact zero stays one, but for what is infinite.
  auto part = [](long double factor, long double radius) {
    return radius == 0 ? 0 : factor * radius;
  };
  return part(std::fabs(a.center), b.radius) +
         part(std::fabs(b.center), a.radius) + part(a.radius, b.radius);
}

/// Whether the errors leave open that a factor is zero.
static bool mayBeZero(const Bounded &a) {
  return !a.isExact() && std::fabs(a.center) <= a.radius;
}

Bounded multiply(const Bounded &a, const Bounded &b,
                 const FloatFormat &format) {
  const long double center = a.center * b.center;
  if (std::isinf(center))
    return mayBeZero(a) || mayBeZero(b) ? Bounded::anything()
                                        : infinity(center, {&a, &b});
  return rounded(
      center, productRadius(a, b),
      [&] { return isProduct(a.center, b.center); }, format, format.smallest);
}

Bounded divide(const Bounded &a, const Bounded &b, const FloatFormat &format) {
  const long double center = a.center / b.center;
  if (a.isUnknown() || b.isUnknown())
    return Bounded::unknown();
  if (mayBeZero(b))
    return Bounded::anything();
  if (std::isinf(center))
    return infinity(center, {&a, &b});
  const long double radius = a.isExact() && b.isExact()
                                 ? 0
                                 : (a.radius + std::fabs(center) * b.radius) /
                                       (std::fabs(b.center) - b.radius);
  auto isReal = [&] {
    return isProduct(center, b.center) && std::isfinite(b.center) &&
           center * b.center == a.center;
  };
  return rounded(center, radius, isReal, format, format.smallest);
}

Bounded fuse(const Bounded &a, const Bounded &b, const Bounded &c,
             const FloatFormat &format) {
  const long double product = a.center * b.center;
  const long double center = product + c.center;
  if (std::isinf(product) || std::isinf(center))
    return mayBeZero(a) || mayBeZero(b) ? Bounded::anything()
                                        : infinity(center, {&a, &b, &c});
  return rounded(
      center,
      productRadius(a, b) + c.radius +
          ownUnit * std::fabs(product) * !isProduct(a.center, b.center),
      [&] { return isSum(product, c.center, center); }, format,
      format.smallest);
}

Bounded convert(const Bounded &a, const FloatFormat &format, double ulps) {
  if (std::isinf(a.center))
    return infinity(a.center, {&a});
  return rounded(
      a.center, a.radius, [] { return true; }, format, format.smallest, ulps);
}

Bounded negate(const Bounded &a) { return {-a.center, a.radius, 0}; }

Bounded absolute(const Bounded &a) {
  return {std::fabs(a.center), a.radius, 0};
}

/// The extreme of two of which `isLeft` tells whether it is the first.
static Bounded extreme(const Bounded &a, const Bounded &b, bool isLeft) {
  if (a.isUnknown() || b.isUnknown())
    return Bounded::unknown();
  const Bounded &taken = isLeft ? a : b, &other = isLeft ? b : a;
  // Where the other one cannot be it, its error does not matter.
  const std::optional<int> order = compare(a, b);
  return {taken.center,
          order ? taken.radius : std::max(taken.radius, other.radius), 0};
}

Bounded maximum(const Bounded &a, const Bounded &b) {
  return extreme(a, b, a.center >= b.center);
}

Bounded minimum(const Bounded &a, const Bounded &b) {
  return extreme(a, b, a.center <= b.center);
}

Bounded monotone(const Bounded &a, Function f, const FloatFormat &format,
                 double ulps) {
  const long double center = f(a.center);
  if (std::isinf(center))
    return infinity(center, {&a});
  long double radius = 0;
  if (!a.isExact())
    radius = std::max(std::fabs(f(a.center + a.radius) - center),
                      std::fabs(f(a.center - a.radius) - center));
  // Library functions may lose the digits of subnormal numbers.
  const long double least = std::ldexp(format.smallest, format.precision);
  // At the edge of what f is defined for.
  if (radius != radius)
    return Bounded::anything();
  return rounded(
      center, radius, [&] { return std::isinf(a.center); }, format, least,
      ulps);
}

Bounded contraction(const Bounded &a, Function f, const FloatFormat &format,
                    double ulps) {
  return rounded(f(a.center), a.radius, never, format, format.smallest, ulps);
}

Bounded step(const Bounded &a, Function f) {
  if (!a.isKnown())
    return a;
  if (a.isExact())
    return Bounded::exact(f(a.center));
  return {f(a.center), f(a.center + a.radius) - f(a.center - a.radius), 0};
}

Bounded power(const Bounded &a, const Bounded &b, const FloatFormat &format,
              double ulps) {
  const long double center = std::pow(a.center, b.center);
  if (std::isinf(center))
    return infinity(center, {&a, &b});
  long double radius = 0;
  if (!a.isExact() || !b.isExact()) {
    if (a.isUnknown() || b.isUnknown())
      return Bounded::unknown();
    if (a.center <= a.radius)
      return Bounded::anything();
    for (long double x : {a.center - a.radius, a.center + a.radius})
      for (long double y : {b.center - b.radius, b.center + b.radius})
        radius = std::max(radius, std::fabs(std::pow(x, y) - center));
  }
  return rounded(center, radius, never, format,
                 std::ldexp(format.smallest, format.precision), ulps);
}

std::optional<int> compare(const Bounded &a, const Bounded &b) {
  const bool areExact = a.isExact() && b.isExact();
  if (areExact && (std::isnan(a.center) || std::isnan(b.center)))
    return 2;
  if (areExact && a.center == b.center)
    return 0;
  if (!a.isKnown() || !b.isKnown() ||
      !(std::fabs(a.center - b.center) > a.radius + b.radius))
    return std::nullopt;
  return a.center < b.center ? -1 : 1;
}

Bounded either(const Bounded &taken, const Bounded &other) {
  if (taken.isExact() && other.isExact() && taken.center == other.center &&
      taken.bits == other.bits)
    return taken;
  if (taken.isUnknown() || other.isUnknown())
    return Bounded::unknown();
  const long double apart = std::fabs(taken.center - other.center);
  if (!std::isfinite(apart))
    return Bounded::anything();
  return {taken.center, apart + taken.radius + other.radius, 0};
}

} // namespace scanc::verify
