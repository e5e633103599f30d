//===- Spine.cpp - Circuits of segments along a spine ---------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Segments are filled from the left, which leaves the trees low: from depth 42
// on, the first 21 segments hold 2^21 - 1 columns, more than the largest width,
// and each of the others has one. So a table of capacities to 64 is enough, and
// the recursion is no deeper than 41.
//
//===----------------------------------------------------------------------===//

#include "Spine.h"

#include <algorithm>
#include <array>
#include <numeric>

using namespace scanc::circuits;

namespace {

/// Columns of a segment that have been, or will be, summed.
struct Tree {
  int64_t first, size;
  /// At most so many stages for the sum, and for the outputs inside.
  int64_t height, levels;

  int64_t last() const { return first + size - 1; }
};

class Builder {
public:
  Builder(int64_t width, int64_t depth, SpinePause pause);
  Network build();

private:
  int64_t capacity(int64_t height, int64_t levels) const {
    return capacities[std::min(height, limit)][std::min(levels, limit)];
  }
  std::pair<Tree, Tree> split(const Tree &tree) const;
  int32_t addSum(const Tree &tree);
  void addOutputs(const Tree &tree, int64_t before, int32_t stage);
  void combine(int64_t from, int64_t to, int32_t stage);

  static constexpr int64_t limit = 64;
  std::array<std::array<int64_t, limit + 1>, limit + 1> capacities;
  const int64_t depth, pause;
  Network network;
  /// What each column holds.
  std::vector<NodeId> columns;
};

} // namespace

Builder::Builder(int64_t width, int64_t depth, SpinePause pause)
    : depth(depth), pause(static_cast<int64_t>(pause)), columns(width) {
  for (int64_t height = 0; height <= limit; ++height)
    for (int64_t levels = 0; levels <= limit; ++levels)
      capacities[height][levels] =
          height == 0 || levels == 0
              ? 1
              : std::min(width, capacity(height - 1, levels - this->pause) +
                                    capacity(height - 1, levels - 1));
  network.width = width;
  network.combines.reserve(2 * width - 2 - depth);
  std::iota(columns.begin(), columns.end(), NodeId(0));
}

void Builder::combine(int64_t from, int64_t to, int32_t stage) {
  NodeId result = network.nodeOf(network.combines.size());
  network.combines.push_back({columns[from], columns[to]});
  columns[to] = result;
  if (pause)
    network.stages.push_back(stage);
}

/// The two parts of a tree of more than one column, equal if they may be; a
/// small left part has the smaller fan-out.
std::pair<Tree, Tree> Builder::split(const Tree &tree) const {
  Tree left{tree.first, tree.size / 2, tree.height - 1, tree.levels - pause};
  Tree right{0, 0, tree.height - 1, tree.levels - 1};
  left.size =
      std::clamp(left.size, tree.size - capacity(right.height, right.levels),
                 capacity(left.height, left.levels));
  right.first = left.first + left.size;
  right.size = tree.size - left.size;
  return {left, right};
}

/// Sums the tree into its last column, and returns the stage of the result.
int32_t Builder::addSum(const Tree &tree) {
  if (tree.size == 1)
    return 0;
  auto [left, right] = split(tree);
  int32_t stage = std::max(addSum(left), addSum(right)) + 1;
  combine(left.last(), right.last(), stage);
  return stage;
}

/// Makes every output of the tree but the last. Column `before` holds what
/// comes before the tree and may be read in `stage`.
void Builder::addOutputs(const Tree &tree, int64_t before, int32_t stage) {
  if (tree.size == 1)
    return;
  auto [left, right] = split(tree);
  combine(before, left.last(), stage);
  addOutputs(left, before, stage + pause);
  addOutputs(right, left.last(), stage + 1);
}

Network Builder::build() {
  int64_t next = 1;
  for (int64_t i = 1; i <= depth; ++i) {
    Tree segment{next, 0, i - 1, depth - i + 1 - pause};
    const int64_t left = network.width - next, segmentsLeft = depth - i;
    segment.size =
        std::min(capacity(segment.height, segment.levels), left - segmentsLeft);
    addSum(segment);
    combine(next - 1, segment.last(), i);
    addOutputs(segment, next - 1, i + pause);
    next += segment.size;
  }
  assert(next == network.width && "the segments hold the width");
  network.outputs = std::move(columns);
  return std::move(network);
}

Network scanc::circuits::withSpine(int64_t width, int64_t depth,
                                   SpinePause pause) {
  return Builder(width, depth, pause).build();
}
