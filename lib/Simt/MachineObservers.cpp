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

using namespace scanc::simt;

/// A launch whose threads go round loops so many times without meeting,
/// starting or ending counts as endless.
static constexpr uint64_t maxTripsWithoutEvent = uint64_t(1) << 26;

void Machine::addObservers() {
  const Checks &checks = request.options.checks;
  if (checks.memory)
    observers.push_back(std::make_unique<MemoryCheck>(checks.buffers));
  if (checks.profile)
    observers.push_back(
        std::make_unique<ProfileMemory>(*checks.profile, *request.sites));
}

void Machine::combined(uint32_t site, bool kept) {
  for (const auto &observer : observers)
    observer->combined(*current, (*request.sites)[site], kept);
}

void Machine::failWith(const Observer &observer) {
  fail({.kind = Failure::Kind::Observed, .observer = &observer});
}

void Machine::access(uint32_t site, const void *address, uint64_t bytes,
                     uint64_t iteration) {
  const AccessSite &accessed = (*request.sites)[site];
  // Atomic and volatile accesses have a place of their own for it.
  if (!accessed.isAtomic())
    maybePreempt();
  const Block &block = *current->warp->block;
  const auto place = reinterpret_cast<uintptr_t>(address);
  const bool shared =
      place - reinterpret_cast<uintptr_t>(block.shared) < block.sharedBytes;
  const Access what{accessed, *current, place, bytes, iteration, shared};
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
  tripsSinceEvent += tripsOfLongLoop;
  if (tripsSinceEvent < maxTripsWithoutEvent)
    return;
  current->site = &(*request.sites)[site];
  fail({Failure::Kind::EndlessLoop});
}
