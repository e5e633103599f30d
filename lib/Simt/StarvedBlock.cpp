//===- StarvedBlock.cpp - A block that hardly gets a turn -----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whoever sits in place `seed` modulo the number of places sleeps while anybody
// else can do anything. Its predecessors are long done, its successors all wait
// for it, and what it published at last is read by all of them at once: the
// worst that a scan with look-back, or a lock, can meet. Before it falls asleep
// it has `seed` divided by the number of places turns ahead of all others: then
// it may hold a lock or a tile, wherever in the kernel it is. If these turns
// are odd, the others poll in reverse: the last one is the first to see what
// the starved block did, and sees nothing of what those between them make of
// it.
//
// A seed of 2^32 or more has a time before all that, in which blocks take turns
// at every stop, so that all get about as far; the numbers above are those of
// the rest of the seed. Of c = seed / 2^32, this time is
//
//   c even   c / 2 turns, without the block, which so begins late: the others
//            have begun by then, and do not know of it
//   c odd    until the block has polled in vain (c + 1) / 2 times, so that it
//            falls asleep while it waits for somebody, or soon after
//
//   1. a ready thread of another block;
//   2. if something changed since they last polled, the pollers of the others;
//   3. a ready thread of the starved block, for one step;
//   4. the pollers of the starved block and of the others, by turns.
//
// A thread that polls in vain is not ready, so threads that wait for the
// starved block let it run. Two kinds of waiting change something each time
// round, and come to 2 again and again: a lock that is taken, and given back
// because of what it protects; a poll between two barriers. After
// `maxPatience` rounds of 2 without a step, the starved block is overdue: it
// runs until nobody in it is ready. The others, ready or not, get their turn
// then, since to be ready for ever without polling takes an endless loop.
//
// Who looks at the clock finds that a long time has passed: at every look, or
// at every second to fifth, as the seed says. So others lose patience with the
// block while it sleeps.
//
//===----------------------------------------------------------------------===//

#include "Scheduler.h"

using namespace scanc::simt;

namespace {

/// More rounds than a few threads need to get through a contended lock; few
/// enough that a block that is starved in this way still ends soon.
constexpr unsigned maxPatience = 128;

/// A ready thread: of the warp of `last` if that is in this block, else of the
/// next warp.
Thread *nextReady(Block &block, const Thread *last) {
  size_t first = 0;
  if (last && last->warp->block == &block)
    first = last->warp->index;
  for (size_t i = 0; i < block.warps.size(); ++i) {
    Warp &warp = block.warps[(first + i) % block.warps.size()];
    if (warp.ready)
      return nextReadyLane(warp, last);
  }
  return nullptr;
}

class StarvedBlock final : public Scheduler {
public:
  explicit StarvedBlock(uint64_t seed)
      : seed(seed & 0xffffffff), before(((seed >> 32) + 1) / 2),
        takesPart(seed >> 32 & 1) {}

  bool leapsInTime() override { return ++looks % (1 + seed % 5) == 0; }

  Thread *next(Grid &grid, Thread *last) override {
    Block &starved = grid.blocks[seed % grid.blocks.size()];
    if (!last)
      overdue = false;
    if (Thread *thread = nextBefore(grid, starved, last))
      return thread;
    if (turns < seed / grid.blocks.size())
      if (Thread *thread = nextReady(starved, last)) {
        ++turns;
        return thread;
      }
    if (!overdue) {
      if (Thread *thread = nextOther(grid, starved, last))
        return thread;
      if (grid.changes != polledAt) {
        overdue = ++rounds > maxPatience && starved.runnable();
        if (!overdue)
          if (Thread *thread = pollOthers(grid, starved))
            return thread;
      }
    }
    rounds = 0;
    if (Thread *thread = nextReady(starved, last))
      return thread;
    if (overdue)
      starvedPolledLast = overdue = false;
    for (int turn = 0; turn < 2; ++turn) {
      starvedPolledLast = !starvedPolledLast;
      if (Thread *thread = starvedPolledLast ? pollStarved(starved)
                                             : pollOthers(grid, starved))
        return thread;
    }
    return nullptr;
  }

private:
  /// Whose turn it is in the time before; null: that is over.
  Thread *nextBefore(Grid &grid, Block &starved, const Thread *last) {
    if (before == 0)
      return nullptr;
    if (takesPart && last && last->warp->block == &starved &&
        last->warp->polling & laneBit(*last) && --before == 0)
      return nullptr;
    if (last)
      current = last->warp->block->slot;
    const size_t slots = grid.blocks.size();
    for (size_t i = 1; i <= slots; ++i) {
      Block &block = grid.blocks[(current + i) % slots];
      if (!takesPart && &block == &starved)
        continue;
      Thread *thread = nextReady(block, last);
      if (!thread) {
        block.makeReady();
        thread = nextReady(block, last);
      }
      if (!thread)
        continue;
      before -= takesPart ? 0 : 1;
      return thread;
    }
    before = 0;
    return nullptr;
  }

  Thread *nextOther(Grid &grid, Block &starved, const Thread *last) {
    if (last)
      current = last->warp->block->slot;
    size_t slots = grid.blocks.size();
    const bool isBackwards = havePolled && seed / slots % 2;
    for (size_t i = 0; i < slots; ++i) {
      Block &block =
          grid.blocks[(current + (isBackwards ? slots - i : i)) % slots];
      if (&block != &starved)
        if (Thread *thread = nextReady(block, last))
          return thread;
    }
    return nullptr;
  }

  Thread *pollOthers(Grid &grid, Block &starved) {
    polledAt = grid.changes;
    havePolled = true;
    for (Block &block : grid.blocks)
      if (&block != &starved)
        block.makeReady();
    return nextOther(grid, starved, nullptr);
  }

  static Thread *pollStarved(Block &starved) {
    starved.makeReady();
    return nextReady(starved, nullptr);
  }

  uint64_t seed;
  uint64_t before;    // turns, or polls in vain, until the block is on its own
  bool takesPart;     // in the time before
  uint64_t turns = 0; // that the starved block had ahead of the others
  size_t current = 0;
  bool havePolled = false;
  uint64_t polledAt = 0; // Grid::changes when the others began to poll
  unsigned rounds = 0;   // of polls by the others, since the last step
  uint64_t looks = 0;    // at the clock
  bool overdue = false;
  bool starvedPolledLast = false;
};

} // namespace

std::unique_ptr<Scheduler> scanc::simt::createStarvedBlock(uint64_t seed) {
  return std::make_unique<StarvedBlock>(seed);
}
