//===- Inputs.h - Elements whose scan is known to the bit -------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A measured scan is checked bit by bit, so its result must not depend on the
// order in which a kernel combines: the combination of any stretch of elements
// has to be exact in every type on the way. And it must keep moving, because a
// prefix that stays as it is hides errors.
//
//   add, floats   x[k] = p[k] - p[k-1] for random p from 0 to 127: the sum of
//                 any stretch is a whole number below 128, which 16 bits hold
//   add, mul, xor on integers: random bits (odd ones for mul); they wrap
//   mul, floats   x[k] = q[k] / q[k-1] for powers of two from 1/8 to 8
//   max, min      a ramp with noise, so that the extreme moves on until the
//                 end; in 8 and 16 bits it rises with the logarithm of k
//   and, or       at every power of two one bit more is lost or gained
//   affine        (a, b) with a of -1, 0, 1 and b small: a 0 now and then keeps
//                 the recurrence small, the signs keep it from commuting
//   argmax        the ramp of max with its index
//   others        what the scan declares in `prefix.elements`; else integers
//                 from 0 to 3 and floats of -1, 0, 1
//
// What a `load` makes of elements is not known: with one, sums and products are
// among the others, and argmax of one value has the ramp. What a map computes
// in floats may be rounded, and is compared as such.
//
// Element k does not depend on n: an input is the beginning of any longer one.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TOOLS_SCANC_BENCH_INPUTS_H
#define SCANC_TOOLS_SCANC_BENCH_INPUTS_H

#include "scanc/Machine/ScalarTypes.h"
#include "scanc/Target/ScanDescription.h"

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>
#include <vector>

namespace scanc::bench {

class Inputs {
public:
  /// Elements for a scan; `declared` are those it declares, as in memory.
  Inputs(const target::ScanDescription &scan, std::vector<uint8_t> declared);

  /// Writes elements `first`, `first` + 1, ... until `bytes` is full.
  void write(uint64_t first, llvm::MutableArrayRef<uint8_t> bytes) const;

  /// Whether every combination of these elements is exact, whatever the order.
  bool areExact() const;

private:
  enum class Pattern { Add, Mul, Max, Min, And, Or, Affine, Argmax, Any };

  /// A field, and the numbers it may hold, encoded once.
  struct Field {
    const machine::ScalarType &type;
    unsigned offset, size;
    uint64_t largest = 0; ///< The bits of the largest number; of floats.
    std::vector<uint64_t> wholes; ///< -128 to 127.
    std::vector<uint64_t> powers; ///< 2^-6 to 2^6, then their negatives.

    explicit Field(const target::ScanField &field);
    uint64_t whole(int value) const { return wholes[value + 128]; }
    uint64_t power(int exponent, bool negative) const {
      return powers[exponent + 6 + (negative ? 13 : 0)];
    }
    /// A value that rises with k, but for some noise.
    uint64_t ramp(uint64_t k) const;
  };

  uint64_t bitsOf(const Field &field, unsigned index, uint64_t k) const;

  const target::ScanDescription &scan;
  std::vector<uint8_t> declared;
  Pattern pattern;
  std::vector<Field> fields;
};

} // namespace scanc::bench

#endif // SCANC_TOOLS_SCANC_BENCH_INPUTS_H
