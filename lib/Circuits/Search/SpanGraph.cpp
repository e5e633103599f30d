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
#include <functional>
#include <set>
#include <tuple>

using namespace scanc::circuits;

namespace {
/// A node in the making: an input, or the span that is numbered after them.
struct Node {
  int64_t begin;
  int32_t level = 0, uses = 0;
};

class SpanGraph {
public:
  SpanGraph(const Network &network, int64_t depth, int64_t fanout);

  /// Takes out spans one at a time while the depth and the fan-out `relaxed`
  /// can be met, and keeps the smallest network that meets `fanout`.
  void prune(int64_t relaxed);
  /// Puts all spans back.
  void reset() {
    undo(0);
    isKept.assign(spans.size(), true);
    numKept = spans.size();
  }
  std::optional<Network> best;

private:
  /// Chooses the operands of the spans from `numMade` up to `end`, or says that
  /// a limit cannot be met.
  bool make(size_t end, int64_t relaxed);
  /// Forgets the choices from span `begin` on.
  void undo(size_t begin);
  /// Makes all spans, and keeps the network if it is the smallest so far.
  bool realize(int64_t relaxed);
  Network network() const;

  void addUse(NodeId node, int32_t change) {
    bool wasOver = nodes[node].uses > fanout;
    nodes[node].uses += change;
    numOver += (nodes[node].uses > fanout) - wasOver;
  }
  NodeId &nodeAt(int64_t begin, int64_t end) {
    return nodesBySpan[begin * width + end];
  }

  static constexpr NodeId absent = ~NodeId(0);

  int64_t width, depth, fanout;
  /// The spans with two inputs or more, short ones first, and whether each is
  /// still in the set.
  std::vector<Span> spans;
  std::vector<bool> isKept;
  size_t numKept = 0;

  /// The spans before this have their operands. A choice depends on earlier
  /// ones only, so that what comes before a span taken out need not be made
  /// again.
  size_t numMade = 0;
  std::vector<Combine> choices;
  std::vector<Node> nodes;
  /// The nodes of each column, from the input on; their begins fall.
  std::vector<std::vector<NodeId>> columns;
  std::vector<NodeId> nodesBySpan;
  /// Nodes that are read more often than `fanout`.
  int64_t numOver = 0;
};
} // namespace

SpanGraph::SpanGraph(const Network &network, int64_t depth, int64_t fanout)
    : width(network.width), depth(depth), fanout(fanout), columns(width),
      nodesBySpan(width * width, absent) {
  std::vector<Span> all = llvm::cantFail(checkSpans(network));
  spans.assign(all.begin() + width, all.end());
  auto key = [](Span span) { return std::tuple(span.hi - span.lo, span.lo); };
  llvm::sort(spans, [&](Span a, Span b) { return key(a) < key(b); });
  spans.erase(llvm::unique(spans), spans.end());
  choices.resize(spans.size());
  for (int64_t input = 0; input < width; ++input) {
    nodes.push_back({input});
    columns[input].push_back(static_cast<NodeId>(input));
    nodeAt(input, input) = static_cast<NodeId>(input);
  }
  for (Span span : spans)
    nodes.push_back({span.lo});
  reset();
}

void SpanGraph::undo(size_t begin) {
  while (numMade > begin) {
    --numMade;
    auto [lo, hi] = spans[numMade];
    // A span that was taken out since has its choice undone before that.
    if (!isKept[numMade])
      continue;
    addUse(choices[numMade].low, -1);
    addUse(choices[numMade].high, -1);
    columns[hi].pop_back();
    nodeAt(lo, hi) = absent;
  }
}

bool SpanGraph::make(size_t end, int64_t relaxed) {
  for (; numMade < end; ++numMade) {
    if (!isKept[numMade])
      continue;
    auto [lo, hi] = spans[numMade];
    std::optional<Combine> choice;
    std::pair<int32_t, int32_t> least;
    for (NodeId high : columns[hi]) {
      NodeId low = nodeAt(lo, nodes[high].begin - 1);
      if (low == absent || nodes[low].uses >= relaxed ||
          nodes[high].uses >= relaxed)
        continue;
      std::pair<int32_t, int32_t> rank = {
          std::max(nodes[low].level, nodes[high].level),
          std::max(nodes[low].uses, nodes[high].uses)};
      if (!choice || rank < least)
        choice = {low, high}, least = rank;
    }
    if (!choice || least.first >= depth)
      return false;
    addUse(choice->low, 1);
    addUse(choice->high, 1);
    NodeId node = static_cast<NodeId>(width + numMade);
    nodes[node].level = least.first + 1;
    columns[hi].push_back(node);
    nodeAt(lo, hi) = node;
    choices[numMade] = *choice;
  }
  return true;
}

Network SpanGraph::network() const {
  Network result{width, {}, std::vector<NodeId>(width, 0)};
  std::vector<NodeId> numbers(nodes.size());
  for (NodeId input = 0; input < width; ++input)
    numbers[input] = input;
  for (size_t index = 0; index < spans.size(); ++index) {
    if (!isKept[index])
      continue;
    NodeId node = result.nodeOf(result.combines.size());
    numbers[width + index] = node;
    result.combines.push_back(
        {numbers[choices[index].low], numbers[choices[index].high]});
    if (spans[index].lo == 0)
      result.outputs[spans[index].hi] = node;
  }
  return result;
}

bool SpanGraph::realize(int64_t relaxed) {
  if (!make(spans.size(), relaxed))
    return false;
  if (numOver == 0 && (!best || numKept < best->combines.size()))
    best = network();
  return true;
}

void SpanGraph::prune(int64_t relaxed) {
  undo(0);
  if (!realize(relaxed))
    return;
  // Long spans first: what they alone needed can go afterwards.
  for (bool isSmaller = true; isSmaller;) {
    isSmaller = false;
    for (size_t index = spans.size(); index-- > 0;) {
      if (!isKept[index] || spans[index].lo == 0)
        continue;
      undo(index);
      isKept[index] = false;
      --numKept;
      if (realize(relaxed)) {
        isSmaller = true;
        continue;
      }
      undo(index);
      isKept[index] = true;
      ++numKept;
    }
    realize(relaxed);
  }
}

std::optional<Network>
scanc::circuits::remadeWithinLimits(const Network &network, int64_t depth,
                                    int64_t fanout) {
  // A greedy choice that fails on all spans can succeed on fewer of them, so
  // they are also pruned under wider limits, from the widest on.
  SpanGraph graph(network, depth, fanout);
  std::set<int64_t, std::greater<>> limits = {3 * fanout, 2 * fanout,
                                              fanout + 2, fanout + 1, fanout};
  for (int64_t relaxed : limits) {
    graph.reset();
    graph.prune(relaxed);
    graph.prune(fanout);
  }
  return std::move(graph.best);
}
