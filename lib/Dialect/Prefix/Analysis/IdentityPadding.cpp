//===- IdentityPadding.cpp - Cells with the identity before others --------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IdentityPadding.h"

#include "scanc/Circuits/Columns.h"
#include "scanc/Circuits/Schedule.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

namespace scanc::prefix {

namespace {
/// Which columns combine in a stage, and how far below they read.
struct StageShape {
  std::vector<bool> active;
  int64_t distance = 0; // 0: not the same for all
};
} // namespace

static StageShape shapeOf(const circuits::Network &network,
                          llvm::ArrayRef<uint32_t> combines,
                          llvm::ArrayRef<uint32_t> columns) {
  StageShape shape{std::vector<bool>(network.width, false)};
  bool isSame = true;
  for (uint32_t c : combines) {
    const int64_t column = columns[network.nodeOf(c)],
                  distance = column - columns[network.combines[c].low];
    isSame &= !shape.active[column] &&
              (!shape.distance || shape.distance == distance);
    shape.active[column] = true;
    shape.distance = distance;
  }
  if (!isSame)
    shape.distance = 0;
  return shape;
}

/// Whether exactly the first columns of each run do not combine.
static bool fits(const StageShape &shape, int64_t run) {
  if (!shape.distance || 2 * shape.distance > run)
    return false;
  for (size_t column = 0; column < shape.active.size(); ++column)
    if (shape.active[column] !=
        (static_cast<int64_t>(column) % run >= shape.distance))
      return false;
  return true;
}

llvm::Expected<Padding> padWithIdentities(const circuits::Network &network,
                                          llvm::ArrayRef<int32_t> stages,
                                          const Mapping &mapping,
                                          CellPlacement &placement) {
  if (mapping.cells != CellChoice::Columns ||
      mapping.threads != ThreadChoice::Columns ||
      mapping.order != ColumnOrder::Natural || mapping.seedFirst ||
      placement.numCells != network.width)
    return llvm::createStringError(
        "inactive 'identity' needs one cell a column, in natural order, and "
        "the threads of the columns");
  const std::vector<uint32_t> columns = circuits::columnsOf(network);
  circuits::StageGroups groups(stages);
  Padding padding;
  if (groups.size() == 0)
    return padding;
  // The first stage tells the run: its second column that does not combine.
  StageShape first = shapeOf(network, groups[1], columns);
  int64_t second = 1;
  while (second < network.width && first.active[second])
    ++second;
  padding.run = llvm::bit_ceil(static_cast<uint64_t>(second));
  padding.distances.assign(groups.size() + 1, 0);
  for (int32_t stage = 1; stage <= groups.size(); ++stage) {
    StageShape shape = shapeOf(network, groups[stage], columns);
    if (fits(shape, padding.run)) {
      padding.distances[stage] = shape.distance;
      padding.reach = std::max(padding.reach, shape.distance);
    }
  }
  if (!padding.reach)
    return llvm::createStringError(
        "inactive 'identity' needs a stage that reads at one distance, from "
        "which the first columns of each run are exempt; the circuit has none");

  auto spread = [&](int32_t &cell) {
    cell += (cell / padding.run + 1) * padding.reach;
  };
  for (PlacedCombine &placed : placement.combines)
    for (int32_t *cell : {&placed.low, &placed.high, &placed.result})
      spread(*cell);
  llvm::for_each(placement.inputs, spread);
  llvm::for_each(placement.outputs, spread);
  int32_t last = network.width - 1;
  spread(last);
  placement.numCells = last + 1;
  return padding;
}

} // namespace scanc::prefix
