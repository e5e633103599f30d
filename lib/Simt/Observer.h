//===- Observer.h - Sees what threads do to memory --------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instrumented code announces each access to shared or global memory before it
// happens; the machine announces each synchronisation when it is complete.
// Observers of a launch get both, in the order of execution, on the fibre of
// the thread that acts (so they must use little stack), and may end the launch.
//
// An access site is an instruction of the compiled module. The same site is
// executed by many threads, and by one thread many times; `iteration` tells
// executions by one thread apart, and is equal for lanes of a warp that execute
// the site together: it is a mixture of the trip counts of the loops around the
// site.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_SIMT_OBSERVER_H
#define SCANC_LIB_SIMT_OBSERVER_H

#include "AsyncEvents.h"
#include "Grid.h"
#include "scanc/Simt/Observation.h"
#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace scanc::simt {

enum class AccessKind : uint8_t {
  Load,
  Store,
  Update,   // reads and writes, atomically
  Prefetch, // no access, but of bytes that exist
  Fence,    // no address
  Meeting,  // a barrier or a warp collective: a place for messages, no access
  Combine   // of two states, in a module that counts them; no access
};

/// Memory orders as LLVM and PTX have them. Volatile accesses count as relaxed
/// ones of the system's scope, as in PTX.
enum class AccessOrder : uint8_t {
  Plain,
  Relaxed,
  Acquire,
  Release,
  AcquireRelease,
  SequentiallyConsistent
};

/// Who an atomic access or a fence synchronises with.
enum class AccessScope : uint8_t { Block, Cluster, Device, System };

/// Address spaces of NVPTX.
enum class AccessSpace : uint8_t {
  Generic = 0,
  Global = 1,
  Shared = 3,       // of the thread's block
  SharedCluster = 7 // of any block of its cluster
};

/// An instruction.
struct AccessSite {
  AccessKind kind;
  AccessOrder order = AccessOrder::Plain;
  AccessScope scope = AccessScope::System;
  AccessSpace space = AccessSpace::Generic;
  uint32_t bytes = 0; // of one execution by one thread
  uint32_t align = 1; // what the instruction demands
  std::string what;   // "load of 4 bytes", "atomic add", for messages
  Place place;

  bool isAtomic() const { return order != AccessOrder::Plain; }
  bool reads() const {
    return kind == AccessKind::Load || kind == AccessKind::Update;
  }
  bool writes() const {
    return kind == AccessKind::Store || kind == AccessKind::Update;
  }
  bool acquires() const {
    return order == AccessOrder::Acquire ||
           order >= AccessOrder::AcquireRelease;
  }
  bool releases() const { return order >= AccessOrder::Release; }
};

/// One execution of a site by one thread.
struct Access {
  const AccessSite &site;
  Thread &thread;
  uintptr_t address;
  uint64_t bytes; // the site's, or those of a memory copy
  uint64_t iteration;
  /// In whose shared memory the address lies: the thread's own block, or
  /// another one of its cluster; null: in none.
  const Block *shared;
  const void *expected = nullptr; // what a compare-and-swap looks for

  /// Whether it will write: a compare-and-swap that fails is a load.
  bool writes() const {
    const auto *found = reinterpret_cast<const void *>(address);
    return site.writes() &&
           (!expected || std::memcmp(found, expected, bytes) == 0);
  }
};

/// Each of the functions that return bool says false to end the launch; the
/// reason is asked for afterwards, by describe().
class Observer : public AsyncListener {
public:
  ~Observer() override;

  /// Before any block starts.
  virtual void gridStarted(const Grid &) {}
  virtual void blockStarted(Block &) {}
  /// All its threads have ended.
  virtual bool blockEnded(Block &) { return true; }

  /// Just before it happens.
  virtual bool access(const Access &) { return true; }
  /// A fence instruction.
  virtual bool fence(Thread &, const AccessSite &) { return true; }

  /// A combine, in a module that counts them. `kept` if its result is used.
  virtual void combined(Thread &, const AccessSite &, bool /*kept*/) {}

  /// The lanes of `mask` have met at bar.warp.sync.
  virtual void warpSynced(Warp &, uint32_t /*mask*/) {}
  /// The lanes of `mask` have met at another collective, which orders no
  /// memory accesses.
  virtual void warpMet(Warp &, WarpOp, uint32_t /*mask*/) {}

  /// A thread knows the launch before its own to be complete.
  virtual void launchAwaited(Thread &) {}

  /// A thread has come to a barrier of its block; one that only arrives goes on
  /// at once.
  virtual void barrierArrived(Thread &, unsigned /*id*/) {}
  /// All have come; the lanes in `waiting`, a mask per warp, go on.
  virtual void barrierCompleted(Block &, unsigned /*id*/,
                                const uint32_t (& /*waiting*/)[warpSize]) {}

  /// A thread has come to the barrier of its cluster, and goes on at once; all
  /// that have not exited have come; one that has arrived knows that.
  virtual void clusterArrived(Thread &, bool /*releases*/) {}
  virtual void clusterMet(Cluster &) {}
  virtual void clusterWaited(Thread &, bool /*acquires*/) {}

  /// Whether an event of AsyncListener, which has no answer of its own, ends
  /// the launch.
  virtual bool hasFailed() const { return false; }

  /// Why it ended the launch: one line, without the kernel's name.
  virtual std::string describe(const Grid &) const { return {}; }
};

/// "shared address 0x12", "byte 8 of the input", for messages; `space` as far
/// as it is known from the access.
std::string describeAddress(const Block &block,
                            const std::vector<Buffer> &buffers,
                            AccessSpace space, uintptr_t address);

/// "thread 5 of block (1, 0, 0)".
std::string describeThread(const Thread &thread);

} // namespace scanc::simt

#endif // SCANC_LIB_SIMT_OBSERVER_H
