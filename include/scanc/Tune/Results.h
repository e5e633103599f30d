//===- Results.h - From measurements to a tuning ----------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// results.jsonl, which the runner of a bundle writes: the first line says which
// bundle and which GPU, each other one is a measurement.
//
//   {"format": 1, "bundle": "...", "scanc": "0.1.0", "measurements": 900,
//    "device": "...", "arch": "sm_90", "compiled_for": "sm_90",
//    "multiprocessors": 132, ...}
//   {"id": "...", "stage": "plan", "strategy": "...", "bytes": 4, "n": ...,
//    "sizes": {...}, "incumbent": true, "us": 12.5, ..., "copy_us": 10.9}
//
// What is chosen, by stage; the incumbent is what candidates were made from,
// and only something faster by more than half a percent replaces it:
//
//   plan       the sizes with the least geometric mean, over n, of the time
//              relative to the copy's, among those measured at as many n as the
//              incumbent
//   blocks     of the incumbent's plan: blocks of a multiprocessor with the
//              least time, if that plan stays
//   crossover  the most tiles up to which one block is never slower
//   survey     nothing; the five fastest skeletons of each kind are kept
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TUNE_RESULTS_H
#define SCANC_TUNE_RESULTS_H

#include "scanc/Dialect/Prefix/IR/Prefix.h"
#include "scanc/Dialect/Prefix/Transforms/Tuning.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <string>
#include <vector>

namespace scanc::tune {

/// What is chosen for scans of a domain, by elements of one size: a plan, and
/// how long it takes for each tensor.
struct ChosenPlan {
  struct Figures {
    std::string shape; ///< "8x512x64"
    int64_t axis = 0;
    double ofCopy = 0, incumbentOfCopy = 0; ///< Times, the copy's over it.
    std::string fastest;                    ///< The plan for this one alone.
    double fastestOfCopy = 0;
  };
  std::string domain;
  int64_t bytes = 0;
  std::string plan; ///< What `plan <...>` of a source, or --plan, takes.
  bool isIncumbent = true;
  std::vector<Figures> figures;
};

/// What a results file says, and how much of it there is.
struct Chosen {
  prefix::Tuning tuning;
  size_t measured = 0, failed = 0, wanted = 0;
  std::vector<ChosenPlan> plans; ///< Of a domain that was tuned.
};

/// Reads the text of a results file, whose strategies are the dialect's. Errors
/// begin with the number of the line: "3: ...". A last line without its end,
/// which an interruption left, is none.
llvm::Expected<Chosen> chooseTuning(const prefix::PrefixDialect &dialect,
                                    llvm::StringRef results);

/// Prints the plans that were chosen for a domain, as JSON.
void printPlans(const Chosen &chosen, llvm::raw_ostream &os);

} // namespace scanc::tune

#endif // SCANC_TUNE_RESULTS_H
