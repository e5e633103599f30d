//===- Explorer.h - Runs until all code was reached -------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks for runs that reach what none has reached before. Runs of explore() are
// checked for everything but races, which would take several times as long; the
// runs that reached something new are then run again to look for these.
//
// What guides the search is how near the operands of a comparison came: from a
// run with n elements where they missed each other by 3, runs with n - 3 and
// n + 3 elements are next (B. Korel, "Automated Software Test Data Generation",
// TSE 1990; P. McMinn, "Search-based Software Test Data Generation: A Survey",
// STVR 2004). So every residue of n that a guard waits for is found from its
// neighbours.
//
// Everything is measured in elements, and not in time: the same kernels lead to
// the same runs on every host, however many threads share them.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_VERIFY_EXPLORER_H
#define SCANC_LIB_VERIFY_EXPLORER_H

#include "Trials.h"
#include "Workers.h"

#include "llvm/ADT/BitVector.h"

#include <functional>
#include <map>
#include <optional>
#include <set>

namespace scanc::verify {

/// How a trial is to be watched.
struct Watch {
  bool races = false;
  std::vector<std::string> raceKernels; // empty: all
  simt::CoverageCounts *coverage = nullptr;
};

/// To look for races takes as long for so many accesses as an element does
/// without.
inline constexpr uint64_t accessesPerElement = 2;

/// Runs a trial and says what is wrong; called on several threads.
using TrialRunner = std::function<std::string(const Trial &, const Watch &)>;

class Explorer {
public:
  struct Failure {
    Trial trial;
    std::string text;
  };

  /// `wantsRaces`: a failure that is a race is to be called one.
  Explorer(const KernelRun &kernels, Workers &workers, TrialRunner run,
           bool wantsRaces,
           std::function<void(const Trial &, uint64_t cost)> note);

  /// Runs these, in order, as long as their cost together is at most `budget`.
  /// False if one fails. `races`: look for races at once.
  bool explore(llvm::ArrayRef<Trial> trials, uint64_t budget,
               bool races = false);

  /// Follows distances, and tries what is known to help, until everything that
  /// can be reached is, or `budget` is spent.
  bool search(uint64_t budget, uint64_t seed);

  /// Looks for races in runs that together reach all that was reached; then, as
  /// far as a budget of accesses to memory goes, in the others that reached
  /// something new, and in those of `others` that were run.
  bool lookForRaces(llvm::ArrayRef<Trial> others, uint64_t budget);

  /// Has LLVM prove what it can of the points that are left.
  void proveUnreachable();

  const std::optional<Failure> &failure() const { return failed; }
  const simt::CoverageCounts &counts() const { return total; }
  /// Whether it is proven that no launch reaches a count.
  bool isUnreachable(uint32_t count) const { return unreachable.test(count); }
  /// The numbers of elements of all runs, ascending.
  std::vector<uint64_t> sizes() const;
  uint64_t runs() const { return runCount; }
  uint64_t elements() const { return elementCount; }

private:
  struct Kept {
    Trial trial;
    std::vector<std::string> kernels; // where it reached something new
    llvm::BitVector reached;          // points of the coverage, by index
  };
  /// The trial in which a comparison came nearest, from one side.
  struct Nearest {
    uint64_t distance;
    Trial trial;
  };

  bool run(llvm::ArrayRef<Trial> trials, llvm::ArrayRef<Watch> watches);
  void learn(const Trial &trial, const simt::CoverageCounts &counts);
  std::vector<uint32_t> missing() const;
  std::vector<Trial> neighbours() const;
  std::vector<const Kept *> needed() const;

  const KernelRun &kernels;
  Workers &workers;
  TrialRunner runTrial;
  bool wantsRaces;
  std::function<void(const Trial &, uint64_t)> note;
  std::optional<Failure> failed;
  simt::CoverageCounts total;
  llvm::BitVector unreachable;
  std::vector<Kept> kept;
  std::vector<std::vector<Nearest>> nearest; // two for each comparison
  /// The accesses of the runs that were made, which tell how long races take.
  std::map<Trial, uint64_t> tried;
  std::set<uint64_t> triedSizes;
  uint64_t runCount = 0, elementCount = 0;
};

} // namespace scanc::verify

#endif // SCANC_LIB_VERIFY_EXPLORER_H
