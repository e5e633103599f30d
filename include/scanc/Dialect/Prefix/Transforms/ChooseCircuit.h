//===- ChooseCircuit.h - Which circuit joins the runs of a block ----------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads scan runs of elements on their own; what joins the runs of a block is
// one of two kinds of circuit:
//
//   by shuffles        Kogge and Stone's in every row of every warp, which
//   takes
//                      five combines of all lanes a row, then small ones for
//                      rows and warps
//   in shared memory   one of few combines over all runs of a block, dealt to
//                      as few threads as it takes
//
// The first moves values for less, the second combines less: about half as
// often. So it is the operator that decides. Likewise longer runs leave less to
// join, but spread a warp's accesses.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_TRANSFORMS_CHOOSECIRCUIT_H
#define SCANC_DIALECT_PREFIX_TRANSFORMS_CHOOSECIRCUIT_H

#include "scanc/Dialect/Prefix/Analysis/ProgramCost.h"

#include <optional>
#include <string>

namespace scanc::prefix {

/// A family as wide as the runs of a block.
struct RunsCircuit {
  std::string family;
  int64_t warps, rows;
};

/// The circuit in shared memory for states of `fieldBytes` and an operator of
/// cost `combine`; nothing where shuffles are likely to be as fast.
std::optional<RunsCircuit> chooseRunsCircuit(llvm::ArrayRef<int64_t> fieldBytes,
                                             const OperatorCost &combine);

/// How many elements a run has, `fewest` or two or four times as many, for
/// states of so many registers: a thread combines an element of its run twice,
/// what joins the runs of a block a share of six times.
int64_t chooseItems(int64_t fewest, int64_t elementBytes,
                    int64_t stateRegisters, const OperatorCost &combine);

} // namespace scanc::prefix

#endif // SCANC_DIALECT_PREFIX_TRANSFORMS_CHOOSECIRCUIT_H
