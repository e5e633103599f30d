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
//
// Values are their bits, the first byte lowest, as in memory.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TEST_INTEGRATION_GPU_AXIS_OPERATORS_CUH
#define SCANC_TEST_INTEGRATION_GPU_AXIS_OPERATORS_CUH

#include "../matrices.cuh"

#include <cstdint>
#include <cstring>
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

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

/// Modulo the width of the elements.
template <uint64_t Start = 0> struct SumOfIntegers {
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
template <class T> struct SumOfFloats {
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
template <class From> struct Arrays : From {
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
