//===- Results.h - What a benchmark found -----------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One run, as the JSON file keeps it and as tables and plots read it. METHOD.md
// documents the file; its version is `formatVersion`.
//
//   Results ── Machine, Method
//      └ Case   one scan at one n: the copy, CUB's, and
//          └ Ours   each variant of ours: a strategy or a plan
//
// A case is here only if every contestant of it was right; what was not is in
// `failures`, what could not be tried, with the reason, in `skipped`.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TOOLS_SCANC_BENCH_RESULTS_H
#define SCANC_TOOLS_SCANC_BENCH_RESULTS_H

#include "Goals.h"
#include "Statistics.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace scanc::bench {

struct Machine {
  std::string gpu, arch;
  int multiprocessors = 0;
  uint64_t memoryBytes = 0, l2Bytes = 0;
  int driver = 0; ///< cuDriverGetVersion's, 13000 for CUDA 13.0.
  int cub = 0;    ///< CUB_VERSION, 0 for no CUB.

  bool operator==(const Machine &) const = default;
};

struct Method {
  unsigned rounds = 0, warmUps = 0;
  uint64_t workingSet = 0; ///< Bytes that the slots are to hold, at least.
  unsigned maxSlots = 0;   ///< But at most so many slots; 0 for any number.
  uint64_t checkUpTo = 0;  ///< Outputs that are compared, at most; 0 for all.
  bool graphs = false;     ///< Whether a batch is one launch of a graph.

  bool operator==(const Method &) const = default;
};

/// One kernel of a variant as ncu saw it.
struct KernelProfile {
  std::string kernel;
  std::map<std::string, double> metrics;
};

/// A variant of our scan.
struct Ours {
  std::string variant; ///< "auto", a strategy's name, or a plan file's stem.
  Timing timing;
  std::vector<KernelProfile> profile;
  std::string profileFailure; ///< Why there is none though it was asked for.
};

struct Case {
  std::string scan; ///< "exclusive_add_i32"; with its row or tensor, if any.
  std::string base; ///< The same without these.
  std::string op;   ///< "add", or the monoid's name.
  std::string type; ///< "i32", or "f32,f32".
  bool inclusive = false;
  uint64_t n = 0;
  uint64_t row = 0;            ///< Elements of a row; 0: it does not scan rows.
  std::vector<uint64_t> shape; ///< Of a scan along an axis: the extents,
  unsigned axis = 0;           ///< and which of them.
  unsigned inBytes = 0, outBytes = 0; ///< Of an element.
  unsigned slots = 0;
  bool outgrowsL2 = false;
  std::string checked; ///< What was compared: "all outputs, bitwise".
  Timing copy;
  std::optional<Timing> cub;
  std::string cubAbsent; ///< Why there is no CUB.
  std::vector<Ours> ours;

  /// What one table and one drawing are about: the scan or, of tensors, all of
  /// them.
  std::string group() const { return shape.empty() ? scan : base + ".axis"; }
  /// Elements of a chain, of rows or along an axis; 0: it scans a line.
  uint64_t chain() const { return shape.empty() ? row : shape[axis]; }
  uint64_t bytes() const { return n * (uint64_t(inBytes) + outBytes); }
  /// Billions of bytes a second, read and written.
  double throughput(const Timing &timing) const {
    return timing.median > 0 ? double(bytes()) / timing.median * 1e-3 : 0;
  }
  double ofCopy(const Ours &our) const {
    return copy.median / our.timing.median;
  }
  unsigned widerBytes() const {
    return inBytes > outBytes ? inBytes : outBytes;
  }
};

struct Note {
  std::string scan, text;
  uint64_t n = 0; ///< 0: all sizes.
};

struct Results {
  static constexpr int formatVersion = 1;

  Machine machine;
  Method method;
  Goals goals;
  std::vector<Case> cases;
  std::vector<Note> failures, skipped;

  const Case *find(llvm::StringRef scan, uint64_t n) const;
};

/// Whether a variant of `c` meets its goal.
bool meetsGoal(const Goals &goals, const Case &c, const Ours &our);

std::string printResults(const Results &results);

/// Reads what printResults printed; `name` is for the error.
llvm::Expected<Results> parseResults(llvm::StringRef text,
                                     llvm::StringRef name);
llvm::Expected<Results> readResults(llvm::StringRef path);

} // namespace scanc::bench

#endif // SCANC_TOOLS_SCANC_BENCH_RESULTS_H
