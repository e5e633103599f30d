//===- Proof.cpp - Kernels that scan for every operator -------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Verify/Proof.h"

#include "scanc/Dialect/Prefix/Prelude/Prelude.h"

#include "llvm/Support/FormatVariadic.h"

#include <cstring>
#include <limits>

using namespace scanc;
using namespace scanc::verify;
using llvm::formatv;

bool verify::scansIntervals(const target::ScanDescription &scan) {
  for (unsigned bits : {32, 64})
    for (bool idempotent : {false, true})
      for (bool hasChains : {false, true})
        if (scan.monoid ==
            prefix::getIntervalMonoid(bits, idempotent, hasChains))
          return true;
  return false;
}

unsigned verify::intervalBits(const target::ScanDescription &scan) {
  return scan.elementSize / 2 * 8;
}

namespace {
/// [begin, end) with bounds of type Bound; see intervals.mlir for the two
/// intervals that are none.
template <class Bound> struct Interval {
  Bound begin, end;
  bool operator==(const Interval &) const = default;

  static constexpr Bound least = std::numeric_limits<Bound>::min();
  static Interval identity() { return {least, least}; }
  static Interval poisoned() { return {least + 1, least + 2}; }

  /// What it stands for, elements being of this length.
  std::string str(Bound length) const {
    if (*this == identity())
      return "nothing (the identity)";
    if (*this == poisoned())
      return "elements that are no neighbours, or out of order";
    if (begin == -1 && end == 0)
      return "the init alone";
    const Bound first = begin < 0 ? ~begin : begin;
    if (end <= first || first % length || end % length)
      return "garbage";
    if (begin < 0)
      return "the init and " + Interval{first, end}.str(length);
    if (end == begin + length)
      return formatv("element {0}", begin / length);
    return formatv("elements {0} to {1}", begin / length, end / length - 1);
  }
};

/// The position in the order of the scan of the element at `place` in memory.
uint64_t positionOf(const target::ScanDescription &scan, uint64_t n,
                    uint64_t place) {
  return scan.reverse ? n - 1 - place : place;
}

template <class Bound>
std::vector<uint8_t> makeInput(const target::ScanDescription &scan, uint64_t n,
                               unsigned length) {
  std::vector<uint8_t> input(n * sizeof(Interval<Bound>));
  for (uint64_t place = 0; place < n; ++place) {
    auto k = static_cast<Bound>(positionOf(scan, n, place));
    Interval<Bound> element{static_cast<Bound>(k * length),
                            static_cast<Bound>((k + 1) * length)};
    std::memcpy(&input[place * sizeof element], &element, sizeof element);
  }
  return input;
}

/// What there is at `position` of a chain that begins at `chain`: the element
/// included, or what comes before it.
template <class Bound>
Interval<Bound> expectedAt(const target::ScanDescription &scan, uint64_t chain,
                           uint64_t position, bool isAfter, unsigned length) {
  auto begin = static_cast<Bound>(chain * length);
  auto end = static_cast<Bound>((position + isAfter) * length);
  if (begin == end)
    return scan.init.empty() ? Interval<Bound>::identity()
                             : Interval<Bound>{-1, 0};
  return {scan.init.empty() ? begin : static_cast<Bound>(~begin), end};
}

template <class Bound>
std::string check(const target::ScanDescription &scan,
                  llvm::ArrayRef<uint8_t> output, unsigned length,
                  uint64_t row) {
  // Where a map takes both, what comes before an element, then what it ends.
  const uint64_t states = scan.stored.empty() ? 1 : 2;
  const uint64_t n = output.size() / sizeof(Interval<Bound>) / states;
  uint64_t wrong = 0;
  std::string first;
  for (uint64_t at = 0; at < n * states; ++at) {
    const uint64_t place = at / states;
    const bool isAfter = states == 2 ? at % states == 1 : scan.inclusive;
    const uint64_t position = positionOf(scan, n, place);
    Interval<Bound> got,
        expected = expectedAt<Bound>(scan, row ? position - position % row : 0,
                                     position, isAfter, length);
    std::memcpy(&got, &output[at * sizeof got], sizeof got);
    if (got == expected)
      continue;
    if (wrong++ == 0)
      first = formatv("{3} {0} combines {1}, expected {2}", place,
                      got.str(length), expected.str(length),
                      states == 1 ? "output"
                      : isAfter   ? "the state after element"
                                  : "the state before element");
  }
  if (wrong == 0)
    return {};
  return formatv("{0}; {1} of {2} outputs {3} wrong", first, wrong, n * states,
                 wrong == 1 ? "is" : "are");
}
} // namespace

std::vector<uint8_t> verify::intervalInput(const target::ScanDescription &scan,
                                           uint64_t n, unsigned length) {
  return intervalBits(scan) == 32 ? makeInput<int32_t>(scan, n, length)
                                  : makeInput<int64_t>(scan, n, length);
}

std::string verify::checkIntervals(const target::ScanDescription &scan,
                                   llvm::ArrayRef<uint8_t> output,
                                   unsigned length, uint64_t row) {
  return intervalBits(scan) == 32 ? check<int32_t>(scan, output, length, row)
                                  : check<int64_t>(scan, output, length, row);
}
