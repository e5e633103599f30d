//===- RaceAsync.cpp - Copies and mbarriers in the race check -------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A copy is an event of the asynchronous agent of the thread that issued it. It
// knows what that thread knew at the time; of ordinary stores, a bulk copy
// knows only what came before a fence.proxy.async: of the thread that stored,
// if the issuer knows of the fence too, or else the issuer's last. Of the init
// of the mbarrier that it signals, it knows likewise only what came before such
// a fence, or before a fence.mbarrier_init of the thread that initialised.
//
//===----------------------------------------------------------------------===//

#include "AsyncCopies.h"
#include "RaceCheck.h"
#include "llvm/ADT/STLExtras.h"

using namespace scanc::simt;

void RaceCheck::asyncIssued(const AsyncCopy &copy) {
  ThreadState &state = stateOf(*copy.issuer);
  auto issued = std::make_unique<CopyState>();
  issued->issued = state.clocks.release();
  issued->proxy = state.proxy;
  issued->block = state.clocks.block;
  issued->launch = copy.issuer->warp->block->launch;
  issued->thread = copy.issuer->linearIndex;
  issued->time = ++state.copiesIssued;
  issued->site.what =
      copy.kind == CopyKind::NonBulk ? "asynchronous copy" : "bulk copy";
  if (copy.issuer->site)
    issued->site.place = copy.issuer->site->place;
  if (!copy.mbarrier)
    state.groups[copy.kind != CopyKind::NonBulk].push_back(
        {copy.group, issued->time});
  copies[copy.number] = std::move(issued);
  if (copy.mbarrier)
    checkSignal(copy);
}

void RaceCheck::checkCopy(const AsyncCopy &copy, uintptr_t address,
                          uint32_t bytes, bool write) {
  if (!isJudged(*copy.issuer))
    return;
  const CopyState &state = *copies[copy.number];
  Epoch now;
  now.site = &state.site;
  now.block = state.block;
  now.launch = state.launch->number;
  now.agent = write ? state.writer() : state.reader();
  now.time = state.time;
  now.write = write;
  now.bulk = copy.kind != CopyKind::NonBulk;
  now.fetches = !write && copy.writesShared();
  bool lacksFence = false;
  auto isKnown = [&](const Epoch &before) {
    if (before.block == now.block && before.time == now.time &&
        (before.agent == state.writer() || before.agent == state.reader()))
      return true;
    // The end of a launch orders all proxies.
    if (state.issued.complete >> before.launch & 1)
      return true;
    if (!state.issued.knows(before.block, before.agent, before.time))
      return false;
    // Reads need no proxy fence: what they read is theirs already.
    if (!now.bulk || before.bulk || !before.write)
      return true;
    lacksFence = lacksProxyFence(before, state);
    return !lacksFence;
  };
  if (race || (write && !copy.writesShared() && !noteStore(state.block)))
    return;
  if (!shadow.forEach(address, bytes, [&](Cell &cell, uintptr_t at) {
        return check(cell, now, isKnown, at, *copy.issuer);
      }))
    race->needsProxyFence = lacksFence;
  else if (bytes != 0 && !(write ? copy.writesShared() : copy.readsShared()))
    noteGlobal(now, state.issued.complete, address, *copy.issuer);
}

/// Whether whoever did `before` has fenced it, to the knowledge of `issued`.
bool RaceCheck::isFenced(const FenceTimes &fences, const Epoch &before,
                         const Knowledge &issued) const {
  auto own = fences.find({before.block, before.agent});
  if (own == fences.end())
    return false;
  auto first = llvm::lower_bound(own->second, before.time);
  return first != own->second.end() &&
         issued.knows(before.block, before.agent, *first);
}

bool RaceCheck::lacksProxyFence(const Epoch &before,
                                const CopyState &state) const {
  return !(state.proxy &&
           state.proxy->knows(before.block, before.agent, before.time)) &&
         !isFenced(proxyFences, before, state.issued);
}

void RaceCheck::asyncRead(const AsyncCopy &copy, uintptr_t address,
                          uint32_t bytes) {
  checkCopy(copy, address, bytes, /*write=*/false);
}

void RaceCheck::asyncWrote(const AsyncCopy &copy, uintptr_t address,
                           uint32_t bytes) {
  checkCopy(copy, address, bytes, /*write=*/true);
}

Knowledge RaceCheck::copiesUpTo(const Thread &thread, Clock time,
                                bool readsOnly) {
  const Block &block = *thread.warp->block;
  const unsigned threads = block.threads.size();
  auto clocks = std::make_shared<std::vector<Clock>>(agentsOf(threads));
  (*clocks)[2 * threads + thread.linearIndex] = time;
  if (!readsOnly)
    (*clocks)[threads + thread.linearIndex] = time;
  return {block.number, clocks, nullptr};
}

void RaceCheck::Phases::advanceTo(uint64_t phase) {
  if (phase <= now)
    return;
  complete.add(current);
  current = Knowledge{current.block, nullptr, nullptr};
  now = phase;
}

void RaceCheck::Phases::add(uint64_t phase, const Knowledge &more) {
  advanceTo(phase);
  current.add(more);
}

const Knowledge &RaceCheck::Phases::upTo(uint64_t phase) {
  advanceTo(phase + 1);
  return complete;
}

RaceCheck::Signals &RaceCheck::signalsOf(uintptr_t mbarrier, uint64_t block) {
  std::unique_ptr<Signals> &signals = mbarriers[mbarrier];
  if (!signals)
    signals = std::make_unique<Signals>(block);
  return *signals;
}

void RaceCheck::asyncCompleted(const AsyncCopy &copy, uint64_t phase) {
  const CopyState &state = *copies[copy.number];
  if (copy.mbarrier)
    signalsOf(copy.mbarrier, state.block)
        .near.add(phase, copiesUpTo(*copy.issuer, state.time));
}

void RaceCheck::accessMbarrier(const Thread &thread, uintptr_t address,
                               bool write) {
  const ThreadState &state = stateOf(thread);
  Epoch now;
  now.site = thread.site;
  now.block = state.clocks.block;
  now.time = state.clocks.own;
  now.agent = state.clocks.agent;
  now.launch = thread.warp->block->launch->number;
  now.write = write;
  auto isKnown = [&](const Epoch &before) {
    return state.clocks.knows(before.block, before.agent, before.time);
  };
  if (!shadow.forEach(address, Mbarrier::bytes, [&](Cell &cell, uintptr_t) {
        return check(cell, now, isKnown, address, thread);
      }))
    race->onMbarrier = true;
}

void RaceCheck::checkSignal(const AsyncCopy &copy) {
  const CopyState &state = *copies[copy.number];
  Epoch now;
  now.site = &state.site;
  now.block = state.block;
  now.time = state.time;
  // Whoever has waited for the copy's writes knows that it has signalled.
  now.agent = state.writer();
  now.launch = state.launch->number;
  now.bulk = true;
  bool lacksFence = false;
  auto isKnown = [&](const Epoch &before) {
    if (!state.issued.knows(before.block, before.agent, before.time))
      return false;
    // A live mbarrier was written last by its init.
    lacksFence = before.write && lacksProxyFence(before, state) &&
                 !isFenced(initFences, before, state.issued);
    return !lacksFence;
  };
  if (!shadow.forEach(
          copy.mbarrier, Mbarrier::bytes, [&](Cell &cell, uintptr_t) {
            return check(cell, now, isKnown, copy.mbarrier, *copy.issuer);
          })) {
    race->onMbarrier = true;
    race->needsInitFence = lacksFence;
  }
}

void RaceCheck::mbarrierInitialised(const Thread &thread, uintptr_t address) {
  mbarriers.erase(address);
  accessMbarrier(thread, address, /*write=*/true);
}

void RaceCheck::mbarrierInvalidated(const Thread &thread, uintptr_t address) {
  mbarriers.erase(address);
  accessMbarrier(thread, address, /*write=*/true);
}

void RaceCheck::mbarrierUsed(const Thread &thread, uintptr_t address) {
  accessMbarrier(thread, address, /*write=*/false);
}

void RaceCheck::mbarrierArrived(const Thread &thread, uintptr_t address,
                                uint64_t phase, MbarrierOrder order) {
  ThreadState &state = stateOf(thread);
  const bool isOwn = thread.warp->block->owns(address);
  if (order < (isOwn ? MbarrierOrder::Block : MbarrierOrder::Cluster))
    return;
  Signals &signals = signalsOf(address, state.clocks.block);
  (isOwn ? signals.near : signals.far).add(phase, state.clocks.release());
}

void RaceCheck::copiesArrived(const Thread &thread, uintptr_t address,
                              uint64_t phase, uint64_t before) {
  ThreadState &state = stateOf(thread);
  Clock last = 0;
  for (const auto &[number, copy] : copies)
    if (number < before && copy->block == state.clocks.block &&
        copy->thread == thread.linearIndex)
      last = std::max(last, copy->time);
  signalsOf(address, state.clocks.block)
      .near.add(phase, copiesUpTo(thread, last));
}

void RaceCheck::mbarrierWaited(const Thread &thread, uintptr_t address,
                               uint64_t phase, MbarrierOrder order) {
  auto known = mbarriers.find(address);
  if (order == MbarrierOrder::Relaxed || known == mbarriers.end())
    return;
  ThreadClocks &clocks = stateOf(thread).clocks;
  clocks.acquire(known->second->near.upTo(phase));
  if (order == MbarrierOrder::Cluster)
    clocks.acquire(known->second->far.upTo(phase));
}

void RaceCheck::proxyFence(const Thread &thread, ProxyFence kind) {
  if (kind == ProxyFence::Alias || kind == ProxyFence::AsyncGenericAcquire)
    return;
  ThreadState &state = stateOf(thread);
  const bool ofInit = kind == ProxyFence::MbarrierInit;
  (ofInit ? initFences : proxyFences)[{state.clocks.block, state.clocks.agent}]
      .push_back(state.clocks.own);
  if (ofInit)
    ++state.clocks.own; // What follows is not fenced.
  else
    state.proxy = state.clocks.release();
}

void RaceCheck::groupWaited(const Thread &thread, bool bulk, uint64_t before,
                            bool readsOnly) {
  ThreadState &state = stateOf(thread);
  Clock last = 0;
  for (auto [group, time] : state.groups[bulk])
    if (group < before)
      last = std::max(last, time);
  state.clocks.acquire(copiesUpTo(thread, last, readsOnly));
}
