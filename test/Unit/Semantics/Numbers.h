//===- Numbers.h - Types, operators and data for the reference --*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reference's own arithmetic, written from the definition of the operators
// and not from what the compiler emits: C++ integers and floats, and f16 and
// bf16 as bit patterns that are widened exactly and rounded to nearest even.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TEST_UNIT_SEMANTICS_NUMBERS_H
#define SCANC_TEST_UNIT_SEMANTICS_NUMBERS_H

#include "llvm/ADT/bit.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <ostream>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

namespace scanc::test {

/// An f16 in memory.
struct Half {
  uint16_t bits = 0;
  Half() = default;
  explicit Half(float value)
      : bits(llvm::bit_cast<uint16_t>(static_cast<_Float16>(value))) {}
  explicit Half(double value)
      : bits(llvm::bit_cast<uint16_t>(static_cast<_Float16>(value))) {}
  operator float() const { return llvm::bit_cast<_Float16>(bits); }
};

/// A bf16 in memory: the upper half of an f32.
struct BFloat {
  uint16_t bits = 0;
  BFloat() = default;
  explicit BFloat(float value) {
    auto full = llvm::bit_cast<uint32_t>(value);
    if (std::isnan(value))
      bits = static_cast<uint16_t>(full >> 16 | 0x40);
    else // Ties go to the even neighbour.
      bits = static_cast<uint16_t>((full + 0x7FFF + (full >> 16 & 1)) >> 16);
  }
  explicit BFloat(double value) : BFloat(roundToOdd(value)) {}
  operator float() const {
    return llvm::bit_cast<float>(static_cast<uint32_t>(bits) << 16);
  }

private:
  /// The f32 towards zero, its last bit set if that was inexact: rounding it
  /// again gives what rounding `value` once gives.
  static float roundToOdd(double value) {
    auto nearest = static_cast<float>(value);
    if (std::isnan(value) || nearest == value)
      return nearest;
    float down = std::fabs(nearest) > std::fabs(value)
                     ? std::nextafter(nearest, 0.0f)
                     : nearest;
    return llvm::bit_cast<float>(llvm::bit_cast<uint32_t>(down) | 1);
  }
};

template <class T>
constexpr bool isFloat = std::is_floating_point_v<T> ||
                         std::is_same_v<T, Half> || std::is_same_v<T, BFloat>;

/// A type's name in MLIR, and in the names of built-in monoids.
template <class T> std::string typeName() {
  if constexpr (std::is_same_v<T, Half>)
    return "f16";
  else if constexpr (std::is_same_v<T, BFloat>)
    return "bf16";
  else if constexpr (isFloat<T>)
    return "f" + std::to_string(sizeof(T) * 8);
  else
    return (std::is_signed_v<T> ? "i" : "ui") + std::to_string(sizeof(T) * 8);
}

/// A state value's type in MLIR: states are signless.
template <class T> std::string stateName() {
  if constexpr (isFloat<T>)
    return typeName<T>();
  else
    return "i" + std::to_string(sizeof(T) * 8);
}

/// The state a scan of `T` has by default.
template <class T>
using StateOf = std::conditional_t<isFloat<T> && sizeof(T) == 2, float, T>;

/// What a load makes of an element and a store of a state: integers are cut or
/// widened by their own signedness, floats rounded once.
template <class To, class From> To convert(const From &value) {
  if constexpr (std::is_same_v<To, From>)
    return value;
  else if constexpr (isFloat<From> && sizeof(From) == 2)
    return To(static_cast<float>(value));
  else if constexpr (isFloat<To> && sizeof(To) == 2 && !isFloat<From>)
    return To(static_cast<double>(value));
  else
    return To(value);
}

/// Equal bit for bit; any two NaNs are equal.
template <class T> bool same(const T &a, const T &b) {
  if constexpr (isFloat<T>) {
    using Wide = std::conditional_t<std::is_same_v<T, double>, double, float>;
    if (std::isnan(Wide(a)) || std::isnan(Wide(b)))
      return std::isnan(Wide(a)) && std::isnan(Wide(b));
    return std::memcmp(&a, &b, sizeof(T)) == 0;
  } else {
    return a == b;
  }
}

/// For the message of a test that failed: integers as numbers, bytes too.
template <class T> void show(std::ostream &os, const T &value) {
  if constexpr (isFloat<T>)
    os << static_cast<double>(value);
  else if constexpr (std::is_integral_v<T>)
    os << +value;
  else
    os << value;
}

//===----------------------------------------------------------------------===//
// The built-in operators
//===----------------------------------------------------------------------===//

enum class Operator { Add, Mul, Min, Max, And, Or, Xor };

inline std::string operatorName(Operator op) {
  static const char *const names[] = {"add", "mul", "min", "max",
                                      "and", "or",  "xor"};
  return names[static_cast<int>(op)];
}

/// The prelude's monoid for `op` on the state `State`, without `@`.
template <class State> std::string monoidName(Operator op) {
  bool ordered = op == Operator::Min || op == Operator::Max;
  std::string bits = std::to_string(sizeof(State) * 8);
  if (ordered && std::is_unsigned_v<State>)
    return operatorName(op) + "_u" + bits;
  return operatorName(op) + "_" + stateName<State>();
}

/// IEEE 754-2019 minimum (maximum with `greatest`): NaN propagates, -0 < +0.
template <class Float> Float extremum(Float a, Float b, bool greatest) {
  if (std::isnan(a) || std::isnan(b))
    return std::numeric_limits<Float>::quiet_NaN();
  if (a == b)
    return std::signbit(a) == greatest ? b : a;
  return (a > b) == greatest ? a : b;
}

/// low op high. Integers wrap; min and max go by the signedness of `State`.
template <class State> State apply(Operator op, State low, State high) {
  if constexpr (isFloat<State>) {
    // One operation on f16 or bf16 is exact enough in f32 to be rounded again.
    using Wide = std::conditional_t<sizeof(State) == 2, float, State>;
    auto a = static_cast<Wide>(low), b = static_cast<Wide>(high);
    switch (op) {
    case Operator::Add:
      return State(a + b);
    case Operator::Mul:
      return State(a * b);
    default:
      return State(extremum<Wide>(a, b, op == Operator::Max));
    }
  } else {
    uint64_t a = low, b = high;
    switch (op) {
    case Operator::Add:
      return static_cast<State>(a + b);
    case Operator::Mul:
      return static_cast<State>(a * b);
    case Operator::Min:
      return high < low ? high : low;
    case Operator::Max:
      return high > low ? high : low;
    case Operator::And:
      return static_cast<State>(a & b);
    case Operator::Or:
      return static_cast<State>(a | b);
    case Operator::Xor:
      return static_cast<State>(a ^ b);
    }
    return State();
  }
}

template <class State> State identityOf(Operator op) {
  using Wide = std::conditional_t<isFloat<State>, float, State>;
  using Limits = std::numeric_limits<Wide>;
  switch (op) {
  case Operator::Mul:
    return State(Wide(1));
  case Operator::Min:
    return State(isFloat<State> ? Limits::infinity() : Limits::max());
  case Operator::Max:
    return State(isFloat<State> ? -Limits::infinity() : Limits::lowest());
  case Operator::And:
    return State(Wide(-1));
  default:
    return State(Wide(0));
  }
}

//===----------------------------------------------------------------------===//
// Data
//===----------------------------------------------------------------------===//

/// Element `i` of `n` whose running maximum (minimum) moves until the end: a
/// value from the part of the range that has been opened by then.
template <class T> T drift(bool upwards, uint64_t r, uint64_t i, uint64_t n) {
  using Unsigned = std::make_unsigned_t<T>;
  auto all = static_cast<long double>(std::numeric_limits<Unsigned>::max());
  auto open = static_cast<uint64_t>(all * static_cast<long double>(i + 1) /
                                    static_cast<long double>(n));
  auto step = static_cast<Unsigned>(r % (open ? open : 1));
  return upwards ? static_cast<T>(std::numeric_limits<T>::lowest() + step)
                 : static_cast<T>(std::numeric_limits<T>::max() - step);
}

/// `n` elements on which `op` keeps something to say: no sum is inexact in f16,
/// no product vanishes, extrema move until the end, and bits are rare.
template <class T>
std::vector<T> operatorData(Operator op, uint64_t n, unsigned seed) {
  std::mt19937_64 random(seed);
  std::vector<T> data;
  data.reserve(n);
  int64_t level = 0; // The sum so far, or the exponent of the product.
  for (uint64_t i = 0; i < n; ++i) {
    uint64_t r = random();
    if constexpr (isFloat<T>) {
      if (op == Operator::Add) {
        int64_t step = static_cast<int64_t>(r % 17) - 8;
        step = std::abs(level + step) > 2000 ? -step : step;
        level += step;
        data.push_back(T(static_cast<float>(step)));
      } else if (op == Operator::Mul) {
        int64_t step = static_cast<int64_t>(r % 3) - 1;
        step = std::abs(level + step) > 4 ? -step : step;
        level += step;
        data.push_back(T(std::ldexp(r & 256 ? -1.0f : 1.0f, int(step))));
      } else {
        // Ever further out, but for -0 and +0 at the start.
        float sign = op == Operator::Min ? -1.0f : 1.0f;
        float out = static_cast<float>(r % (i / 8 + 1));
        data.push_back(
            T(i < 40 ? std::copysign(0.0f, (r & 1) - 0.5f) : sign * out / 4));
      }
    } else {
      auto value = static_cast<T>(r);
      if (op == Operator::Mul)
        value = static_cast<T>(r % 512 ? value | 1 : value);
      else if (op == Operator::And)
        value = static_cast<T>(r % 64 ? ~0ull : ~(1ull << (r >> 8) % 64));
      else if (op == Operator::Or)
        value = static_cast<T>(r % 64 ? 0ull : 1ull << (r >> 8) % 64);
      else if (op == Operator::Min || op == Operator::Max)
        value = drift<T>(op == Operator::Max, r, i, n);
      data.push_back(value);
    }
  }
  return data;
}

} // namespace scanc::test

#endif // SCANC_TEST_UNIT_SEMANTICS_NUMBERS_H
