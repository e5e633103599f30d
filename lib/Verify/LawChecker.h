//===- LawChecker.h - Try one law on a pool of states -----------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_VERIFY_LAWCHECKER_H
#define SCANC_LIB_VERIFY_LAWCHECKER_H

#include "RunningErrors.h"
#include "Samples.h"

#include "scanc/Verify/Laws.h"

#include <array>
#include <optional>

namespace scanc::verify {

/// The states of a domain.
struct DomainStates {
  Domain domain;
  StatePool pool;
};

/// One instance of a law.
struct Case {
  std::vector<std::vector<uint8_t>> operands;
  std::vector<uint8_t> left, right; // the law's two sides
  std::string trap;                 // why there are none; else empty
  Distance apart;                   // how far the sides are
};

/// What a law was seen to do on a domain.
struct Outcome {
  uint64_t cases = 0;
  std::optional<Case> violation; // the first one, in small numbers
  std::optional<Case> special;   // differs where NaN or an infinity is involved
  bool exact = true;
  bool zeroSigns = false; // zeros came out with different signs
  /// The largest difference that was taken for rounding.
  double relative = 0, ulps = 0, allowedUlps = 0;
  uint64_t rounded = 0;   // cases with such differences
  uint64_t unbounded = 0; // those of them for which no bound was known
  uint64_t pointless = 0; // so ill-conditioned that any difference may be
};

/// How many operands an instance of `law` has.
unsigned arityOf(Law law);

class LawChecker {
public:
  /// Floats up to `moderate` are no extremes.
  LawChecker(HostMonoid &monoid, RunningErrors &errors, double moderate,
             const LawOptions &options)
      : monoid(monoid), errors(errors), moderate(moderate), options(options) {}

  llvm::Expected<Outcome> check(Law law, const DomainStates &states);

private:
  using Indices = std::array<uint32_t, 3>;
  /// States side by side, one per case.
  using Batch = std::vector<uint8_t>;
  /// For an operand of several cases, the bounds on the errors of its fields.
  using Radii = std::vector<double>;
  /// The two sides of several cases, and what was computed on the way.
  struct Sides {
    std::vector<Batch> operands, between;
    std::vector<Radii> radii; // per operand; empty where all are exact
    Batch left, right;
    std::vector<std::string> traps; // per case; empty where none
  };
  enum class Judgement { Equal, Rounded, Unfit, Special, Violated };

  std::vector<Indices> casesOf(Law law, const StatePool &pool);
  llvm::Expected<Sides> evaluate(Law law, std::vector<Batch> operands,
                                 std::vector<Radii> radii);
  llvm::Expected<Batch> combine(const Batch &lows, const Batch &highs,
                                std::vector<std::string> &traps);
  /// How far the two sides of a case may be apart in each field for rounding,
  /// as the running errors of both have it.
  llvm::SmallVector<double> allowedDifference(Law law, const Sides &sides,
                                              size_t index);
  Judgement judge(Law law, const Sides &sides, size_t index, Outcome &outcome,
                  Distance &apart);
  Case caseAt(const Sides &sides, size_t index, const Distance &apart);
  /// Replaces values by small numbers as long as it is judged the same.
  llvm::Expected<Case> simplify(Law law, Case found, Judgement judgement);
  llvm::Expected<bool> isJudged(Law law, Case &candidate, Judgement judgement);
  StateBytes stateAt(const Batch &batch, size_t index) {
    return StateBytes(batch).slice(index * monoid.stateSize(),
                                   monoid.stateSize());
  }

  HostMonoid &monoid;
  RunningErrors &errors;
  double moderate;
  LawOptions options;
};

} // namespace scanc::verify

#endif // SCANC_LIB_VERIFY_LAWCHECKER_H
