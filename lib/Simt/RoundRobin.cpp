//===- RoundRobin.cpp - The deterministic default schedule ----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lanes of a warp run back to back, which keeps a shuffle at one switch a
// lane; then the other warps of the block; then the other blocks:
//
//   1. the next ready lane of the same warp;
//   2. the next later warp of the block with a ready or polling lane;
//   3. any warp of the block with a ready lane;
//   4. the next block with a ready or polling lane;
//   5. whatever polls in this block.
//
// No starvation: a block is left only with nobody ready in it (2 and 3), and
// pollers, who turn ready at their warp's turn, never keep the others waiting.
//
//===----------------------------------------------------------------------===//

#include "Scheduler.h"

using namespace scanc::simt;

namespace {

/// The lowest ready lane, after the pollers have joined.
Thread *enter(Warp &warp) {
  warp.makeReady(warp.polling);
  return nextReadyLane(warp, nullptr);
}

Thread *firstRunnable(Block &block) {
  for (Warp &warp : block.warps)
    if (warp.runnable())
      return enter(warp);
  return nullptr;
}

class RoundRobin final : public Scheduler {
public:
  Thread *next(Grid &grid, Thread *last) override {
    if (last) {
      if (Thread *thread = nextInBlock(last))
        return thread;
      current = last->warp->block->slot;
    }
    size_t numBlocks = grid.blocks.size();
    for (size_t i = 1; i <= numBlocks; ++i)
      if (Thread *thread =
              firstRunnable(grid.blocks[(current + i) % numBlocks]))
        return thread;
    return nullptr;
  }

private:
  static Thread *nextInBlock(Thread *last) {
    Warp &warp = *last->warp;
    if (warp.ready)
      return nextReadyLane(warp, last);
    std::vector<Warp> &warps = warp.block->warps;
    for (size_t i = warp.index + 1; i < warps.size(); ++i)
      if (warps[i].runnable())
        return enter(warps[i]);
    for (size_t i = 0; i < warp.index; ++i)
      if (warps[i].ready)
        return enter(warps[i]);
    return nullptr;
  }

  size_t current = 0;
};

} // namespace

std::unique_ptr<Scheduler> scanc::simt::createRoundRobin() {
  return std::make_unique<RoundRobin>();
}
