//===- RandomScan.h - A random scan, its input, and its output --*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From a seed: a monoid of random pieces, types in memory, a kind, a plan whose
// levels have random shapes and random circuits, and all of it as MLIR text.
// The same object makes inputs, and evaluates the scan one element after
// another in C++, which shares nothing with the compiler.
//
// One scan in ten is spoiled in one way that the compiler must refuse.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TEST_UNIT_FUZZ_RANDOMSCAN_H
#define SCANC_TEST_UNIT_FUZZ_RANDOMSCAN_H

#include "Piece.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace scanc::test {

/// The C struct of some fields.
struct Layout {
  explicit Layout(const std::vector<Scalar> &fields);
  std::vector<Scalar> fields;
  std::vector<size_t> offsets;
  size_t size = 0, alignment = 1;

  uint64_t load(const uint8_t *element, size_t field) const;
  void store(uint8_t *element, size_t field, uint64_t bits) const;
};

class RandomScan {
public:
  explicit RandomScan(Random &random);

  /// The text of a module with one scan, @fuzzed.
  const std::string &source() const { return text; }
  /// What is wrong with it; empty if it must compile.
  const std::string &fault() const { return spoiled; }

  /// `n` elements, the padding between their fields random too.
  std::vector<uint8_t> makeInput(Random &random, uint64_t n) const;
  /// The output for an input, by definition. The padding is zero.
  std::vector<uint8_t> evaluate(const std::vector<uint8_t> &input) const;
  /// The number of the first element whose fields differ, with the fields;
  /// empty if there is none.
  std::string compare(const std::vector<uint8_t> &expected,
                      const std::vector<uint8_t> &got) const;

  /// In place is possible: elements and outputs are of one size.
  /// Whether outputs may replace inputs, array by array.
  bool fitsInPlace() const;

private:
  void makeMonoid(Random &random);
  void chooseTypes(Random &random);
  std::string printMonoid() const;
  std::string printScan(const std::string &plan) const;
  Bits identity() const;
  Bits combine(const Bits &low, const Bits &high) const;

  std::vector<std::unique_ptr<Piece>> pieces;
  std::vector<Scalar> state;
  bool commutative = true, idempotent = true;
  Layout element{{}}, output{{}};
  bool inclusive = true, reverse = false, soa = false;
  Bits init; // empty: none
  std::string text, spoiled;
};

} // namespace scanc::test

#endif // SCANC_TEST_UNIT_FUZZ_RANDOMSCAN_H
