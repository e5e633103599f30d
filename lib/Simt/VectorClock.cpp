//===- VectorClock.cpp - What a thread knows to have happened -------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorClock.h"
#include <algorithm>

using namespace scanc::simt;

static Clock timeOf(const BlockClocks &clocks, unsigned agent) {
  return clocks ? (*clocks)[agent] : 0;
}

BlockClocks scanc::simt::join(const BlockClocks &a, const BlockClocks &b) {
  if (!b || a == b)
    return a;
  if (!a)
    return b;
  auto both = std::make_shared<std::vector<Clock>>(*a);
  for (size_t i = 0; i < both->size(); ++i)
    (*both)[i] = std::max((*both)[i], (*b)[i]);
  return both;
}

OtherClocks scanc::simt::join(const OtherClocks &a, const OtherClocks &b) {
  if (!b || a == b)
    return a;
  if (!a)
    return b;
  auto both = std::make_shared<std::map<uint64_t, BlockClocks>>(*a);
  for (const auto &[block, clocks] : *b) {
    BlockClocks &known = (*both)[block];
    known = join(known, clocks);
  }
  return both;
}

WarpClocks scanc::simt::join(const WarpClocks &a, const WarpClocks &b) {
  if (!b || a == b)
    return a;
  if (!a)
    return b;
  auto both = std::make_shared<std::array<Clock, warpSize>>(*a);
  for (unsigned lane = 0; lane < warpSize; ++lane)
    (*both)[lane] = std::max((*both)[lane], (*b)[lane]);
  return both;
}

/// `others` with what is known of one more block.
static OtherClocks with(const OtherClocks &others, uint64_t block,
                        const BlockClocks &clocks) {
  if (others) {
    auto known = others->find(block);
    if (known != others->end() && known->second == clocks)
      return others;
  }
  auto more = std::make_shared<std::map<uint64_t, BlockClocks>>();
  (*more)[block] = clocks;
  return join(others, more);
}

/// `others` without one block.
static OtherClocks without(const OtherClocks &others, uint64_t block) {
  if (!others || !others->count(block))
    return others;
  auto fewer = std::make_shared<std::map<uint64_t, BlockClocks>>(*others);
  fewer->erase(block);
  return fewer;
}

static BlockClocks find(const OtherClocks &others, uint64_t block) {
  if (!others)
    return nullptr;
  auto known = others->find(block);
  return known == others->end() ? nullptr : known->second;
}

bool Knowledge::knows(uint64_t ofBlock, unsigned agent, Clock time) const {
  return timeOf(ofBlock == block ? own : find(others, ofBlock), agent) >= time;
}

void Knowledge::add(const Knowledge &more) {
  complete |= more.complete;
  if (more.block == block) {
    own = join(own, more.own);
    others = join(others, more.others);
    return;
  }
  own = join(own, find(more.others, block));
  others = join(others, without(more.others, block));
  others = with(others, more.block, more.own);
}

bool ThreadClocks::knows(uint64_t ofBlock, unsigned ofAgent, Clock time) const {
  if (ofBlock != block)
    return timeOf(find(others, ofBlock), ofAgent) >= time;
  if (ofAgent == agent)
    return true;
  if (timeOf(blockClocks, ofAgent) >= time)
    return true;
  return warp && ofAgent < threads && ofAgent / warpSize == agent / warpSize &&
         (*warp)[ofAgent % warpSize] >= time;
}

BlockClocks ThreadClocks::wholeBlock() const {
  auto all = blockClocks ? std::make_shared<std::vector<Clock>>(*blockClocks)
                         : std::make_shared<std::vector<Clock>>(agents());
  const unsigned first = agent / warpSize * warpSize;
  for (unsigned l = 0; warp && l < warpSize && first + l < threads; ++l)
    (*all)[first + l] = std::max((*all)[first + l], (*warp)[l]);
  (*all)[agent] = own;
  return all;
}

Knowledge ThreadClocks::release() {
  Knowledge all{block, wholeBlock(), others, complete};
  ++own;
  return all;
}

void ThreadClocks::acquire(const Knowledge &more) {
  Knowledge mine{block, blockClocks, others, complete};
  mine.add(more);
  blockClocks = std::move(mine.own);
  others = std::move(mine.others);
  complete = mine.complete;
}
