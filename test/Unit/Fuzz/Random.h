//===- Random.h - Choices that a seed determines ----------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same seed makes the same choices with every standard library:
// std::mt19937_64 is specified to the bit, and the distributions of <random>,
// which are not, stay unused.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TEST_UNIT_FUZZ_RANDOM_H
#define SCANC_TEST_UNIT_FUZZ_RANDOM_H

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace scanc::test {

class Random {
public:
  explicit Random(uint64_t seed) : engine(seed) {}

  uint64_t bits() { return engine(); }
  /// `least` to `most`, both included.
  int64_t between(int64_t least, int64_t most) {
    return least + static_cast<int64_t>(engine() % (most - least + 1));
  }
  /// True once in `n` times.
  bool oneIn(unsigned n) { return engine() % n == 0; }
  template <class T> const T &pick(const std::vector<T> &from) {
    return from[engine() % from.size()];
  }

private:
  std::mt19937_64 engine;
};

} // namespace scanc::test

#endif // SCANC_TEST_UNIT_FUZZ_RANDOM_H
