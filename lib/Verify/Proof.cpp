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
    if (begin < 0 && end == ~begin)
      return formatv("the initial state before element {0}", end / length);
    const Bound first = begin < 0 ? ~begin : begin;
    if (end <= first || first % length || end % length)
      return "garbage";
    if (begin < 0)
      return "the init and " +
             Interval{first, end}.str(length);
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

/// What lies before a chain that begins at `begin`, of elements of `length`.
template <class Bound>
Interval<Bound> startAt(const target::ScanDescription &scan, Bound begin,
                        bool haveStates) {
  if (haveStates)
    return {static_cast<Bound>(~begin), begin};
  return scan.init.empty() ? Interval<Bound>::identity()
                           : Interval<Bound>{-1, 0};
}

/// What there is up to `end` of such a chain.
template <class Bound>
Interval<Bound> expectedUpTo(const target::ScanDescription &scan, Bound begin,
                             Bound end, bool haveStates) {
  if (begin == end)
    return startAt(scan, begin, haveStates);
  const bool hasStart = haveStates || !scan.init.empty();
  return {hasStart ? static_cast<Bound>(~begin) : begin, end};
}

template <class Bound>
std::string check(const target::ScanDescription &scan,
                  llvm::ArrayRef<uint8_t> output,
                  const IntervalChains &chains) {
  const unsigned length = chains.length;
  // Where a map takes both, what comes before an element, then what it ends.
  const uint64_t states = scan.stored.empty() ? 1 : 2;
  const uint64_t n = output.size() / sizeof(Interval<Bound>) / states;
  uint64_t wrong = 0;
  std::string first;
  for (uint64_t at = 0; at < n * states; ++at) {
    const uint64_t place = at / states;
    const bool isAfter = states == 2 ? at % states == 1 : scan.inclusive;
    const uint64_t position = positionOf(scan, n, place);
    const uint64_t chain = chains.row ? position - position % chains.row : 0;
    Interval<Bound> got,
        expected =
            expectedUpTo(scan, static_cast<Bound>(chain * length),
                         static_cast<Bound>((position + isAfter) * length),
                         chains.haveStates);
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

/// What `body` does of each chain of n elements in all: its number in memory,
/// and where it begins and ends in the order of the scan.
template <class Bound>
void forEachChain(const target::ScanDescription &scan, uint64_t n,
                  const IntervalChains &chains,
                  llvm::function_ref<void(uint64_t, Bound, Bound)> body) {
  const uint64_t row = chains.row ? chains.row : n;
  const uint64_t count = n ? n / row : chains.chains;
  // Chains without elements are told apart all the same.
  const uint64_t step = n ? row * chains.length : chains.length;
  for (uint64_t number = 0; number < count; ++number)
    body(scan.reverse ? count - 1 - number : number,
         static_cast<Bound>(number * step),
         static_cast<Bound>((number + (n != 0)) * step));
}

template <class Bound>
std::vector<uint8_t> makeStates(const target::ScanDescription &scan, uint64_t n,
                                const IntervalChains &chains) {
  std::vector<uint8_t> states;
  forEachChain<Bound>(scan, n, chains, [&](uint64_t at, Bound begin, Bound) {
    const Interval<Bound> state = startAt(scan, begin, /*haveStates=*/true);
    states.resize(std::max<size_t>(states.size(), (at + 1) * sizeof state));
    std::memcpy(&states[at * sizeof state], &state, sizeof state);
  });
  return states;
}

template <class Bound>
std::string checkFinals(const target::ScanDescription &scan,
                        llvm::ArrayRef<uint8_t> finals, uint64_t n,
                        const IntervalChains &chains) {
  uint64_t wrong = 0, all = 0;
  std::string first;
  forEachChain<Bound>(
      scan, n, chains, [&](uint64_t at, Bound begin, Bound end) {
        const Interval<Bound> expected =
            expectedUpTo(scan, begin, end, chains.haveStates);
        Interval<Bound> got;
        ++all;
        if ((at + 1) * sizeof got > finals.size()) {
          first = "final states are missing";
          ++wrong;
          return;
        }
        std::memcpy(&got, &finals[at * sizeof got], sizeof got);
        if (got != expected && wrong++ == 0)
          first = formatv("final state {0} combines {1}, expected {2}", at,
                          got.str(chains.length), expected.str(chains.length));
      });
  if (wrong == 0)
    return {};
  return formatv("{0}; {1} of {2} final states {3} wrong", first, wrong, all,
                 wrong == 1 ? "is" : "are");
}
} // namespace

std::vector<uint8_t> verify::intervalInput(const target::ScanDescription &scan,
                                           uint64_t n, unsigned length) {
  return intervalBits(scan) == 32 ? makeInput<int32_t>(scan, n, length)
                                  : makeInput<int64_t>(scan, n, length);
}

std::vector<uint8_t> verify::intervalStates(const target::ScanDescription &scan,
                                            uint64_t n,
                                            const IntervalChains &chains) {
  return intervalBits(scan) == 32 ? makeStates<int32_t>(scan, n, chains)
                                  : makeStates<int64_t>(scan, n, chains);
}

std::string verify::checkIntervals(const target::ScanDescription &scan,
                                   llvm::ArrayRef<uint8_t> output,
                                   const IntervalChains &chains) {
  return intervalBits(scan) == 32 ? check<int32_t>(scan, output, chains)
                                  : check<int64_t>(scan, output, chains);
}

std::string verify::checkFinalIntervals(const target::ScanDescription &scan,
                                        llvm::ArrayRef<uint8_t> finals,
                                        uint64_t n,
                                        const IntervalChains &chains) {
  return intervalBits(scan) == 32
             ? checkFinals<int32_t>(scan, finals, n, chains)
             : checkFinals<int64_t>(scan, finals, n, chains);
}
