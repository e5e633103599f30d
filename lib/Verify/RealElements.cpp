//===- RealElements.cpp - Elements to scan, and their comparison ----------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RealElements.h"

#include "scanc/Machine/ScalarTypes.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <cmath>
#include <cstring>
#include <optional>
#include <random>

using namespace scanc;
using namespace scanc::verify;
using llvm::APFloat;
using llvm::APInt;
using target::ScanField;

/// The format of a floating-point field; null for integers.
static const llvm::fltSemantics *semanticsOf(const ScanField &field) {
  return machine::getScalarType(field.type).format;
}

static APInt readBits(const ScanField &field, const uint8_t *bytes) {
  uint64_t bits = 0;
  std::memcpy(&bits, bytes, field.size);
  return APInt(field.size * 8, bits);
}

static double readFloat(const ScanField &field, const uint8_t *bytes) {
  APFloat value(*semanticsOf(field), readBits(field, bytes));
  return value.convertToDouble();
}

static std::string print(const ScanField &field, const uint8_t *bytes) {
  if (semanticsOf(field))
    return llvm::formatv("{0}", readFloat(field, bytes));
  return llvm::toString(readBits(field, bytes), 10,
                        llvm::StringRef(field.type).starts_with("i"));
}

static std::string printFields(llvm::ArrayRef<ScanField> fields,
                               const uint8_t *bytes) {
  llvm::SmallVector<std::string> parts;
  for (const ScanField &field : fields)
    parts.push_back(print(field, bytes + field.offset));
  return parts.size() == 1 ? parts[0] : "(" + llvm::join(parts, ", ") + ")";
}

namespace {

/// Where elements that rise or fall lie. In order, the greatest of some is the
/// last of them, and nobody misses what came before; so most runs have them in
/// another one.
struct Order {
  Order() = default;
  explicit Order(uint64_t lot) {
    lot = lot * 0x9E3779B97F4A7C15u >> 32;
    if (lot % 4 == 1)
      disorder = 31;
    else if (lot % 4 > 1)
      backwards = llvm::maskTrailingOnes<uint64_t>(1 + lot / 4 % 12);
  }

  uint64_t place(uint64_t k, uint64_t lot, uint64_t n) const {
    return std::min(k ^ backwards ^ (lot >> 32 & disorder), n - 1);
  }

  uint64_t backwards = 0; // runs of so many and one, each from its end
  uint64_t disorder = 0;  // within so many and one
};

/// The values of one field, element after element. Each way suits some
/// operators: there each output differs from the one before, so that no element
/// can be missing, doubled or misplaced without a trace; and floats are whole
/// numbers, so that sums of them are exact.
///
///             integers                           floats
///   small     0 to 3                             1/2 to 2
///   bits      all bits random                    -2 to 2, their sums bounded
///   units     odd: products stay so              1 and -1, their sums bounded
///   rising    from the least to the greatest     from -1000 to 1000, or what
///   falling   the other way                      the format holds of them
///   clearing  ones, now and then one bit less    1, then 2 and 1/2 by turns
///   setting   zeros, now and then one bit more   steps of 1, from -100 to 100
///   zero      0                                  0
///   one       1                                  1
///
/// Rising and falling ones may be out of order, by `Order`.
class Values {
public:
  Values(RealElements::Draw draw, const ScanField &field, uint64_t n,
         Order order)
      : draw(draw), n(n), order(order), semantics(semanticsOf(field)),
        isSigned(llvm::StringRef(field.type).starts_with("i")),
        bits(field.type == "b1" ? 1 : field.size * 8) {}

  uint64_t next(uint64_t k, uint64_t lot) {
    if (draw == Draw::Rising || draw == Draw::Falling)
      k = order.place(k, lot, n);
    if (semantics)
      return asFloat(nextFloat(k, lot));
    return nextInteger(k, lot) & llvm::maskTrailingOnes<uint64_t>(bits);
  }

private:
  using Draw = RealElements::Draw;

  /// The place of k among `levels`, which the n elements go through in turn.
  uint64_t level(uint64_t k, uint64_t levels) const {
    return static_cast<uint64_t>(double(k) / double(n) * double(levels));
  }

  uint64_t nextInteger(uint64_t k, uint64_t lot) {
    // As many levels as there are elements, or as values.
    const uint64_t levels = bits < 32 ? std::min(n, uint64_t(1) << bits) : n;
    const uint64_t step =
        levels <= 1 ? 0 : llvm::maskTrailingOnes<uint64_t>(bits) / (levels - 1);
    const uint64_t least = isSigned ? uint64_t(1) << (bits - 1) : 0;
    const uint64_t bit = uint64_t(1) << level(k, bits);
    const bool isNext = k == 0 || level(k - 1, bits) != level(k, bits);
    switch (draw) {
    case Draw::Bits:
      return lot;
    case Draw::Units:
      return lot | 1;
    case Draw::Rising:
      return least + level(k, levels) * step;
    case Draw::Falling:
      return least + (levels - 1 - level(k, levels)) * step;
    case Draw::Clearing:
      return isNext ? ~bit : ~uint64_t(0);
    case Draw::Setting:
      return isNext ? bit : 0;
    case Draw::Zero:
      return 0;
    case Draw::One:
      return 1;
    case Draw::Small:
      break;
    }
    return lot & 3;
  }

  double nextFloat(uint64_t k, uint64_t lot) {
    // Whole numbers up to there are exact in every format but the least.
    const double most = std::min(
        1000.0,
        std::ldexp(1.0, int(APFloat::semanticsPrecision(*semantics)) - 2));
    const double levels = std::min(double(n), 2 * most);
    switch (draw) {
    case Draw::Bits:
      return walkWithin(most, double(lot % 5) - 2);
    case Draw::Units:
      return walkWithin(most, lot & 1 ? 1 : -1);
    case Draw::Rising:
      return std::floor(level(k, levels) - levels / 2);
    case Draw::Falling:
      return std::floor(levels / 2 - level(k, levels));
    case Draw::Clearing:
      doubled = !doubled;
      return doubled ? 2 : 0.5;
    case Draw::Setting:
      return walkWithin(std::min(most, 100.0), lot & 1 ? 1 : -1);
    case Draw::Zero:
      return 0;
    case Draw::One:
      return 1;
    case Draw::Small:
      break;
    }
    return 0.5 * double((lot & 3) + 1);
  }

  /// A step of a walk, or the same backwards where the walk would go further
  /// than `most`; so the sum of all steps between two places is exact too.
  double walkWithin(double most, double step) {
    if (std::fabs(walked + step) > most)
      step = -step;
    walked += step;
    return step;
  }

  uint64_t asFloat(double number) const {
    APFloat value(number);
    bool inexact;
    value.convert(*semantics, APFloat::rmNearestTiesToEven, &inexact);
    return value.bitcastToAPInt().getZExtValue();
  }

  Draw draw;
  uint64_t n;
  Order order;
  const llvm::fltSemantics *semantics;
  bool isSigned;
  unsigned bits;
  bool doubled = false;
  double walked = 0;
};

} // namespace

RealElements::RealElements(const target::ScanDescription &scan,
                           std::vector<uint8_t> declaredElements, uint64_t seed,
                           ReferenceScan &reference)
    : scan(scan), declared(std::move(declaredElements)), seed(seed),
      reference(reference) {
  choose();
}

std::vector<uint8_t> RealElements::make(uint64_t n, uint64_t number) const {
  constexpr uint64_t ofScan = 77;
  return make(chosen, n, seed + number, n + ofScan * number);
}

std::vector<uint8_t> RealElements::make(const Way &way, uint64_t n,
                                        uint64_t seed,
                                        std::optional<uint64_t> order) const {
  std::mt19937_64 random(seed + n);
  std::vector<uint8_t> bytes(n * scan.elementSize);
  if (way.empty()) {
    const uint64_t choices = declared.size() / scan.elementSize;
    for (uint64_t k = 0; k < n; ++k)
      std::memcpy(&bytes[k * scan.elementSize],
                  &declared[random() % choices * scan.elementSize],
                  scan.elementSize);
    return bytes;
  }
  for (auto [field, draw] : llvm::zip_equal(scan.element, way)) {
    Values values(draw, field, n, order ? Order(*order) : Order());
    for (uint64_t k = 0; k < n; ++k) {
      const uint64_t value = values.next(k, random());
      std::memcpy(&bytes[k * scan.elementSize + field.offset], &value,
                  field.size);
    }
  }
  return bytes;
}

/// All fields in one way, then some mixtures; those that have more bits to lose
/// come first.
std::vector<RealElements::Way> RealElements::ways() const {
  if (!declared.empty())
    return {{}};
  const Draw uniform[] = {Draw::Bits,   Draw::Small,   Draw::Units,
                          Draw::Rising, Draw::Falling, Draw::Clearing,
                          Draw::Setting};
  // Triangles of matrices and what else keeps some fields as they are.
  const Draw simple[] = {Draw::Zero, Draw::One, Draw::Bits};
  const Draw mixed[] = {Draw::Zero,  Draw::One,    Draw::Small, Draw::Bits,
                        Draw::Units, Draw::Rising, Draw::One,   Draw::Falling};
  const size_t fields = scan.element.size();
  std::vector<Way> ways;
  for (Draw draw : uniform)
    ways.emplace_back(fields, draw);
  constexpr size_t fewFields = 4;
  if (fields > 1 && fields <= fewFields)
    for (size_t number = 0, all = std::pow(3, fields); number < all; ++number) {
      Way way;
      for (size_t rest = number; way.size() < fields; rest /= 3)
        way.push_back(simple[rest % 3]);
      ways.push_back(std::move(way));
    }
  constexpr unsigned mixtures = 24;
  std::mt19937_64 random(1);
  for (unsigned i = 0; fields > 1 && i < mixtures; ++i) {
    Way way;
    for (size_t field = 0; field < fields; ++field)
      way.push_back(mixed[random() % std::size(mixed)]);
    ways.push_back(std::move(way));
  }
  return ways;
}

/// How many of n outputs differ from the one before, and how many of those
/// behind an element change with it: n for each if all do.
uint64_t RealElements::sensitivity(const Way &way, uint64_t n,
                                   llvm::ArrayRef<uint8_t> outputs) const {
  const unsigned size = scan.outputSize;
  auto at = [size](llvm::ArrayRef<uint8_t> bytes, uint64_t k) {
    return bytes.slice(k * size, size);
  };
  uint64_t changes = 0;
  for (uint64_t k = 1; k < n; ++k)
    changes += at(outputs, k) != at(outputs, k - 1);
  const std::vector<uint8_t> elements = make(way, n, seed);
  const std::vector<uint8_t> others = make(way, n, seed + 1);
  uint64_t reached = 0, behind = 0;
  constexpr uint64_t probes = 5;
  for (uint64_t probe = 0; probe < probes; ++probe) {
    // The first element, and others with half as many behind them each.
    const uint64_t behindIt = (n >> probe) - probe;
    const uint64_t k = scan.reverse ? behindIt - 1 : n - behindIt;
    std::vector<uint8_t> changed = elements;
    std::copy_n(&others[k * scan.elementSize], scan.elementSize,
                &changed[k * scan.elementSize]);
    llvm::Expected<std::vector<uint8_t>> next = reference.run(changed);
    if (!next) {
      llvm::consumeError(next.takeError());
      continue;
    }
    for (uint64_t other = 0; other < n; ++other)
      reached += at(*next, other) != at(outputs, other);
    behind += behindIt;
  }
  return changes + (behind ? reached * n / behind : 0);
}

void RealElements::choose() {
  // Enough for a format to run out of digits, and for associations to differ:
  // those of a few elements may agree although the operator rounds.
  constexpr uint64_t count = 5000;
  const bool rounds = llvm::any_of(scan.state, semanticsOf);
  std::optional<std::pair<bool, uint64_t>> best;
  chosen = Way(scan.element.size(), Draw::Small);
  for (const Way &way : ways()) {
    llvm::Expected<ExpectedOutputs> outputs = expect(make(way, count, seed));
    if (!outputs) {
      llvm::consumeError(outputs.takeError()); // a trap: no elements for it
      continue;
    }
    // Integers that depend on the association are none of the operator's.
    if (!outputs->exact && !rounds)
      continue;
    // Exact outputs count most, however few change. A little more changes make
    // up for no bits.
    if (best && best->first && !outputs->exact)
      continue;
    const uint64_t sensitive = sensitivity(way, count, outputs->bytes);
    const std::pair worth{outputs->exact, sensitive - sensitive / 20};
    if (!best || worth > *best) {
      best = {outputs->exact, sensitive};
      chosen = way;
    }
  }
  isExact = best ? best->first : !rounds;
}

/// Whether outputs may be equal where states are not.
static bool hidesStates(const target::ScanDescription &scan) {
  return !scan.stored.empty() ||
         !std::equal(scan.state.begin(), scan.state.end(), scan.output.begin(),
                     scan.output.end(),
                     [](const ScanField &state, const ScanField &output) {
                       return state.size == output.size;
                     });
}

/// Not every operation gives the same of the many NaNs, and what overflows in
/// one order of combining may become NaN in another.
static bool areFinite(llvm::ArrayRef<ScanField> fields, unsigned size,
                      llvm::ArrayRef<uint8_t> values) {
  for (uint64_t at = 0; at < values.size(); at += size)
    for (const ScanField &field : fields)
      if (semanticsOf(field) &&
          !std::isfinite(readFloat(field, &values[at + field.offset])))
        return false;
  return true;
}

std::vector<uint8_t> RealElements::makeStates(uint64_t count,
                                              uint64_t number) const {
  // Of few elements each, so that they are as good as elements are.
  constexpr uint64_t most = 5, another = 1000;
  std::vector<uint8_t> states, result;
  llvm::Expected<std::vector<uint8_t>> outputs =
      reference.run(make(most, number + another), 0, &states);
  llvm::consumeError(outputs.takeError());
  const uint64_t size = scan.stateSize;
  for (uint64_t chain = 0; chain < count && !states.empty(); ++chain)
    llvm::append_range(
        result, llvm::ArrayRef(states).slice(chain * 3 % most * size, size));
  return result;
}

llvm::Expected<ExpectedOutputs>
RealElements::expect(llvm::ArrayRef<uint8_t> elements,
                     const ChainsOfElements &chains) const {
  ExpectedOutputs expected;
  std::vector<uint8_t> states, others;
  if (llvm::Error error =
          reference.run(elements, chains.row, &states, chains.initial)
              .moveInto(expected.bytes))
    return error;
  expected.exact = isExact;
  for (uint64_t size : ReferenceScan::groupSizes) {
    llvm::Expected<std::vector<uint8_t>> other = reference.runInGroups(
        elements, size, chains.row, &others, chains.initial);
    if (!other)
      return other.takeError();
    expected.exact &= expected.bytes == *other;
    // A map, or an output with fewer digits, can hide that states differ.
    expected.exact &=
        (!hidesStates(scan) && !scan.leavesFinal) || states == others;
  }
  expected.exact &= areFinite(scan.output, scan.outputSize, expected.bytes);
  if (!scan.leavesFinal && !scan.hasTotal)
    return expected;
  if (!elements.empty())
    expected.finals = reference.finals(states, chains.row);
  else if (llvm::Error error =
               reference.starts(chains.chains, chains.initial, &expected.bytes)
                   .moveInto(expected.finals))
    return error;
  expected.exact &= areFinite(scan.state, scan.stateSize, expected.finals);
  return expected;
}

std::string RealElements::whyNotCompared(bool exact) const {
  if (exact)
    return {};
  for (const ScanField &field : scan.state)
    if (semanticsOf(field) && field.size == 2)
      return llvm::formatv("states of {0} round too much to be compared",
                           field.type);
  return {};
}

/// Whether a float is right, but for rounding. What overflows in one order of
/// combining may not in another.
static bool isClose(const ScanField &field, const uint8_t *got,
                    const uint8_t *expected) {
  double a = readFloat(field, got), b = readFloat(field, expected);
  if (!std::isfinite(b) || std::fabs(b) > 1e30)
    return true;
  return std::fabs(a - b) <= 0.02 * std::max(1.0, std::fabs(b));
}

/// Empty if `got` is as expected, else the first that is not, called `what`.
static std::string compareFields(const char *what,
                                 llvm::ArrayRef<ScanField> fields,
                                 unsigned size, llvm::ArrayRef<uint8_t> got,
                                 llvm::ArrayRef<uint8_t> expected,
                                 bool isExact) {
  for (uint64_t at = 0; at < got.size(); at += size)
    for (const ScanField &field : fields) {
      const uint8_t *a = &got[at + field.offset];
      const uint8_t *b = &expected[at + field.offset];
      bool same = !isExact && semanticsOf(field)
                      ? isClose(field, a, b)
                      : std::memcmp(a, b, field.size) == 0;
      if (!same)
        return llvm::formatv("{0} {1} is {2}, expected {3}", what, at / size,
                             printFields(fields, &got[at]),
                             printFields(fields, &expected[at]));
    }
  return {};
}

std::string RealElements::compare(llvm::ArrayRef<uint8_t> got,
                                  const ExpectedOutputs &expected) const {
  return compareFields("output", scan.output, scan.outputSize, got,
                       expected.bytes, expected.exact);
}

std::string RealElements::compareFinals(llvm::ArrayRef<uint8_t> got,
                                        const ExpectedOutputs &expected) const {
  if (got.size() != expected.finals.size())
    return "final states are missing";
  return compareFields("final state", scan.state, scan.stateSize, got,
                       expected.finals, expected.exact);
}
