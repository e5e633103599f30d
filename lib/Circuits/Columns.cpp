//===- Columns.cpp - The column of each value -----------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Circuits/Columns.h"

#include "scanc/Circuits/Schedule.h"

#include <numeric>

using namespace scanc::circuits;

std::vector<uint32_t> scanc::circuits::columnsOf(const Network &network) {
  std::vector<uint32_t> columns(network.width);
  std::iota(columns.begin(), columns.end(), 0u);
  columns.reserve(network.numNodes());
  for (Combine combine : network.combines)
    columns.push_back(columns[combine.high]);
  return columns;
}

bool scanc::circuits::isInPlace(const Network &network) {
  std::vector<uint32_t> columns = columnsOf(network);
  std::vector<NodeId> cells(network.width);
  std::iota(cells.begin(), cells.end(), NodeId(0));
  // The stage that wrote each column last.
  std::vector<int32_t> written(network.width, 0);

  std::vector<int32_t> stages = stagesOf(network);
  StageGroups groups(stages);
  for (int32_t stage = 1; stage <= groups.size(); ++stage) {
    for (uint32_t index : groups[stage]) {
      auto [low, high] = network.combines[index];
      if (cells[columns[low]] != low || cells[columns[high]] != high)
        return false;
    }
    for (uint32_t index : groups[stage]) {
      NodeId node = network.nodeOf(index);
      if (written[columns[node]] == stage)
        return false;
      written[columns[node]] = stage;
      cells[columns[node]] = node;
    }
  }
  return cells == network.outputs;
}
