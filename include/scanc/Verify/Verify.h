//===- Verify.h - Everything that can be shown of a scan --------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `scanc verify` does with one scan, in this order:
//
//   laws      the operator is a monoid, as far as samples can tell (Laws.h)
//   proof     its kernels scan intervals (Proof.h), at every n of a list and
//             under every schedule of a list, without races, stray accesses,
//             uninitialised reads or dead-locks
//   kernels   the kernels themselves, with the scan's own types, do the same
//             on real elements, aligned and not, in place, and yield what a
//             serial scan yields
//
// The proof needs the second step for what it leaves out: the accesses that
// depend on the size of an element.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_VERIFY_VERIFY_H
#define SCANC_VERIFY_VERIFY_H

#include "scanc/Dialect/Prefix/IR/Prefix.h"
#include "scanc/Pipelines/Pipelines.h"
#include "scanc/Simt/Executor.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <compare>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace scanc::verify {

/// An interleaving of threads that a command can ask for again.
struct ScheduleChoice {
  simt::LaunchOptions::Schedule schedule =
      simt::LaunchOptions::Schedule::RoundRobin;
  uint64_t seed = 0;

  /// "round_robin", "random, seed 7".
  std::string str() const;
  /// The options of the command that give it: "--schedule=random --seed=7".
  std::string flags() const;
  auto operator<=>(const ScheduleChoice &) const = default;
};

/// What the GPU of a run is said to be like.
struct RunPlace {
  unsigned multiprocessors = 2;
  /// The most blocks of a grid; 0: as many as the plan allows.
  unsigned mostBlocks = 0;
  /// How many blocks are in flight at a time; 0: as the schedule says.
  unsigned residentBlocks = 0;
  /// Whether NAME_single does it all, whatever the plan has that kernel do.
  bool inOneBlock = false;

  /// The options of the command that give what is not the default, each with a
  /// blank in front.
  std::string flags() const;
  auto operator<=>(const RunPlace &) const = default;
};

/// The first `count` of: each schedule that is not random, then random ones
/// from `seed` on.
std::vector<ScheduleChoice> chooseSchedules(unsigned count, uint64_t seed);

struct VerifySettings {
  /// In elements, below 2^31 - 4; empty: chosen so that all code is reached.
  std::vector<uint64_t> sizes;
  /// Of sizes that are given, how long a row is: a divisor of all; 0: rows of
  /// many lengths.
  uint64_t row = 0;
  std::vector<ScheduleChoice> schedules = chooseSchedules(5, 1);
  /// For random samples and elements.
  uint64_t seed = 1;
  /// For the sizes that are given, or at which the plan changes its ways.
  RunPlace place;
  /// OS threads to share the runs.
  unsigned jobs = 1;
  /// Look for races; without, a run takes about half the time.
  bool races = true;
  CompileOptions compile;
  /// Called before each run with the part of all runs that are done.
  std::function<void(const std::string &what, double done)> progress;
};

/// Something that is wrong.
struct Finding {
  std::string check; // "laws", "columns", "proof" or "kernels"
  std::string text;
  // For proof and kernels: what to ask for to see it again.
  uint64_t n = 0;
  RunPlace place;
  ScheduleChoice schedule;
  uint64_t row = 0; // 0: all elements are one
  /// "n = 66 in rows of 33", or "in chains of 33" along an axis.
  std::string size = "";

  /// Whether it is of a run of kernels.
  bool isOfRun() const { return check == "proof" || check == "kernels"; }
};

/// What a point of coverage came to.
struct PointReport {
  simt::CoveragePoint point;
  uint64_t hits = 0;
  /// Of one without hits: "unreachable", as LLVM proves, or "not exercised".
  std::string reason;
};

/// What the runs of a check executed.
struct CoverageReport {
  std::string check; // "proof" or "kernels"
  std::vector<PointReport> points;

  llvm::json::Value toJSON() const;
};

struct VerifyReport {
  std::string scan, monoid, strategy;
  /// Whether the operator declares itself so: the proof is for such ones.
  bool idempotent = false;
  bool proofOnly = false;        // the module's kernels scan intervals already
  bool kernelsOnly = false;      // kernels of another module ran, unproven
  std::vector<std::string> laws; // a line each
  size_t columns = 1; // scans side by side that the scan was compared with
  std::vector<uint64_t> sizes;
  std::vector<ScheduleChoice> schedules;
  uint64_t runs = 0, elements = 0;
  /// Why the outputs of real elements were not compared; empty if they were.
  std::string notCompared;
  std::vector<Finding> findings;        // the first of each check
  std::vector<CoverageReport> coverage; // of each check that was made

  bool ok() const { return findings.empty(); }
  /// What was shown, or what was found: some lines.
  std::string str() const;
  llvm::json::Value toJSON() const;
  /// Every point of every check, with its hits.
  llvm::json::Value coverageToJSON() const;
};

/// Verifies the scan in `module`, which has one: a prefix.scan in a phase up to
/// `plan`, or kernels in a later one that scan intervals. Errors are emitted at
/// the scan: it does not compile, the executor cannot run it, or its kernels
/// scan something else than intervals.
mlir::FailureOr<VerifyReport> verifyScan(mlir::ModuleOp module,
                                         const VerifySettings &settings);

/// Runs the kernels of `edited`, in the kernel phase or a later one, on the
/// real elements of the scan that `source` has in a phase up to `plan`: under
/// every schedule, and under the first unaligned and in place. Each module has
/// one scan. An error is emitted, too, where the kernels are of another scan:
/// of another monoid, type, kind or layout.
mlir::FailureOr<VerifyReport> verifyKernels(mlir::ModuleOp source,
                                            mlir::ModuleOp edited,
                                            const VerifySettings &settings);

/// Whether `joined`, of a domain of several columns, is a scan of each of them:
/// of `one`, a form of the same scan that takes one. Empty, or what it does
/// otherwise for some elements. Errors: those of ReferenceScan.
llvm::Expected<std::string> compareColumns(prefix::ScanOp joined,
                                           prefix::ScanOp one, uint64_t seed);

} // namespace scanc::verify

#endif // SCANC_VERIFY_VERIFY_H
