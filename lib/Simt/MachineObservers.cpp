//===- MachineObservers.cpp - What the machine tells observers ------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include "MemoryCheck.h"
#include "ProfileMemory.h"
#include "RaceCheck.h"
#include "llvm/ADT/STLExtras.h"

#include <utility>

using namespace scanc::simt;

/// A launch whose threads go round loops so many times without meeting,
/// starting or ending counts as endless.
static constexpr uint64_t maxTripsWithoutEvent = uint64_t(1) << 21;

namespace {
/// Tells every observer, and ends the launch when one has seen enough.
class AsyncFanOut final : public AsyncListener {
public:
  AsyncFanOut(Machine &machine,
              const std::vector<std::unique_ptr<Observer>> &observers)
      : machine(machine), observers(observers) {}

  void asyncIssued(const AsyncCopy &copy) override {
    tell([&](Observer &o) { o.asyncIssued(copy); });
  }
  void asyncFetched(const AsyncCopy &copy) override {
    tell([&](Observer &o) { o.asyncFetched(copy); });
  }
  void asyncRead(const AsyncCopy &copy, uintptr_t address,
                 uint32_t bytes) override {
    tell([&](Observer &o) { o.asyncRead(copy, address, bytes); });
  }
  void asyncWrote(const AsyncCopy &copy, uintptr_t address,
                  uint32_t bytes) override {
    tell([&](Observer &o) { o.asyncWrote(copy, address, bytes); });
  }
  void asyncCompleted(const AsyncCopy &copy, uint64_t phase) override {
    tell([&](Observer &o) { o.asyncCompleted(copy, phase); });
  }
  void mbarrierUsed(const Thread &thread, uintptr_t address) override {
    tell([&](Observer &o) { o.mbarrierUsed(thread, address); });
  }
  void mbarrierArrived(const Thread &thread, uintptr_t address, uint64_t phase,
                       MbarrierOrder order) override {
    tell(
        [&](Observer &o) { o.mbarrierArrived(thread, address, phase, order); });
  }
  void copiesArrived(const Thread &thread, uintptr_t address, uint64_t phase,
                     uint64_t before) override {
    tell([&](Observer &o) { o.copiesArrived(thread, address, phase, before); });
  }
  void mbarrierWaited(const Thread &thread, uintptr_t address, uint64_t phase,
                      MbarrierOrder order) override {
    tell([&](Observer &o) { o.mbarrierWaited(thread, address, phase, order); });
  }
  void mbarrierInitialised(const Thread &thread, uintptr_t address) override {
    tell([&](Observer &o) { o.mbarrierInitialised(thread, address); });
  }
  void mbarrierInvalidated(const Thread &thread, uintptr_t address) override {
    tell([&](Observer &o) { o.mbarrierInvalidated(thread, address); });
  }
  void proxyFence(const Thread &thread, ProxyFence kind) override {
    tell([&](Observer &o) { o.proxyFence(thread, kind); });
  }
  void groupWaited(const Thread &thread, bool bulk, uint64_t before,
                   bool readsOnly) override {
    tell([&](Observer &o) { o.groupWaited(thread, bulk, before, readsOnly); });
  }

private:
  template <class Event> void tell(Event event) {
    for (const auto &observer : observers) {
      event(*observer);
      if (observer->hasFailed())
        machine.failWith(*observer);
    }
  }

  Machine &machine;
  const std::vector<std::unique_ptr<Observer>> &observers;
};
} // namespace

void Machine::addObservers() {
  const Checks &checks = request.options.checks;
  if (checks.memory)
    observers.push_back(std::make_unique<MemoryCheck>(checks.buffers));
  if (checks.profile)
    observers.push_back(
        std::make_unique<ProfileMemory>(*checks.profile, *request.sites));
  if (checks.races)
    observers.push_back(
        std::make_unique<RaceCheck>(checks.buffers, checks.raceKernels));
  asyncFanOut = std::make_unique<AsyncFanOut>(*this, observers);
  asyncUnit.listener = asyncFanOut.get();
}

void Machine::combined(uint32_t site, bool kept) {
  for (const auto &observer : observers)
    observer->combined(*current, (*request.sites)[site], kept);
}

void Machine::failWith(const Observer &observer) {
  fail({.kind = Failure::Kind::Observed, .observer = &observer});
}

void Machine::access(uint32_t site, const void *address, uint64_t bytes,
                     uint64_t iteration, const void *expected) {
  const AccessSite &accessed = (*request.sites)[site];
  // Atomic and volatile accesses have a place of their own for it.
  if (!accessed.isAtomic())
    maybePreempt();
  const auto place = reinterpret_cast<uintptr_t>(address);
  const Block *shared = findOwner(*current->warp->block, place);
  const Access what{accessed,  *current, place,   bytes,
                    iteration, shared,   expected};
  for (const auto &observer : observers)
    if (!observer->access(what))
      failWith(*observer);
}

void Machine::atSite(uint32_t site) {
  current->site = &(*request.sites)[site];
  if (current->site->kind != AccessKind::Fence)
    return;
  for (const auto &observer : observers)
    if (!observer->fence(*current, *current->site))
      failWith(*observer);
}

void Machine::longLoop(uint32_t site) {
  // A loop that polls in each trip waits for somebody: see yieldPolling().
  const uint64_t polls =
      current->pollCount -
      std::exchange(current->pollsAtLongLoop, current->pollCount);
  if (polls >= tripsOfLongLoop)
    return;
  tripsSinceEvent += tripsOfLongLoop;
  if (tripsSinceEvent < maxTripsWithoutEvent)
    return;
  current->site = &(*request.sites)[site];
  fail({Failure::Kind::EndlessLoop});
}
