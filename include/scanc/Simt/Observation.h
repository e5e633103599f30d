//===- Observation.h - What a launch may be watched for ---------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An executor that is created with `Instrumentation::enabled` sees every access
// to shared and global memory before it happens, and can check it:
//
//   memory   outside every buffer, misaligned, a write to what is read only, a
//            read of what nobody has written (shared memory; buffers that say
//            so)
//   races    two accesses of which none happens before the other
//   profile  bank conflicts, sectors, divergence: MemoryProfile.h
//
// Errors name the place of the access. Places come from the debug locations of
// the module, whose line numbers index `Instrumentation::places`; without that
// table, they are lines of the debug location's file.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_SIMT_OBSERVATION_H
#define SCANC_SIMT_OBSERVATION_H

#include <cstdint>
#include <string>
#include <vector>

namespace scanc::simt {

/// Where an instruction comes from.
struct Place {
  std::string text; // "scan.mlir:12:3", for messages
  std::string step; // what it is part of: "warp_scan"; empty if not known
};

/// How an executor is compiled.
struct Instrumentation {
  bool enabled = false;
  std::vector<Place> places; // line N of a debug location is places[N - 1]
  bool coverage = false;     // count what runs: Coverage.h
};

/// Global memory that a launch may use.
struct Buffer {
  const void *begin = nullptr;
  uint64_t bytes = 0;
  std::string name;
  bool writable = true;
  /// Whether all of it was written before the launch. If not, only bytes that
  /// this launch wrote may be read.
  bool initialised = true;
  /// If given, a bit for each byte that says whether it was written, kept up by
  /// the launch and read by the next one; `initialised` does not count then.
  std::vector<bool> *written = nullptr;
};

struct MemoryProfile;

/// What the launch of an instrumented module is checked for.
struct Checks {
  /// Shared memory is always checked; global memory if `buffers` has any.
  bool memory = true;
  bool races = true;
  /// If not empty, races are looked for in launches of these kernels only.
  std::vector<std::string> raceKernels;
  /// Gets what the launch did to memory; must outlive it.
  MemoryProfile *profile = nullptr;
  std::vector<Buffer> buffers;
};

} // namespace scanc::simt

#endif // SCANC_SIMT_OBSERVATION_H
