//===- Diagnosis.h - Says why a launch failed -------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A failure is noted on the fibre of the thread that found it, as plain data,
// and put into words afterwards on a stack with room for that. Threads are
// named by their linear number in the block, x + ntid.x * (y + ntid.y * z), and
// blocks that have not started by theirs in the grid.
//
// A block that waits for another one can be right or wrong: right if the other
// one started earlier, wrong if it may start later, because a place may not
// come free before. Which of the two a dead-lock is, the message lets one see:
// it lists what the blocks in flight wait for, and the blocks that have not
// started.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_SIMT_DIAGNOSIS_H
#define SCANC_LIB_SIMT_DIAGNOSIS_H

#include "AsyncFault.h"
#include "Grid.h"
#include "Observer.h"
#include <string>

namespace scanc::simt {

class Scheduler;

struct Failure {
  enum class Kind {
    /// No thread of the block can ever continue.
    BlockStuck,
    /// All threads in flight wait or poll in vain.
    NoProgress,
    /// Threads go on, and get nowhere.
    LiveLock,
    Stopped, // as asked for: no failure
    /// A collective's mask lacks the lane that executes it: op, mask.
    LaneNotInMask,
    /// A barrier number above 15: first.
    BarrierNumber,
    /// A thread count that is zero or no multiple of 32: first = barrier,
    /// second = count.
    BarrierCount,
    /// Threads disagree about a barrier's count: first = barrier, second =
    /// this thread's count (0 = whole block), third = the earlier one.
    BarrierMismatch,
    /// More threads arrived at a barrier than it expects: first = barrier,
    /// second = expected.
    BarrierOverflow,
    /// A thread arrives at the barrier of its cluster before it has waited for
    /// the phase that it arrived in last, or waits without having arrived.
    ClusterArrivedTwice,
    ClusterNotArrived,
    /// There is no block of rank first, of second, or it has ended.
    NoBlockOfCluster,
    /// An access of first bytes at an address that is no multiple of second.
    Misaligned,
    /// The program's own trap, and divisions that have no result.
    Trap,
    DivisionByZero,
    DivisionOverflow,
    /// Misuse of an mbarrier or of an asynchronous copy: async.
    Async,
    /// A loop that does not end.
    EndlessLoop,
    /// What an observer has found.
    Observed,
  };
  Kind kind;
  const Thread *thread = nullptr; // who found it
  WarpOp op = WarpOp::Sync;
  uint32_t mask = 0;
  unsigned first = 0, second = 0, third = 0;
  uintptr_t address = 0;
  AsyncFault async = {};
  const Observer *observer = nullptr;
};

/// One line: kernel, block, threads, what they wait for, which blocks have not
/// started, and the options that replay it.
std::string describe(const Failure &failure, const Grid &grid,
                     const LaunchOptions &options, const Scheduler &scheduler);

/// What the thread, or a copy it has issued, has done wrong.
std::string describe(const AsyncFault &fault, const Block &block);

/// An mbarrier and the state it is in.
std::string describeMbarrier(const Block &block, uintptr_t address);

/// "shared address 0x10", with the block if that is another one of the cluster,
/// or "address 0x..." if it is not in shared memory.
std::string nameAddress(const Block &block, uintptr_t address);

} // namespace scanc::simt

#endif // SCANC_LIB_SIMT_DIAGNOSIS_H
