//===- ZeroDeficiency.cpp - Circuits that meet Snir's bound ---------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ZeroDeficiency.h"

#include "CombineBuilder.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <map>

using namespace scanc::circuits;

namespace {
class SegmentChain {
public:
  SegmentChain(int64_t width, int64_t depth, int64_t fanout)
      : width(width), depth(depth), fanout(std::min(fanout, depth + 1)),
        builder(width) {}

  /// The most inputs of a segment whose carry may be read `reads` times; never
  /// more than the width. The last output counts as one of them, though that
  /// of a right part is made from the carry of the whole.
  int64_t widest(int64_t carry, int64_t total, int64_t reads) {
    if (total == 0 || reads == 1 || joined(carry, total) > depth)
      return 1;
    auto [entry, isNew] = memo.try_emplace({carry, total, reads}, 1);
    if (!isNew)
      return entry->second;
    int64_t left = widest(carry, total - 1, reads - 1);
    int64_t right = widest(joined(carry, total), total - 1, fanout + 1);
    return entry->second = std::min(left + right, width);
  }

  /// The most inputs of the chain, at most the width.
  int64_t widestChain() {
    int64_t sum = 1;
    for (int64_t e = 1; e <= depth && sum < width; ++e)
      sum += widest(e - 1, e - 1, fanout);
    return std::min(sum, width);
  }

  Network build();

private:
  /// The level of the output of a left part.
  static int64_t joined(int64_t carry, int64_t total) {
    return std::max(carry, total - 1) + 1;
  }
  /// Splits `count` inputs so that both parts fit.
  int64_t leftPart(int64_t count, int64_t carry, int64_t total, int64_t reads) {
    return std::min(count - 1, widest(carry, total - 1, reads - 1));
  }
  NodeId makeTotal(int64_t begin, int64_t count, int64_t carry, int64_t total,
                   int64_t reads);
  /// All outputs of a segment but the last.
  void makeInner(int64_t begin, int64_t count, NodeId carryNode, int64_t carry,
                 int64_t total, int64_t reads);

  int64_t width, depth, fanout;
  std::map<std::array<int64_t, 3>, int64_t> memo;
  CombineBuilder builder;
  /// The total of each segment and part, by begin and count.
  std::map<std::pair<int64_t, int64_t>, NodeId> totals;
};
} // namespace

NodeId SegmentChain::makeTotal(int64_t begin, int64_t count, int64_t carry,
                               int64_t total, int64_t reads) {
  if (count == 1)
    return begin;
  int64_t left = leftPart(count, carry, total, reads);
  NodeId low = makeTotal(begin, left, carry, total - 1, reads - 1);
  NodeId high = makeTotal(begin + left, count - left, joined(carry, total),
                          total - 1, fanout + 1);
  NodeId node = builder.combine(low, high);
  totals[{begin, count}] = node;
  return node;
}

void SegmentChain::makeInner(int64_t begin, int64_t count, NodeId carryNode,
                             int64_t carry, int64_t total, int64_t reads) {
  if (count == 1)
    return;
  int64_t left = leftPart(count, carry, total, reads);
  NodeId leftTotal =
      left == 1 ? static_cast<NodeId>(begin) : totals.at({begin, left});
  NodeId output = builder.combine(carryNode, leftTotal);
  builder.setOutput(begin + left - 1, output);
  makeInner(begin, left, carryNode, carry, total - 1, reads - 1);
  makeInner(begin + left, count - left, output, joined(carry, total), total - 1,
            fanout + 1);
}

Network SegmentChain::build() {
  // All segments but the last are as wide as they can be while one input is
  // left for each that follows: the depth is used to the full.
  NodeId carryNode = 0;
  int64_t begin = 1;
  for (int64_t e = 1; e <= depth; ++e) {
    int64_t count =
        std::min(widest(e - 1, e - 1, fanout), width - begin - (depth - e));
    NodeId total = makeTotal(begin, count, e - 1, e - 1, fanout);
    NodeId output = builder.combine(carryNode, total);
    builder.setOutput(begin + count - 1, output);
    makeInner(begin, count, carryNode, e - 1, e - 1, fanout);
    carryNode = output;
    begin += count;
  }
  return builder.finish();
}

std::optional<Network> scanc::circuits::zeroDeficiencyCircuit(int64_t width,
                                                              int64_t depth,
                                                              int64_t fanout) {
  // A chain as deep as twice the least depth is wide enough with any fan-out
  // of 2 or more; what is deeper goes on one input at a time, and reads each
  // new output once.
  int64_t core =
      std::min(depth, 2 * static_cast<int64_t>(llvm::Log2_64_Ceil(width)) + 2);
  int64_t serial = depth - core;
  assert(depth <= width - 1 && "a chain has a segment for each level");
  SegmentChain chain(width - serial, core, fanout);
  if (chain.widestChain() < width - serial)
    return std::nullopt;
  Network network = chain.build();
  // The inputs of the core keep their numbers; combines move up.
  const NodeId first = static_cast<NodeId>(network.width);
  auto moved = [&](NodeId node) {
    return node < first ? node : node + static_cast<NodeId>(serial);
  };
  for (Combine &combine : network.combines)
    combine = {moved(combine.low), moved(combine.high)};
  for (NodeId &node : network.outputs)
    node = moved(node);
  network.width = width;
  for (int64_t column = first; column < width; ++column) {
    network.combines.push_back(
        {network.outputs.back(), static_cast<NodeId>(column)});
    network.outputs.push_back(network.nodeOf(network.combines.size() - 1));
  }
  return network;
}
