//===- WarpAhead.cpp - One warp as far ahead as it can be -----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In each block the warps have a rank: warp `seed` modulo their number comes
// first, those after it follow, round the corner. The ready warp of the best
// rank runs, so that the first one is as far ahead of the others as the
// kernel's barriers let it be, and the last one as far behind. A barrier that
// is missing, or awaited by the wrong threads, shows: the first warp is already
// overwriting what the last one has yet to read.
//
//   1. a ready lane of the warp of the best rank in the block;
//   2. the next block with a ready or polling lane, whose pollers turn ready;
//   3. whatever polls in this block.
//
// The thread that completes a barrier gives way, or else its warp would be past
// it before the first one.
//
// No starvation: a block is left only with nobody ready in it, and a warp that
// polls in vain is not ready until then.
//
//===----------------------------------------------------------------------===//

#include "Scheduler.h"

using namespace scanc::simt;

namespace {

class WarpAhead final : public Scheduler {
public:
  explicit WarpAhead(uint64_t seed) : seed(seed) {}

  bool preemptsWaker() const override { return true; }

  Thread *next(Grid &grid, Thread *last) override {
    if (last) {
      Block &block = *last->warp->block;
      if (Thread *thread = bestReady(block, last))
        return thread;
      nextSlot = block.slot + 1;
    }
    size_t slots = grid.blocks.size();
    for (size_t i = 0; i < slots; ++i) {
      Block &block = grid.blocks[(nextSlot + i) % slots];
      block.makeReady();
      if (Thread *thread = bestReady(block, last))
        return thread;
    }
    return nullptr;
  }

private:
  Thread *bestReady(Block &block, const Thread *last) const {
    size_t numWarps = block.warps.size();
    if (numWarps == 0)
      return nullptr; // of a place that no block has had
    size_t first = seed % numWarps;
    for (size_t i = 0; i < numWarps; ++i) {
      Warp &warp = block.warps[(first + i) % numWarps];
      if (warp.ready)
        return nextReadyLane(warp, last);
    }
    return nullptr;
  }

  uint64_t seed;
  size_t nextSlot = 0;
};

} // namespace

std::unique_ptr<Scheduler> scanc::simt::createWarpAhead(uint64_t seed) {
  return std::make_unique<WarpAhead>(seed);
}
