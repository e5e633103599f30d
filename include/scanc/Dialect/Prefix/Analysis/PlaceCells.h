//===- PlaceCells.h - The cell of each value, stage by stage ----*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The second of the four choices (Mapping.h). A placement says for each combine
// from which cells it reads and to which cell it writes, and which values move
// from cell to cell besides. Within a stage all reads, those of moves included,
// come before all writes.
//
//   columns           double_buffered     levels             exchange
//   c <- c - d        two cells a column  l: n / 2^l cells   low and result
//                                                            change places
//   0 1 2 3           0 1 2 3   4 5 6 7   0 1 2 3            1 2 3 0
//   . * . *           --------> * * * *   . . . .   4 5      . * . .
//   . . * *           * * * * <--------   . . . .-> . *      . 0 . *
//
// A placement is a claim: `checkPlacement` replays it with the numbers of nodes
// and proves that each read finds the node that the circuit asks for.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_ANALYSIS_PLACECELLS_H
#define SCANC_DIALECT_PREFIX_ANALYSIS_PLACECELLS_H

#include "scanc/Dialect/Prefix/Analysis/StagedCircuit.h"

#include "scanc/Dialect/Prefix/IR/Mapping.h"

#include "llvm/Support/Error.h"

namespace scanc::prefix {

/// The cells of one combine.
struct CombineCells {
  int32_t low, high, result;
};

/// A value that goes from one cell to another in a stage.
struct CellMove {
  int32_t stage;
  circuits::NodeId node;
  int32_t from, to;
};

struct CellPlacement {
  int32_t numCells = 0;
  std::vector<int32_t> inputs;        // of input k, before the first stage
  std::vector<CombineCells> combines; // of combine c
  std::vector<CellMove> moves;        // by stage
  std::vector<int32_t> outputs;       // of output k, after the last stage

  // With Mapping::identityPadding:
  /// Cells that hold the identity all the time.
  std::vector<int32_t> identities = {};
  /// Of each stage, from 0: the distance at which every column reads, the
  /// identity where its run of columns has nothing there; 0 in stages that
  /// only some columns take part in.
  std::vector<int32_t> distances = {};
};

/// The cell of each column's place in the order. Errors: an order that the
/// width does not allow.
llvm::Expected<std::vector<int32_t>> placesOf(ColumnOrder order,
                                              int64_t alternate, int64_t width);

/// The placement that `mapping` asks for. Errors: what the placement needs and
/// the circuit does not have.
llvm::Expected<CellPlacement> placeCells(const StagedCircuit &circuit,
                                         const Mapping &mapping);

/// Fails where a read would not find its node: the first such, in the order of
/// stages.
llvm::Error checkPlacement(const StagedCircuit &circuit,
                           const CellPlacement &placement);

} // namespace scanc::prefix

#endif // SCANC_DIALECT_PREFIX_ANALYSIS_PLACECELLS_H
