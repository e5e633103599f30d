//===- PlaceCells.cpp - The cell of each value, stage by stage ------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Placements.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

#include <numeric>

using namespace scanc::prefix;
using scanc::circuits::Network;
using scanc::circuits::NodeId;

static llvm::Error fail(const llvm::Twine &text) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), text);
}

llvm::Expected<std::vector<int32_t>>
scanc::prefix::placesOf(ColumnOrder order, int64_t alternate, int64_t width) {
  std::vector<int32_t> places(width);
  std::iota(places.begin(), places.end(), 0);
  switch (order) {
  case ColumnOrder::Natural:
    break;
  case ColumnOrder::BitReversed: {
    if (!llvm::isPowerOf2_64(width))
      return fail("order 'bit_reversed' needs a power of two of columns, got " +
                  llvm::Twine(width));
    const unsigned bits = llvm::Log2_64(width);
    for (int64_t c = 1; c < width; ++c)
      places[c] = places[c / 2] / 2 + ((c & 1) << (bits - 1));
    break;
  }
  case ColumnOrder::AlternateReversed:
    if (alternate < 1)
      return fail("order 'alternate_reversed' needs runs of at least one "
                  "column, got " +
                  llvm::Twine(alternate));
    for (int64_t begin = alternate; begin < width; begin += 2 * alternate)
      std::reverse(places.begin() + begin,
                   places.begin() + std::min(begin + alternate, width));
    break;
  }
  return places;
}

/// Combinations that no placement has.
static llvm::Error checkChoices(const Mapping &mapping) {
  if (mapping.cells == CellChoice::Levels &&
      mapping.order != ColumnOrder::Natural)
    return fail("cells 'levels' needs the natural order of columns, got "
                "another");
  if (mapping.identityPadding && (mapping.threads != ThreadChoice::Columns ||
                                  mapping.cells != CellChoice::Columns ||
                                  mapping.order != ColumnOrder::Natural))
    return fail("inactive 'identity' needs one cell a column, in natural "
                "order, and the threads of the columns");
  return llvm::Error::success();
}

llvm::Expected<CellPlacement>
scanc::prefix::placeCells(const StagedCircuit &circuit,
                          const Mapping &mapping) {
  if (llvm::Error error = checkChoices(mapping))
    return error;
  llvm::Expected<std::vector<int32_t>> places =
      placesOf(mapping.order, mapping.alternate, circuit.width());
  if (!places)
    return places.takeError();
  switch (mapping.cells) {
  case CellChoice::Columns: {
    CellPlacement placement = placeInColumns(circuit, *places);
    if (mapping.identityPadding)
      if (llvm::Error error = padWithIdentities(circuit, placement))
        return error;
    return placement;
  }
  case CellChoice::DoubleBuffered:
    return placeInTwoBuffers(circuit, *places);
  case CellChoice::Levels:
    return placeInLevels(circuit);
  case CellChoice::Exchange:
    return placeByExchange(circuit, *places);
  }
  llvm_unreachable("every choice is above");
}

namespace {

/// What each cell holds as a placement is replayed.
class Replay {
public:
  Replay(const StagedCircuit &circuit, const CellPlacement &placement)
      : circuit(circuit), placement(placement),
        held(placement.numCells, nothing), written(placement.numCells, -1) {}

  llvm::Error run() {
    for (int64_t k = 0; k < circuit.width(); ++k)
      if (llvm::Error error = write(placement.inputs[k], k, 0))
        return error;
    llvm::ArrayRef<CellMove> moves(placement.moves);
    for (int32_t stage = 1; stage <= circuit.numStages(); ++stage) {
      llvm::ArrayRef<CellMove> now = moves.take_while(
          [&](const CellMove &move) { return move.stage == stage; });
      moves = moves.drop_front(now.size());
      if (llvm::Error error = runStage(stage, now))
        return error;
    }
    if (!moves.empty())
      return fail("placement moves node " + llvm::Twine(moves.front().node) +
                  " out of the order of stages");
    for (int64_t k = 0; k < circuit.width(); ++k)
      if (llvm::Error error =
              read(placement.outputs[k], circuit.network().outputs[k],
                   circuit.numStages() + 1))
        return error;
    return llvm::Error::success();
  }

private:
  llvm::Error runStage(int32_t stage, llvm::ArrayRef<CellMove> moves) {
    const Network &network = circuit.network();
    for (uint32_t c : circuit.combinesOf(stage)) {
      if (llvm::Error error =
              read(placement.combines[c].low, network.combines[c].low, stage))
        return error;
      if (llvm::Error error =
              read(placement.combines[c].high, network.combines[c].high, stage))
        return error;
    }
    for (const CellMove &move : moves)
      if (llvm::Error error = read(move.from, move.node, stage))
        return error;
    for (uint32_t c : circuit.combinesOf(stage))
      if (llvm::Error error =
              write(placement.combines[c].result, network.nodeOf(c), stage))
        return error;
    for (const CellMove &move : moves)
      if (llvm::Error error = write(move.to, move.node, stage))
        return error;
    return llvm::Error::success();
  }

  llvm::Error read(int32_t cell, NodeId node, int32_t stage) {
    if (cell >= 0 && cell < placement.numCells && held[cell] == node)
      return llvm::Error::success();
    return fail(llvm::formatv("placement must have node {0} (column {1}) in "
                              "cell {2} for stage {3}, got {4}",
                              node, circuit.columnOf(node), cell, stage,
                              cell < 0 || cell >= placement.numCells
                                  ? "no such cell"
                              : held[cell] == nothing
                                  ? "nothing"
                                  : "node " + std::to_string(held[cell]))
                    .str());
  }

  llvm::Error write(int32_t cell, NodeId node, int32_t stage) {
    if (cell < 0 || cell >= placement.numCells || written[cell] == stage)
      return fail(llvm::formatv("placement must give node {0} (column {1}) a "
                                "cell of its own in stage {2}, got cell {3}",
                                node, circuit.columnOf(node), stage, cell)
                      .str());
    held[cell] = node;
    written[cell] = stage;
    return llvm::Error::success();
  }

  static constexpr NodeId nothing = ~NodeId(0);
  const StagedCircuit &circuit;
  const CellPlacement &placement;
  std::vector<NodeId> held;
  std::vector<int32_t> written;
};

} // namespace

llvm::Error scanc::prefix::checkPlacement(const StagedCircuit &circuit,
                                          const CellPlacement &placement) {
  return Replay(circuit, placement).run();
}
