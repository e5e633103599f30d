//===- Placement.cpp - Which column and slot holds each value ------ -*- C++
//-*-===//
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

Placement placeByColumn(const circuits::Network &network) {
  const int64_t width = network.width;
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

  Placement placement{width, 1, {}, {}};
  std::vector<std::vector<NodeId>> occupants(width);
  for (int64_t j = 0; j < width; ++j)
    occupants[j].push_back(j);
  std::map<std::tuple<int32_t, int32_t, int32_t, int32_t>, PlacedStep> steps;
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

    auto key = std::tuple(stage, slot[low], slot[high], slot[node]);
    PlacedStep &step = steps[key];
    if (step.lowColumn.empty())
      step = {stage, slot[low], slot[high], slot[node],
              std::vector<int32_t>(width, -1)};
    step.lowColumn[home] = column[low];
  }
  for (auto &entry : steps)
    placement.steps.push_back(std::move(entry.second));
  for (NodeId output : network.outputs)
    placement.outputSlots.push_back(slot[output]);
  return placement;
}

} // namespace scanc::prefix
