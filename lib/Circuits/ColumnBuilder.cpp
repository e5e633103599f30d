//===- ColumnBuilder.cpp - Writes a network column by column --------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Circuits/ColumnBuilder.h"

#include <numeric>

using namespace scanc::circuits;

ColumnBuilder::ColumnBuilder(int64_t width, size_t sizeHint, Stages stages)
    : stages(stages), columns(width) {
  network.width = width;
  network.combines.reserve(sizeHint);
  if (stages == Stages::AsWritten)
    network.stages.reserve(sizeHint);
  std::iota(columns.begin(), columns.end(), NodeId(0));
}

void ColumnBuilder::combine(int64_t from, int64_t to) {
  assert(0 <= from && from < to && "the source lies to the left");
  if (to >= network.width)
    return;
  updates.push_back(
      {static_cast<uint32_t>(to), network.nodeOf(network.combines.size())});
  network.combines.push_back({columns[from], columns[to]});
  if (stages == Stages::AsWritten)
    network.stages.push_back(stage);
}

void ColumnBuilder::endStage() {
  if (updates.empty())
    return;
  for (auto [column, node] : updates)
    columns[column] = node;
  updates.clear();
  ++stage;
}

Network ColumnBuilder::finish() {
  endStage();
  if (network.combines.capacity() != network.combines.size()) {
    // A generator that did not know how many there would be. Copies are exact;
    // shrink_to_fit() need not be.
    network.combines = std::vector<Combine>(network.combines);
    network.stages = std::vector<int32_t>(network.stages);
  }
  network.outputs = std::move(columns);
  return std::move(network);
}
