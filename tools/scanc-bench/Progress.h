//===- Progress.h - How far a run is ----------------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On standard error: on a terminal one line that is written over, elsewhere a
// line for each scan. The estimate is the mean of the cases so far times those
// that are left; it does not count references that are yet to be computed.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TOOLS_SCANC_BENCH_PROGRESS_H
#define SCANC_TOOLS_SCANC_BENCH_PROGRESS_H

#include "llvm/ADT/StringRef.h"

#include <chrono>
#include <cstdint>
#include <string>

namespace scanc::bench {

class Progress {
public:
  Progress();
  ~Progress();

  /// So many cases more are to come.
  void expect(size_t cases) { expected += cases; }
  /// What comes now are measurements: the clock runs.
  void startTiming();
  void begin(llvm::StringRef scan, uint64_t n);
  void end();
  /// Something to be told in between.
  void note(const std::string &text);

private:
  using Clock = std::chrono::steady_clock;

  size_t expected = 0, done = 0;
  double seconds = 0; ///< Of the cases that are done.
  Clock::time_point started;
  std::string scan;
  bool terminal, open = false;
};

} // namespace scanc::bench

#endif // SCANC_TOOLS_SCANC_BENCH_PROGRESS_H
