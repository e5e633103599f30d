//===- ExhaustiveSearch.cpp - Every circuit of a tiny width ---------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExhaustiveSearch.h"

#include "scanc/Circuits/Spans.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <tuple>

using namespace scanc::circuits;

static constexpr int64_t mostSteps = 1'000'000;

namespace {
class Search {
public:
  Search(int64_t width, int64_t depth, std::optional<int64_t> fanout)
      : depth(depth), fanout(fanout), network{width, {}, {}} {
    for (int64_t length = 2; length <= width; ++length)
      for (int64_t lo = 0; lo + length <= width; ++lo)
        spans.push_back({lo, lo + length - 1});
    for (int64_t input = 0; input < width; ++input)
      nodes.push_back({{input, input}, 0, 0});
    network.outputs.assign(width, 0);
  }

  /// Makes the spans from `next` on, `extra` of which may be other than the one
  /// of each output. `before` is the first node that has span `next`.
  bool place(size_t next, int64_t extra, size_t before) {
    if (++steps > mostSteps)
      return false;
    if (next == spans.size())
      return true;
    Span span = spans[next];
    bool isMissing = span.lo == 0 && nodes.size() == before;
    if (!isMissing && place(next + 1, extra, nodes.size()))
      return true;
    bool isExtra = !isMissing;
    bool mayRepeat = fanout || nodes.size() == before;
    return (!isExtra || extra > 0) && mayRepeat &&
           combine(span, next, extra - isExtra, before);
  }

  int64_t numSteps() const { return steps; }
  Network take() { return std::move(network); }

private:
  struct Node {
    Span span;
    int64_t level, uses;
  };

  bool mayRead(size_t node) const {
    return nodes[node].level < depth && (!fanout || nodes[node].uses < *fanout);
  }

  /// Makes one node of `span` in every way and goes on.
  bool combine(Span span, size_t next, int64_t extra, size_t before) {
    std::vector<std::pair<int64_t, Combine>> ways;
    for (NodeId low = 0; low < nodes.size(); ++low)
      for (NodeId high = 0; high < nodes.size(); ++high)
        if (nodes[low].span.lo == span.lo && nodes[high].span.hi == span.hi &&
            nodes[low].span.hi + 1 == nodes[high].span.lo && mayRead(low) &&
            mayRead(high))
          ways.push_back(
              {std::max(nodes[low].level, nodes[high].level) + 1, {low, high}});
    llvm::sort(ways, [](const auto &a, const auto &b) {
      auto key = [](const auto &way) {
        return std::tuple(way.first, way.second.low, way.second.high);
      };
      return key(a) < key(b);
    });
    if (!fanout && ways.size() > 1)
      ways.resize(1);
    for (auto [level, operands] : ways) {
      ++nodes[operands.low].uses;
      ++nodes[operands.high].uses;
      NodeId node = static_cast<NodeId>(nodes.size());
      nodes.push_back({span, level, 0});
      network.combines.push_back(operands);
      if (span.lo == 0)
        network.outputs[span.hi] = node;
      if (place(next, extra, before))
        return true;
      network.combines.pop_back();
      nodes.pop_back();
      --nodes[operands.low].uses;
      --nodes[operands.high].uses;
    }
    return false;
  }

  int64_t depth;
  std::optional<int64_t> fanout;
  std::vector<Span> spans;
  std::vector<Node> nodes;
  Network network;
  int64_t steps = 0;
};
} // namespace

ExhaustiveResult scanc::circuits::searchAllOfSize(int64_t width, int64_t depth,
                                                  std::optional<int64_t> fanout,
                                                  int64_t size) {
  Search search(width, depth, fanout);
  if (size < width - 1)
    return {true, std::nullopt};
  if (search.place(0, size - (width - 1), width))
    return {true, search.take()};
  return {search.numSteps() <= mostSteps, std::nullopt};
}
