//===- Grid.h - The state of running grids ----------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plain data: threads in warps, warps in blocks, the blocks in flight. The
// machine changes it, schedulers and messages read it.
//
// A live thread is in exactly one state:
//
//   ready    may run                              bit in Warp::ready
//   polling  may run, but last saw nothing new    bit in Warp::polling
//   held     waits for the launch before its own  bit in Warp::held
//   at the barrier of its cluster                 bit in Warp::atCluster
//   at a warp collective, or at a block barrier   in none
//
// A block with live threads none of which is ready, polling, held or at the
// barrier of its cluster can never continue, because nobody outside a block can
// release its threads.
//
// Blocks start by clusters, most of which are one block. Those of a cluster
// start together, and reach each other's shared memory until they end.
//
// Launches of a stream are numbered from 1; 0 stands for the work that was in
// the stream before them. Blocks are numbered through all launches.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_SIMT_GRID_H
#define SCANC_LIB_SIMT_GRID_H

#include "Fiber.h"
#include "Mbarrier.h"
#include "WarpCollective.h"
#include "scanc/Simt/Executor.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/bit.h"
#include <array>
#include <memory>
#include <optional>
#include <vector>

namespace scanc::simt {

struct AccessSite;
struct Warp;
struct Block;
struct Cluster;

enum class ThreadState : uint8_t {
  Runnable,
  AtCollective,
  AtBarrier,
  AtClusterBarrier,
  Polling,
  Held,
  Exited
};

/// A warp collective as one lane executes it. Compiled code builds these, so
/// the layout counts: two i32, i64, two i32, i64.
struct CollectiveCall {
  WarpOp op;
  uint32_t mask;
  LaneOperands operands;
  uint64_t result = 0;
};

/// One GPU thread on its fibre.
struct Thread {
  Fiber fiber;
  Warp *warp = nullptr;
  unsigned lane = 0;
  unsigned linearIndex = 0; // in the block: x + y * ntid.x + ...
  Dim3 index;
  ThreadState state = ThreadState::Runnable;

  // What it waits for, by state.
  llvm::MutableArrayRef<CollectiveCall> collectives; // still to do
  unsigned barrier = 0;
  uintptr_t polledAddress = 0;
  unsigned polledSize = 0;
  std::optional<unsigned> awaitedParity; // if it polls an mbarrier

  /// Where it last met others, in an instrumented module.
  const AccessSite *site = nullptr;

  /// Whether it has arrived at the barrier of its cluster, and not waited yet;
  /// and in which phase it last arrived.
  bool hasArrivedAtCluster = false;
  uint64_t clusterPhase = 0;

  /// Result of a reducing barrier.
  uint32_t barrierResult = 0;

  /// The group that its next asynchronous copy joins, of bulk copies and of
  /// others.
  uint64_t bulkGroup = 0, nonBulkGroup = 0;

  /// What it saw when it last polled: a poll that sees one of these again
  /// brings nothing new. As many as a thread may poll at once, and no more.
  struct Poll {
    uintptr_t address = 0;
    uint64_t value = 0;
    bool operator==(const Poll &) const = default;
  };
  static constexpr size_t mostPolls = 512;
  llvm::SmallVector<Poll, 8> polls;
  unsigned nextPoll = 0; // the entry to replace
  /// How often it has polled, and when it last was in a long loop.
  uint64_t pollCount = 0, pollsAtLongLoop = 0;
};

/// Lanes that gather at a collective with equal op and mask.
struct Rendezvous {
  WarpOp op;
  uint32_t mask, arrived;
};

struct Warp {
  Block *block = nullptr;
  unsigned index = 0;
  Thread *threads = nullptr; // its lanes, in order
  uint32_t lanes = 0;        // the lanes that exist
  uint32_t ready = 0, polling = 0, held = 0, atCluster = 0, exited = 0;
  llvm::SmallVector<Rendezvous, 2> rendezvous;

  bool runnable() const { return ready | polling; }
  void makeReady(uint32_t which) {
    ready |= which;
    polling &= ~which;
  }
};

inline uint32_t laneBit(const Thread &thread) {
  return uint32_t(1) << thread.lane;
}

/// Makes lanes of a warp runnable.
inline void wake(Warp &warp, uint32_t lanes) {
  warp.ready |= lanes;
  for (; lanes; lanes &= lanes - 1)
    warp.threads[llvm::countr_zero(lanes)].state = ThreadState::Runnable;
}

/// Takes a thread out of the runnable ones.
inline void park(Thread &thread, ThreadState state) {
  thread.state = state;
  thread.warp->ready &= ~laneBit(thread);
}

/// One of the 16 named barriers of a block. Threads count one each; the last
/// thread of a ragged last warp also counts for those that do not exist, as
/// PTX counts in whole warps.
struct Barrier {
  unsigned expected = 0, arrived = 0;
  unsigned threads = 0;    // the threads among those that count as arrived
  bool wholeBlock = false; // the form without a count
  uint32_t waiting[warpSize] = {};
  // Accumulated predicates of barrier.red.
  uint32_t count = 0;
  bool all = true;
};

constexpr unsigned numBarriers = 16;

/// A compiled kernel: reads its arguments from 8-byte slots.
using KernelEntry = void (*)(const uint64_t *args);

/// Bytes of a block's shared memory, from one up to another.
struct SharedRange {
  uint64_t begin = 0, end = 0;
};

/// The launch of a kernel, and how far it is.
struct Launch {
  std::string kernel;
  KernelEntry entry = nullptr;
  Dim3 gridDim, blockDim, clusterDim; // of a cluster in blocks
  llvm::SmallVector<uint64_t> args;
  uint64_t sharedBytes = 0; // of one block, static and dynamic
  unsigned dynamicSharedBytes = 0;
  llvm::ArrayRef<SharedRange> sharedGaps; // between variables, in order
  bool dependent = false;  // may begin before the one before it is complete
  unsigned number = 0;     // in the stream
  uint32_t gridId = 0;     // among those of the process
  uint64_t firstBlock = 0; // the blocks of the launches before it
  uint64_t blocksStarted = 0, blocksEnded = 0;
  uint64_t blocksDone = 0; // that have ended, or let the next launch begin

  uint64_t blocks() const { return gridDim.volume(); }
  unsigned threads() const { return blockDim.volume(); }
  unsigned blocksOfCluster() const { return clusterDim.volume(); }
  uint64_t clusters() const { return blocks() / blocksOfCluster(); }
  uint64_t clustersStarted() const { return blocksStarted / blocksOfCluster(); }
  /// In blocks, where the one of a rank is of a cluster with that number. Ranks
  /// and clusters are counted along x first.
  Dim3 indexOf(uint64_t cluster, unsigned rank) const;
  Dim3 indexOf(uint64_t linear) const {
    return {unsigned(linear % gridDim.x),
            unsigned(linear / gridDim.x % gridDim.y),
            unsigned(linear / gridDim.x / gridDim.y)};
  }
  uint64_t linearOf(Dim3 index) const {
    return index.x +
           uint64_t(gridDim.x) * (index.y + uint64_t(gridDim.y) * index.z);
  }
  /// The number of the cluster that a block is of.
  uint64_t clusterOf(Dim3 index) const;
  bool hasStarted() const { return blocksStarted == blocks(); }
  bool isComplete() const { return blocksEnded == blocks(); }
  bool letsNextBegin() const { return blocksDone == blocks(); }
};

/// A place for a block in flight, used by one block after another.
struct Block {
  bool resident = false;
  Launch *launch = nullptr;
  uint64_t number = 0;        // among the blocks of all launches
  bool letsNextBegin = false; // a thread has said so
  Dim3 index;
  std::shared_ptr<Cluster> cluster;
  unsigned rank = 0; // in it
  unsigned slot = 0;
  unsigned live = 0;
  std::vector<Warp> warps;
  std::vector<Thread> threads;
  std::array<Barrier, numBarriers> barriers;
  llvm::DenseMap<uintptr_t, Mbarrier> mbarriers; // by address
  uint8_t *shared = nullptr;
  uint64_t sharedBytes = 0;

  bool runnable() const {
    for (const Warp &warp : warps)
      if (warp.runnable())
        return true;
    return false;
  }
  bool isHeld() const {
    for (const Warp &warp : warps)
      if (warp.held)
        return true;
    return false;
  }
  /// Whether some of its threads wait for the others of the cluster.
  bool isAtCluster() const {
    for (const Warp &warp : warps)
      if (warp.atCluster)
        return true;
    return false;
  }
  bool owns(uintptr_t address) const {
    return address - reinterpret_cast<uintptr_t>(shared) < sharedBytes;
  }
  /// Gives all pollers their turn.
  void makeReady() {
    for (Warp &warp : warps)
      warp.makeReady(warp.polling);
  }
};

/// Blocks that started together.
struct Cluster {
  llvm::SmallVector<Block *, 1> blocks; // by rank; null: has ended
  uint64_t number = 0;                  // in its grid
  // Of its barrier: threads that have not exited, and how many of these have
  // arrived in this phase.
  unsigned live = 0, arrived = 0;
  uint64_t phase = 0;
};

/// The block of a block's cluster in whose shared memory an address lies; null
/// if there is none, or if it has ended.
inline Block *findOwner(const Block &block, uintptr_t address) {
  for (Block *other : block.cluster->blocks)
    if (other && other->owns(address))
      return other;
  return nullptr;
}

/// The launches of a stream, and the blocks in flight: those of one grid, or of
/// several where launches overlap.
struct Grid {
  std::vector<Launch> launches; // the one with number k is launches[k - 1]
  std::vector<Block> blocks;
  /// Counts what a poller may have been waiting for: values that changed under
  /// volatile or atomic accesses, threads that met, blocks that started, ends.
  uint64_t changes = 0;

  uint64_t threadsInFlight() const {
    uint64_t threads = 0;
    for (const Block &block : blocks)
      threads += block.resident ? block.threads.size() : 0;
    return threads;
  }
};

} // namespace scanc::simt

#endif // SCANC_LIB_SIMT_GRID_H
