//===- AsyncEvents.h - What observers see of asynchronous copies ----------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each event is raised at one place of AsyncUnit, and says which
// happens-before edge it gives, so that a race detector needs to know nothing
// else of mbarriers and copies. Think of a copy as of a thread of its own
// ("agent"). Terms: PTX ISA 9.0, section 8 (memory consistency model) and
// 9.7.9.25 (asynchronous copies).
//
//   issuer    ...| asyncIssued              mbarrierWaited |...
//                        \                   /
//   agent              asyncRead, asyncWrote, asyncCompleted
//
// Bulk copies access memory through the async proxy. An edge between accesses
// of different proxies orders them only if a proxyFence is on the path, or if
// the edge says that it implies one.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_SIMT_ASYNCEVENTS_H
#define SCANC_LIB_SIMT_ASYNCEVENTS_H

#include <cstdint>

namespace scanc::simt {

struct AsyncCopy;
struct Thread;

enum class ProxyFence : uint32_t {
  Alias,
  Async,
  AsyncGlobal,
  AsyncSharedCta,
  AsyncSharedCluster,
  AsyncGenericAcquire,
  AsyncGenericRelease,
  /// fence.mbarrier_init: orders an mbarrier's init before the async proxy's
  /// and other threads' use of it, nothing else.
  MbarrierInit,
};

/// What an arrival at an mbarrier, or a wait, orders: nothing, or what comes
/// before or after it for other threads of the block, or of the cluster.
enum class MbarrierOrder : uint32_t { Relaxed, Block, Cluster };

/// Listens to a launch. Methods run on the fibre of whichever thread makes the
/// event happen, and must not switch fibres.
class AsyncListener {
public:
  virtual ~AsyncListener() = default;

  /// Edge: everything that copy.issuer did before -> the agent's accesses. It
  /// implies no proxy fence: what the issuer, or a thread ordered before it,
  /// wrote by ordinary stores needs one before a bulk copy may read it.
  virtual void asyncIssued(const AsyncCopy &copy) {}

  /// Somebody asks L2 to fetch copy.bytes at copy.source: they must exist. No
  /// access, no edge, and nothing of the below follows.
  virtual void asyncFetched(const AsyncCopy &copy) {}

  /// The agent reads, or writes, `bytes` at `address`; after the proxy of its
  /// kind (bulk: async; else: generic). No edge.
  virtual void asyncRead(const AsyncCopy &copy, uintptr_t address,
                         uint32_t bytes) {}
  virtual void asyncWrote(const AsyncCopy &copy, uintptr_t address,
                          uint32_t bytes) {}

  /// The agent is done. A copy with an mbarrier releases to it (complete-tx,
  /// cluster scope): edge from the agent's accesses to whoever acquires the
  /// phase that `phase` says; with the fence from the async to the generic
  /// proxy. A copy in a group gives no edge here: see groupWaited. `phase` is 0
  /// for it.
  virtual void asyncCompleted(const AsyncCopy &copy, uint64_t phase) {}

  /// `thread` is about to use an mbarrier, by any instruction but init and
  /// inval. No edge.
  virtual void mbarrierUsed(const Thread &thread, uintptr_t address) {}

  /// `thread` arrives at the mbarrier in `phase`. Edge, unless it is relaxed:
  /// everything that the thread did before -> whoever acquires that phase; if
  /// the mbarrier is another block's, only with the scope of the cluster on
  /// both sides.
  virtual void mbarrierArrived(const Thread &thread, uintptr_t address,
                               uint64_t phase, MbarrierOrder order) {}

  /// cp.async.mbarrier.arrive of `thread` takes effect: all its non-bulk copies
  /// with numbers below `before` are done. Edge: their accesses -> whoever
  /// acquires `phase`. None from the thread's own accesses.
  virtual void copiesArrived(const Thread &thread, uintptr_t address,
                             uint64_t phase, uint64_t before) {}

  /// `thread` has seen that `phase` of the mbarrier is complete. Edge, unless
  /// it is relaxed: from all that released to that phase or to an earlier one
  /// of the same mbarrier.
  virtual void mbarrierWaited(const Thread &thread, uintptr_t address,
                              uint64_t phase, MbarrierOrder order) {}

  /// An mbarrier begins, or ends, to exist. Phases start at 0 again. Both write
  /// it through the generic proxy: whoever uses the mbarrier must come behind
  /// its init and before its inval. A copy that signals it does so through the
  /// async proxy, and needs a fence of `thread` behind the init.
  virtual void mbarrierInitialised(const Thread &thread, uintptr_t address) {}
  virtual void mbarrierInvalidated(const Thread &thread, uintptr_t address) {}

  /// `thread` orders its accesses through the generic proxy with those of the
  /// async one, both ways unless the kind says otherwise.
  virtual void proxyFence(const Thread &thread, ProxyFence kind) {}

  /// `thread` has waited for its groups with numbers below `before`, of bulk or
  /// of non-bulk copies. Edge: their agents' accesses, or only their reads if
  /// `readsOnly`, -> the thread; with the fence from the async to the generic
  /// proxy. To other threads the thread has to pass it on.
  virtual void groupWaited(const Thread &thread, bool bulk, uint64_t before,
                           bool readsOnly) {}
};

} // namespace scanc::simt

#endif // SCANC_LIB_SIMT_ASYNCEVENTS_H
