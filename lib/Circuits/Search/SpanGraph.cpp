//===- SpanGraph.cpp - A prefix circuit as a set of spans -----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SpanGraph.h"

#include "scanc/Circuits/Spans.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <tuple>

using namespace scanc::circuits;

namespace {
class SpanGraph {
public:
  SpanGraph(const Network &network, int64_t depth, int64_t fanout);

  /// Makes the network, or nothing where a limit cannot be met.
  std::optional<Network> realize() const;
  /// Takes out spans one at a time while the limits can be met.
  std::optional<Network> prune();

private:
  int64_t width, depth, fanout;
  /// The spans with two inputs or more, short ones first, and whether each is
  /// still in the set.
  std::vector<Span> spans;
  std::vector<bool> isKept;
};

/// A network in the making: what is known of each node.
struct Node {
  int64_t begin, level, uses;
};
} // namespace

SpanGraph::SpanGraph(const Network &network, int64_t depth, int64_t fanout)
    : width(network.width), depth(depth), fanout(fanout) {
  std::vector<Span> all = llvm::cantFail(checkSpans(network));
  spans.assign(all.begin() + width, all.end());
  auto key = [](Span span) { return std::tuple(span.hi - span.lo, span.lo); };
  llvm::sort(spans, [&](Span a, Span b) { return key(a) < key(b); });
  spans.erase(llvm::unique(spans), spans.end());
  isKept.assign(spans.size(), true);
}

std::optional<Network> SpanGraph::realize() const {
  Network network{width, {}, std::vector<NodeId>(width, 0)};
  std::vector<Node> nodes;
  // The nodes of each column, from the input on; their begins fall.
  std::vector<std::vector<NodeId>> columns(width);
  for (int64_t input = 0; input < width; ++input) {
    nodes.push_back({input, 0, 0});
    columns[input].push_back(static_cast<NodeId>(input));
  }
  auto find = [&](int64_t end, int64_t begin) -> std::optional<NodeId> {
    for (NodeId node : columns[end])
      if (nodes[node].begin == begin)
        return node;
    return std::nullopt;
  };

  for (size_t index = 0; index < spans.size(); ++index) {
    if (!isKept[index])
      continue;
    auto [begin, end] = spans[index];
    std::optional<Combine> choice;
    std::pair<int64_t, int64_t> best;
    for (NodeId high : columns[end]) {
      std::optional<NodeId> low = find(nodes[high].begin - 1, begin);
      if (!low || nodes[*low].uses >= fanout || nodes[high].uses >= fanout)
        continue;
      std::pair<int64_t, int64_t> rank = {
          std::max(nodes[*low].level, nodes[high].level),
          std::max(nodes[*low].uses, nodes[high].uses)};
      if (!choice || rank < best)
        choice = {*low, high}, best = rank;
    }
    if (!choice || best.first >= depth)
      return std::nullopt;
    ++nodes[choice->low].uses;
    ++nodes[choice->high].uses;
    NodeId node = static_cast<NodeId>(nodes.size());
    nodes.push_back({begin, best.first + 1, 0});
    columns[end].push_back(node);
    network.combines.push_back(*choice);
    if (begin == 0)
      network.outputs[end] = node;
  }
  return network;
}

std::optional<Network> SpanGraph::prune() {
  std::optional<Network> best = realize();
  if (!best)
    return std::nullopt;
  // Long spans first: what they alone needed can go afterwards.
  for (bool isBetter = true; isBetter;) {
    isBetter = false;
    for (size_t index = spans.size(); index-- > 0;) {
      if (!isKept[index] || spans[index].lo == 0)
        continue;
      isKept[index] = false;
      if (std::optional<Network> smaller = realize())
        best = std::move(smaller), isBetter = true;
      else
        isKept[index] = true;
    }
  }
  return best;
}

std::optional<Network>
scanc::circuits::remadeWithinLimits(const Network &network, int64_t depth,
                                    int64_t fanout) {
  return SpanGraph(network, depth, fanout).prune();
}
