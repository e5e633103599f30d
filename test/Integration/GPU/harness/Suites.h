//===- Suites.h - The suites of the harness ---------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TEST_INTEGRATION_GPU_HARNESS_SUITES_H
#define SCANC_TEST_INTEGRATION_GPU_HARNESS_SUITES_H

#include "Launcher.h"
#include "Results.h"

#include <cstdint>
#include <string>
#include <vector>

namespace scanc::gputest {

struct Options {
  std::string folder;           ///< of the .so files
  uint64_t maxElements = ~0ull; ///< skip longer inputs
  bool exact = false;           ///< exact allocations, for compute-sanitizer
  bool brief = false;           ///< fewer sizes and placements
  uint64_t n = 0;               ///< of the suite `once`
};

using Scans = std::vector<ScanCase>;

/// Every size and placement of every launcher, each output checked.
void runScans(const Scans &scans, const Options &options, Results &results);

/// 2^31 + 5 elements, for launchers of the group `huge`.
void runHuge(const Scans &scans, const Options &options, Results &results);

/// Each status that a launcher can return on a machine with a GPU.
void runStatuses(const Scans &scans, const Options &options, Results &results);

/// The status where there is no device; CUDA_VISIBLE_DEVICES hides it.
void runNoDevice(const Scans &scans, const Options &options, Results &results);

/// Loading, unloading and launching from several threads.
void runLoading(const Scans &scans, const Options &options, Results &results);

/// Captured into a graph, first launch included, and replayed.
void runGraphs(const Scans &scans, const Options &options, Results &results);

/// Times scans of the group `bench` beside a copy of the same elements.
void runBench(const Scans &scans, const Options &options, Results &results);

/// Launches each scan a few times at `options.n`, for a profiler.
void runOnce(const Scans &scans, const Options &options, Results &results);

} // namespace scanc::gputest

#endif // SCANC_TEST_INTEGRATION_GPU_HARNESS_SUITES_H
