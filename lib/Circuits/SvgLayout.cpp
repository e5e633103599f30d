//===- SvgLayout.cpp - Where the parts of a drawing are -------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SvgLayout.h"

#include "scanc/Circuits/Columns.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <numeric>

using namespace scanc::circuits;
using llvm::formatv;

static const SvgScale scales[] = {
    {16, 36, "4.5", "1.2", "1.1", "2.4", "10", 11},
    {32, 27, "3.6", "1.1", "1", "2.2", "8", 10},
    {64, 18, "2.8", "1", "0.8", "1.8", "6", 10},
    {128, 11, "2", "0.8", "0.6", "1.4", "4.5", 10},
    {256, 7, "1.5", "0.6", "0.45", "1.2", "3", 10},
    {INT64_MAX, 4, "1", "0.4", "0.3", "1", "2", 10},
};

static const SvgScale &scaleFor(int64_t width) {
  return *std::find_if(
      std::begin(scales), std::end(scales),
      [=](const SvgScale &scale) { return width <= scale.widest; });
}

SvgLayout::SvgLayout(const Network &network)
    : network(network), scale(scaleFor(network.width)),
      columns(columnsOf(network)), groups(stagesOf(network)),
      stages(stagesOf(network)), replaced(network.numNodes(), afterAll()),
      lastLow(network.numNodes()), lastHigh(network.numNodes()),
      lastLate(network.numNodes()), laneOf(network.numNodes()) {
  findReplaced();
  findReaders();
  giveLanes();
  giveHeights();
}

void SvgLayout::findReplaced() {
  std::vector<NodeId> current(network.width);
  std::iota(current.begin(), current.end(), NodeId(0));
  for (int32_t stage = 1; stage <= groups.size(); ++stage)
    for (uint32_t index : groups[stage]) {
      NodeId node = network.nodeOf(index);
      NodeId &last = current[columns[node]];
      // Two values of one column and stage share a place, and leave it after.
      replaced[last] = std::max(stage, stageOf(last) + 1);
      last = node;
    }
}

void SvgLayout::findReaders() {
  auto read = [&](NodeId node, int32_t stage, std::vector<int32_t> &inColumn) {
    int32_t &last = readsLate(node, stage) ? lastLate[node] : inColumn[node];
    last = std::max(last, stage);
  };
  for (size_t index = 0; index < network.combines.size(); ++index) {
    auto [low, high] = network.combines[index];
    read(low, stages[index],
         columns[low] == columns[high] ? lastHigh : lastLow);
    read(high, stages[index], lastHigh);
  }
  for (NodeId node : network.outputs)
    read(node, afterAll(), lastHigh);
  hasLate = std::any_of(lastLate.begin(), lastLate.end(),
                        [](int32_t stage) { return stage != 0; });
}

/// Gives each late value the first lane beside its column that is free.
void SvgLayout::giveLanes() {
  std::vector<NodeId> late;
  for (NodeId node = 0; node < network.numNodes(); ++node)
    if (isLate(node))
      late.push_back(node);
  llvm::sort(late, [&](NodeId a, NodeId b) {
    return std::pair(replaced[a], a) < std::pair(replaced[b], b);
  });
  // For each column, the stage to which each of its lanes is taken.
  std::vector<std::vector<int32_t>> taken(network.width);
  for (NodeId node : late) {
    std::vector<int32_t> &lanes = taken[columns[node]];
    auto lane = std::find_if(lanes.begin(), lanes.end(), [&](int32_t until) {
      return until <= replaced[node];
    });
    if (lane == lanes.end())
      lane = lanes.insert(lane, 0);
    *lane = lastLate[node];
    laneOf[node] = lane - lanes.begin();
  }
}

/// A diagonal over d columns passes above the combine before its own by a d-th
/// of the band.
void SvgLayout::giveHeights() {
  int least = std::max(scale.pitch * 3 / 4, 6);
  int clearance = scale.pitch / 7 + 1;
  int most = std::max<int>(60, scale.pitch * network.width / 6);
  heights.push_back(0);
  for (int32_t stage = 1; stage <= groups.size(); ++stage) {
    int longest = 0;
    for (uint32_t index : groups[stage]) {
      auto [low, high] = network.combines[index];
      longest = std::max<int>(longest, columns[high] - columns[low]);
    }
    heights.push_back(heights.back() + least +
                      std::min(longest * clearance, most));
  }
}

int SvgLayout::laneX(NodeId node) const {
  int beside =
      scale.pitch * 3 / 10 + laneOf[node] * std::max(scale.pitch / 6, 1);
  return x(node) + std::min(beside, scale.pitch * 4 / 5);
}

int SvgLayout::columnEnd(NodeId node) const {
  int end = y(node);
  if (lastLow[node])
    end = std::max(end, edge(lastLow[node] - 1));
  if (lastHigh[node])
    end = std::max(end, lastHigh[node] == afterAll() ? outputY()
                                                     : edge(lastHigh[node]));
  if (isLate(node))
    end = std::max(end, edge(replaced[node] - 1));
  return end;
}

std::string SvgLayout::lane(NodeId node) const {
  int32_t leaves = replaced[node];
  return formatv("M{0} {1}L{2} {3}V{4}", x(node), edge(leaves - 1), laneX(node),
                 (edge(leaves - 1) + edge(leaves)) / 2,
                 edge(lastLate[node] - 1));
}

std::string SvgLayout::wire(NodeId from, NodeId to) const {
  int32_t stage = stageOf(to);
  bool late = readsLate(from, stage);
  if (!late && columns[from] == columns[to])
    return "";
  return formatv("M{0} {1}L{2} {3}", late ? laneX(from) : x(from),
                 edge(stage - 1), x(to), y(to));
}

std::string SvgLayout::outputWire(NodeId node) const {
  if (!readsLate(node, afterAll()))
    return "";
  return formatv("M{0} {1}L{2} {3}", laneX(node), lastEdge(), x(node),
                 outputY());
}

std::string SvgLayout::down(NodeId from, int32_t stage) const {
  if (readsLate(from, stage)) {
    int32_t leaves = replaced[from];
    return formatv("M{0} {1}V{2}L{3} {4}V{5}", x(from), y(from),
                   edge(leaves - 1), laneX(from),
                   (edge(leaves - 1) + edge(leaves)) / 2, edge(stage - 1));
  }
  int begin = edge(stage - 1);
  if (begin == y(from))
    return formatv("M{0} {1}", x(from), begin);
  return formatv("M{0} {1}V{2}", x(from), y(from), begin);
}

std::string SvgLayout::route(NodeId from, NodeId to) const {
  return formatv("{0}L{1} {2}", down(from, stageOf(to)), x(to), y(to));
}

std::string SvgLayout::routeToOutput(NodeId node) const {
  return formatv("{0}L{1} {2}", down(node, afterAll()), x(node), outputY());
}
