//===- Machine.h - Runs grids on fibres -------------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The machine owns the launches of a stream: it starts blocks, switches between
// the fibres of their threads, and implements everything by which threads meet.
// Fibres jump to each other directly; they come back to run(), on the OS
// thread's own stack, only when a block has ended or a thread has failed.
//
//   run():   start blocks ---> resume next ---+---> block ended: start another
//                                  |          +---> failure: return the error
//                                  v
//   fibre A: code, shuffle, suspend() -> fibre B: code, barrier, suspend() -> C
//
// After a failure the suspended fibres are simply forgotten: nothing on their
// stacks needs to be destroyed.
//
// A launch begins when the one before it is complete; a dependent one as soon
// as each block of the one before has ended or let it begin
// (griddepcontrol.launch_dependents). Then blocks of both are in flight, and
// threads that need what the launch before wrote wait for its end
// (griddepcontrol.wait). PTX ISA 9.0, section 9.7.13.13; CUDA programming
// guide, "Programmatic Dependent Launch and Synchronization".
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_SIMT_MACHINE_H
#define SCANC_LIB_SIMT_MACHINE_H

#include "AsyncUnit.h"
#include "Diagnosis.h"
#include "Grid.h"
#include "Observer.h"
#include "Scheduler.h"
#include "StackPool.h"
#include <optional>

namespace scanc::simt {

/// What to run, and with how much memory.
struct StreamRequest {
  std::vector<Launch> launches;
  size_t stackBytes = 0; // of one thread
  LaunchOptions options;
  const std::vector<AccessSite> *sites = nullptr; // of an instrumented module
  uint64_t *coverageWords = nullptr; // of a module that counts what runs
};

/// What barrier{.cta} instruction a thread executes.
enum class BarrierOp : uint32_t { Sync, Arrive, ReduxPopc, ReduxAnd, ReduxOr };

/// A thread that goes round a loop tells the machine every so many trips.
constexpr uint64_t tripsOfLongLoop = uint64_t(1) << 18;

/// Why a thread cannot go on.
enum class TrapKind : uint32_t { Trap, DivisionByZero, DivisionOverflow };

class Machine {
public:
  Machine(StackPool &stacks, StreamRequest request);
  ~Machine();

  llvm::Error run();

  /// The machine whose fibre runs on this OS thread.
  static Machine &active();
  Thread &thread() { return *current; }
  const Grid &state() const { return grid; }
  const LaunchOptions &options() const { return request.options; }
  uint64_t *coverageWords() const { return request.coverageWords; }

  // For the code that runs on fibres. Each may switch to other fibres, and
  // does not return if the launch fails or the thread ends.

  /// Executes warp collectives one after another, and fills in the calling
  /// lane's results.
  void collectives(llvm::MutableArrayRef<CollectiveCall> calls);

  /// `threads` is the count operand; without one, all threads of the block.
  /// Returns the result of a reduction over `predicate`.
  uint32_t barrier(BarrierOp op, unsigned id, std::optional<unsigned> threads,
                   bool predicate);

  /// barrier.cluster.arrive and .wait.
  void clusterArrive(bool releases);
  void clusterWait(bool acquires);

  /// Where the variable at a shared address is in the block of that rank, of
  /// the calling thread's cluster (mapa).
  void *mapShared(const void *address, unsigned rank);

  /// The calling thread has just read these bytes by a volatile or atomic
  /// load. Lets others run when it has seen the same there before.
  void poll(const void *address, unsigned size);

  /// The calling thread has just replaced `old`, the low 64 bits of what was
  /// there, by what is there now, in a read-modify-write.
  void pollUpdate(const void *address, unsigned size, uint64_t old);

  /// The calling thread has just done a volatile or atomic store.
  void wrote();

  /// Lets another thread run although the calling one can go on.
  void preempt();

  /// The calling thread is about to access memory; pre-empts it now and then
  /// if the schedule does that.
  void maybePreempt() {
    if (accessesLeft && --accessesLeft == 0)
      preempt();
  }

  /// Lets others run (nanosleep).
  void pause();

  /// Holds the calling thread until the launch before its own is complete
  /// (griddepcontrol.wait).
  void awaitLaunchBefore();

  /// The calling thread's block no longer keeps the next launch from beginning
  /// (griddepcontrol.launch_dependents).
  void letNextBegin();

  /// The calling thread is about to access memory, at the site of this number.
  /// `expected` is what it compares with before it writes, or null.
  void access(uint32_t site, const void *address, uint64_t bytes,
              uint64_t iteration, const void *expected);

  /// The calling thread is at a fence, a barrier or a collective.
  void atSite(uint32_t site);

  /// The calling thread has gone round a loop tripsOfLongLoop times.
  void longLoop(uint32_t site);

  /// The calling thread has combined two states, and keeps the result or not.
  void combined(uint32_t site, bool kept);

  /// The calling thread is about to access memory that is not aligned.
  [[noreturn]] void misaligned(const void *address, unsigned bytes,
                               unsigned alignment);

  /// The calling thread cannot go on.
  [[noreturn]] void trap(TrapKind kind);

  /// Ends the calling thread.
  [[noreturn]] void exitThread();

  /// Mbarriers and asynchronous copies.
  AsyncUnit &async() { return asyncUnit; }

  // For them:
  /// The calling thread has found that the phase of an mbarrier it waits for,
  /// one of this parity, is not complete. Lets others run.
  void awaitMbarrier(uintptr_t address, unsigned parity);
  /// Something changed that polling threads may have been waiting for.
  void noteChange() {
    idlePolls = stillPolls = leaps = 0;
    ++grid.changes;
  }
  /// Threads met, started or ended, or a copy was done.
  void noteEvent() {
    noteChange();
    pollsSinceEvent = tripsSinceEvent = 0;
  }
  /// Lanes of a warp met, which by itself brings nobody anything to see.
  void noteMeeting() {
    idlePolls = pollsSinceEvent = tripsSinceEvent = 0;
    ++grid.changes;
  }
  /// Ends the launch with what an observer has found.
  [[noreturn]] void failWith(const Observer &observer);
  /// Ends the launch. The calling thread is to blame if `what` names none.
  [[noreturn]] void fail(const Failure &what);

  /// The time in nanoseconds: see Polling.cpp.
  uint64_t clock();

private:
  /// The whole life of a thread.
  static void fibreMain();

  /// Those that the launch's checks ask for.
  void addObservers();

  /// Starts blocks in all places that are free, as far as launches may begin.
  void startBlocks();
  /// The launch whose block starts next; null if none may.
  Launch *nextToStart();
  /// How many blocks of a launch may be in flight at a time: clusters, whole.
  uint64_t placesOf(const Launch &launch) const;
  /// Starts the next cluster of a launch, in these places.
  void startCluster(llvm::ArrayRef<Block *> blocks, Launch &launch);
  void startBlock(Block &block, Launch &launch);
  void endBlock(Block &block);

  /// Runs other threads until the calling one is picked again.
  void suspend();
  /// Counts a stop or a poll, and ends a launch that has had too many.
  void noteStep();
  /// Back to run(), for good: a block has ended, or the launch has failed.
  [[noreturn]] void leaveForRun();
  /// Fails if the block of a thread that has just stopped is stuck.
  void checkBlockCanContinue(const Thread &stopped);

  /// Has a lane, the calling one or one that waits, come to the collective that
  /// is next for it. Returns the lanes whose collective that completes.
  uint32_t arrive(Thread &thread);
  void completeBarrier(Block &block, Barrier &barrier, BarrierOp op);
  /// If all threads of the cluster have come that have not exited.
  void completeClusterBarrier(Cluster &cluster);

  /// Accounts for a poll that brought something new.
  void notePoll();
  /// Lets others run if the calling thread has had a long turn.
  void noteAccess();
  /// Accounts for a poll that did not, and lets others run.
  void yieldPolling();
  /// Nothing new for a while: lets time pass, if anybody looks at it.
  void letTimePass();
  void giveWay();

  StackPool &stacks;
  StreamRequest request;
  Grid grid;
  std::unique_ptr<Scheduler> scheduler;
  AsyncUnit asyncUnit;
  std::unique_ptr<uint8_t[]> arena; // shared memory of all slots
  size_t starting = 0;        // the index of the launch whose blocks start
  unsigned threadsOfSlot = 0; // for which each slot has stacks
  std::vector<std::unique_ptr<Observer>> observers;
  std::unique_ptr<AsyncListener> asyncFanOut;
  Fiber runFiber;
  Thread *current = nullptr;
  Block *ended = nullptr;
  std::optional<Failure> failure;
  uint64_t steps = 0;           // stops and polls of all threads
  uint64_t idlePolls = 0;       // since anything changed
  uint64_t stillPolls = 0;      // the same, whatever lanes of a warp did
  uint64_t pollsSinceEvent = 0; // since a meeting, a start or an end
  uint64_t tripsSinceEvent = 0; // of long loops
  // Volatile and atomic accesses: since the last switch, and at most.
  unsigned turn = 0, turnLength = 64;
  unsigned accessesLeft = 0; // until a pre-emption; 0 = never
  uint64_t ticks = 0;
  bool isTimed = false; // somebody has read the clock since time last passed
  uint64_t leaps = 0;   // of the clock, since anything changed
};

} // namespace scanc::simt

#endif // SCANC_LIB_SIMT_MACHINE_H
