//===- Goals.h - How fast a scan is meant to be -----------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A goal is a ratio of the copy: the time of copying the elements divided by
// the time of the scan. Goals are data, a file for each kind of machine:
//
//   { "format": 1, "machine": "NVIDIA H200", "arch": "sm_90",
//     "columns": [ { "n": 65536, "ratio": 1.00, "narrow_ratio": 1.00 }, ... ] }
//
// `narrow_ratio` is for elements of one or two bytes. The first column holds
// for every smaller n as well, the last for every larger one. Between two
// columns the lower of both is asked for.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TOOLS_SCANC_BENCH_GOALS_H
#define SCANC_TOOLS_SCANC_BENCH_GOALS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <cstdint>
#include <string>
#include <vector>

namespace scanc::bench {

struct GoalColumn {
  uint64_t n = 0;
  double ratio = 0, narrowRatio = 0;
};

struct Goals {
  std::string machine, arch;
  std::vector<GoalColumn> columns; ///< By n; not empty.

  /// The goal for n elements of which the wider of input and output takes
  /// `elementBytes`.
  double at(uint64_t n, unsigned elementBytes) const;
};

/// Reads the text of a file of goals; `name` is for the error.
llvm::Expected<Goals> parseGoals(llvm::StringRef text, llvm::StringRef name);

/// The members of the JSON object, and the other way round.
void printGoals(llvm::json::OStream &json, const Goals &goals);
bool fromJSON(const llvm::json::Value &value, Goals &goals,
              llvm::json::Path path);

/// Those that scanc is held to, on an H200.
Goals builtinGoals();

} // namespace scanc::bench

#endif // SCANC_TOOLS_SCANC_BENCH_GOALS_H
