//===- Spans.h - The proof that a network is a scan -------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The span of a node is the interval of inputs it has combined. Input i covers
// i..i; a combine of i..k and k+1..j covers i..j; output k must cover 0..k.
//
//   0..0  1..1  2..2  3..3
//    +-----*     +-----*        0..1 = 0..0 . 1..1     2..3 = 2..2 . 3..3
//    |     +-----*-----*        0..2 = 0..1 . 2..2     0..3 = 0..1 . 2..3
//
// A network that passes is a scan for every associative operator, commutative
// or not, and one that fails is wrong for some operator, so the check is both
// sound and complete. Trying 0-1 inputs proves neither. The order of operands
// is part of the proof: `high . low` is refused even where the monoid happens
// to be commutative.
//
// Overlapping operands i..k and m..j, i <= m <= k, k <= j, read m..k twice.
// That is harmless exactly where x . x = x, commutative or not:
//   (i..m-1)(m..k) . (m..k)(k+1..j) = (i..m-1)(m..k)(k+1..j).
// Knowles networks need it; everything else should not ask for it.
//
// What it does not say: that every combine is used, or that a schedule is legal
// (see checkStages in Schedule.h).
//
// Sources: Chong, Donaldson and Ketema, "A sound and complete abstraction for
// reasoning about parallel prefix sums", POPL 2014; Voigtlaender, "Much ado
// about two", POPL 2008.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_CIRCUITS_SPANS_H
#define SCANC_CIRCUITS_SPANS_H

#include "scanc/Circuits/Network.h"

#include "llvm/Support/Error.h"

#include <string>

namespace scanc::circuits {

/// The inputs lo..hi, both ends included.
struct Span {
  int64_t lo = 0, hi = 0;
  friend bool operator==(const Span &, const Span &) = default;
};

/// Prints as `lo..hi`.
std::string toString(Span span);

/// How two operands lie to each other, the low one named first.
enum class Adjacency {
  /// `low` ends where `high` begins: low.hi + 1 == high.lo.
  Adjacent,
  /// They share inputs and together cover low.lo..high.hi; legal for an
  /// idempotent operator.
  Overlapping,
  /// `high` ends where `low` begins: the operands are swapped.
  Swapped,
  /// Inputs between them are missing, or one sticks out of the other on the
  /// wrong side.
  Apart
};
Adjacency adjacency(Span low, Span high);

enum class SpanErrorKind {
  /// The width is below 1.
  IllegalWidth,
  /// An operand or an output is no node of the network.
  NodeOutOfRange,
  /// An operand is the combine itself or a later one.
  NotTopological,
  /// The operands' spans do not meet.
  NonAdjacent,
  /// The operands' spans meet in the wrong order.
  SwappedOperands,
  /// The operands' spans overlap and the operator is not idempotent.
  Overlap,
  /// The number of outputs is not the width.
  WrongOutputCount,
  /// Output k does not cover 0..k.
  WrongOutput
};

/// The first place where a network fails to be a scan.
class SpanError : public llvm::ErrorInfo<SpanError> {
public:
  static char ID; // NOLINT(readability-identifier-naming): LLVM asks for it

  SpanError(SpanErrorKind kind, size_t index, std::string text)
      : kind(kind), index(index), text(std::move(text)) {}

  SpanErrorKind getKind() const { return kind; }
  /// The number of the combine or of the output at fault; 0 where neither is.
  size_t getIndex() const { return index; }

  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override;

private:
  SpanErrorKind kind;
  size_t index;
  std::string text;
};

enum class Overlap { Refused, Allowed };

/// Proves that `network` is a scan and returns the span of every node, inputs
/// first; otherwise a `SpanError` about the first combine or output at fault.
/// `overlap` may be `Allowed` only for an idempotent operator. Any network may
/// be passed, including ones with node numbers out of range.
llvm::Expected<std::vector<Span>>
checkSpans(const Network &network, Overlap overlap = Overlap::Refused);

} // namespace scanc::circuits

#endif // SCANC_CIRCUITS_SPANS_H
