//===- ReverseBlocks.cpp - The last block, warp and lane first ------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Round robin in a mirror. The block with the highest index starts first, so
// that with fewer places than blocks a block never finds its predecessors under
// way: a kernel whose block k waits for block k - 1 dead-locks, unless it takes
// the k from a counter in the order in which blocks start.
//
//   1. the next lower ready lane of the same warp;
//   2. the next lower warp of the block with a ready or polling lane;
//   3. any warp of the block with a ready lane;
//   4. the next block, in the order of starting, with a ready or polling lane;
//   5. whatever polls in this block.
//
// No starvation, as in RoundRobin.cpp.
//
//===----------------------------------------------------------------------===//

#include "Scheduler.h"
#include "llvm/ADT/STLExtras.h"

using namespace scanc::simt;

namespace {

Thread *highest(Warp &warp, uint32_t lanes) {
  return &warp.threads[warpSize - 1 - llvm::countl_zero(lanes)];
}

/// The highest ready lane, after the pollers have joined.
Thread *enter(Warp &warp) {
  warp.makeReady(warp.polling);
  return highest(warp, warp.ready);
}

class ReverseBlocks final : public Scheduler {
public:
  explicit ReverseBlocks(uint64_t numClusters) : numClusters(numClusters) {}

  uint64_t startOrder(uint64_t started) const override {
    return numClusters - 1 - started;
  }

  void nextGrid(uint64_t clusters) override { numClusters = clusters; }

  Thread *next(Grid &grid, Thread *last) override {
    if (last) {
      if (Thread *thread = nextInBlock(last))
        return thread;
      nextSlot = last->warp->block->slot + 1;
    }
    size_t slots = grid.blocks.size();
    for (size_t i = 0; i < slots; ++i)
      for (Warp &warp :
           llvm::reverse(grid.blocks[(nextSlot + i) % slots].warps))
        if (warp.runnable())
          return enter(warp);
    return nullptr;
  }

private:
  static Thread *nextInBlock(Thread *last) {
    Warp &warp = *last->warp;
    if (warp.ready) {
      uint32_t lower = warp.ready & ((1u << last->lane) - 1);
      return highest(warp, lower ? lower : warp.ready);
    }
    std::vector<Warp> &warps = warp.block->warps;
    for (size_t i = warp.index; i-- > 0;)
      if (warps[i].runnable())
        return enter(warps[i]);
    for (size_t i = warps.size(); --i > warp.index;)
      if (warps[i].ready)
        return enter(warps[i]);
    return nullptr;
  }

  uint64_t numClusters;
  size_t nextSlot = 0;
};

} // namespace

std::unique_ptr<Scheduler>
scanc::simt::createReverseBlocks(uint64_t numClusters) {
  return std::make_unique<ReverseBlocks>(numClusters);
}
