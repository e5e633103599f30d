//===- Cost.cpp - The figures of a network --------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Circuits/Cost.h"

#include "scanc/Circuits/Columns.h"
#include "scanc/Circuits/Schedule.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <functional>
#include <limits>

using namespace scanc::circuits;

/// A combine that reads a value through both operands counts once.
template <class Visit> static void forEachRead(Combine combine, Visit visit) {
  visit(combine.low);
  if (combine.high != combine.low)
    visit(combine.high);
}

/// Most combines that read one value.
static int64_t maxUsesOf(const Network &network) {
  std::vector<uint32_t> uses(network.numNodes());
  uint32_t most = 0;
  for (Combine combine : network.combines)
    forEachRead(combine,
                [&](NodeId node) { most = std::max(most, ++uses[node]); });
  return most;
}

/// The last stage that needs each node: its last reader's, or the end of time
/// for an output.
static std::vector<int32_t> lastNeeded(const Network &network,
                                       llvm::ArrayRef<int32_t> stages) {
  std::vector<int32_t> last(network.numNodes(), 0);
  for (auto [combine, stage] : llvm::zip_equal(network.combines, stages))
    forEachRead(combine, [&, stage = stage](NodeId node) {
      last[node] = std::max(last[node], stage);
    });
  for (NodeId node : network.outputs)
    last[node] = std::numeric_limits<int32_t>::max();
  return last;
}

/// Most wires that leave one value in one stage.
static int64_t levelFanoutOf(const Network &network,
                             llvm::ArrayRef<int32_t> stages,
                             const StageGroups &groups) {
  std::vector<int32_t> last = lastNeeded(network, stages);
  std::vector<uint32_t> readers(network.numNodes());
  uint32_t most = 0;
  for (int32_t stage = 1; stage <= groups.size(); ++stage) {
    for (uint32_t index : groups[stage])
      forEachRead(network.combines[index], [&](NodeId node) {
        uint32_t goesOn = last[node] > stage;
        most = std::max(most, ++readers[node] + goesOn);
      });
    for (uint32_t index : groups[stage])
      forEachRead(network.combines[index],
                  [&](NodeId node) { readers[node] = 0; });
  }
  return most;
}

namespace {
/// A wire of one stage from the column of a low operand to a column it is
/// wanted in.
struct Wire {
  NodeId low;
  uint32_t from, to;
};
} // namespace

/// Sorts unless there is nothing to do: the generators write a stage in the
/// order of its columns.
template <class T, class Less>
static void sortIfNeeded(std::vector<T> &values, Less less) {
  if (!llvm::is_sorted(values, less))
    llvm::sort(values, less);
}

/// Most tracks side by side, given the wires of one stage. A value has one
/// track, as far as its farthest reader. Sorts `wires`.
static int64_t tracksOfStage(std::vector<Wire> &wires) {
  sortIfNeeded(wires,
               [](const Wire &a, const Wire &b) { return a.low < b.low; });
  std::vector<uint32_t> begins, ends;
  for (size_t i = 0; i < wires.size();) {
    auto [low, left, right] = wires[i];
    for (; i < wires.size() && wires[i].low == low; ++i) {
      left = std::min({left, wires[i].from, wires[i].to});
      right = std::max({right, wires[i].from, wires[i].to});
    }
    // An idempotent operator may join two values of one column.
    if (left == right)
      continue;
    begins.push_back(left);
    ends.push_back(right);
  }
  sortIfNeeded(begins, std::less<>());
  sortIfNeeded(ends, std::less<>());

  // A track that ends at a column makes room for one that begins there: what
  // is counted lies between columns.
  int64_t most = 0;
  size_t ended = 0;
  for (size_t begun = 0; begun < begins.size(); ++begun) {
    while (ends[ended] <= begins[begun])
      ++ended;
    most = std::max(most, static_cast<int64_t>(begun + 1 - ended));
  }
  return most;
}

/// Most values that cross between two neighbouring columns in one stage.
static int64_t tracksOf(const Network &network, const StageGroups &groups) {
  std::vector<uint32_t> columns = columnsOf(network);
  std::vector<Wire> wires;
  int64_t most = 0;
  for (int32_t stage = 1; stage <= groups.size(); ++stage) {
    wires.clear();
    for (uint32_t index : groups[stage]) {
      auto [low, high] = network.combines[index];
      wires.push_back({low, columns[low], columns[high]});
    }
    most = std::max(most, tracksOfStage(wires));
  }
  return most;
}

llvm::ArrayRef<Figure> scanc::circuits::figures() {
  static constexpr Figure table[] = {
      {"width", &Cost::width},      {"size", &Cost::size},
      {"depth", &Cost::depth},      {"stages", &Cost::stages},
      {"max_uses", &Cost::maxUses}, {"level_fanout", &Cost::levelFanout},
      {"tracks", &Cost::tracks},    {"deficiency", &Cost::deficiency},
  };
  return table;
}

Cost scanc::circuits::computeCost(const Network &network) {
  Cost cost;
  cost.width = network.width;
  cost.size = static_cast<int64_t>(network.combines.size());

  std::vector<int32_t> stages = earliestStages(network);
  if (!stages.empty())
    cost.depth = *llvm::max_element(stages);
  if (!network.stages.empty())
    stages = network.stages;
  StageGroups groups(stages);
  cost.stages = groups.size();

  cost.maxUses = maxUsesOf(network);
  cost.levelFanout = levelFanoutOf(network, stages, groups);
  cost.tracks = tracksOf(network, groups);
  cost.deficiency = cost.size + cost.depth - (2 * cost.width - 2);
  return cost;
}
