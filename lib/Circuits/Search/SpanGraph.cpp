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

  /// Takes out spans one at a time while the depth and the fan-out `relaxed`
  /// can be met, and keeps the smallest network that meets `fanout`.
  void prune(int64_t relaxed);
  /// Puts all spans back.
  void reset() { isKept.assign(spans.size(), true); }
  std::optional<Network> best;

private:
  /// Makes the network and offers it, or says that a limit cannot be met.
  bool realize(int64_t relaxed);

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
  reset();
}

bool SpanGraph::realize(int64_t relaxed) {
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
    std::pair<int64_t, int64_t> least;
    for (NodeId high : columns[end]) {
      std::optional<NodeId> low = find(nodes[high].begin - 1, begin);
      if (!low || nodes[*low].uses >= relaxed || nodes[high].uses >= relaxed)
        continue;
      std::pair<int64_t, int64_t> rank = {
          std::max(nodes[*low].level, nodes[high].level),
          std::max(nodes[*low].uses, nodes[high].uses)};
      if (!choice || rank < least)
        choice = {*low, high}, least = rank;
    }
    if (!choice || least.first >= depth)
      return false;
    ++nodes[choice->low].uses;
    ++nodes[choice->high].uses;
    NodeId node = static_cast<NodeId>(nodes.size());
    nodes.push_back({begin, least.first + 1, 0});
    columns[end].push_back(node);
    network.combines.push_back(*choice);
    if (begin == 0)
      network.outputs[end] = node;
  }
  bool meets = llvm::all_of(
      nodes, [&](const Node &node) { return node.uses <= fanout; });
  if (meets && (!best || network.combines.size() < best->combines.size()))
    best = std::move(network);
  return true;
}

void SpanGraph::prune(int64_t relaxed) {
  if (!realize(relaxed))
    return;
  // Long spans first: what they alone needed can go afterwards.
  for (bool isSmaller = true; isSmaller;) {
    isSmaller = false;
    for (size_t index = spans.size(); index-- > 0;) {
      if (!isKept[index] || spans[index].lo == 0)
        continue;
      isKept[index] = false;
      if (realize(relaxed))
        isSmaller = true;
      else
        isKept[index] = true;
    }
  }
}

std::optional<Network>
scanc::circuits::remadeWithinLimits(const Network &network, int64_t depth,
                                    int64_t fanout) {
  // A greedy choice that fails on all spans can succeed on fewer of them, so
  // they are also pruned under wider limits, from the widest on.
  SpanGraph graph(network, depth, fanout);
  for (int64_t relaxed :
       {3 * fanout, 2 * fanout, fanout + 2, fanout + 1, fanout}) {
    graph.reset();
    graph.prune(relaxed);
    graph.prune(fanout);
  }
  return std::move(graph.best);
}
