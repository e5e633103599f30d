//===- Piece.h - Small monoids to build large ones from ---------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A piece is an associative operator on a few values with its identity, twice:
// as MLIR text and as C++ that computes it on bits. The two are written apart,
// so that one checks the other. A random monoid is a direct product of pieces.
//
// Every piece is exact: integers wrap, and the sums and products of floats stay
// among numbers that the format holds, because `draw` gives small ones. So any
// order of combining gives the same bits.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TEST_UNIT_FUZZ_PIECE_H
#define SCANC_TEST_UNIT_FUZZ_PIECE_H

#include "Random.h"
#include "Scalar.h"

#include "llvm/ADT/ArrayRef.h"

#include <memory>
#include <string>
#include <vector>

namespace scanc::test {

using Names = std::vector<std::string>;
using Bits = std::vector<uint64_t>;

/// Writes the body of a region, with fresh names for results.
class BodyWriter {
public:
  /// `%v3 = arith.op a, b : type`
  std::string op(const std::string &name, const std::string &a,
                 const std::string &b, Scalar type);
  std::string select(const std::string &condition, const std::string &a,
                     const std::string &b, Scalar type);
  std::string constant(uint64_t bits, Scalar type);
  const std::string &str() const { return text; }

private:
  std::string define(const std::string &expression);
  std::string text;
  unsigned count = 0;
};

/// Which elements a field may be given.
enum class Domain {
  Any,   ///< Every number.
  Small, ///< -3 to 3: sums of a hundred thousand are exact in f32.
  Sign,  ///< -1, 0 and 1.
  Flag,  ///< 0, or seldom 1.
};

class Piece {
public:
  virtual ~Piece() = default;

  std::vector<Scalar> types;
  std::vector<Domain> domains;
  bool commutative = false, idempotent = false;

  virtual Bits identity() const = 0;
  virtual Bits combine(llvm::ArrayRef<uint64_t> low,
                       llvm::ArrayRef<uint64_t> high) const = 0;
  virtual Names emit(BodyWriter &body, llvm::ArrayRef<std::string> low,
                     llvm::ArrayRef<std::string> high) const = 0;
  /// One element, its fields of types `memory`.
  virtual Bits draw(Random &random, llvm::ArrayRef<Scalar> memory) const;
};

/// A number of `domain` that `memory` can hold; never a NaN.
uint64_t drawNumber(Random &random, Domain domain, Scalar memory);

/// A piece of at most `maxFields` values and `maxBytes` bytes without padding.
std::unique_ptr<Piece> randomPiece(Random &random, unsigned maxFields,
                                   unsigned maxBytes);

} // namespace scanc::test

#endif // SCANC_TEST_UNIT_FUZZ_PIECE_H
