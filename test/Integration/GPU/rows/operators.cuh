//===- operators.cuh - What scans.mlir scans, by a thread of a GPU --------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each operator has
//
//   State           and `identity`, from which a row starts
//   combine(x, y)
//   areSame(x, y)   whether an output, the first one, is what is expected
//
// `draw` makes elements of random bits.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TEST_INTEGRATION_GPU_ROWS_OPERATORS_CUH
#define SCANC_TEST_INTEGRATION_GPU_ROWS_OPERATORS_CUH

#include <cstdint>

struct Pair {
  int32_t a, b;
};
__device__ inline bool operator==(Pair x, Pair y) {
  return x.a == y.a && x.b == y.b;
}

/// Of operators whose results are compared bit by bit.
struct Exact {
  template <class T> __device__ static bool areSame(T x, T y) { return x == y; }
};

//===----------------------------------------------------------------------===//
// Operators, written anew
//===----------------------------------------------------------------------===//

template <class T> struct Add : Exact {
  using State = T;
  __device__ static T identity() { return T(0); }
  __device__ static T combine(T x, T y) { return T(x + y); }
};
struct AddFrom7 : Add<int32_t> {
  __device__ static int32_t identity() { return 7; }
};
/// Of bf16, by its bits: only numbers from 0 on are drawn.
struct MaxBf16 : Exact {
  using State = uint16_t;
  __device__ static uint16_t identity() { return 0; }
  __device__ static uint16_t combine(uint16_t x, uint16_t y) {
    return x < y ? y : x;
  }
};
struct Maps : Exact {
  using State = Pair;
  __device__ static Pair identity() { return {1, 0}; }
  __device__ static Pair combine(Pair x, Pair y) {
    return {int32_t(uint32_t(x.a) * uint32_t(y.a)),
            int32_t(uint32_t(x.b) * uint32_t(y.a) + uint32_t(y.b))};
  }
};

//===----------------------------------------------------------------------===//
// Combines of many instructions
//===----------------------------------------------------------------------===//

/// The first two columns of a 3x3 matrix, whose third one is (0, 0, 1).
struct PlaneMap {
  uint32_t entry[6];
};
__device__ inline bool operator==(const PlaneMap &x, const PlaneMap &y) {
  for (int i = 0; i < 6; ++i)
    if (x.entry[i] != y.entry[i])
      return false;
  return true;
}

constexpr uint64_t prime = 4294967291;

/// Products of such matrices modulo a prime.
struct PlaneMaps : Exact {
  using State = PlaneMap;
  __device__ static PlaneMap identity() { return {{1, 0, 0, 1, 0, 0}}; }
  __device__ static PlaneMap combine(const PlaneMap &x, const PlaneMap &y) {
    PlaneMap product;
    for (int row = 0; row < 3; ++row)
      for (int column = 0; column < 2; ++column) {
        uint64_t sum = row == 2 ? y.entry[4 + column] : 0;
        for (int k = 0; k < 2; ++k)
          sum +=
              uint64_t(x.entry[2 * row + k]) * y.entry[2 * k + column] % prime;
        product.entry[2 * row + column] = uint32_t(sum % prime);
      }
    return product;
  }
};

/// Whether x is y, but for what another order of combines makes of it.
__device__ inline bool areNear(double x, double y, double relative) {
  return x == y || (isfinite(y) && fabs(x - y) <= relative * (1 + fabs(y)));
}

/// log(exp(x) + exp(y)).
template <class T> __device__ T addLogs(T x, T y) {
  const T more = x < y ? y : x, less = x < y ? x : y;
  return x == y ? more + log(T(2)) : more + log1p(exp(less - more));
}

struct LogSums {
  using State = double;
  __device__ static double identity() { return -INFINITY; }
  __device__ static double combine(double x, double y) { return addLogs(x, y); }
  __device__ static bool areSame(double x, double y) {
    return areNear(x, y, 1e-9);
  }
};

struct FloatPair {
  float a, b;
};

/// h[t] = log(exp(h[t - 1] + a[t]) + exp(b[t])), of pairs (a, b).
struct LogAffine {
  using State = FloatPair;
  __device__ static FloatPair identity() { return {0, -INFINITY}; }
  __device__ static FloatPair combine(FloatPair x, FloatPair y) {
    return {x.a + y.a, addLogs(x.b + y.a, y.b)};
  }
  __device__ static bool areSame(FloatPair x, FloatPair y) {
    return x.a == y.a && areNear(x.b, y.b, 2e-5);
  }
};

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

__device__ inline uint32_t hash(uint64_t x) {
  x = (x ^ (x >> 31)) * 0x9e3779b97f4a7c15ull;
  x = (x ^ (x >> 29)) * 0xbf58476d1ce4e5b9ull;
  return uint32_t(x >> 32);
}
template <class T> __device__ void draw(T &to, uint32_t bits) { to = T(bits); }
/// Whole numbers, so that sums are exact.
__device__ inline void draw(float &to, uint32_t bits) {
  to = float(bits % 5) - 2;
}
__device__ inline void draw(double &to, uint32_t bits) {
  to = double(bits % 99) - 49;
}
/// Bits of bf16 from 0 to 2; what grows by and by.
__device__ inline void draw(uint16_t &to, uint32_t bits) {
  to = uint16_t(bits % 0x4000 >> (bits >> 28));
}
__device__ inline void draw(Pair &to, uint32_t bits) {
  to.a = int32_t(bits | 1);
  to.b = int32_t(bits * 2654435761u);
}
__device__ inline void draw(PlaneMap &to, uint32_t bits) {
  for (uint32_t &entry : to.entry)
    entry = (bits = bits * 2654435761u + 12345) % prime;
}
/// The a are whole numbers, so that their sums are exact, and mostly negative,
/// so that h forgets what lies far behind, and errors with it.
__device__ inline void draw(FloatPair &to, uint32_t bits) {
  to.a = -float(bits % 3);
  to.b = float((bits >> 8) % 99) / 8 - 6;
}

#endif // SCANC_TEST_INTEGRATION_GPU_ROWS_OPERATORS_CUH
