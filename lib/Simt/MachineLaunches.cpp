//===- MachineLaunches.cpp - Blocks that start and end --------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which launch of a stream may begin, and what threads of two launches that
// overlap have to do with each other.
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>
#include <utility>

using namespace scanc::simt;

/// Shared memory that nobody has written reads as this byte.
static constexpr uint8_t sharedPoison = 0xcd;

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

void Machine::endBlock(Block &block) {
  Launch &launch = *block.launch;
  block.resident = false;
  block.cluster->blocks[block.rank] = nullptr;
  ++launch.blocksEnded;
  launch.blocksDone += !block.letsNextBegin;
  if (!launch.isComplete() || launch.number == grid.launches.size())
    return;
  const Launch *next = &grid.launches[launch.number];
  for (Block &other : grid.blocks)
    if (other.resident && other.launch == next)
      for (Warp &warp : other.warps)
        wake(warp, std::exchange(warp.held, 0));
}

Launch *Machine::nextToStart() {
  while (starting < grid.launches.size() &&
         grid.launches[starting].hasStarted())
    ++starting;
  if (starting == grid.launches.size())
    return nullptr;
  Launch &launch = grid.launches[starting];
  if (launch.blocksStarted == 0 && starting != 0) {
    auto before = llvm::ArrayRef(grid.launches).take_front(starting);
    if (launch.dependent ? !before.back().letsNextBegin()
                         : !llvm::all_of(before, [](const Launch &earlier) {
                             return earlier.isComplete();
                           }))
      return nullptr;
    scheduler->nextGrid(launch.clusters());
  }
  return launch.blocksStarted - launch.blocksEnded + launch.blocksOfCluster() <=
                 placesOf(launch)
             ? &launch
             : nullptr;
}

uint64_t Machine::placesOf(const Launch &launch) const {
  const uint64_t resident = std::max(request.options.residentBlocks, 1u);
  return std::min(llvm::alignTo(resident, launch.blocksOfCluster()),
                  launch.blocks());
}

void Machine::startBlocks() {
  llvm::SmallVector<Block *> free;
  for (Block &block : grid.blocks)
    if (!block.resident)
      free.push_back(&block);
  for (llvm::ArrayRef<Block *> left = free; !left.empty();) {
    Launch *launch = nextToStart();
    if (!launch || left.size() < launch->blocksOfCluster())
      return;
    startCluster(left.take_front(launch->blocksOfCluster()), *launch);
    left = left.drop_front(launch->blocksOfCluster());
  }
}

void Machine::startCluster(llvm::ArrayRef<Block *> blocks, Launch &launch) {
  auto cluster = std::make_shared<Cluster>();
  cluster->number = scheduler->startOrder(launch.clustersStarted());
  cluster->blocks.assign(blocks.begin(), blocks.end());
  cluster->live = blocks.size() * launch.threads();
  launch.blocksStarted += blocks.size();
  for (auto [rank, block] : llvm::enumerate(blocks)) {
    block->cluster = cluster;
    block->rank = rank;
    startBlock(*block, launch);
  }
}

void Machine::startBlock(Block &block, Launch &launch) {
  const unsigned numThreads = launch.threads();
  block.launch = &launch;
  block.index = launch.indexOf(block.cluster->number, block.rank);
  block.number = launch.firstBlock + launch.linearOf(block.index);
  block.letsNextBegin = false;
  block.sharedBytes = launch.sharedBytes;
  block.threads.resize(numThreads);
  block.warps.resize(llvm::divideCeil(numThreads, warpSize));
  block.resident = true;
  block.live = numThreads;
  block.barriers.fill(Barrier());
  block.mbarriers.clear();
  std::memset(block.shared, sharedPoison, block.sharedBytes);

  for (unsigned w = 0; w < block.warps.size(); ++w) {
    Warp &warp = block.warps[w];
    unsigned lanes = std::min(numThreads - w * warpSize, warpSize);
    warp.block = &block;
    warp.index = w;
    warp.threads = &block.threads[w * warpSize];
    warp.lanes = llvm::maskTrailingOnes<uint32_t>(lanes);
    warp.ready = warp.lanes;
    warp.polling = warp.held = warp.atCluster = warp.exited = 0;
    warp.rendezvous.clear();
  }

  Dim3 index{0, 0, 0};
  for (unsigned i = 0; i < numThreads; ++i) {
    Thread &thread = block.threads[i];
    thread.fiber.start<fibreMain>(
        stacks.get(size_t(block.slot) * threadsOfSlot + i));
    thread.warp = &block.warps[i / warpSize];
    thread.lane = i % warpSize;
    thread.linearIndex = i;
    thread.index = index;
    thread.state = ThreadState::Runnable;
    thread.site = nullptr;
    thread.polledSize = 0;
    thread.awaitedParity.reset();
    thread.hasArrivedAtCluster = false;
    thread.polls.clear();
    thread.nextPoll = 0;
    if (++index.x == launch.blockDim.x) {
      index.x = 0;
      if (++index.y == launch.blockDim.y) {
        index.y = 0;
        ++index.z;
      }
    }
  }
  for (const auto &observer : observers)
    observer->blockStarted(block);
  noteEvent();
}

//===----------------------------------------------------------------------===//
// Clusters
//===----------------------------------------------------------------------===//

/// How many clusters there are in each direction.
static Dim3 clustersOf(const Launch &launch) {
  return {launch.gridDim.x / launch.clusterDim.x,
          launch.gridDim.y / launch.clusterDim.y,
          launch.gridDim.z / launch.clusterDim.z};
}

static Dim3 indexIn(Dim3 extent, uint64_t number) {
  return {unsigned(number % extent.x), unsigned(number / extent.x % extent.y),
          unsigned(number / extent.x / extent.y)};
}

Dim3 Launch::indexOf(uint64_t cluster, unsigned rank) const {
  const Dim3 which = indexIn(clustersOf(*this), cluster),
             within = indexIn(clusterDim, rank);
  return {which.x * clusterDim.x + within.x, which.y * clusterDim.y + within.y,
          which.z * clusterDim.z + within.z};
}

uint64_t Launch::clusterOf(Dim3 index) const {
  const Dim3 all = clustersOf(*this);
  return index.x / clusterDim.x +
         all.x * (index.y / clusterDim.y +
                  uint64_t(all.y) * (index.z / clusterDim.z));
}

void Machine::clusterArrive(bool releases) {
  Thread &self = *current;
  Cluster &cluster = *self.warp->block->cluster;
  if (self.hasArrivedAtCluster)
    fail({Failure::Kind::ClusterArrivedTwice});
  self.hasArrivedAtCluster = true;
  self.clusterPhase = cluster.phase;
  ++cluster.arrived;
  for (const auto &observer : observers)
    observer->clusterArrived(self, releases);
  completeClusterBarrier(cluster);
}

void Machine::completeClusterBarrier(Cluster &cluster) {
  if (cluster.arrived == 0 || cluster.arrived != cluster.live)
    return;
  cluster.arrived = 0;
  ++cluster.phase;
  for (const auto &observer : observers)
    observer->clusterMet(cluster);
  for (Block *block : cluster.blocks)
    if (block)
      for (Warp &warp : block->warps)
        wake(warp, std::exchange(warp.atCluster, 0));
  noteEvent();
}

void Machine::clusterWait(bool acquires) {
  Thread &self = *current;
  Cluster &cluster = *self.warp->block->cluster;
  if (!self.hasArrivedAtCluster)
    fail({Failure::Kind::ClusterNotArrived});
  if (self.clusterPhase == cluster.phase) {
    park(self, ThreadState::AtClusterBarrier);
    self.warp->atCluster |= laneBit(self);
    suspend();
  }
  self.hasArrivedAtCluster = false;
  for (const auto &observer : observers)
    observer->clusterWaited(self, acquires);
  if (scheduler->preemptsWaker())
    preempt();
}

void *Machine::mapShared(const void *address, unsigned rank) {
  const Block &own = *current->warp->block;
  const auto place = reinterpret_cast<uintptr_t>(address);
  Block *owner = findOwner(own, place);
  Failure failure{Failure::Kind::NoBlockOfCluster};
  failure.first = rank;
  failure.second = own.cluster->blocks.size();
  Block *other = rank < failure.second ? own.cluster->blocks[rank] : nullptr;
  if (!other)
    fail(failure);
  // Of an address that is nobody's, nothing is known.
  const uint8_t *base = owner ? owner->shared : own.shared;
  return other->shared + (place - reinterpret_cast<uintptr_t>(base));
}

//===----------------------------------------------------------------------===//
// Launches that overlap
//===----------------------------------------------------------------------===//

void Machine::awaitLaunchBefore() {
  Thread &self = *current;
  const unsigned number = self.warp->block->launch->number;
  if (number > 1 && !grid.launches[number - 2].isComplete()) {
    park(self, ThreadState::Held);
    self.warp->held |= laneBit(self);
    suspend();
  }
  for (const auto &observer : observers)
    observer->launchAwaited(self);
}

void Machine::letNextBegin() {
  Block &block = *current->warp->block;
  if (block.letsNextBegin)
    return;
  block.letsNextBegin = true;
  ++block.launch->blocksDone;
  startBlocks();
  if (scheduler->preemptsWaker())
    preempt();
}
