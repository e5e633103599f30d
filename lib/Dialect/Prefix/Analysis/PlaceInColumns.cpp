//===- PlaceInColumns.cpp - Values stay in their columns ------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In place, in two buffers, and in place behind cells with the identity.
//
//===----------------------------------------------------------------------===//

#include "Placements.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/FormatVariadic.h"

using namespace scanc::prefix;
using scanc::circuits::Network;
using scanc::circuits::NodeId;

//===----------------------------------------------------------------------===//
// In place
//===----------------------------------------------------------------------===//

CellPlacement scanc::prefix::placeInColumns(const StagedCircuit &circuit,
                                            llvm::ArrayRef<int32_t> places) {
  const Network &network = circuit.network();
  std::vector<int32_t> slots(network.numNodes(), 0);
  std::vector<llvm::SmallVector<NodeId, 2>> occupants(circuit.width());
  for (int64_t c = 0; c < circuit.width(); ++c)
    occupants[c] = {static_cast<NodeId>(c)};
  size_t mostSlots = 1;
  for (int32_t stage = 1; stage <= circuit.numStages(); ++stage)
    for (uint32_t c : circuit.combinesOf(stage)) {
      const NodeId high = network.combines[c].high, node = network.nodeOf(c);
      auto &held = occupants[circuit.columnOf(node)];
      auto isFree = [&](NodeId occupant) {
        return circuit.busyUntil(occupant) <= stage;
      };
      if (held[slots[high]] == high && isFree(high))
        slots[node] = slots[high];
      else
        slots[node] = llvm::find_if(held, isFree) - held.begin();
      if (slots[node] == static_cast<int32_t>(held.size()))
        held.push_back(node);
      held[slots[node]] = node;
      mostSlots = std::max<size_t>(mostSlots, held.size());
    }

  // The first slots come in the order of columns, the others after them.
  CellPlacement placement;
  std::vector<std::vector<int32_t>> cells(mostSlots);
  cells[0] = places.vec();
  placement.numCells = circuit.width();
  for (size_t slot = 1; slot < mostSlots; ++slot) {
    cells[slot].resize(circuit.width(), -1);
    for (int64_t c = 0; c < circuit.width(); ++c)
      if (slot < occupants[c].size())
        cells[slot][c] = placement.numCells++;
  }
  auto cellOf = [&](NodeId node) {
    return cells[slots[node]][circuit.columnOf(node)];
  };
  placement.inputs = places.vec();
  for (size_t c = 0; c < network.combines.size(); ++c)
    placement.combines.push_back({cellOf(network.combines[c].low),
                                  cellOf(network.combines[c].high),
                                  cellOf(network.nodeOf(c))});
  for (NodeId output : network.outputs)
    placement.outputs.push_back(cellOf(output));
  return placement;
}

//===----------------------------------------------------------------------===//
// In two buffers
//===----------------------------------------------------------------------===//

llvm::Expected<CellPlacement>
scanc::prefix::placeInTwoBuffers(const StagedCircuit &circuit,
                                 llvm::ArrayRef<int32_t> places) {
  const Network &network = circuit.network();
  const auto width = static_cast<int32_t>(circuit.width());
  auto cellOf = [&](int32_t column, int32_t stage) {
    return stage % 2 * width + places[column];
  };
  CellPlacement placement;
  placement.numCells = circuit.numStages() ? 2 * width : width;
  placement.inputs = places.vec();
  placement.combines.resize(network.combines.size());

  // Whether a value is read from the buffer that it was not made in.
  std::vector<bool> crosses(network.numNodes(), false);
  auto noteRead = [&](NodeId node, int32_t stage) {
    if ((stage - 1 - circuit.stageOf(node)) % 2)
      crosses[node] = true;
  };
  std::vector<NodeId> held(width);
  for (int32_t c = 0; c < width; ++c)
    held[c] = c;
  std::vector<int32_t> written(width, 0);
  for (int32_t stage = 1; stage <= circuit.numStages(); ++stage)
    for (uint32_t c : circuit.combinesOf(stage)) {
      auto [low, high] = network.combines[c];
      const NodeId node = network.nodeOf(c);
      const int32_t column = circuit.columnOf(node);
      placement.combines[c] = {cellOf(circuit.columnOf(low), stage - 1),
                               cellOf(column, stage - 1),
                               cellOf(column, stage)};
      noteRead(low, stage);
      noteRead(high, stage);
      if (written[column] == stage || circuit.lastUseOf(held[column]) > stage)
        return llvm::createStringError(
            llvm::inconvertibleErrorCode(),
            llvm::formatv("cells 'double_buffered' needs a circuit with one "
                          "live value a column, got one where column {0} "
                          "holds several at stage {1}",
                          column, stage)
                .str());
      written[column] = stage;
      held[column] = node;
    }
  for (int32_t c = 0; c < width; ++c) {
    noteRead(network.outputs[c], circuit.numStages() + 1);
    placement.outputs.push_back(
        cellOf(circuit.columnOf(network.outputs[c]), circuit.numStages()));
  }

  // A column that does not combine keeps what both its cells hold, so one copy
  // does for all later stages, and the next stage is early enough for it.
  auto copy = [&](NodeId node, int32_t stage) {
    const int32_t column = circuit.columnOf(node);
    if (crosses[node])
      placement.moves.push_back(
          {stage, node, cellOf(column, stage - 1), cellOf(column, stage)});
  };
  for (int32_t stage = 1; stage <= circuit.numStages(); ++stage)
    if (stage == 1)
      for (int32_t c = 0; c < width; ++c)
        copy(c, stage);
    else
      for (uint32_t c : circuit.combinesOf(stage - 1))
        copy(network.nodeOf(c), stage);
  return placement;
}

//===----------------------------------------------------------------------===//
// Behind cells with the identity
//===----------------------------------------------------------------------===//

/// The distance at which the combines of a stage read, all in place; 0 if they
/// differ.
static int32_t distanceOf(const StagedCircuit &circuit,
                          const CellPlacement &placement, int32_t stage) {
  int32_t distance = 0;
  for (uint32_t c : circuit.combinesOf(stage)) {
    auto [low, high, result] = placement.combines[c];
    if (high != result || high >= circuit.width() ||
        (distance && high - low != distance))
      return 0;
    distance = high - low;
  }
  return std::max(distance, 0);
}

/// Whether the combines of a stage are those of all columns that have a column
/// `distance` before them in their run of `length`.
static bool fillsRuns(const StagedCircuit &circuit,
                      const CellPlacement &placement, int32_t stage,
                      int32_t distance, int64_t length) {
  if (distance == 0 || distance > length / 2)
    return false;
  const int64_t whole = circuit.width() / length,
                rest = circuit.width() % length;
  const int64_t expected =
      whole * (length - distance) + std::max<int64_t>(rest - distance, 0);
  llvm::ArrayRef<uint32_t> combines = circuit.combinesOf(stage);
  return static_cast<int64_t>(combines.size()) == expected &&
         llvm::all_of(combines, [&](uint32_t c) {
           return placement.combines[c].high % length >= distance;
         });
}

llvm::Error scanc::prefix::padWithIdentities(const StagedCircuit &circuit,
                                             CellPlacement &placement) {
  const auto width = static_cast<int32_t>(circuit.width());
  std::vector<int32_t> distances(circuit.numStages());
  for (int32_t stage = 1; stage <= circuit.numStages(); ++stage)
    distances[stage - 1] = distanceOf(circuit, placement, stage);

  // The length of run that serves most stages, of these the longest.
  int64_t bestLength = 0, bestStages = 0;
  auto consider = [&](int64_t length) {
    int64_t stages = 0;
    for (int32_t stage = 1; stage <= circuit.numStages(); ++stage)
      stages +=
          fillsRuns(circuit, placement, stage, distances[stage - 1], length);
    if (stages > bestStages)
      std::tie(bestLength, bestStages) = std::pair(length, stages);
  };
  const int64_t wholeWidth = llvm::bit_ceil<uint64_t>(width);
  consider(wholeWidth);
  for (int64_t length = 32; length >= 2; length /= 2)
    if (length < wholeWidth)
      consider(length);
  if (!bestStages)
    return llvm::createStringError(
        llvm::inconvertibleErrorCode(),
        "inactive 'identity' needs a stage that reads at one distance, from "
        "which the first columns of each run are exempt; the circuit has none");

  const auto length = static_cast<int32_t>(bestLength), before = length / 2;
  const int32_t added = (width + length - 1) / length * before;
  auto padded = [&](int32_t cell) {
    return cell < width ? cell + (cell / length + 1) * before : cell + added;
  };
  placement.distances.assign(circuit.numStages(), 0);
  for (int32_t stage = 1; stage <= circuit.numStages(); ++stage)
    if (fillsRuns(circuit, placement, stage, distances[stage - 1], length))
      placement.distances[stage - 1] = distances[stage - 1];
  for (int32_t run = 0; run * length < width; ++run)
    for (int32_t i = 0; i < before; ++i)
      placement.identities.push_back(run * (length + before) + i);
  for (int32_t &cell : placement.inputs)
    cell = padded(cell);
  for (CombineCells &cells : placement.combines)
    cells = {padded(cells.low), padded(cells.high), padded(cells.result)};
  for (int32_t &cell : placement.outputs)
    cell = padded(cell);
  placement.numCells += added;
  return llvm::Error::success();
}
