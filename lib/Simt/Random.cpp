//===- Random.cpp - A schedule drawn by lot -------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// At each stop the next thread is drawn: from the warp that stopped, from its
// block, or from all blocks in flight. How likely each is changes from time to
// time, because races differ in what they need: some that lanes alternate
// after every step, some that one warp is far behind the others.
//
//   phase                    stays in the warp   in the block   hops anywhere
//     restless                      0/64             0/64           64/64
//     mixed                        32/64            16/64           16/64
//     block by block               32/64            31/64            1/64
//     warp by warp                 63/64             0/64            1/64
//
// Pollers take part in one draw of eight, and when nobody else can run. Threads
// are pre-empted after 1 to 127 accesses to memory, 64 on average, and where
// they wake others. One look at the clock of two finds that a long time has
// passed. Blocks start in the order of a permutation that is computed
// block by block (a Feistel network of four rounds), so that a grid of any size
// takes no memory.
//
// Everything follows from the seed, on every host. No starvation: whoever can
// run is drawn sooner or later.
//
// The generator is splitmix64: Steele, Lea and Flood, "Fast Splittable
// Pseudorandom Number Generators", OOPSLA 2014. Walking the cycle to stay below
// the number of blocks: Black and Rogaway, "Ciphers with Arbitrary Finite
// Domains", CT-RSA 2002.
//
//===----------------------------------------------------------------------===//

#include "Scheduler.h"
#include "llvm/Support/MathExtras.h"

using namespace scanc::simt;

namespace {

uint64_t mix(uint64_t value) {
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
  return value ^ (value >> 31);
}

class Generator {
public:
  explicit Generator(uint64_t seed) : state(seed) {}

  uint64_t draw() { return mix(state += 0x9e3779b97f4a7c15u); }

  /// 0 to bound - 1.
  unsigned below(unsigned bound) { return (draw() >> 32) * bound >> 32; }

private:
  uint64_t state;
};

/// A permutation of 0 to size - 1.
class Permutation {
public:
  Permutation(uint64_t size, Generator &generator)
      : size(size), halfBits(llvm::divideCeil(llvm::Log2_64_Ceil(size), 2)) {
    for (uint64_t &key : keys)
      key = generator.draw();
  }

  uint64_t operator()(uint64_t index) const {
    // The permutation is one of a power of two; its cycle through `index`
    // leads back below `size`, at the latest to `index` itself.
    do
      index = encrypt(index);
    while (index >= size);
    return index;
  }

private:
  uint64_t encrypt(uint64_t value) const {
    const uint64_t mask = llvm::maskTrailingOnes<uint64_t>(halfBits);
    uint64_t low = value & mask, high = value >> halfBits;
    for (uint64_t key : keys) {
      uint64_t mixed = (high ^ mix(low + key)) & mask;
      high = low;
      low = mixed;
    }
    return high << halfBits | low;
  }

  uint64_t size;
  unsigned halfBits;
  uint64_t keys[4];
};

/// Of 64 draws, how many are from the same warp, and how many from the same
/// block including those.
struct Phase {
  unsigned warp, block;
};
constexpr Phase phases[] = {{0, 0}, {32, 48}, {32, 63}, {63, 63}};
constexpr unsigned numPhases = std::size(phases);
/// Draws in a phase, on average.
constexpr unsigned phaseLength = 256;

class Random final : public Scheduler {
public:
  Random(uint64_t seed, uint64_t numClusters)
      : generator(seed), order(numClusters, generator),
        phase(phases[generator.below(numPhases)]) {}

  uint64_t startOrder(uint64_t started) const override {
    return order(started);
  }

  void nextGrid(uint64_t numClusters) override {
    order = Permutation(numClusters, generator);
  }

  unsigned accessesUntilPreemption() override {
    return 1 + generator.below(127);
  }

  bool preemptsWaker() const override { return true; }

  bool leapsInTime() override { return generator.below(2) == 0; }

  Thread *next(Grid &grid, Thread *last) override {
    if (generator.below(phaseLength) == 0)
      phase = phases[generator.below(numPhases)];
    const bool pollersToo = generator.below(8) == 0;
    if (last) {
      unsigned lot = generator.below(64);
      if (lot < phase.warp)
        if (Thread *thread = drawLane(*last->warp, pollersToo))
          return thread;
      if (lot < phase.block)
        if (Thread *thread = drawWarp(*last->warp->block, pollersToo))
          return thread;
    }
    if (Thread *thread = drawBlock(grid, pollersToo))
      return thread;
    return drawBlock(grid, /*pollersToo=*/true);
  }

private:
  Thread *drawLane(Warp &warp, bool pollersToo) {
    uint32_t lanes = warp.ready | (pollersToo ? warp.polling : 0);
    if (!lanes)
      return nullptr;
    for (unsigned skip = generator.below(llvm::popcount(lanes)); skip; --skip)
      lanes &= lanes - 1;
    unsigned lane = llvm::countr_zero(lanes);
    warp.makeReady(uint32_t(1) << lane & warp.polling);
    return &warp.threads[lane];
  }

  /// The first warp with a lane to draw, from a place drawn on.
  Thread *drawWarp(Block &block, bool pollersToo) {
    size_t numWarps = block.warps.size(), first = generator.below(numWarps);
    for (size_t i = 0; i < numWarps; ++i)
      if (Thread *thread =
              drawLane(block.warps[(first + i) % numWarps], pollersToo))
        return thread;
    return nullptr;
  }

  Thread *drawBlock(Grid &grid, bool pollersToo) {
    size_t slots = grid.blocks.size(), first = generator.below(slots);
    for (size_t i = 0; i < slots; ++i)
      if (Thread *thread =
              drawWarp(grid.blocks[(first + i) % slots], pollersToo))
        return thread;
    return nullptr;
  }

  Generator generator;
  Permutation order;
  Phase phase;
};

} // namespace

std::unique_ptr<Scheduler> scanc::simt::createRandom(uint64_t seed,
                                                     uint64_t numClusters) {
  return std::make_unique<Random>(seed, numClusters);
}
