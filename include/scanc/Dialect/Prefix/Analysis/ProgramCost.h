//===- ProgramCost.h - What a cell program costs ----------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shared memory: the wavefronts of the exact accesses of all warps, by part
// (BankConflicts.h). Issue slots: what the schedulers of a multiprocessor have
// to issue, a slot for each warp that has an active thread and each
// instruction. Latency: the longest chain of a run, in cycles.
//
// The weights are of Hopper, and rough: they rank candidates, no more.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_ANALYSIS_PROGRAMCOST_H
#define SCANC_DIALECT_PREFIX_ANALYSIS_PROGRAMCOST_H

#include "scanc/Circuits/BankConflicts.h"
#include "scanc/Dialect/Prefix/Analysis/CellProgram.h"

#include <map>
#include <string>

namespace scanc::prefix {

/// What the accesses of one part cost.
struct PartCost {
  uint64_t requests = 0;
  circuits::BankCost banks32, banks16;
  bool operator==(const PartCost &) const = default;
};

/// The cost of one run, for a state whose values take `fieldBytes`, by part.
std::map<std::string, PartCost>
analyzeAccesses(const CellProgram &program, llvm::ArrayRef<int64_t> fieldBytes);

/// An operator, as far as its cost goes.
struct OperatorCost {
  double instructions = 1; // issued for one combine
  double latency = 4;      // cycles from operands to result
};

/// Instructions for which a thread looks up in a table whether it takes part,
/// or its cell.
int64_t countLookUps(const CellProgram &program);

struct ProgramCost {
  uint64_t wavefronts = 0; // of 32 banks
  double issueSlots = 0;   // by all warps, wavefronts and addresses included
  double latency = 0;      // cycles of the longest chain, barriers included
};
ProgramCost estimate(const CellProgram &program,
                     llvm::ArrayRef<int64_t> fieldBytes,
                     const OperatorCost &combine);

/// One layout that was considered, and what the accesses cost with it.
struct LayoutCandidate {
  Layout layout;
  uint64_t wavefronts; // conflicts included
  uint64_t operations; // warp instructions for addresses beyond the plain ones
  uint64_t bytes;      // of shared memory
  uint64_t cost() const { return wavefronts + operations; }
};
/// Every candidate for `program`, which is the same but for its layout; the
/// cheapest first, of equals the one with fewer bytes, of these the plainer.
std::vector<LayoutCandidate> rankLayouts(const CellProgram &program,
                                         llvm::ArrayRef<int64_t> fieldBytes);

} // namespace scanc::prefix

#endif // SCANC_DIALECT_PREFIX_ANALYSIS_PROGRAMCOST_H
