//===- RaceCheck.cpp - Accesses that nothing orders -----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RaceCheck.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

using namespace scanc::simt;

/// A thread remembers so many flags that it read in vain, for messages.
static constexpr size_t maxMissed = 8;

static uint64_t linear(const Dim3 &index, const Dim3 &extent) {
  return index.x +
         uint64_t(extent.x) * (index.y + uint64_t(extent.y) * index.z);
}

RaceCheck::ThreadState &RaceCheck::stateOf(const Thread &thread) {
  return slots[thread.warp->block->slot].threads[thread.linearIndex];
}

void RaceCheck::gridStarted(const Grid &grid) {
  gridDim = grid.gridDim;
  threadsPerBlock = grid.blockDim.volume();
  slots.resize(grid.blocks.size());
  hasStored.assign(gridDim.volume(), false);
}

void RaceCheck::blockStarted(Block &block) {
  SlotState &slot = slots[block.slot];
  slot = SlotState();
  slot.threads.resize(threadsPerBlock);
  for (auto [t, state] : llvm::enumerate(slot.threads)) {
    state.clocks.block = linear(block.index, gridDim);
    state.clocks.agent = t;
    state.clocks.agents = agentsPerBlock();
    state.clocks.lane = t % warpSize;
  }
  // The arena is aligned to pages of the shadow.
  const auto shared = reinterpret_cast<uintptr_t>(block.shared);
  shadow.forget(shared, block.sharedBytes);
  for (uintptr_t word = shared; word < shared + block.sharedBytes; word += 4) {
    flags.erase(word);
    mbarriers.erase(word);
  }
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

static bool includes(AccessScope scope, uint64_t block, uint64_t other) {
  // A block is a cluster of its own here.
  return scope >= AccessScope::Device || block == other;
}

/// Whether both are atomic, and each for the other's thread.
static bool areStrong(const Epoch &a, const Epoch &b) {
  return a.atomic && b.atomic && includes(a.scope, a.block, b.block) &&
         includes(b.scope, b.block, a.block);
}

Epoch RaceCheck::epochOf(const Access &access, const ThreadState &state) const {
  Epoch now;
  now.site = &access.site;
  now.block = state.clocks.block;
  now.time = state.clocks.own;
  now.agent = state.clocks.agent;
  now.atomic = access.site.isAtomic();
  now.scope = access.site.scope;
  now.write = access.site.writes();
  now.fetches = !now.write && !now.atomic && !access.shared;
  return now;
}

bool RaceCheck::report(const Epoch &first, const Epoch &second,
                       uintptr_t address, const Thread &thread) {
  Race found;
  found.first = first;
  found.second = second;
  found.firstSite = first.site;
  found.secondSite = second.site;
  found.address = address;
  found.thread = &thread;
  found.sameWarp = first.block == second.block && !first.bulk && !second.bulk &&
                   first.agent / warpSize == second.agent / warpSize;
  for (const Missed &missed : llvm::reverse(stateOf(thread).missed))
    if (missed.knowledge.knows(first.block, first.agent, first.time)) {
      found.missed = missed;
      break;
    }
  for (const Epoch &side : {first, second})
    if (side.fetches && !hasStored[side.block]) {
      unused.try_emplace(side.block, found);
      return true;
    }
  race = found;
  return false;
}

bool RaceCheck::noteStore(uint64_t block) {
  if (hasStored[block])
    return true;
  hasStored[block] = true;
  auto found = unused.find(block);
  if (found == unused.end())
    return true;
  race = found->second;
  return false;
}

/// Notes an access in a cell, after a look at those before it. `knows` says
/// whether an earlier access happened before this one.
bool RaceCheck::check(Cell &cell, const Epoch &now,
                      llvm::function_ref<bool(const Epoch &)> knows,
                      uintptr_t address, const Thread &thread) {
  auto isOrdered = [&](const Epoch &before) {
    return !before || knows(before) || areStrong(before, now);
  };
  if (!isOrdered(cell.write) && !report(cell.write, now, address, thread))
    return false;
  if (!now.write) {
    // The earlier read need not be kept if whatever conflicts with it conflicts
    // with this one too.
    if (!cell.read || (knows(cell.read) && (cell.read.atomic || !now.atomic))) {
      cell.read = now;
      return true;
    }
    if (!cell.moreReads)
      cell.moreReads = std::make_unique<std::vector<Epoch>>();
    for (Epoch &other : *cell.moreReads)
      if (knows(other) && (other.atomic || !now.atomic)) {
        other = now;
        return true;
      }
    cell.moreReads->push_back(now);
    return true;
  }
  if (!isOrdered(cell.read) && !report(cell.read, now, address, thread))
    return false;
  if (cell.moreReads)
    for (const Epoch &other : *cell.moreReads)
      if (!isOrdered(other) && !report(other, now, address, thread))
        return false;
  cell.write = now;
  cell.read = Epoch();
  cell.moreReads.reset();
  return true;
}

bool RaceCheck::access(const Access &access) {
  ThreadState &state = stateOf(access.thread);
  const Epoch now = epochOf(access, state);
  if (now.write && !now.atomic && !access.shared &&
      !noteStore(state.clocks.block))
    return false;
  auto knows = [&](const Epoch &before) {
    return state.clocks.knows(before.block, before.agent, before.time);
  };
  // An atomic synchronises at once: what it acquires is no excuse for itself.
  bool right = shadow.forEach(
      access.address, access.bytes, [&](Cell &cell, uintptr_t address) {
        return check(cell, now, knows, address, access.thread);
      });
  if (right && access.site.isAtomic())
    synchronise(access, state);
  return right;
}

//===----------------------------------------------------------------------===//
// Atomics and fences
//===----------------------------------------------------------------------===//

void RaceCheck::synchronise(const Access &access, ThreadState &state) {
  for (uint64_t at = 0; at < access.bytes; at += 4) {
    const uintptr_t word = (access.address + at) & ~uintptr_t(3);
    if (!access.site.writes() && !flags.count(word))
      continue;
    Flag &flag = flags[word];
    if (access.site.reads())
      readFlag(access, state, flag);
    if (access.site.writes())
      writeFlag(access, state, flag);
  }
}

void RaceCheck::miss(ThreadState &state, const Release &release,
                     const AccessSite &load) {
  const uint64_t me = state.clocks.block, other = release.knowledge.block;
  const bool narrow =
      !includes(release.scope, other, me) || !includes(load.scope, me, other);
  if (!state.missed.empty() &&
      state.missed.back().knowledge.own == release.knowledge.own)
    state.missed.pop_back();
  if (state.missed.size() == maxMissed)
    state.missed.erase(state.missed.begin());
  state.missed.push_back(
      {release.knowledge, release.site, &load, !release.releases, narrow});
}

void RaceCheck::readFlag(const Access &access, ThreadState &state, Flag &flag) {
  const AccessSite &site = access.site;
  if (flag.wouldBe)
    miss(state, *flag.wouldBe, site);
  if (!flag.real)
    return;
  const Release &release = *flag.real;
  const uint64_t me = state.clocks.block, other = release.knowledge.block;
  if (!includes(release.scope, other, me) || !includes(site.scope, me, other))
    return miss(state, release, site);
  if (!site.acquires()) {
    miss(state, release, site);
    if (state.read.empty() ||
        state.read.back().knowledge.own != release.knowledge.own)
      state.read.push_back(release);
    return;
  }
  if (state.acquired == release.knowledge.own.get())
    return;
  state.clocks.acquire(release.knowledge);
  state.acquired = release.knowledge.own.get();
}

void RaceCheck::writeFlag(const Access &access, ThreadState &state,
                          Flag &flag) {
  const AccessSite &site = access.site;
  const bool continues = site.kind == AccessKind::Update;
  std::optional<Release> mine;
  if (site.releases())
    mine = Release{state.clocks.release(), site.scope, &site, true};
  else if (state.fenced)
    mine = Release{state.fenced->knowledge,
                   std::min(state.fenced->scope, site.scope), &site, true};
  if (continues && flag.real && mine) {
    mine->knowledge.add(flag.real->knowledge);
    mine->scope = std::min(mine->scope, flag.real->scope);
  }
  if (mine || !continues)
    flag.real = mine;
  flag.wouldBe.reset();
  if (!site.releases())
    flag.wouldBe = Release{state.clocks.release(), site.scope, &site, false};
}

bool RaceCheck::fence(Thread &thread, const AccessSite &site) {
  ThreadState &state = stateOf(thread);
  const uint64_t me = state.clocks.block;
  if (site.acquires()) {
    for (const Release &release : state.read)
      if (includes(site.scope, me, release.knowledge.block))
        state.clocks.acquire(release.knowledge);
    state.read.clear();
  }
  if (site.releases())
    state.fenced = Release{state.clocks.release(), site.scope, &site, true};
  return true;
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

void RaceCheck::warpSynced(Warp &warp, uint32_t mask) {
  SlotState &slot = slots[warp.block->slot];
  auto clocks = std::make_shared<std::array<Clock, warpSize>>();
  clocks->fill(0);
  BlockClocks block;
  OtherClocks others;
  for (uint32_t lanes = mask; lanes; lanes &= lanes - 1) {
    const unsigned lane = llvm::countr_zero(lanes);
    ThreadClocks &each = slot.threads[warp.index * warpSize + lane].clocks;
    block = join(block, each.blockClocks);
    others = join(others, each.others);
    for (unsigned l = 0; each.warp && l < warpSize; ++l)
      (*clocks)[l] = std::max((*clocks)[l], (*each.warp)[l]);
    (*clocks)[lane] = each.own++;
  }
  for (uint32_t lanes = mask; lanes; lanes &= lanes - 1) {
    ThreadClocks &each =
        slot.threads[warp.index * warpSize + llvm::countr_zero(lanes)].clocks;
    each.blockClocks = block;
    each.others = others;
    each.warp = clocks;
  }
}

void RaceCheck::barrierArrived(Thread &thread, unsigned id) {
  ThreadClocks &clocks = stateOf(thread).clocks;
  slots[thread.warp->block->slot].arrivals[id].push_back(clocks);
  ++clocks.own;
}

void RaceCheck::barrierCompleted(Block &block, unsigned id,
                                 const uint32_t (&waiting)[warpSize]) {
  SlotState &slot = slots[block.slot];
  std::vector<ThreadClocks> arrived = std::move(slot.arrivals[id]);
  slot.arrivals[id].clear();
  BlockClocks before;
  OtherClocks others;
  for (const ThreadClocks &each : arrived) {
    before = join(before, each.blockClocks);
    others = join(others, each.others);
  }
  auto all = before ? std::make_shared<std::vector<Clock>>(*before)
                    : std::make_shared<std::vector<Clock>>(agentsPerBlock());
  for (const ThreadClocks &each : arrived) {
    (*all)[each.agent] = std::max((*all)[each.agent], each.own);
    const unsigned first = each.agent - each.lane;
    for (unsigned l = 0; each.warp && l < warpSize; ++l)
      if (first + l < threadsPerBlock)
        (*all)[first + l] = std::max((*all)[first + l], (*each.warp)[l]);
  }
  for (unsigned w = 0; w < block.warps.size(); ++w)
    for (uint32_t lanes = waiting[w]; lanes; lanes &= lanes - 1) {
      ThreadClocks &each =
          slot.threads[w * warpSize + llvm::countr_zero(lanes)].clocks;
      each.blockClocks = all;
      each.others = others;
      each.warp = nullptr;
    }
}
