//===- VectorClock.h - What a thread knows to have happened -----*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every agent has a clock that it advances when it passes something on. An
// agent is a thread, or what a thread has the asynchronous unit do. An event is
// known to somebody whose vector clock has at least the event's time for the
// event's agent.
//
// A vector for all agents of a grid would be long, and mostly the same for all
// threads of a block. So it is kept in parts that are shared until they change:
//
//   own block    a vector, made anew when a barrier completes
//   own warp     32 clocks that are newer, made anew by bar.warp.sync
//   itself       one clock
//   others       a map from block to vector, made anew by an acquire
//   complete     launches of the stream that are, with all they did
//
// C. Flanagan, S. N. Freund, "FastTrack: Efficient and Precise Dynamic Race
// Detection", PLDI 2009; the division by the hierarchy of the machine as in
// A. Eizenberg et al., "BARRACUDA: Binary-level Analysis of Runtime RAces in
// CUDA programs", PLDI 2017.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_SIMT_VECTORCLOCK_H
#define SCANC_LIB_SIMT_VECTORCLOCK_H

#include "Grid.h"
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

namespace scanc::simt {

using Clock = uint32_t;
using BlockClocks = std::shared_ptr<const std::vector<Clock>>; // null: zeros
using OtherClocks =
    std::shared_ptr<const std::map<uint64_t, BlockClocks>>; // null: none
using WarpClocks = std::shared_ptr<const std::array<Clock, warpSize>>;

/// The agents of a block: its threads, then for each the agent of its copies'
/// writes, then the one of their reads: a thread may wait for the reads alone,
/// and pass on that they are done.
inline unsigned agentsOf(unsigned threads) { return 3 * threads; }

/// The later of the two, agent by agent.
BlockClocks join(const BlockClocks &a, const BlockClocks &b);
OtherClocks join(const OtherClocks &a, const OtherClocks &b);
WarpClocks join(const WarpClocks &a, const WarpClocks &b);

/// Launches of a stream, a bit each by number.
using LaunchSet = uint64_t;

/// What one agent knows, as it passes it on to agents of other blocks.
struct Knowledge {
  uint64_t block = 0; // the linear index of the block that `own` is about
  BlockClocks own;
  OtherClocks others;
  LaunchSet complete = 0;

  bool knows(uint64_t ofBlock, unsigned agent, Clock time) const;
  /// Adds what somebody else knows, of this block or of another.
  void add(const Knowledge &more);
};

/// What a thread knows.
struct ThreadClocks {
  uint64_t block = 0;
  unsigned agent = 0, threads = 0; // of the block
  unsigned lane = 0;
  Clock own = 1;
  BlockClocks blockClocks;
  WarpClocks warp;
  OtherClocks others;
  LaunchSet complete = 0;

  unsigned agents() const { return agentsOf(threads); }
  bool knows(uint64_t ofBlock, unsigned ofAgent, Clock time) const;

  /// All it knows, its own past included; then its clock advances, so that what
  /// it does next is not part of it.
  Knowledge release();
  void acquire(const Knowledge &more);

  /// The vector for its block with its warp's clocks and its own.
  BlockClocks wholeBlock() const;
};

} // namespace scanc::simt

#endif // SCANC_LIB_SIMT_VECTORCLOCK_H
