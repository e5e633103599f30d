//===- Samples.h - States to try a law on -----------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order of a pool is the order in which counterexamples are looked for:
// small natural numbers first, then other plain values, then what lies at the
// edges of the types. Constants of the monoid's own text are values too, each
// with its neighbours: a modulus or a bound shows there or nowhere.
//
//   one field        1 2 3 0 -1 4 ...  constants  max min ...  random
//   several fields   (1, 2) (3, 4) (5, 6)  (1, 1) ...  random mixtures
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_VERIFY_SAMPLES_H
#define SCANC_LIB_VERIFY_SAMPLES_H

#include "Values.h"

#include <random>

namespace scanc::verify {

using Random = std::mt19937_64;

/// States, one after another.
struct StatePool {
  unsigned stateSize;
  std::vector<uint8_t> bytes;
  /// How far each field of each state may be from what it would be without
  /// roundings; empty where all states are what they are.
  std::vector<double> radii;
  /// So many from the start on deserve to be tried in all combinations.
  size_t exhaustive = 0;

  size_t size() const { return bytes.size() / stateSize; }
  StateBytes operator[](size_t index) const {
    return StateBytes(bytes).slice(index * stateSize, stateSize);
  }
  llvm::ArrayRef<double> radiiOf(size_t index) const {
    const size_t fields = radii.size() / size();
    return llvm::ArrayRef(radii).slice(index * fields, fields);
  }
  void add(StateBytes states) {
    bytes.insert(bytes.end(), states.begin(), states.end());
  }
};

/// The numbers in the text of a monoid.
struct Constants {
  std::vector<int64_t> integers;
  std::vector<double> floats;

  static Constants of(prefix::MonoidOp monoid);
  /// The largest magnitude of a float, 0 without any.
  double largest() const;
};

/// Values of one field, from plain to odd; the first `plain` are neither
/// extreme nor special.
struct FieldValues {
  std::vector<llvm::APInt> values;
  size_t plain = 0;

  static FieldValues of(const Field &field, const Constants &constants,
                        Random &random);
};

/// States of `fields`, any that memory can hold.
StatePool sampleStates(llvm::ArrayRef<Field> fields, unsigned stateSize,
                       const Constants &constants, Random &random);

/// The first few states of a pool: all fields small natural numbers.
constexpr size_t naturalStates = 3;

} // namespace scanc::verify

#endif // SCANC_LIB_VERIFY_SAMPLES_H
