//===- ProfileMemory.cpp - Counts what a launch does to memory ------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProfileMemory.h"
#include "AsyncCopies.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace scanc::simt;
using scanc::circuits::LaneAccess;

static constexpr unsigned modernBanks = 32, earlyBanks = 16;

ProfileMemory::ProfileMemory(MemoryProfile &profile,
                             const std::vector<AccessSite> &sites)
    : profile(profile), sites(sites) {}

//===----------------------------------------------------------------------===//
// Gathering
//===----------------------------------------------------------------------===//

void ProfileMemory::gridStarted(const Grid &grid) {
  // Executor::launch profiles one launch at a time.
  const Launch &profiled = grid.launches.front();
  launch.kernel = profiled.kernel;
  launch.grid = profiled.gridDim;
  launch.block = profiled.blockDim;
  blocksToGo = profiled.blocks();
  pending.resize(grid.blocks.size());
  copies.resize(grid.blocks.size());
}

void ProfileMemory::blockStarted(Block &block) {
  pending[block.slot].resize(block.warps.size());
  copies[block.slot].clear();
  copies[block.slot].resize(block.warps.size());
}

ProfileMemory::Requests &ProfileMemory::requestsOf(const Warp &warp) {
  return pending[warp.block->slot][warp.index];
}

void ProfileMemory::gather(const Thread &thread, const AccessSite &site,
                           bool shared, uint64_t iteration, uintptr_t address,
                           uint64_t bytes, bool isCopy) {
  const uint32_t lane = uint32_t(1) << thread.lane;
  Requests &requests = requestsOf(*thread.warp);
  const Key key{2 * indexOf(site) + shared, iteration};
  auto [known, isNew] = requests.try_emplace(key);
  Request &request = known->second;
  const bool isOther = bytes && request.bytes && request.bytes != bytes;
  // A lane that comes back has left the others behind.
  if (!isNew && (request.mask & lane || isOther)) {
    count(request, *thread.warp);
    request.mask = request.idle = 0;
    request.bytes = 0;
  }
  request.site = &site;
  request.shared = shared;
  request.isCopy = isCopy;
  request.bytes = std::max(request.bytes, bytes);
  request.mask |= lane;
  if (!bytes)
    request.idle |= lane;
  request.addresses[thread.lane] = address;
  if (request.mask == (thread.warp->lanes & ~thread.warp->exited)) {
    count(request, *thread.warp);
    requests.erase(known);
  }
}

bool ProfileMemory::access(const Access &access) {
  if (access.bytes)
    gather(access.thread, access.site, access.shared != nullptr,
           access.iteration, access.address, access.bytes, /*isCopy=*/false);
  return true;
}

void ProfileMemory::finish(const Warp &warp, uint32_t mask) {
  Requests &requests = requestsOf(warp);
  llvm::SmallVector<Key, 4> finished;
  for (const auto &[key, request] : requests)
    if ((request.mask & ~mask) == 0) {
      count(request, warp);
      finished.push_back(key);
    }
  for (const Key &key : finished)
    requests.erase(key);
}

bool ProfileMemory::blockEnded(Block &block) {
  for (const Warp &warp : block.warps)
    finish(warp, warp.lanes);
  if (--blocksToGo == 0)
    finishGrid();
  return true;
}

//===----------------------------------------------------------------------===//
// Counting
//===----------------------------------------------------------------------===//

/// Sectors that lanes touch, and the least that their distinct bytes need.
static std::pair<uint64_t, uint64_t>
countSectors(llvm::ArrayRef<LaneAccess> lanes, uint64_t bytes) {
  llvm::SmallVector<uint64_t, warpSize> begins;
  for (const LaneAccess &access : lanes)
    begins.push_back(access.address);
  std::sort(begins.begin(), begins.end());
  uint64_t sectors = 0, distinct = 0;
  uint64_t covered = 0, nextSector = 0; // what lies below was counted
  for (uint64_t begin : begins) {
    const uint64_t end = begin + bytes;
    distinct += end - std::min(std::max(begin, covered), end);
    covered = end;
    const uint64_t first = std::max(begin / sectorBytes, nextSector);
    const uint64_t last = (end - 1) / sectorBytes;
    if (first <= last) {
      sectors += last - first + 1;
      nextSector = last + 1;
    }
  }
  return {sectors, llvm::divideCeil(distinct, sectorBytes)};
}

void ProfileMemory::count(const Request &request, const Warp &warp) {
  if (request.mask == request.idle)
    return;
  llvm::SmallVector<LaneAccess, warpSize> lanes;
  for (uint32_t mask = request.mask & ~request.idle; mask; mask &= mask - 1) {
    const unsigned lane = llvm::countr_zero(mask);
    lanes.push_back({lane, request.addresses[lane]});
  }
  AccessProfile &total = accesses[2 * indexOf(*request.site) + request.shared];
  if (total.requests == 0) {
    total.place = request.site->place;
    total.what = request.isCopy ? "asynchronous copy" : request.site->what;
    total.shared = request.shared;
    // A copy of lanes is from global memory.
    total.reads = request.isCopy || request.site->reads();
    total.writes = !request.isCopy && request.site->writes();
  }
  ++total.requests;
  total.divergent += request.mask != warp.lanes;
  total.lanes += lanes.size();
  total.bytes += lanes.size() * request.bytes;
  if (!request.shared) {
    auto [sectors, least] = countSectors(lanes, request.bytes);
    total.sectors += sectors;
    total.leastSectors += least;
    return;
  }
  // The arena is aligned as the banks are.
  const auto arena = reinterpret_cast<uintptr_t>(warp.block->shared);
  for (LaneAccess &access : lanes)
    access.address -= arena;
  total.banks32 +=
      circuits::countBankConflicts(lanes, request.bytes, modernBanks);
  total.banks16 +=
      circuits::countBankConflicts(lanes, request.bytes, earlyBanks);
}

void ProfileMemory::countCopy(const AccessSite &site, uintptr_t address,
                              uint64_t bytes, bool writes) {
  constexpr uint64_t sector = 32;
  AccessProfile &total = accesses[2 * indexOf(site)];
  total.place = site.place;
  total.what = "asynchronous copy";
  (writes ? total.writes : total.reads) = true;
  ++total.requests;
  ++total.lanes;
  total.bytes += bytes;
  total.sectors += (address + bytes + sector - 1) / sector - address / sector;
  total.leastSectors += llvm::divideCeil(bytes, sector);
}

void ProfileMemory::asyncIssued(const AsyncCopy &copy) {
  if (copy.kind == CopyKind::Prefetch || !copy.issuer->site)
    return;
  const AccessSite &site = *copy.issuer->site;
  if (copy.kind == CopyKind::NonBulk) {
    const Thread &thread = *copy.issuer;
    const Warp &warp = *thread.warp;
    uint64_t &before =
        copies[warp.block->slot][warp.index][indexOf(site)][thread.lane];
    gather(thread, site, /*shared=*/false, before++,
           reinterpret_cast<uintptr_t>(copy.source), copy.sourceBytes,
           /*isCopy=*/true);
    return;
  }
  if (!copy.readsShared() && copy.sourceBytes)
    countCopy(site, reinterpret_cast<uintptr_t>(copy.source), copy.sourceBytes,
              /*writes=*/false);
  if (!copy.writesShared() && copy.bytes)
    countCopy(site, reinterpret_cast<uintptr_t>(copy.destination), copy.bytes,
              /*writes=*/true);
}

StepProfile &ProfileMemory::stepAt(const AccessSite &site) {
  StepProfile &step = steps[indexOf(site)];
  step.place = site.place;
  return step;
}

void ProfileMemory::combined(Thread &, const AccessSite &site, bool kept) {
  StepProfile &step = stepAt(site);
  ++step.combines;
  step.keptCombines += kept;
}

/// Where the lanes of `mask` are, which have met.
static const AccessSite &siteOf(const Warp &warp, uint32_t mask) {
  return *warp.threads[llvm::countr_zero(mask)].site;
}

void ProfileMemory::warpSynced(Warp &warp, uint32_t mask) {
  ++stepAt(siteOf(warp, mask)).warpSyncs;
  finish(warp, mask);
}

void ProfileMemory::warpMet(Warp &warp, WarpOp op, uint32_t mask) {
  StepProfile &step = stepAt(siteOf(warp, mask));
  switch (op) {
  case WarpOp::ShuffleUp:
  case WarpOp::ShuffleDown:
  case WarpOp::ShuffleIdx:
  case WarpOp::ShuffleBfly:
    ++step.shuffles;
    break;
  case WarpOp::VoteAll:
  case WarpOp::VoteAny:
  case WarpOp::VoteUni:
  case WarpOp::VoteBallot:
    ++step.votes;
    break;
  default:
    ++step.otherCollectives;
  }
  finish(warp, mask);
}

void ProfileMemory::barrierCompleted(Block &block, unsigned,
                                     const uint32_t (&waiting)[warpSize]) {
  const AccessSite *site = nullptr;
  for (const Warp &warp : block.warps)
    if (uint32_t mask = waiting[warp.index]) {
      site = &siteOf(warp, mask);
      finish(warp, mask);
    }
  if (site)
    ++stepAt(*site).barriers;
}

//===----------------------------------------------------------------------===//
// The result
//===----------------------------------------------------------------------===//

static bool samePlace(const Place &a, const Place &b) {
  return a.text == b.text && a.step == b.step;
}

void ProfileMemory::finishGrid() {
  for (auto &[site, access] : accesses)
    launch.accesses.push_back(std::move(access));
  for (const auto &[site, step] : steps) {
    auto known = std::find_if(
        launch.steps.begin(), launch.steps.end(),
        [&](const StepProfile &s) { return samePlace(s.place, step.place); });
    if (known == launch.steps.end()) {
      launch.steps.push_back(step);
      continue;
    }
    known->shuffles += step.shuffles;
    known->votes += step.votes;
    known->otherCollectives += step.otherCollectives;
    known->warpSyncs += step.warpSyncs;
    known->barriers += step.barriers;
    known->combines += step.combines;
    known->keptCombines += step.keptCombines;
  }
  profile.launches.push_back(std::move(launch));
}
