//===- PlaceCells.h - Which cell holds each value ---------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The second of the four choices of Mapping.h, for shared memory: the cells of
// the operands and the result of each combine. Within a stage all reads come
// before all writes. Some placements also move values from cell to cell.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_DIALECT_PREFIX_ANALYSIS_PLACECELLS_H
#define SCANC_LIB_DIALECT_PREFIX_ANALYSIS_PLACECELLS_H

#include "scanc/Circuits/Network.h"
#include "scanc/Dialect/Prefix/IR/Mapping.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <vector>

namespace scanc::prefix {

struct PlacedCombine {
  int32_t low, high, result;
};

/// In `stage`, the value of `node` is also written to cell `to`.
struct CellMove {
  int32_t stage;
  circuits::NodeId node;
  int32_t from, to;
};

struct CellPlacement {
  int64_t numCells = 0;
  std::vector<int32_t> inputs = {};
  std::vector<PlacedCombine> combines = {}; // as in the network
  std::vector<CellMove> moves = {};         // by stage
  std::vector<int32_t> outputs = {};
};

/// Places the values of `network`, whose spans verify, with the stage of each
/// combine given. Errors: what the choice needs and the circuit lacks.
llvm::Expected<CellPlacement> placeCells(const circuits::Network &network,
                                         llvm::ArrayRef<int32_t> stages,
                                         const Mapping &mapping);

/// Replays a placement with node numbers: every read must find its node, no
/// cell be written twice in a stage, and each output be where it is said to be.
/// Says what is wrong, or nothing.
std::string checkPlacement(const circuits::Network &network,
                           llvm::ArrayRef<int32_t> stages,
                           const CellPlacement &placement);

} // namespace scanc::prefix

#endif // SCANC_LIB_DIALECT_PREFIX_ANALYSIS_PLACECELLS_H
