//===- MemoryProfile.h - What a launch did to memory ------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counted, not estimated: an instrumented executor sees every access of every
// lane. The lanes of a warp that execute an instruction together make one
// request, as on a GPU:
//
//   lane    0 1 2 ... 31
//   load    x x x ...  x    one request of 32 lanes
//   if odd:
//     store   x   ...  x    one request of 16 lanes, which is divergent
//
// Together are those that execute it in the same trip of the loops around it,
// with no collective or barrier of all of them between. (Which lanes a GPU
// lets run together is its own affair; this is the most that it can do, and
// what it does for structured code.) A request is divergent if lanes of the
// warp are missing from it.
//
// A request to shared memory takes wavefronts: see BankConflicts.h. One to
// global memory touches sectors of 32 bytes; the least possible is what its
// distinct bytes would take if they lay in a row.
//
// Every access belongs to the place of its instruction: see Observation.h.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_SIMT_MEMORYPROFILE_H
#define SCANC_SIMT_MEMORYPROFILE_H

#include "scanc/Circuits/BankConflicts.h"
#include "scanc/Simt/Executor.h"

#include <cstdint>
#include <string>
#include <vector>

namespace scanc::simt {

constexpr unsigned sectorBytes = 32;

/// All requests of one instruction to one kind of memory.
struct AccessProfile {
  Place place;
  std::string what; // "load of 4 bytes"
  bool shared = false;
  bool reads = false, writes = false;

  uint64_t requests = 0;
  uint64_t divergent = 0; // requests
  uint64_t lanes = 0;     // of all requests
  uint64_t bytes = 0;     // that all lanes asked for

  // Of shared memory.
  circuits::BankCost banks32, banks16;
  // Of global memory.
  uint64_t sectors = 0, leastSectors = 0;
};

/// How often warps met at one place, or combined there. Shuffles, votes and the
/// like count once for the lanes that meet.
struct StepProfile {
  Place place;
  uint64_t shuffles = 0;
  uint64_t votes = 0;
  uint64_t otherCollectives = 0; // matches, reductions
  uint64_t warpSyncs = 0;
  uint64_t barriers = 0; // of the block; at the place of its last thread

  /// Combines by a lane, and those whose result the lane kept; of modules that
  /// count them (the pass prefix-count-combines).
  uint64_t combines = 0, keptCombines = 0;
};

/// What one launch did.
struct LaunchProfile {
  std::string kernel;
  Dim3 grid, block;
  std::vector<AccessProfile> accesses; // in the order of the module
  std::vector<StepProfile> steps;      // likewise, a place each
};

/// What the launches did that were given this profile (Checks::profile), in
/// order. A launch that fails leaves nothing.
struct MemoryProfile {
  std::vector<LaunchProfile> launches;
};

} // namespace scanc::simt

#endif // SCANC_SIMT_MEMORYPROFILE_H
