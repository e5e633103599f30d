//===- Results.h - What was tested, as lines of JSON ------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One object a line, flushed at once, so that what is known survives a crash:
//
//   {"begin": "add_i32_in"}                      what is about to be tested
//   {"suite": "scans", "launcher": "add_i32_in", "case": "n=33 in place",
//    "pass": false, "message": "..."}
//   {"bench": "add_i32_ex", "n": 1024, ...}      a measurement
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TEST_INTEGRATION_GPU_HARNESS_RESULTS_H
#define SCANC_TEST_INTEGRATION_GPU_HARNESS_RESULTS_H

#include <fstream>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace scanc::gputest {

/// `text` as a JSON string, quotes included.
std::string quoteJson(const std::string &text);

class Results {
public:
  /// Appends to the file at `path`.
  Results(const std::string &path, std::string suite);

  void begin(const std::string &launcher);
  /// A case passed where `message` is empty, else failed for that reason.
  void report(const std::string &launcher, const std::string &name,
              const std::string &message);
  /// Writes an object of keys and values that are JSON already.
  void write(const std::vector<std::pair<std::string, std::string>> &object);

  unsigned failures() const { return failed; }

private:
  std::ofstream file;
  std::string suite;
  std::mutex lock;
  unsigned failed = 0;
};

} // namespace scanc::gputest

#endif // SCANC_TEST_INTEGRATION_GPU_HARNESS_RESULTS_H
