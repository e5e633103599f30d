//===- PlaceCells.cpp - Which cell holds each value -----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlaceCells.h"

#include "scanc/Circuits/Columns.h"
#include "scanc/Circuits/Schedule.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

#include <limits>

using llvm::formatv;

namespace scanc::prefix {

using circuits::Combine;
using circuits::Network;
using circuits::NodeId;
using circuits::StageGroups;

static constexpr int32_t forEver = std::numeric_limits<int32_t>::max();

namespace {

/// What every placement starts from.
class Placer {
public:
  Placer(const Network &network, llvm::ArrayRef<int32_t> stages,
         const Mapping &mapping)
      : network(network), stages(stages), groups(stages), mapping(mapping),
        width(network.width), columns(circuits::columnsOf(network)),
        lastUse(network.numNodes(), 0), cellOf(network.numNodes(), -1) {
    placement.numCells = width;
    placement.combines.resize(network.combines.size());
    for (size_t c = 0; c < network.combines.size(); ++c)
      for (NodeId operand : {network.combines[c].low, network.combines[c].high})
        lastUse[operand] = std::max(lastUse[operand], stages[c]);
    for (NodeId output : network.outputs)
      lastUse[output] = forEver;
  }

protected:
  /// The place of a column in the order of the cells.
  int32_t place(int64_t column) const {
    switch (mapping.order) {
    case ColumnOrder::Natural:
      return column;
    case ColumnOrder::BitReversed:
      return width == 1 ? 0
                        : llvm::reverseBits(static_cast<uint32_t>(column)) >>
                              (32 - llvm::Log2_64(width));
    case ColumnOrder::AlternateReversed: {
      const int64_t run = column / mapping.alternate,
                    first = run * mapping.alternate,
                    last = std::min(first + mapping.alternate, width) - 1;
      return run % 2 ? first + last - column : column;
    }
    }
    return column;
  }

  int32_t stageOf(NodeId node) const {
    return network.isInput(node) ? 0 : stages[network.combineOf(node)];
  }
  int32_t newCell() { return placement.numCells++; }

  CellPlacement finish() {
    placement.outputs.clear();
    for (NodeId output : network.outputs)
      placement.outputs.push_back(cellOf[output]);
    llvm::stable_sort(placement.moves,
                      [](auto &a, auto &b) { return a.stage < b.stage; });
    return std::move(placement);
  }

  const Network &network;
  llvm::ArrayRef<int32_t> stages;
  StageGroups groups;
  const Mapping &mapping;
  const int64_t width;
  std::vector<uint32_t> columns;
  std::vector<int32_t> lastUse; // stage of a node's last reader
  std::vector<int32_t> cellOf;  // where a node was put first
  CellPlacement placement;
};

/// A value stays in its column.
class InColumns : Placer {
public:
  using Placer::Placer;

  CellPlacement run() {
    std::vector<std::vector<std::pair<int32_t, NodeId>>> held(width);
    for (int64_t c = 0; c < width; ++c) {
      cellOf[c] = place(c);
      placement.inputs.push_back(cellOf[c]);
      held[c].push_back({cellOf[c], c});
    }
    for (int32_t stage = 1; stage <= groups.size(); ++stage)
      for (uint32_t c : groups[stage]) {
        auto [low, high] = network.combines[c];
        const NodeId node = network.nodeOf(c);
        auto &slots = held[columns[node]];
        auto isFree = [&](const auto &slot) {
          return lastUse[slot.second] <= stage && stageOf(slot.second) < stage;
        };
        auto own = llvm::find_if(slots, [&, high = high](const auto &slot) {
          return slot.second == high && isFree(slot);
        });
        auto slot = own != slots.end() ? own : llvm::find_if(slots, isFree);
        if (slot == slots.end()) {
          slots.push_back({newCell(), node});
          slot = std::prev(slots.end());
        }
        slot->second = node;
        cellOf[node] = slot->first;
        placement.combines[c] = {cellOf[low], cellOf[high], cellOf[node]};
      }
    return finish();
  }
};

/// A stage reads one buffer and writes the other.
class DoubleBuffered : Placer {
public:
  using Placer::Placer;

  llvm::Expected<CellPlacement> run() {
    placement.numCells = 2 * width;
    std::vector<NodeId> current(width);
    for (int64_t c = 0; c < width; ++c) {
      current[c] = c;
      placement.inputs.push_back(place(c));
    }
    for (int32_t stage = 1; stage <= groups.size(); ++stage) {
      const int32_t from = (stage - 1) % 2 * width, to = stage % 2 * width;
      std::vector<NodeId> next = current;
      for (uint32_t c : groups[stage]) {
        auto [low, high] = network.combines[c];
        const NodeId node = network.nodeOf(c);
        for (NodeId operand : {low, high})
          if (current[columns[operand]] != operand)
            return fail(columns[operand], stage);
        if (next[columns[node]] != high || lastUse[high] > stage)
          return fail(columns[node], stage);
        next[columns[node]] = node;
        placement.combines[c] = {from + place(columns[low]),
                                 from + place(columns[high]),
                                 to + place(columns[node])};
      }
      for (int64_t c = 0; c < width; ++c)
        if (next[c] == current[c] && lastUse[current[c]] > stage)
          placement.moves.push_back(
              {stage, current[c], from + place(c), to + place(c)});
      current = std::move(next);
    }
    for (int64_t c = 0; c < width; ++c)
      cellOf[current[c]] = groups.size() % 2 * width + place(c);
    for (NodeId output : network.outputs)
      if (current[columns[output]] != output)
        return fail(columns[output], groups.size());
    return finish();
  }

private:
  llvm::Error fail(uint32_t column, int32_t stage) {
    return llvm::createStringError(formatv(
        "cells 'double_buffered' needs a circuit with one live value a column, "
        "got one where column {0} holds several at stage {1}",
        column, stage));
  }
};

/// A finished prefix moves towards the leaves.
class Exchanging : Placer {
public:
  using Placer::Placer;

  CellPlacement run() {
    std::vector<bool> isPrefix(network.numNodes());
    std::vector<NodeId> holder(width);
    for (int64_t k = 0; k < width; ++k) {
      cellOf[k] = place(k == 0 ? width - 1 : k - 1);
      placement.inputs.push_back(cellOf[k]);
      isPrefix[k] = k == 0;
      holder[cellOf[k]] = k;
    }
    for (int32_t stage = 1; stage <= groups.size(); ++stage) {
      // Cells are read as they were before the stage.
      std::vector<std::pair<NodeId, int32_t>> moved;
      for (uint32_t c : groups[stage]) {
        auto [low, high] = network.combines[c];
        const NodeId node = network.nodeOf(c);
        isPrefix[node] = isPrefix[low];
        placement.combines[c] = {cellOf[low], cellOf[high], -1};
        const bool isHighFree =
            lastUse[high] <= stage && holder[cellOf[high]] == high;
        int32_t &result = placement.combines[c].result;
        if (isPrefix[low] && !isPrefix[high] && isHighFree &&
            holder[cellOf[low]] == low) {
          result = cellOf[low];
          holder[result] = node;
          if (lastUse[low] > stage) {
            placement.moves.push_back({stage, low, result, cellOf[high]});
            holder[cellOf[high]] = low;
            moved.push_back({low, cellOf[high]});
          }
        } else if (isHighFree) {
          result = cellOf[high];
          holder[result] = node;
        } else {
          result = newCell();
          holder.push_back(node);
        }
        cellOf[node] = result;
      }
      for (auto [node, cell] : moved)
        cellOf[node] = cell;
    }
    return finish();
  }
};

/// Level by level in arrays of their own.
class InLevels : Placer {
public:
  /// `forward`: whether what the down-sweep reads is copied down.
  InLevels(const Network &network, llvm::ArrayRef<int32_t> stages,
           const Mapping &mapping, bool forward)
      : Placer(network, stages, mapping), forward(forward), height(width, 0) {}

  CellPlacement run() {
    findHeights();
    makeArrays();
    for (int64_t c = 0; c < width; ++c) {
      const int32_t array = c == 0 && seeded ? top : 0;
      arrayOf.push_back(array);
      cellOf[c] = cell(array, c);
      placement.inputs.push_back(cellOf[c]);
      occupant[cellOf[c]] = c;
    }
    arrayOf.resize(network.numNodes());
    for (int32_t stage = 1; stage <= groups.size(); ++stage)
      for (uint32_t c : groups[stage])
        placeCombine(c, stage);
    return finish();
  }

private:
  /// How often each column is combined from the first stage on. Where input 0
  /// is what comes before all, what joins a finished prefix is on the way down.
  void findHeights() {
    seeded = true;
    std::vector<bool> isPrefix(network.numNodes());
    isPrefix[0] = true;
    for (size_t c = 0; c < network.combines.size(); ++c) {
      auto [low, high] = network.combines[c];
      isPrefix[network.nodeOf(c)] = isPrefix[low];
      seeded &= stages[c] > 1 || (low != 0 && high != 0);
    }
    for (int32_t stage = 1; stage <= groups.size(); ++stage)
      for (uint32_t c : groups[stage]) {
        const uint32_t column = columns[network.nodeOf(c)];
        if (height[column] == stage - 1 &&
            !(seeded && isPrefix[network.combines[c].low]))
          height[column] = stage;
      }
    top = *llvm::max_element(height);
  }

  void makeArrays() {
    index.resize(top + 1);
    base.assign(top + 1, 0);
    for (int32_t array = 1; array <= top; ++array) {
      index[array].assign(width, -1);
      base[array] = placement.numCells;
      for (int64_t c = 0; c < width; ++c)
        if (height[c] >= array || (c == 0 && seeded))
          index[array][c] = placement.numCells++ - base[array];
    }
  }

  bool isMember(int32_t array, uint32_t column) const {
    return array == 0 || (array <= top && index[array][column] >= 0);
  }
  int32_t cell(int32_t array, uint32_t column) const {
    return array == 0 ? place(column) : base[array] + index[array][column];
  }

  void placeCombine(uint32_t c, int32_t stage) {
    auto [low, high] = network.combines[c];
    const NodeId node = network.nodeOf(c);
    const uint32_t column = columns[node];
    arrayOf[node] = arrayOf[high];
    if (stage <= height[column] && arrayOf[high] == stage - 1) {
      arrayOf[node] = stage;
      cellOf[node] = cell(stage, column);
    } else if (lastUse[high] <= stage && occupant[cellOf[high]] == high) {
      cellOf[node] = cellOf[high];
    } else {
      cellOf[node] = newCell();
    }
    occupant[cellOf[node]] = node;
    const int32_t above = arrayOf[high] + 1;
    int32_t from = cellOf[low];
    if (forward && arrayOf[node] == arrayOf[high] && arrayOf[low] > above &&
        isMember(above, columns[low]))
      from = bring(low, above, stage);
    placement.combines[c] = {from, cellOf[high], cellOf[node]};
  }

  /// The cell of `node` in `array` at `stage`, copied down an array a stage.
  int32_t bring(NodeId node, int32_t array, int32_t stage) {
    if (array >= arrayOf[node])
      return cellOf[node];
    const int32_t to = cell(array, columns[node]), when = stage - 1;
    if (occupant[to] == node)
      return to;
    const bool inTime = stageOf(node) < when - (arrayOf[node] - 1 - array);
    if (!inTime || (occupant.count(to) && lastUse[occupant[to]] > when))
      return cellOf[node];
    const int32_t from = bring(node, array + 1, when);
    placement.moves.push_back({when, node, from, to});
    occupant[to] = node;
    return to;
  }

  bool forward, seeded = false;
  int32_t top = 0;
  std::vector<int32_t> height; // by column
  std::vector<int64_t> base;   // by array
  std::vector<std::vector<int32_t>> index;
  std::vector<int32_t> arrayOf;
  llvm::DenseMap<int32_t, NodeId> occupant;
};

} // namespace

llvm::Expected<CellPlacement> placeCells(const Network &network,
                                         llvm::ArrayRef<int32_t> stages,
                                         const Mapping &mapping) {
  if (mapping.order == ColumnOrder::BitReversed &&
      !llvm::isPowerOf2_64(network.width))
    return llvm::createStringError(
        formatv("order 'bit_reversed' needs a power of two of columns, got {0}",
                network.width));
  switch (mapping.cells) {
  case CellChoice::Columns:
    return InColumns(network, stages, mapping).run();
  case CellChoice::DoubleBuffered:
    return DoubleBuffered(network, stages, mapping).run();
  case CellChoice::Exchange:
    return Exchanging(network, stages, mapping).run();
  case CellChoice::Levels: {
    CellPlacement placement =
        InLevels(network, stages, mapping, /*forward=*/true).run();
    if (!checkPlacement(network, stages, placement).empty())
      placement = InLevels(network, stages, mapping, /*forward=*/false).run();
    return placement;
  }
  }
  llvm_unreachable("unknown choice of cells");
}

std::string checkPlacement(const Network &network,
                           llvm::ArrayRef<int32_t> stages,
                           const CellPlacement &placement) {
  constexpr NodeId nothing = std::numeric_limits<NodeId>::max();
  std::vector<NodeId> cells(placement.numCells, nothing);
  std::vector<int32_t> written(placement.numCells, 0);
  for (auto [node, cell] : llvm::enumerate(placement.inputs))
    cells[cell] = node;
  std::string problem;
  auto read = [&](int32_t stage, int32_t cell, NodeId node) {
    if (problem.empty() && cells[cell] != node)
      problem = formatv("stage {0} reads cell {1} for value {2}, which it does "
                        "not hold",
                        stage, cell, node);
  };
  auto write = [&](int32_t stage, int32_t cell, NodeId node) {
    if (problem.empty() && written[cell] == stage)
      problem = formatv("stage {0} writes cell {1} twice", stage, cell);
    written[cell] = stage;
    cells[cell] = node;
  };
  StageGroups groups(stages);
  size_t move = 0;
  for (int32_t stage = 1; stage <= groups.size(); ++stage) {
    const size_t first = move;
    for (uint32_t c : groups[stage]) {
      read(stage, placement.combines[c].low, network.combines[c].low);
      read(stage, placement.combines[c].high, network.combines[c].high);
    }
    for (;
         move < placement.moves.size() && placement.moves[move].stage == stage;
         ++move)
      read(stage, placement.moves[move].from, placement.moves[move].node);
    for (uint32_t c : groups[stage])
      write(stage, placement.combines[c].result, network.nodeOf(c));
    for (size_t m = first; m < move; ++m)
      write(stage, placement.moves[m].to, placement.moves[m].node);
  }
  for (auto [output, cell] : llvm::enumerate(placement.outputs))
    read(groups.size() + 1, cell, network.outputs[output]);
  return problem;
}

} // namespace scanc::prefix
