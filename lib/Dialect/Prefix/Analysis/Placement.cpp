//===- Placement.cpp - Which column and slot holds each value -------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Dialect/Prefix/Analysis/Placement.h"

#include "scanc/Circuits/Schedule.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <tuple>

namespace scanc::prefix {

using circuits::NodeId;

Placement placeByColumn(const circuits::Network &network, int64_t lanes) {
  const int64_t width = network.width;
  if (!lanes)
    lanes = width;
  const size_t nodes = width + network.combines.size();
  const std::vector<int32_t> stages = circuits::earliestStages(network);

  // The column of a value is that of its high operand, all the way down.
  std::vector<int32_t> column(nodes), lastUse(nodes, 0), slot(nodes, 0);
  std::iota(column.begin(), column.begin() + width, 0);
  for (size_t c = 0; c < network.combines.size(); ++c) {
    auto [low, high] = network.combines[c];
    column[width + c] = column[high];
    // Even a value that nothing reads keeps its place for its own stage.
    lastUse[width + c] = stages[c] + 1;
    lastUse[low] = std::max(lastUse[low], stages[c]);
    lastUse[high] = std::max(lastUse[high], stages[c]);
  }
  for (NodeId output : network.outputs)
    lastUse[output] = std::numeric_limits<int32_t>::max();

  std::vector<size_t> order(network.combines.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return std::pair(stages[a], a) < std::pair(stages[b], b);
  });

  Placement placement{lanes, 1, {}, {}};
  std::vector<std::vector<NodeId>> occupants(width);
  for (int64_t j = 0; j < width; ++j)
    occupants[j].push_back(j);
  // A slot of a fold, folds first until their slots are counted.
  auto slotOf = [&](NodeId node) {
    return std::pair(column[node] / static_cast<int32_t>(lanes), slot[node]);
  };
  using FoldSlot = std::pair<int32_t, int32_t>;
  std::map<std::tuple<int32_t, FoldSlot, FoldSlot, FoldSlot>,
           std::vector<int32_t>>
      steps;
  for (size_t c : order) {
    auto [low, high] = network.combines[c];
    const NodeId node = width + c;
    const int32_t home = column[node], stage = stages[c];
    std::vector<NodeId> &held = occupants[home];
    auto isFree = [&](NodeId occupant) { return lastUse[occupant] <= stage; };
    if (held[slot[high]] == high && isFree(high)) {
      slot[node] = slot[high];
    } else {
      auto free = std::find_if(held.begin(), held.end(), isFree);
      slot[node] = free - held.begin();
      if (free == held.end())
        held.push_back(node);
    }
    held[slot[node]] = node;
    placement.slots = std::max<int32_t>(placement.slots, held.size());

    std::vector<int32_t> &lowLanes =
        steps[{stage, slotOf(low), slotOf(high), slotOf(node)}];
    if (lowLanes.empty())
      lowLanes.assign(lanes, -1);
    lowLanes[home % lanes] = column[low] % lanes;
  }
  auto number = [&](FoldSlot of) {
    return of.first * placement.slots + of.second;
  };
  for (auto &[key, lowLanes] : steps) {
    const auto &[stage, low, high, result] = key;
    placement.steps.push_back(
        {stage, number(low), number(high), number(result), lowLanes});
  }
  for (NodeId output : network.outputs)
    placement.outputSlots.push_back(number(slotOf(output)));
  return placement;
}

} // namespace scanc::prefix
