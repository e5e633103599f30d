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
    scheduler->nextGrid(launch.blocks());
  }
  const uint64_t resident = std::max(request.options.residentBlocks, 1u);
  return launch.blocksStarted - launch.blocksEnded < resident ? &launch
                                                              : nullptr;
}

void Machine::startBlocks() {
  for (Block &block : grid.blocks)
    if (!block.resident) {
      Launch *launch = nextToStart();
      if (!launch)
        return;
      startBlock(block, *launch);
    }
}

void Machine::startBlock(Block &block, Launch &launch) {
  const unsigned numThreads = launch.threads();
  const uint64_t linear = scheduler->startOrder(launch.blocksStarted++);
  block.launch = &launch;
  block.number = launch.firstBlock + linear;
  block.index.x = linear % launch.gridDim.x;
  block.index.y = linear / launch.gridDim.x % launch.gridDim.y;
  block.index.z = linear / launch.gridDim.x / launch.gridDim.y;
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
    warp.polling = warp.held = warp.exited = 0;
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
