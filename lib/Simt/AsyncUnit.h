//===- AsyncUnit.h - Executes mbarriers and asynchronous copies -*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The instructions of asynchronous copies, as threads execute them:
//
//   mbarrier()     mbarrier.*, cp.async.mbarrier.arrive
//   copy()         cp.async, cp.async.bulk
//   groups()       {cp.async, cp.async.bulk}.{commit_group, wait_group}
//   proxyFence()   fence.proxy.*, fence.mbarrier_init
//
// and the moments when copies happen: somebody waits, a thread stops, a block
// ends, nobody makes progress. Mbarriers are in Block::mbarriers, by address;
// their 8 bytes in shared memory hold a copy of the state, so that code that
// writes over them is found out. What is misused ends the launch.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_SIMT_ASYNCUNIT_H
#define SCANC_LIB_SIMT_ASYNCUNIT_H

#include "AsyncCopies.h"
#include "AsyncEvents.h"
#include "AsyncFault.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace scanc::simt {

class Machine;

/// What an mbarrier instruction does, and its operand.
enum class MbarrierOp : uint32_t {
  Init,                 // count
  Inval,                // none
  Arrive,               // count
  ArriveNoComplete,     // count
  ArriveExpectTx,       // bytes
  ArriveDrop,           // count
  ArriveDropNoComplete, // count
  ArriveDropExpectTx,   // bytes
  ExpectTx,             // bytes
  CompleteTx,           // bytes
  Wait,                 // token; test_wait and try_wait
  WaitParity,           // parity
  CopiesArrive,         // none; cp.async.mbarrier.arrive
  CopiesArriveNoInc,    // none
};

/// "mbarrier.init", for messages.
llvm::StringRef nameOf(MbarrierOp op);

enum class GroupOp : uint32_t {
  Commit,
  Wait,    // for all groups but the latest n
  WaitAll, // and for copies in no group yet
  BulkCommit,
  BulkWait,
  BulkWaitRead, // until they have read
};

class AsyncUnit {
public:
  AsyncUnit(Machine &machine, const LaunchOptions &options);

  /// Whom to tell; null for nobody.
  AsyncListener *listener = nullptr;

  // For the code that runs on fibres: may switch to other fibres, and do not
  // return if the launch fails.

  /// Returns the token of an arrival, and whether a wait has succeeded. A wait
  /// in vain lets others run.
  uint64_t mbarrier(MbarrierOp op, uintptr_t address, uint64_t operand,
                    MbarrierOrder order);

  /// Issues a copy of `bytes`, of which only the first `sourceBytes` are read,
  /// the others being zero. `mbarrier` is for those that signal one.
  void copy(CopyKind kind, void *destination, const void *source,
            uint32_t bytes, uint32_t sourceBytes, uintptr_t mbarrier);

  /// `n` is for Wait, BulkWait and BulkWaitRead.
  void groups(GroupOp op, uint64_t n);

  void proxyFence(ProxyFence kind);

  // For the machine.

  /// A thread stops.
  void atStop() {
    if (copies.actsUnasked())
      stepAny();
  }

  /// The last thread of a block has ended: what still needs the block's shared
  /// memory is an error, what need not wait any longer happens.
  void blockEnds(const Block &block);

  /// Has everything outstanding happen; false if there is nothing.
  bool finishAll();

private:
  /// cp.async.mbarrier.arrive: arrives once all copies of a thread with
  /// numbers below `before` are done.
  struct Arrival {
    const Thread *thread;
    uintptr_t mbarrier;
    uint64_t before;
  };
  static bool isAwaitedBy(const AsyncCopy &copy, const Arrival &arrival) {
    return copy.kind == CopyKind::NonBulk && copy.number < arrival.before;
  }

  /// Who is to blame: a thread, or one of its copies that happens on the fibre
  /// of another.
  struct Cause {
    const Thread &thread;
    const AsyncCopy *copy = nullptr;
  };
  Cause caller();

  [[noreturn]] void fail(AsyncFault::Kind kind, uintptr_t address,
                         int64_t first, int64_t second, const Cause &cause);

  // Mbarriers.
  void checkPlace(uintptr_t address, bool mayBeRemote = false);
  Mbarrier &find(uintptr_t address, const Cause &cause);
  /// Finds it for the calling thread, which is about to use it.
  Mbarrier &use(uintptr_t address);
  /// After a change: writes the state to memory, or fails if the change, by
  /// `operand`, was not legal.
  void update(Mbarrier &mbarrier, uintptr_t address, uint64_t phaseBefore,
              AsyncFault::Kind fault, int64_t operand, const Cause &cause);
  void init(uintptr_t address, uint64_t count);
  void invalidate(uintptr_t address);
  uint64_t arrive(MbarrierOp op, uintptr_t address, uint64_t operand,
                  MbarrierOrder order);
  void changeTx(MbarrierOp op, uintptr_t address, uint64_t bytes);
  void copiesArrive(MbarrierOp op, uintptr_t address);
  bool wait(MbarrierOp op, uintptr_t address, uint64_t operand,
            MbarrierOrder order);
  bool hasCompleted(MbarrierOp op, uintptr_t address, uint64_t operand);

  // Copies.
  void checkCopy(const AsyncCopy &copy);
  void checkShared(const void *address, uint32_t bytes);
  void waitForGroups(bool bulk, uint64_t before, bool readsOnly);
  /// A copy that the mbarrier waits for; null if there is none.
  AsyncCopy *pickFor(uintptr_t mbarrier);
  void stepAny();
  void read(AsyncCopy &copy);
  void finish(AsyncCopy &copy);
  void fireArrivals(const Thread &thread);

  Machine &machine;
  AsyncCopies copies;
  llvm::SmallVector<Arrival> arrivals;
};

} // namespace scanc::simt

#endif // SCANC_LIB_SIMT_ASYNCUNIT_H
