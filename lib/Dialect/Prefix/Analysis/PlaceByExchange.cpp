//===- PlaceByExchange.cpp - Blelloch's placement -------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A finished prefix and the partial value that it is combined with change
// places: the result takes the cell of the prefix, and the prefix, if something
// needs it later, that of the partial value, which nothing needs any more.
//
//   Listing 4, n = 4        cell 0    1     2     3
//                                1    2     3     0      x0 is the seed
//   2 <- 1                       1    1..2  3     0
//   2 <- 0, exchanged            1    0     3     0..2
//   1 <- 0, 3 <- 2, exchanged    0    0..1  0..2  0..3
//
// Merrill and Grimshaw 2009: Listing 4 in the natural order of cells, Listing 6
// in the bit-reversed one.
//
//===----------------------------------------------------------------------===//

#include "Placements.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace scanc::prefix;
using scanc::circuits::Network;
using scanc::circuits::NodeId;

namespace {

class Exchange {
public:
  Exchange(const StagedCircuit &circuit, llvm::ArrayRef<int32_t> places)
      : circuit(circuit), network(circuit.network()),
        cellOf(network.numNodes(), -1) {
    const int64_t width = circuit.width();
    for (int64_t k = 0; k < width; ++k) {
      cellOf[k] = places[k ? k - 1 : width - 1];
      placement.inputs.push_back(cellOf[k]);
    }
    written.assign(width, 0);
    placement.numCells = width;
    placement.combines.resize(network.combines.size());
  }

  CellPlacement run() {
    for (int32_t stage = 1; stage <= circuit.numStages(); ++stage) {
      releaseCells(stage);
      // Reads see the cells as they were, so all of them come first.
      for (uint32_t c : circuit.combinesOf(stage)) {
        auto [low, high] = network.combines[c];
        placement.combines[c] = {cellOf[low], cellOf[high], -1};
      }
      for (uint32_t c : circuit.combinesOf(stage))
        placeResult(c, stage);
    }
    for (NodeId output : network.outputs)
      placement.outputs.push_back(cellOf[output]);
    return std::move(placement);
  }

private:
  void placeResult(uint32_t c, int32_t stage) {
    auto [low, high] = network.combines[c];
    CombineCells &cells = placement.combines[c];
    const NodeId node = network.nodeOf(c);
    const bool replacesHigh =
        circuit.busyUntil(high) <= stage && written[cells.high] < stage;
    if (replacesHigh && circuit.isFinished(low) && !circuit.isFinished(high) &&
        written[cells.low] < stage) {
      if (circuit.lastUseOf(low) > stage) {
        placement.moves.push_back({stage, low, cells.low, cells.high});
        put(low, cells.high, stage);
      } else {
        leave(cells.high, stage);
      }
      cells.result = cells.low;
    } else {
      cells.result = replacesHigh ? cells.high : freeCell();
    }
    put(node, cells.result, stage);
  }

  void put(NodeId node, int32_t cell, int32_t stage) {
    cellOf[node] = cell;
    written[cell] = stage;
    busyUntil[cell] = circuit.busyUntil(node);
    free.erase(cell);
    if (cell >= circuit.width() && busyUntil[cell] != StagedCircuit::forever)
      releases[busyUntil[cell]].push_back(cell);
  }

  /// Nothing needs a cell beyond the columns any more, from the next stage on.
  void leave(int32_t cell, int32_t stage) {
    if (cell < circuit.width())
      return;
    busyUntil[cell] = stage + 1;
    releases[stage + 1].push_back(cell);
  }

  void releaseCells(int32_t stage) {
    auto due = releases.find(stage);
    if (due == releases.end())
      return;
    for (int32_t cell : due->second)
      if (busyUntil[cell] <= stage)
        free.insert(cell);
    releases.erase(due);
  }

  /// A cell beyond the columns.
  int32_t freeCell() {
    if (free.empty()) {
      written.push_back(0);
      return placement.numCells++;
    }
    const int32_t cell = *free.begin();
    free.erase(free.begin());
    return cell;
  }

  const StagedCircuit &circuit;
  const Network &network;
  CellPlacement placement;
  std::vector<int32_t> cellOf;
  /// The stage that wrote each cell last.
  std::vector<int32_t> written;
  // Of the cells beyond the columns:
  llvm::DenseMap<int32_t, int32_t> busyUntil;
  llvm::DenseMap<int32_t, std::vector<int32_t>> releases;
  std::set<int32_t> free;
};

} // namespace

CellPlacement scanc::prefix::placeByExchange(const StagedCircuit &circuit,
                                             llvm::ArrayRef<int32_t> places) {
  return Exchange(circuit, places).run();
}
