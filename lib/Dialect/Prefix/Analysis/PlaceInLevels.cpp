//===- PlaceInLevels.cpp - An array of cells for each level ---------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The up-sweep is the stages up to the first that combines in a column which it
// also reads as a low operand, or that reads the seed. The height h(c) of a
// column is the number of stages of the up-sweep, from the first without a gap,
// that combine in it. Array l has the columns of height l and more, next to
// each other; array 0 has all.
//
//   array 0   0  1  2  3  4  5  6  7        Blelloch's circuit, n = 8; column 0
//   array 1   0     2     4     6           is the seed, and reaches up to
//   where array 2   0           4                 it is read first
//
// Stage l <= h(c) puts its result into array l; later ones put theirs in place
// in array h(c). A combine whose high operand is in array l reads its low
// operand from array l + 1, where threads that are neighbours find neighbours.
// A value that was made further up is copied down for that, an array a stage.
// So outputs come down to array 0. Where a copy would come too late, or its
// cell is in use, the value is read from where it was made.
//
// Merrill and Grimshaw 2009, section 3.3.5 and Listing 5.
//
//===----------------------------------------------------------------------===//

#include "Placements.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

using namespace scanc::prefix;
using scanc::circuits::Network;
using scanc::circuits::NodeId;

namespace {

class Levels {
public:
  explicit Levels(const StagedCircuit &circuit)
      : circuit(circuit), network(circuit.network()),
        homes(network.numNodes()) {}

  CellPlacement run() {
    numberCells();
    placeResults();
    placement.combines.resize(network.combines.size());
    for (int32_t stage = 1; stage <= circuit.numStages(); ++stage)
      for (uint32_t c : circuit.combinesOf(stage)) {
        auto [low, high] = network.combines[c];
        placement.combines[c] = {readFrom(low, homes[high].level + 1, stage),
                                 homes[high].cell,
                                 homes[network.nodeOf(c)].cell};
      }
    for (NodeId output : network.outputs)
      placement.outputs.push_back(readFrom(output, 0, circuit.numStages() + 1));
    llvm::sort(placement.moves, [](const CellMove &a, const CellMove &b) {
      return std::pair(a.stage, a.to) < std::pair(b.stage, b.to);
    });
    return std::move(placement);
  }

private:
  /// Sets `cells`, the cells of each column in arrays 0, 1, ..
  void numberCells() {
    const int64_t width = circuit.width();
    std::vector<int32_t> height(width, 0);
    // A seed waits until the up-sweep is over.
    const int32_t seedRead = firstReadOf(0);
    int32_t highest = 0;
    for (int32_t stage = 1; isUpSweep(stage, seedRead); ++stage)
      for (uint32_t c : circuit.combinesOf(stage))
        if (int32_t &reached = height[circuit.columnOf(network.nodeOf(c))];
            reached == stage - 1)
          highest = reached = stage;
    if (seedRead > 1)
      height[0] = highest;

    cells.resize(width);
    std::vector<int32_t> members(width);
    for (int64_t c = 0; c < width; ++c)
      members[c] = c;
    for (int32_t level = 0; !members.empty(); ++level) {
      for (int32_t column : members)
        cells[column].push_back(placement.numCells++);
      llvm::erase_if(members,
                     [&](int32_t column) { return height[column] <= level; });
    }
    stays.resize(placement.numCells);
  }

  int32_t firstReadOf(NodeId input) const {
    for (int32_t stage = 1; stage <= circuit.numStages(); ++stage)
      for (uint32_t c : circuit.combinesOf(stage))
        if (network.combines[c].low == input)
          return stage;
    return circuit.numStages() + 1;
  }

  /// Whether a stage belongs to the up-sweep if those before it do.
  bool isUpSweep(int32_t stage, int32_t seedRead) const {
    if (stage > circuit.numStages() || (seedRead > 1 && stage >= seedRead))
      return false;
    llvm::DenseSet<int32_t> combined;
    for (uint32_t c : circuit.combinesOf(stage))
      combined.insert(circuit.columnOf(network.nodeOf(c)));
    return llvm::none_of(circuit.combinesOf(stage), [&](uint32_t c) {
      return combined.contains(circuit.columnOf(network.combines[c].low));
    });
  }

  /// Sets `homes`, where each node is made.
  void placeResults() {
    for (NodeId input = 0; input < circuit.width(); ++input) {
      // The seed is put where it is read first.
      const int32_t level = input ? 0 : cells[0].size() - 1;
      homes[input] = {level, cells[input][level]};
      placement.inputs.push_back(homes[input].cell);
      stays[homes[input].cell].push_back({0, circuit.busyUntil(input)});
    }
    for (int32_t stage = 1; stage <= circuit.numStages(); ++stage)
      for (uint32_t c : circuit.combinesOf(stage)) {
        const NodeId node = network.nodeOf(c);
        const int32_t column = circuit.columnOf(node),
                      level = std::min<int32_t>(stage, heightOf(column));
        homes[node] = {level, cells[column][level]};
        if (!isFree(homes[node].cell, stage))
          homes[node] = {beyond, moreCell(column, stage)};
        stays[homes[node].cell].push_back({stage, circuit.busyUntil(node)});
      }
  }

  bool isFree(int32_t cell, int32_t stage) const {
    return stays[cell].empty() || stays[cell].back().until <= stage;
  }

  /// A cell of a column outside the arrays.
  int32_t moreCell(int32_t column, int32_t stage) {
    for (int32_t cell : more[column])
      if (isFree(cell, stage))
        return cell;
    more[column].push_back(placement.numCells++);
    stays.emplace_back();
    return more[column].back();
  }

  /// The cell from which a node is read in a stage, if it may be in an array
  /// `level` or above.
  int32_t readFrom(NodeId node, int32_t level, int32_t stage) {
    if (level >= 0 && level < homes[node].level)
      if (std::optional<int32_t> cell = copyDown(node, level, stage))
        return *cell;
    return homes[node].cell;
  }

  /// The cell of an array that holds a copy of `node` before a stage, or
  /// nothing where that cannot be.
  std::optional<int32_t> copyDown(NodeId node, int32_t level, int32_t stage) {
    const Home &home = homes[node];
    if (level == home.level)
      return circuit.stageOf(node) < stage ? std::optional(home.cell)
                                           : std::nullopt;
    const int32_t cell = cells[circuit.columnOf(node)][level];
    auto known = copies.find({node, level});
    if (known != copies.end()) {
      Stay &stay = stays[cell][known->second];
      if (stay.from >= stage ||
          !mayStay(cell, {stay.from, stage}, known->second))
        return std::nullopt;
      stay.until = std::max(stay.until, stage);
      return cell;
    }
    const Stay stay{stage - 1, stage};
    if (stay.from < 1 || !mayStay(cell, stay, stays[cell].size()))
      return std::nullopt;
    std::optional<int32_t> above = copyDown(node, level + 1, stage - 1);
    if (!above)
      return std::nullopt;
    copies[{node, level}] = stays[cell].size();
    stays[cell].push_back(stay);
    placement.moves.push_back({stage - 1, node, *above, cell});
    return cell;
  }

  /// A value that is written in one stage and read up to another.
  struct Stay {
    int32_t from, until;
  };
  /// Whether no other value than number `self` is in a cell meanwhile.
  bool mayStay(int32_t cell, Stay stay, size_t self) const {
    for (auto [i, other] : llvm::enumerate(stays[cell]))
      if (i != self && other.from < stay.until && stay.from < other.until)
        return false;
    return true;
  }

  int32_t heightOf(int32_t column) const { return cells[column].size() - 1; }

  /// Not in an array.
  static constexpr int32_t beyond = -2;
  struct Home {
    int32_t level, cell;
  };

  const StagedCircuit &circuit;
  const Network &network;
  CellPlacement placement;
  std::vector<llvm::SmallVector<int32_t, 2>> cells;
  llvm::DenseMap<int32_t, llvm::SmallVector<int32_t, 2>> more;
  std::vector<Home> homes;
  /// Of each cell.
  std::vector<llvm::SmallVector<Stay, 2>> stays;
  /// The number of the stay of a copy, by node and array.
  llvm::DenseMap<std::pair<NodeId, int32_t>, size_t> copies;
};

} // namespace

CellPlacement scanc::prefix::placeInLevels(const StagedCircuit &circuit) {
  return Levels(circuit).run();
}
