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
/// How long elements are. Where chains have states, each of these is longer by
/// what is no element: it ends in front of its chain.
uint64_t lengthOf(const IntervalChains &chains) {
  return chains.length + chains.haveStates;
}

/// Where the element begins that is `position` in the order of the scan. In
/// front of the first there is room for a state.
template <class Bound>
Bound boundAt(const IntervalChains &chains, uint64_t position) {
  return static_cast<Bound>((position + chains.haveStates) * lengthOf(chains));
}

/// [begin, end) with bounds of type Bound; see intervals.mlir for the two
/// intervals that are none.
template <class Bound> struct Interval {
  Bound begin, end;
  bool operator==(const Interval &) const = default;

  static constexpr Bound least = std::numeric_limits<Bound>::min();
  static Interval identity() { return {least, least}; }
  static Interval poisoned() { return {least + 1, least + 2}; }

  /// What it stands for.
  std::string str(const IntervalChains &chains) const {
    if (*this == identity())
      return "nothing (the identity)";
    if (*this == poisoned())
      return "elements that are no neighbours, or out of order";
    if (begin == -1 && end == 0)
      return "the init alone";
    const Bound length = static_cast<Bound>(lengthOf(chains)),
                beforeFirst = chains.haveStates;
    Bound first = begin < 0 ? ~begin : begin;
    const bool hasState =
        chains.haveStates && begin < 0 && first % length == length - 1;
    if (end <= first)
      return "garbage";
    if (hasState && end == first + 1)
      return formatv("the initial state before element {0}",
                     end / length - beforeFirst);
    first += hasState;
    if (first % length || end % length || first / length < beforeFirst)
      return "garbage";
    return (hasState    ? "the initial state and "
            : begin < 0 ? "the init and "
                        : "") +
           elements(first / length - beforeFirst, end / length - beforeFirst);
  }

private:
  static std::string elements(Bound first, Bound end) {
    if (end == first + 1)
      return formatv("element {0}", first);
    return formatv("elements {0} to {1}", first, end - 1);
  }
};

/// The position in the order of the scan of the element at `place` in memory.
uint64_t positionOf(const target::ScanDescription &scan, uint64_t n,
                    uint64_t place) {
  return scan.reverse ? n - 1 - place : place;
}

/// The number in the order of the scan of the chain that the one with number
/// `number` in that order, of `count`, has its elements from.
uint64_t sourceOf(const target::ScanDescription &scan,
                  const IntervalChains &chains, uint64_t number,
                  uint64_t count) {
  if (chains.sources.empty())
    return number;
  const uint64_t source = chains.sources[positionOf(scan, count, number)];
  return positionOf(scan, count, source);
}

template <class Bound>
std::vector<uint8_t> makeInput(const target::ScanDescription &scan, uint64_t n,
                               const IntervalChains &chains) {
  std::vector<uint8_t> input(n * sizeof(Interval<Bound>));
  for (uint64_t place = 0; place < n; ++place) {
    uint64_t k = positionOf(scan, n, place);
    if (chains.row)
      k = sourceOf(scan, chains, k / chains.row, n / chains.row) * chains.row +
          k % chains.row;
    Interval<Bound> element{boundAt<Bound>(chains, k),
                            boundAt<Bound>(chains, k + 1)};
    std::memcpy(&input[place * sizeof element], &element, sizeof element);
  }
  return input;
}

/// What lies before a chain that begins at `begin`.
template <class Bound>
Interval<Bound> startAt(const target::ScanDescription &scan, Bound begin,
                        bool haveStates) {
  if (haveStates)
    return {static_cast<Bound>(-begin), begin};
  return scan.init.empty() ? Interval<Bound>::identity()
                           : Interval<Bound>{-1, 0};
}

/// What there is up to `end` of such a chain.
template <class Bound>
Interval<Bound> expectedUpTo(const target::ScanDescription &scan, Bound begin,
                             Bound end, bool haveStates) {
  const Interval<Bound> start = startAt(scan, begin, haveStates);
  if (begin == end)
    return start;
  if (haveStates)
    return {start.begin, end};
  return {scan.init.empty() ? begin : static_cast<Bound>(~begin), end};
}

/// What an output is of: elements from where its chain begins up to `end`, in
/// the order of the scan.
struct OutputSpan {
  uint64_t chain, end;
};

/// The outputs as they lie in memory. Where a map takes both states of an
/// element, that before it comes first, then that after it.
class OutputSpans {
public:
  OutputSpans(const target::ScanDescription &scan, uint64_t count,
              const IntervalChains &chains)
      : scan(scan), chains(chains), count(count) {}

  /// Where the elements are that are expected there.
  OutputSpan at(uint64_t index) const {
    OutputSpan span = own(index);
    if (chains.sources.empty())
      return span;
    // Chains without elements are told apart all the same.
    const bool areEmpty = scan.hasTotal && count == chains.chains;
    const uint64_t step = areEmpty ? 1 : std::max<uint64_t>(chains.row, 1),
                   begin = step * sourceOf(scan, chains, span.chain / step,
                                           chains.sources.size());
    return {begin, begin + span.end - span.chain};
  }

  std::string nameOf(uint64_t index) const {
    if (scan.hasTotal || scan.stored.empty())
      return formatv("output {0}", index);
    return formatv("the state {0} element {1}",
                   index % 2 == 1 ? "after" : "before", index / 2);
  }

private:
  OutputSpan own(uint64_t index) const {
    if (scan.hasTotal)
      return between(index);
    const uint64_t states = scan.stored.empty() ? 1 : 2, place = index / states;
    const bool isAfter = states == 2 ? index % 2 == 1 : scan.inclusive;
    const uint64_t position = positionOf(scan, count / states, place);
    return {chains.row ? position - position % chains.row : 0,
            position + isAfter};
  }

  /// Of n elements in a chain, the n + 1 states between them and at both ends.
  OutputSpan between(uint64_t index) const {
    const uint64_t row = count == chains.chains ? 0
                         : chains.row           ? chains.row
                                                : count - 1;
    const uint64_t all = count / (row + 1), number = index / (row + 1),
                   before = index % (row + 1);
    const uint64_t chain =
        (scan.reverse ? all - 1 - number : number) * std::max<uint64_t>(row, 1);
    return {chain, chain + (scan.reverse ? row - before : before)};
  }

  const target::ScanDescription &scan;
  const IntervalChains &chains;
  uint64_t count;
};

template <class Bound>
std::string check(const target::ScanDescription &scan,
                  llvm::ArrayRef<uint8_t> output,
                  const IntervalChains &chains) {
  const uint64_t count = output.size() / sizeof(Interval<Bound>);
  const OutputSpans spans(scan, count, chains);
  uint64_t wrong = 0;
  std::string first;
  for (uint64_t at = 0; at < count; ++at) {
    const OutputSpan span = spans.at(at);
    Interval<Bound> got,
        expected =
            expectedUpTo(scan, boundAt<Bound>(chains, span.chain),
                         boundAt<Bound>(chains, span.end), chains.haveStates);
    std::memcpy(&got, &output[at * sizeof got], sizeof got);
    if (got != expected && wrong++ == 0)
      first = formatv("{0} combines {1}, expected {2}", spans.nameOf(at),
                      got.str(chains), expected.str(chains));
  }
  if (wrong == 0)
    return {};
  return formatv("{0}; {1} of {2} outputs {3} wrong", first, wrong, count,
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
  const uint64_t step = n ? row : 1;
  for (uint64_t number = 0; number < count; ++number) {
    const uint64_t source = sourceOf(scan, chains, number, count);
    body(positionOf(scan, count, number), boundAt<Bound>(chains, source * step),
         boundAt<Bound>(chains, (source + (n != 0)) * step));
  }
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
                          got.str(chains), expected.str(chains));
      });
  if (wrong == 0)
    return {};
  return formatv("{0}; {1} of {2} final states {3} wrong", first, wrong, all,
                 wrong == 1 ? "is" : "are");
}
} // namespace

std::vector<uint8_t> verify::intervalInput(const target::ScanDescription &scan,
                                           uint64_t n,
                                           const IntervalChains &chains) {
  return intervalBits(scan) == 32 ? makeInput<int32_t>(scan, n, chains)
                                  : makeInput<int64_t>(scan, n, chains);
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
