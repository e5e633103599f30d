//===- operators.cuh - What scans.mlir scans, on a CPU --------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each operator has
//
//   State                        and `start`, from which a chain starts
//   draw(random, array)          an element of an input
//   load(chain, k)               the state of element k
//   combine(x, y)
//   store(chain, k, state...)    what element k becomes
//   drawState(random)            a state to start from
//   floatBytes                   0; or else elements and states are floats of
//                                so many bytes, each of which may be as far
//                                from what is expected as `areNear` says
//
// Values are their bits, the first byte lowest, as in memory.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TEST_INTEGRATION_GPU_AXIS_OPERATORS_CUH
#define SCANC_TEST_INTEGRATION_GPU_AXIS_OPERATORS_CUH

#include "../matrices.cuh"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

/// The elements along the axis at one place of the others, in each array.
struct Chain {
  uint64_t n;
  std::vector<std::vector<uint64_t>> in, out; // out may have one more
};

template <class To, class From> To bitsAs(From from) {
  static_assert(sizeof(To) <= sizeof(From) || sizeof(From) <= sizeof(To), "");
  To to = {};
  std::memcpy(&to, &from,
              sizeof(To) < sizeof(From) ? sizeof(To) : sizeof(From));
  return to;
}

enum class Kind { Inclusive, Exclusive, Total };

/// What most operators are: their results are compared bit by bit.
struct Exact {
  static constexpr uint64_t floatBytes = 0;
  static uint64_t drawState(Random &random) { return random() | 1; }
};

/// Of two floats that were computed in different orders.
template <class T> bool isNear(T expected, T got) {
  constexpr double most = sizeof(T) == 4 ? 2e-5 : 1e-9;
  return expected == got ||
         (std::isfinite(expected) &&
          std::abs(expected - got) <= most * (1 + std::abs(expected)));
}

/// Of as many as are in `size` bytes.
inline bool areNear(uint64_t expected, uint64_t got, uint64_t size,
                    uint64_t floatBytes) {
  if (floatBytes == 8)
    return isNear(bitsAs<double>(expected), bitsAs<double>(got));
  for (uint64_t bit = 0; bit < 8 * size; bit += 32)
    if (!isNear(bitsAs<float>(static_cast<uint32_t>(expected >> bit)),
                bitsAs<float>(static_cast<uint32_t>(got >> bit))))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

/// Modulo the width of the elements.
template <uint64_t Start = 0> struct SumOfIntegers : Exact {
  using State = uint64_t;
  static constexpr State start = Start;
  static uint64_t draw(Random &random, unsigned) { return random(); }
  static State load(const Chain &chain, uint64_t k) { return chain.in[0][k]; }
  static State combine(State x, State y) { return x + y; }
  static void store(Chain &chain, uint64_t k, State state) {
    chain.out[0][k] = state;
  }
};

/// Of whole numbers, so that sums are exact.
template <class T> struct SumOfFloats : Exact {
  using State = T;
  static constexpr State start = 0;
  static uint64_t draw(Random &random, unsigned) {
    return bitsAs<uint64_t>(static_cast<T>(below(random, 5)) - 2);
  }
  static State load(const Chain &chain, uint64_t k) {
    return bitsAs<T>(chain.in[0][k]);
  }
  // A sum from nothing is +0, and so is 0 + x for an x of -0.
  static State combine(State x, State y) { return x + y; }
  static void store(Chain &chain, uint64_t k, State state) {
    chain.out[0][k] = bitsAs<uint64_t>(state);
  }
};

/// As f32; what is stored is rounded to the nearest, of two to the even one.
struct SumOfBf16 : SumOfFloats<float> {
  static uint64_t draw(Random &random, unsigned input) {
    return SumOfFloats<float>::draw(random, input) >> 16;
  }
  static State load(const Chain &chain, uint64_t k) {
    return bitsAs<float>(static_cast<uint32_t>(chain.in[0][k]) << 16);
  }
  static void store(Chain &chain, uint64_t k, State state) {
    const auto bits = bitsAs<uint32_t>(state);
    chain.out[0][k] = (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
  }
};

//===----------------------------------------------------------------------===//
// Pairs, of an operator that does not commute
//===----------------------------------------------------------------------===//

/// From the identity, or from what scans.mlir says.
struct FromIdentity {
  static constexpr State start = {1, 0};
};
struct FromInit {
  static constexpr State start = {3, 5};
};

/// As two arrays.
template <class From> struct Arrays : From, Exact {
  using State = ::State;
  static uint64_t draw(Random &random, unsigned input) {
    return input == 0 ? random() | 1 : random();
  }
  static State load(const Chain &chain, uint64_t k) {
    return {static_cast<uint32_t>(chain.in[0][k]),
            static_cast<uint32_t>(chain.in[1][k])};
  }
  static State combine(State x, State y) { return ::combine(x, y); }
  static void store(Chain &chain, uint64_t k, State state) {
    chain.out[0][k] = state.a;
    chain.out[1][k] = state.h;
  }
};

/// As structures.
template <class From> struct Pairs : Arrays<From> {
  static uint64_t draw(Random &random, unsigned) { return random() | 1; }
  static State load(const Chain &chain, uint64_t k) {
    return bitsAs<State>(chain.in[0][k]);
  }
  static void store(Chain &chain, uint64_t k, State state) {
    chain.out[0][k] = bitsAs<uint64_t>(state);
  }
};

/// h[t] = a[t] h[t - 1] + b[t].
struct Recurrence : Arrays<FromInit> {
  static void store(Chain &chain, uint64_t k, State state) {
    chain.out[0][k] = state.h;
  }
};

/// With the index, and with the elements beside one.
struct Beside : Arrays<FromIdentity> {
  static uint64_t draw(Random &random, unsigned) { return random(); }
  static State load(const Chain &chain, uint64_t k) {
    return {k + 1 == chain.n ? 3 : static_cast<uint32_t>(chain.in[0][k + 1]),
            static_cast<uint32_t>(chain.in[1][k] + k)};
  }
  static void store(Chain &chain, uint64_t k, State state) {
    const uint64_t before =
        k == 0 ? static_cast<uint64_t>(-7) : chain.in[2][k - 1];
    const uint64_t behind = k + 1 == chain.n ? 9 : chain.in[1][k + 1];
    chain.out[0][k] = state.h * before;
    chain.out[1][k] = state.h ^ behind;
    chain.out[2][k] = k;
  }
};

//===----------------------------------------------------------------------===//
// Combines of many instructions
//===----------------------------------------------------------------------===//

/// Maps of a plane modulo a prime: the first two columns of 3x3 matrices, whose
/// third one is (0, 0, 1).
struct PlaneMaps : Exact {
  using State = std::array<uint32_t, 6>;
  static constexpr uint64_t prime = 4294967291;
  static constexpr State start = {1, 0, 0, 1, 0, 0};
  static uint64_t draw(Random &random, unsigned) { return random() % prime; }
  static State load(const Chain &chain, uint64_t k) {
    const auto x = static_cast<uint32_t>(chain.in[0][k]),
               y = static_cast<uint32_t>(chain.in[1][k]),
               z = static_cast<uint32_t>(chain.in[2][k]);
    return {x, y, 1, z, y, x};
  }
  static State combine(const State &x, const State &y) {
    State product;
    for (unsigned i = 0; i < 6; ++i) {
      const unsigned row = i / 2, column = i % 2;
      uint64_t sum = row == 2 ? y[4 + column] : 0;
      for (unsigned k = 0; k < 2; ++k)
        sum += uint64_t(x[2 * row + k]) * y[2 * k + column] % prime;
      product[i] = static_cast<uint32_t>(sum % prime);
    }
    return product;
  }
  static void store(Chain &chain, uint64_t k, const State &state) {
    for (unsigned column = 0; column < 2; ++column)
      chain.out[column][k] =
          state[column] + 3 * state[2 + column] + 5 * state[4 + column];
  }
};

/// log(exp(x) + exp(y)).
template <class T> T addLogs(T x, T y) {
  const T more = std::max(x, y), less = std::min(x, y);
  return x == y ? more + std::log(T(2))
                : more + std::log1p(std::exp(less - more));
}

/// Logarithms of sums of exponentials.
struct LogSums {
  using State = double;
  static constexpr uint64_t floatBytes = 8;
  static constexpr State start = -std::numeric_limits<double>::infinity();
  static uint64_t draw(Random &random, unsigned) {
    return bitsAs<uint64_t>(static_cast<double>(below(random, 81)) - 40);
  }
  static uint64_t drawState(Random &random) { return draw(random, 0); }
  static State load(const Chain &chain, uint64_t k) {
    return bitsAs<double>(chain.in[0][k]);
  }
  static State combine(State x, State y) { return addLogs(x, y); }
  static void store(Chain &chain, uint64_t k, State state) {
    chain.out[0][k] = bitsAs<uint64_t>(state);
  }
};

/// h[t] = log(exp(h[t - 1] + a[t]) + exp(b[t])). The a are whole numbers, so
/// that their sums are exact, and mostly negative, so that h forgets what lies
/// far behind, and errors with it.
struct LogAffine {
  struct State {
    float a, h;
  };
  static constexpr uint64_t floatBytes = 4;
  static constexpr State start = {-2, 1};
  static uint64_t draw(Random &random, unsigned input) {
    return bitsAs<uint64_t>(
        input == 0 ? -static_cast<float>(below(random, 3))
                   : static_cast<float>(below(random, 99)) / 8 - 6);
  }
  static uint64_t drawState(Random &random) {
    const uint64_t a = draw(random, 0);
    return a | draw(random, 1) << 32;
  }
  static State load(const Chain &chain, uint64_t k) {
    return {bitsAs<float>(chain.in[0][k]), bitsAs<float>(chain.in[1][k])};
  }
  static State combine(State x, State y) {
    return {x.a + y.a, addLogs(x.h + y.a, y.h)};
  }
  static void store(Chain &chain, uint64_t k, State state) {
    chain.out[0][k] = bitsAs<uint64_t>(state.h);
  }
};

//===----------------------------------------------------------------------===//
// A chain
//===----------------------------------------------------------------------===//

/// Scans it; `state` is what it starts from, and then what is after it.
template <class Op>
void scanFrom(Kind kind, bool reverse, Chain &chain,
              typename Op::State &state) {
  const uint64_t n = chain.n;
  if (kind == Kind::Total)
    Op::store(chain, reverse ? n : 0, state);
  for (uint64_t step = 0; step < n; ++step) {
    const uint64_t k = reverse ? n - 1 - step : step;
    const auto after = Op::combine(state, Op::load(chain, k));
    if (kind == Kind::Total)
      Op::store(chain, reverse ? k : k + 1, after);
    else
      Op::store(chain, k, kind == Kind::Inclusive ? after : state);
    state = after;
  }
}

/// The same, of the bits of a state: where `areGiven` is false, from the start.
template <class Op>
uint64_t scanChain(Kind kind, bool reverse, Chain &chain, bool isGiven,
                   uint64_t bits) {
  auto state = isGiven ? bitsAs<typename Op::State>(bits) : Op::start;
  scanFrom<Op>(kind, reverse, chain, state);
  return bitsAs<uint64_t>(state);
}

#endif // SCANC_TEST_INTEGRATION_GPU_AXIS_OPERATORS_CUH
