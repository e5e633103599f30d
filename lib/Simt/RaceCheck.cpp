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

/// The work that was in the stream before the first launch.
static const AccessSite earlierWork{.kind = AccessKind::Store,
                                    .what = "the work before the launch",
                                    .place = {}};

static LaunchSet setOf(unsigned launch) { return LaunchSet(1) << launch; }

/// Whether `who`, a Knowledge or a ThreadClocks, knows of an access.
template <class Who> static bool knows(const Who &who, const Epoch &access) {
  return who.complete >> access.launch & 1 ||
         who.knows(access.block, access.agent, access.time);
}

RaceCheck::ThreadState &RaceCheck::stateOf(const Thread &thread) {
  return slots[thread.warp->block->slot].threads[thread.linearIndex];
}

void RaceCheck::gridStarted(const Grid &grid) {
  this->grid = &grid;
  slots.resize(grid.blocks.size());
  const Launch &last = grid.launches.back();
  blocksToGo = last.firstBlock + last.blocks();
  hasStored.assign(blocksToGo, false);
  judged.assign(1, false);
  for (const Launch &launch : grid.launches)
    judged.push_back(kernels.empty() ||
                     llvm::is_contained(kernels, launch.kernel));
  complete.resize(grid.launches.size() + 1);
  for (unsigned launch = 0; launch < complete.size(); ++launch)
    complete[launch] = setOf(launch);
}

void RaceCheck::blockStarted(Block &block) {
  SlotState &slot = slots[block.slot];
  slot = SlotState();
  const Launch &launch = *block.launch;
  if (block.rank == 0)
    meetings.erase(block.cluster.get()); // an earlier one's, in its place
  // All launches before it, if it has begun behind them.
  const LaunchSet before = launch.dependent ? 0 : setOf(launch.number) - 1;
  complete[launch.number] |= before;
  slot.threads.resize(launch.threads());
  for (auto [t, state] : llvm::enumerate(slot.threads)) {
    state.clocks.block = block.number;
    state.clocks.agent = t;
    state.clocks.threads = launch.threads();
    state.clocks.lane = t % warpSize;
    state.clocks.complete = before;
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

bool RaceCheck::areOneCluster(uint64_t block, uint64_t other) const {
  for (const Launch &launch : grid->launches) {
    const uint64_t one = block - launch.firstBlock,
                   two = other - launch.firstBlock;
    if (one < launch.blocks() && two < launch.blocks())
      return launch.clusterOf(launch.indexOf(one)) ==
             launch.clusterOf(launch.indexOf(two));
  }
  return false;
}

Epoch RaceCheck::epochOf(const Access &access, const ThreadState &state) const {
  Epoch now;
  now.site = &access.site;
  now.block = state.clocks.block;
  now.time = state.clocks.own;
  now.agent = state.clocks.agent;
  now.launch = access.thread.warp->block->launch->number;
  now.atomic = access.site.isAtomic();
  now.scope = access.site.scope;
  now.write = access.writes();
  now.fetches = !now.write && !now.atomic && !access.shared;
  return now;
}

RaceCheck::Race RaceCheck::raceOf(const Epoch &first, const Epoch &second,
                                  uintptr_t address, const Thread &thread) {
  Race race;
  race.first = first;
  race.second = second;
  race.firstSite = first.site;
  race.secondSite = second.site;
  race.address = address;
  race.thread = &thread;
  return race;
}

bool RaceCheck::report(const Epoch &first, const Epoch &second,
                       uintptr_t address, const Thread &thread) {
  Race found = raceOf(first, second, address, thread);
  const unsigned threads = thread.warp->block->threads.size();
  found.sameWarp = first.block == second.block && first.agent < threads &&
                   first.agent / warpSize == thread.linearIndex / warpSize;
  for (const Missed &missed : llvm::reverse(stateOf(thread).missed))
    if (knows(missed.knowledge, first)) {
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

bool RaceCheck::noteGlobal(const Epoch &now, LaunchSet known, uintptr_t address,
                           const Thread &thread) {
  if (known & setOf(0))
    return true;
  Epoch before;
  before.site = &earlierWork;
  before.write = true;
  if (now.launch == 1)
    return report(before, now, address, thread);
  const bool mayBeUnused = now.fetches && !hasStored[now.block];
  std::string &text = mayBeUnused ? unusedEarly[now.block] : early;
  if (!text.empty())
    return true;
  Race found;
  found.first = before;
  found.second = now;
  found.secondSite = now.site;
  found.address = address;
  found.thread = &thread;
  text = describe(found);
  return true;
}

bool RaceCheck::blockEnded(Block &block) {
  if (--blocksToGo != 0)
    return true;
  return early.empty() && checkLastStores(block.threads.front());
}

bool RaceCheck::noteStore(uint64_t block) {
  if (hasStored[block])
    return true;
  hasStored[block] = true;
  if (early.empty())
    early = unusedEarly.lookup(block);
  auto found = unused.find(block);
  if (found == unused.end())
    return true;
  race = found->second;
  return false;
}

/// Keeps a plain read. An earlier one need not be kept if it is known to have
/// come before: what conflicts with it conflicts with this one too.
static void noteRead(Cell &cell, const Epoch &now,
                     llvm::function_ref<bool(const Epoch &)> knows) {
  if (!cell.read || knows(cell.read)) {
    cell.read = now;
    return;
  }
  if (!cell.moreReads)
    cell.moreReads = std::make_unique<Cell::Epochs>();
  (*cell.moreReads)[now.who()] = now;
}

std::optional<Epoch>
RaceCheck::checkAtomics(Cell &cell, const Epoch &now,
                        llvm::function_ref<bool(const Epoch &)> knows) const {
  std::optional<Epoch> conflict;
  if (!cell.atomics->areAllStrong(now)) {
    llvm::SmallVector<uint64_t> superfluous;
    for (const auto &[who, other] : cell.atomics->epochs) {
      const bool isKnown = knows(other);
      if (!isKnown && (now.write || other.write) && !areStrong(other, now)) {
        conflict = other;
        break;
      }
      // Whatever would be a race with the other is one with this, too.
      if (isKnown && now.atomic && (now.write || !other.write) &&
          now.scope <= other.scope)
        superfluous.push_back(who);
    }
    for (uint64_t who : superfluous)
      cell.atomics->epochs.erase(who);
  }
  if (now.atomic)
    cell.atomics->add(now);
  return conflict;
}

/// Notes an access in a cell, after a look at those before it. `knows` says
/// whether an earlier access happened before this one.
bool RaceCheck::check(Cell &cell, Epoch now,
                      llvm::function_ref<bool(const Epoch &)> knows,
                      uintptr_t address, const Thread &thread) {
  auto mayFollow = [&](const Epoch &before) {
    return !before || knows(before) || report(before, now, address, thread);
  };
  if (!mayFollow(cell.write))
    return false;
  if (now.write) {
    if (!mayFollow(cell.read))
      return false;
    if (cell.moreReads)
      for (const auto &[who, other] : *cell.moreReads)
        if (!mayFollow(other))
          return false;
  }
  const bool reads = now.site->reads();
  if (now.atomic && !cell.atomics)
    cell.atomics = std::make_unique<Cell::Atomics>();
  if (cell.atomics && (now.atomic || reads) &&
      !checkOrder(cell, now, reads, knows, address, thread))
    return false;
  if (cell.atomics)
    if (std::optional<Epoch> conflict = checkAtomics(cell, now, knows))
      if (!report(*conflict, now, address, thread))
        return false;
  if (now.atomic)
    return true;
  if (!now.write) {
    noteRead(cell, now, knows);
    return true;
  }
  cell.write = now;
  cell.read = Epoch();
  cell.moreReads.reset();
  cell.atomics.reset();
  return true;
}

bool RaceCheck::access(const Access &access) {
  if (!isJudged(access.thread))
    return true;
  ThreadState &state = stateOf(access.thread);
  const Epoch now = epochOf(access, state);
  if (now.write && !now.atomic && !access.shared &&
      !noteStore(state.clocks.block))
    return false;
  auto isKnown = [&](const Epoch &before) {
    return knows(state.clocks, before);
  };
  // An atomic synchronises at once: what it acquires is no excuse for itself.
  bool right = shadow.forEach(
      access.address, access.bytes, [&](Cell &cell, uintptr_t address) {
        return check(cell, now, isKnown, address, access.thread);
      });
  if (right && !access.shared && access.bytes != 0)
    right =
        noteGlobal(now, state.clocks.complete, access.address, access.thread);
  if (right && access.site.isAtomic())
    synchronise(access, state);
  return right;
}

//===----------------------------------------------------------------------===//
// Atomics and fences
//===----------------------------------------------------------------------===//

void RaceCheck::synchronise(const Access &access, ThreadState &state) {
  llvm::SmallVector<uintptr_t, 4> words;
  for (uint64_t at = 0; at < access.bytes; at += 4)
    words.push_back((access.address + at) & ~uintptr_t(3));
  if (access.site.reads())
    for (uintptr_t word : words)
      if (auto flag = flags.find(word); flag != flags.end())
        readFlag(access, state, flag->second);
  if (access.writes())
    writeFlags(access, state, words);
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
  if (state.acquired && state.acquired->own == release.knowledge.own &&
      state.acquired->others == release.knowledge.others &&
      state.acquired->complete == release.knowledge.complete)
    return;
  state.clocks.acquire(release.knowledge);
  state.acquired = release.knowledge;
}

void RaceCheck::writeFlags(const Access &access, ThreadState &state,
                           llvm::ArrayRef<uintptr_t> words) {
  const AccessSite &site = access.site;
  const bool continues = site.kind == AccessKind::Update;
  // One vector of clocks for all words.
  const Release own{state.clocks.release(), site.scope, &site, site.releases()};
  std::optional<Release> mine;
  if (site.releases())
    mine = own;
  else if (state.fenced)
    mine = Release{state.fenced->knowledge,
                   std::min(state.fenced->scope, site.scope), &site, true};
  for (uintptr_t word : words) {
    Flag &flag = flags[word];
    if (continues && flag.real && mine) {
      Release both = *mine;
      both.knowledge.add(flag.real->knowledge);
      both.scope = std::min(both.scope, flag.real->scope);
      flag.real = std::move(both);
    } else if (mine || !continues) {
      flag.real = mine;
    }
    flag.wouldBe.reset();
    if (!site.releases())
      flag.wouldBe = own;
  }
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

void RaceCheck::launchAwaited(Thread &thread) {
  const unsigned launch = thread.warp->block->launch->number;
  LaunchSet &known = stateOf(thread).clocks.complete;
  known |= complete[launch - 1];
  complete[launch] |= known;
}

void RaceCheck::warpSynced(Warp &warp, uint32_t mask) {
  SlotState &slot = slots[warp.block->slot];
  auto clocks = std::make_shared<std::array<Clock, warpSize>>();
  clocks->fill(0);
  BlockClocks block;
  OtherClocks others;
  LaunchSet complete = 0;
  for (uint32_t lanes = mask; lanes; lanes &= lanes - 1) {
    const unsigned lane = llvm::countr_zero(lanes);
    ThreadClocks &each = slot.threads[warp.index * warpSize + lane].clocks;
    block = join(block, each.blockClocks);
    others = join(others, each.others);
    complete |= each.complete;
    for (unsigned l = 0; each.warp && l < warpSize; ++l)
      (*clocks)[l] = std::max((*clocks)[l], (*each.warp)[l]);
    (*clocks)[lane] = each.own++;
  }
  for (uint32_t lanes = mask; lanes; lanes &= lanes - 1) {
    ThreadClocks &each =
        slot.threads[warp.index * warpSize + llvm::countr_zero(lanes)].clocks;
    each.blockClocks = block;
    each.others = others;
    each.complete = complete;
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
  LaunchSet complete = 0;
  for (const ThreadClocks &each : arrived) {
    before = join(before, each.blockClocks);
    others = join(others, each.others);
    complete |= each.complete;
  }
  const unsigned threads = block.threads.size();
  auto all = before ? std::make_shared<std::vector<Clock>>(*before)
                    : std::make_shared<std::vector<Clock>>(agentsOf(threads));
  for (const ThreadClocks &each : arrived) {
    (*all)[each.agent] = std::max((*all)[each.agent], each.own);
    const unsigned first = each.agent - each.lane;
    for (unsigned l = 0; each.warp && l < warpSize; ++l)
      if (first + l < threads)
        (*all)[first + l] = std::max((*all)[first + l], (*each.warp)[l]);
  }
  for (unsigned w = 0; w < block.warps.size(); ++w)
    for (uint32_t lanes = waiting[w]; lanes; lanes &= lanes - 1) {
      ThreadClocks &each =
          slot.threads[w * warpSize + llvm::countr_zero(lanes)].clocks;
      each.blockClocks = all;
      each.others = others;
      each.complete = complete;
      each.warp = nullptr;
    }
}

void RaceCheck::clusterArrived(Thread &thread, bool releases) {
  if (releases)
    meetings[thread.warp->block->cluster.get()].arrived.add(
        stateOf(thread).clocks.release());
}

void RaceCheck::clusterMet(Cluster &cluster) {
  Meeting &meeting = meetings[&cluster];
  meeting.complete = meeting.arrived;
}

void RaceCheck::clusterWaited(Thread &thread, bool acquires) {
  if (acquires)
    stateOf(thread).clocks.acquire(
        meetings[thread.warp->block->cluster.get()].complete);
}
