//===- RaceCheck.h - Accesses that nothing orders ---------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A race is two accesses by different agents that overlap, at least one of
// which writes, neither of which happens before the other, and which are not
// both atomic with scopes that include each other. Whether it changes the
// result in this run does not matter: the interleaving that was run stands for
// all that order the same synchronisation in the same way.
//
// What happens before what (PTX ISA 9.0, section 8):
//
//   program order
//   barrier.cta        all that arrive -> all that wait
//   barrier.cluster    all that arrive, unless relaxed -> all that wait
//   bar.warp.sync      among the lanes of its mask; shuffles and votes order
//                      nothing
//   release, acquire   a store or update that releases, or a relaxed one after
//                      a releasing fence -> a load or update that reads it and
//                      acquires, or a relaxed one before an acquiring fence; if
//                      the scopes of both include the other thread. A relaxed
//                      update carries on what it replaces.
//   griddepcontrol.wait
//                      all that the launch before did, and what that one had
//                      waited for -> what follows. A launch that is not
//                      dependent knows all launches before it.
//   mbarriers, copies  as AsyncEvents.h says. A bulk copy reads what ordinary
//                      stores wrote only after a fence.proxy.async, of who
//                      stored or of who issues the copy.
//
// Two atomic stores to a word are no race. But if neither happens before the
// other, either may be the last, and a load that both happen before may find
// either: that is reported where it comes to it, or at the end, for a launch
// that comes next, unless the two are of one value. A store that somebody has
// read is taken for done: one that comes later in the run follows it. An update
// follows what it replaces.
//
// An mbarrier is memory like other: its init and its inval write it, all that
// uses it, copies that signal it included, reads it. A copy may signal it only
// after a fence.mbarrier_init of the thread that initialised it, or a
// fence.proxy.async as above.
//
// Atomic accesses of two launches are a race as well where nothing orders them:
// a launch counts on what it finds, and not on what the one before it will do.
// The first launch of a stream, if it is dependent, may have begun before the
// work in front of it has ended; nobody knows what that work writes, so that
// whoever accesses global memory must have waited for it.
//
// A block may fetch data before it knows whether anybody wants them, and what
// it then gets counts for nothing. So a race with what a bulk copy or a load
// that is not atomic reads in global memory is none until the block has stored
// something there, by other than atomics: a block that ends without leaves no
// trace of it but in words that others are prepared to see change.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_SIMT_RACECHECK_H
#define SCANC_LIB_SIMT_RACECHECK_H

#include "Observer.h"
#include "ShadowMemory.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>

namespace scanc::simt {

class RaceCheck final : public Observer {
public:
  /// Accesses by launches of other kernels than these are not judged, if there
  /// are any.
  RaceCheck(const std::vector<Buffer> &buffers,
            const std::vector<std::string> &kernels)
      : buffers(buffers), kernels(kernels) {}

  void gridStarted(const Grid &grid) override;
  void blockStarted(Block &block) override;
  bool blockEnded(Block &block) override;
  bool access(const Access &access) override;
  bool fence(Thread &thread, const AccessSite &site) override;
  void launchAwaited(Thread &thread) override;
  void warpSynced(Warp &warp, uint32_t mask) override;
  void barrierArrived(Thread &thread, unsigned id) override;
  void barrierCompleted(Block &block, unsigned id,
                        const uint32_t (&waiting)[warpSize]) override;
  void clusterArrived(Thread &thread, bool releases) override;
  void clusterMet(Cluster &cluster) override;
  void clusterWaited(Thread &thread, bool acquires) override;
  std::string describe(const Grid &grid) const override;

  void asyncIssued(const AsyncCopy &copy) override;
  void asyncRead(const AsyncCopy &copy, uintptr_t address,
                 uint32_t bytes) override;
  void asyncWrote(const AsyncCopy &copy, uintptr_t address,
                  uint32_t bytes) override;
  void asyncCompleted(const AsyncCopy &copy, uint64_t phase) override;
  void mbarrierUsed(const Thread &thread, uintptr_t address) override;
  void mbarrierArrived(const Thread &thread, uintptr_t address, uint64_t phase,
                       MbarrierOrder order) override;
  void copiesArrived(const Thread &thread, uintptr_t address, uint64_t phase,
                     uint64_t before) override;
  void mbarrierWaited(const Thread &thread, uintptr_t address, uint64_t phase,
                      MbarrierOrder order) override;
  void mbarrierInitialised(const Thread &thread, uintptr_t address) override;
  void mbarrierInvalidated(const Thread &thread, uintptr_t address) override;
  void proxyFence(const Thread &thread, ProxyFence kind) override;
  void groupWaited(const Thread &thread, bool bulk, uint64_t before,
                   bool readsOnly) override;
  bool hasFailed() const override { return race.has_value(); }

private:
  /// A write to an atomic that synchronises, or would with another order.
  struct Release {
    Knowledge knowledge;
    AccessScope scope = AccessScope::System;
    const AccessSite *site = nullptr; // the store or update
    bool releases = false;            // if not, it only would
  };
  /// Of an address that atomics write.
  struct Flag {
    std::optional<Release> real, wouldBe;
  };
  /// What the arrivals at an mbarrier pass on to those who wait for it.
  class Phases {
  public:
    explicit Phases(uint64_t block) { complete.block = current.block = block; }

    /// An arrival, or a copy's signal, in `phase`.
    void add(uint64_t phase, const Knowledge &more);
    /// For who knows that `phase` is complete; not of the arrivals in later
    /// ones.
    const Knowledge &upTo(uint64_t phase);

  private:
    void advanceTo(uint64_t phase);

    uint64_t now = 0;            // the phase of `current`
    Knowledge complete, current; // of the phases before, of this one
  };
  /// The same of an mbarrier: of threads of its own block and their copies, and
  /// of others of the cluster.
  struct Signals {
    Phases near, far;
    explicit Signals(uint64_t block) : near(block), far(block) {}
  };
  /// Of the barrier of a cluster: of those that have arrived, and of the phases
  /// before.
  struct Meeting {
    Knowledge arrived, complete;
  };
  /// What a thread would know if an order or a scope were stronger.
  struct Missed {
    Knowledge knowledge;
    const AccessSite *store, *load;
    bool storeIsRelaxed, scopeIsNarrow;
  };
  struct ThreadState {
    ThreadClocks clocks;
    std::optional<Release> fenced;  // what its last releasing fence covers
    std::vector<Release> read;      // for its next acquiring fence
    std::vector<Missed> missed;     // the latest few
    std::optional<Knowledge> proxy; // at its last fence.proxy.async
    // What it had last acquired from a flag, to skip it the next time.
    std::optional<Knowledge> acquired;
    Clock copiesIssued = 0;
    // Group and time of its copies in groups: not bulk, bulk.
    std::vector<std::pair<uint64_t, Clock>> groups[2];
  };
  struct SlotState {
    std::vector<ThreadState> threads;
    std::vector<ThreadClocks> arrivals[numBarriers];
  };
  /// Of each agent, by block and agent.
  using FenceTimes =
      std::map<std::pair<uint64_t, unsigned>, std::vector<Clock>>;
  struct CopyState {
    Knowledge issued;
    std::optional<Knowledge> proxy;
    AccessSite site;
    uint64_t block = 0;
    const Launch *launch = nullptr;
    unsigned thread = 0; // that issued it
    Clock time = 0;

    unsigned writer() const { return launch->threads() + thread; }
    unsigned reader() const { return 2 * launch->threads() + thread; }
  };
  struct Race {
    Epoch first;
    Epoch second;
    const AccessSite *firstSite, *secondSite;
    uintptr_t address;
    const Thread *thread; // of the second
    bool sameWarp = false, needsProxyFence = false;
    bool onMbarrier = false, needsInitFence = false;
    bool isUnordered = false;    // two atomic stores
    std::optional<Epoch> reader; // that may find either
    std::optional<Missed> missed;
  };

  /// That the copies of a thread are done up to a time, or what they read.
  static Knowledge copiesUpTo(const Thread &thread, Clock time,
                              bool readsOnly = false);
  bool isFenced(const FenceTimes &fences, const Epoch &before,
                const Knowledge &issued) const;
  /// What a bulk copy lacks a fence for, though its issuer knows of it.
  bool lacksProxyFence(const Epoch &before, const CopyState &state) const;
  ThreadState &stateOf(const Thread &thread);
  Epoch epochOf(const Access &access, const ThreadState &state) const;
  Signals &signalsOf(uintptr_t mbarrier, uint64_t block);
  /// Whether atomics of a scope are atomic for another block's.
  bool includes(AccessScope scope, uint64_t block, uint64_t other) const {
    return scope >= AccessScope::Device || block == other ||
           (scope == AccessScope::Cluster && areOneCluster(block, other));
  }
  bool areOneCluster(uint64_t block, uint64_t other) const;
  /// Whether both are atomic, of one launch, and each for the other's thread.
  bool areStrong(const Epoch &a, const Epoch &b) const {
    return a.atomic && b.atomic && a.launch == b.launch &&
           includes(a.scope, a.block, b.block) &&
           includes(b.scope, b.block, a.block);
  }
  /// Looks for an atomic access that conflicts with `now`, and is not ordered;
  /// if `now` is atomic, it is kept beside those that it does not make
  /// superfluous. Gives the first that conflicts, or nothing.
  std::optional<Epoch>
  checkAtomics(Cell &cell, const Epoch &now,
               llvm::function_ref<bool(const Epoch &)> knows) const;
  bool check(Cell &cell, Epoch now,
             llvm::function_ref<bool(const Epoch &)> knows, uintptr_t address,
             const Thread &thread);
  /// Notes an atomic write in the order of its word's, or looks whether a load
  /// may find one of several.
  bool checkOrder(Cell &cell, Epoch &now, bool reads,
                  llvm::function_ref<bool(const Epoch &)> knows,
                  uintptr_t address, const Thread &thread);
  /// Notes an access to global memory by a thread, or its copy, that knows so
  /// much. Work may have been in the stream before the first launch: whoever
  /// does not know that to be complete races with it. Of the first launch, that
  /// is an error at once; of others, in the end, if no race with an earlier
  /// launch is found, whose message has two places.
  bool noteGlobal(const Epoch &now, LaunchSet known, uintptr_t address,
                  const Thread &thread);
  static Race raceOf(const Epoch &first, const Epoch &second, uintptr_t address,
                     const Thread &thread);
  /// Whether the launch may go on all the same.
  bool report(const Epoch &first, const Epoch &second, uintptr_t address,
              const Thread &thread);
  /// Either may be the last of two stores for `reader` or, without one, for the
  /// launch that comes next.
  bool reportUnordered(const Epoch &first, const Epoch &second,
                       std::optional<Epoch> reader, uintptr_t address,
                       const Thread &thread);
  bool checkLastStores(const Thread &thread);
  /// `block` stores to global memory. Whether nothing that it may have read
  /// before was a race.
  bool noteStore(uint64_t block);
  void synchronise(const Access &access, ThreadState &state);
  void readFlag(const Access &access, ThreadState &state, Flag &flag);
  void writeFlags(const Access &access, ThreadState &state,
                  llvm::ArrayRef<uintptr_t> words);
  void miss(ThreadState &state, const Release &release, const AccessSite &load);
  void checkCopy(const AsyncCopy &copy, uintptr_t address, uint32_t bytes,
                 bool write);
  /// A thread changes an mbarrier as a whole, or uses it.
  void accessMbarrier(const Thread &thread, uintptr_t address, bool write);
  /// A copy that will signal an mbarrier is issued.
  void checkSignal(const AsyncCopy &copy);
  std::string missing(const Race &race) const;
  std::string describe(const Race &race) const;

  bool isJudged(const Thread &thread) const {
    return judged[thread.warp->block->launch->number];
  }

  std::vector<Buffer> buffers;
  std::vector<std::string> kernels;
  std::vector<bool> judged; // launches, by number
  const Grid *grid = nullptr;
  std::vector<SlotState> slots;
  uint64_t blocksToGo = 0; // of all launches
  /// What is known to be complete when a launch is, by number: itself, and what
  /// any of its threads had waited for.
  std::vector<LaunchSet> complete;
  ShadowMemory shadow;
  llvm::DenseMap<uintptr_t, Flag> flags;                         // by word
  llvm::DenseMap<uintptr_t, std::unique_ptr<Signals>> mbarriers; // by address
  std::map<const Cluster *, Meeting> meetings;
  llvm::DenseMap<uint64_t, std::unique_ptr<CopyState>> copies; // by number
  FenceTimes proxyFences, initFences; // fence.proxy.async, fence.mbarrier_init
  std::vector<bool> hasStored;        // by block
  bool hasUnordered = false;          // whether a word had several last stores
  llvm::DenseMap<uint32_t, Race> unused; // races without effect, by block
  std::optional<Race> race;
  // What noteGlobal keeps for the end: empty, or the text; and what would be
  // that if the block stores something.
  std::string early;
  llvm::DenseMap<uint32_t, std::string> unusedEarly;
};

} // namespace scanc::simt

#endif // SCANC_LIB_SIMT_RACECHECK_H
