//===- Scheduler.h - Who runs next ------------------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A scheduler picks among the runnable threads of the blocks in flight, each
// time a thread stops (waits, polls in vain, ends, is pre-empted). It moves
// polling threads back to ready when their turn comes. Any choice is a legal
// execution of the grid as far as the kernel's own synchronisation goes; a
// choice that lets a runnable thread starve for ever is not, because a GPU
// gives every resident thread its turn.
//
// What a thread waits for outside its barriers and collectives it polls, and
// when it does so in vain it turns from ready to polling. So it is enough, for
// fairness, that ready threads do not keep pollers out for ever, nor pollers
// the ready ones. `Grid::changes` tells whether polling again may help.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_SIMT_SCHEDULER_H
#define SCANC_LIB_SIMT_SCHEDULER_H

#include "Grid.h"
#include "llvm/ADT/bit.h"
#include <memory>

namespace scanc::simt {

class Scheduler {
public:
  virtual ~Scheduler();

  /// The next thread to run, whose bit in Warp::ready is set on return.
  /// `last` stopped just now, or is null at the start and after a block has
  /// ended; it is still ready if it was pre-empted. Null when no thread of the
  /// grid is runnable.
  virtual Thread *next(Grid &grid, Thread *last) = 0;

  /// The number of the next cluster to start, given how many have started: the
  /// hook for orders other than the numerical one. A permutation of the grid's
  /// clusters. Most clusters are one block, whose linear number this is then.
  virtual uint64_t startOrder(uint64_t started) const { return started; }

  /// From now on clusters of another grid start, which has so many.
  virtual void nextGrid(uint64_t /*numClusters*/) {}

  /// How many memory accesses are still done before the running thread is
  /// pre-empted; 0 for never. Asked at the start and at each pre-emption.
  virtual unsigned accessesUntilPreemption() { return 0; }

  /// Whether a thread that wakes others, because it came last to a barrier or
  /// collective, is pre-empted there.
  virtual bool preemptsWaker() const { return false; }

  /// Whether a long time has passed when a thread looks at the clock.
  virtual bool leapsInTime() { return false; }
};

/// The scheduler for a stream whose first grid has so many clusters.
std::unique_ptr<Scheduler> createScheduler(const LaunchOptions &options,
                                           uint64_t numClusters);

// One for each schedule; see the files of these names.
std::unique_ptr<Scheduler> createRoundRobin();
std::unique_ptr<Scheduler> createRandom(uint64_t seed, uint64_t numClusters);
std::unique_ptr<Scheduler> createStarvedBlock(uint64_t seed);
std::unique_ptr<Scheduler> createWarpAhead(uint64_t seed);
std::unique_ptr<Scheduler> createReverseBlocks(uint64_t numClusters);

/// The ready lane that comes after `last`, or the first one if `last` belongs
/// to another warp or is null. At least one lane is ready.
inline Thread *nextReadyLane(Warp &warp, const Thread *last) {
  uint32_t lanes = warp.ready;
  if (last && last->warp == &warp)
    if (uint32_t later = lanes & ~((2u << last->lane) - 1))
      lanes = later;
  return &warp.threads[llvm::countr_zero(lanes)];
}

} // namespace scanc::simt

#endif // SCANC_LIB_SIMT_SCHEDULER_H
