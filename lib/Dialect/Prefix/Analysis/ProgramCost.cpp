//===- ProgramCost.cpp - What a cell program costs ------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Dialect/Prefix/Analysis/ProgramCost.h"

#include "scanc/Dialect/Prefix/Analysis/AccessForm.h"
#include "scanc/Dialect/Prefix/Analysis/ThreadForm.h"
#include "scanc/Machine/GpuModel.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <algorithm>

namespace scanc::prefix {

using circuits::BankCost;
using circuits::LaneAccess;

static constexpr int64_t lanes = machine::warpSize;

static bool isAccess(const CellInstr &instr) {
  return instr.kind == CellInstr::Kind::Load ||
         instr.kind == CellInstr::Kind::Store;
}

/// Warps with a thread that takes part.
static int64_t activeWarps(const CellInstr &instr) {
  int64_t warps = 0;
  for (size_t first = 0; first < instr.cells.size(); first += lanes)
    warps += std::any_of(instr.cells.begin() + first,
                         instr.cells.begin() + first + lanes,
                         [](int32_t cell) { return cell >= 0; });
  return warps;
}

/// The cost of one access by all warps.
static PartCost costOf(const CellInstr &instr, const Layout &layout,
                       int64_t fieldBytes) {
  PartCost cost;
  for (size_t first = 0; first < instr.cells.size(); first += lanes) {
    llvm::SmallVector<LaneAccess, lanes> accesses;
    for (int64_t lane = 0; lane < lanes; ++lane)
      if (int32_t cell = instr.cells[first + lane]; cell >= 0)
        accesses.push_back(
            {static_cast<unsigned>(lane),
             static_cast<uint64_t>(layout.addressOf(cell) * fieldBytes)});
    if (accesses.empty())
      continue;
    ++cost.requests;
    cost.banks32 += circuits::countBankConflicts(accesses, fieldBytes, 32);
    cost.banks16 += circuits::countBankConflicts(accesses, fieldBytes, 16);
  }
  return cost;
}

std::map<std::string, PartCost>
analyzeAccesses(const CellProgram &program,
                llvm::ArrayRef<int64_t> fieldBytes) {
  std::map<std::string, PartCost> parts;
  for (const CellInstr &instr : program.instrs)
    if (isAccess(instr))
      for (int64_t bytes : fieldBytes) {
        PartCost cost = costOf(instr, program.layout, bytes);
        PartCost &part = parts[instr.part];
        part.requests += cost.requests;
        part.banks32 += cost.banks32;
        part.banks16 += cost.banks16;
      }
  return parts;
}

static uint64_t wavefrontsOf(const CellProgram &program, const Layout &layout,
                             llvm::ArrayRef<int64_t> fieldBytes) {
  uint64_t wavefronts = 0;
  for (const CellInstr &instr : program.instrs)
    if (isAccess(instr))
      for (int64_t bytes : fieldBytes)
        wavefronts += costOf(instr, layout, bytes).banks32.wavefronts;
  return wavefronts;
}

/// Instructions by which warps compute addresses beyond those of a plain
/// layout. An address that was computed in the same part is at hand.
static uint64_t addressOperations(const CellProgram &program,
                                  const Layout &layout) {
  if (layout.divisors.empty())
    return 0;
  uint64_t operations = 0;
  llvm::SmallVector<const CellInstr *> known;
  for (const CellInstr &instr : program.instrs) {
    if (!isAccess(instr))
      continue;
    if (!known.empty() && known.back()->part != instr.part)
      known.clear();
    if (llvm::any_of(known, [&](const CellInstr *other) {
          return other->cells == instr.cells;
        }))
      continue;
    known.push_back(&instr);
    operations += activeWarps(instr) * layout.extraOperations();
  }
  return operations;
}

std::vector<LayoutCandidate> rankLayouts(const CellProgram &program,
                                         llvm::ArrayRef<int64_t> fieldBytes) {
  std::vector<Layout> layouts{{}, {{32}}, {{32, 1024}}, {{16}}};
  Layout geometric;
  for (int64_t divisor = 16; divisor < program.numCells; divisor *= 16)
    geometric.divisors.push_back(divisor);
  layouts.push_back(geometric);
  if (program.rowLength > 1)
    layouts.push_back({{program.rowLength}});
  std::vector<LayoutCandidate> candidates;
  for (const Layout &layout : layouts) {
    // A divisor beyond the cells pads nothing.
    const bool isIdle = llvm::any_of(layout.divisors, [&](int64_t divisor) {
      return divisor >= program.numCells;
    });
    if (isIdle || llvm::any_of(candidates, [&](const LayoutCandidate &other) {
          return other.layout == layout;
        }))
      continue;
    CellProgram laidOut;
    laidOut.numCells = program.numCells;
    laidOut.layout = layout;
    uint64_t bytes = 0;
    for (int64_t field : fieldBytes)
      bytes += laidOut.memoryCells() * field;
    candidates.push_back({layout, wavefrontsOf(program, layout, fieldBytes),
                          addressOperations(program, layout), bytes});
  }
  auto key = [](const LayoutCandidate &candidate) {
    return std::tuple(candidate.cost(), candidate.bytes,
                      candidate.layout.divisors.size(),
                      candidate.layout.divisors);
  };
  llvm::sort(candidates,
             [&](const LayoutCandidate &a, const LayoutCandidate &b) {
               return key(a) < key(b);
             });
  return candidates;
}

/// Whether threads look up which of them take part, or their cells.
static bool looksUp(const CellInstr &instr, const CellInstr *previous) {
  llvm::SmallVector<bool> active;
  for (int32_t cell : instr.cells)
    active.push_back(cell >= 0);
  if (!llvm::is_contained(active, true))
    return false;
  auto isActiveIn = [](const CellInstr &other, size_t t) {
    return other.cells[t] >= 0;
  };
  const bool isKnown =
      previous && previous->cells.size() == instr.cells.size() &&
      llvm::all_of(llvm::seq<size_t>(0, active.size()), [&](size_t t) {
        return active[t] == isActiveIn(*previous, t);
      });
  if (!isKnown && findThreadForm(active).pattern == ThreadPattern::Words)
    return true;
  return isAccess(instr) &&
         findAccessForm(instr.cells).kind == AccessForm::Kind::Table;
}

int64_t countLookUps(const CellProgram &program) {
  int64_t count = 0;
  const CellInstr *previous = nullptr;
  for (const CellInstr &instr : program.instrs) {
    count += instr.kind != CellInstr::Kind::Sync && looksUp(instr, previous);
    previous = &instr;
  }
  return count;
}

ProgramCost estimate(const CellProgram &program,
                     llvm::ArrayRef<int64_t> fieldBytes,
                     const OperatorCost &combine) {
  // Of Hopper, rough: cycles from a load's address to its value, and of a
  // barrier of a block and of a warp that nobody is late for; what a warp
  // issues to look up a number.
  constexpr double loadLatency = 30, barrierLatency = 30, syncLatency = 4,
                   lookUpSlots = 4;
  ProgramCost cost;
  cost.issueSlots = addressOperations(program, program.layout);
  const CellInstr *previous = nullptr;
  for (const CellInstr &instr : program.instrs) {
    if (instr.kind != CellInstr::Kind::Sync && looksUp(instr, previous)) {
      cost.issueSlots += lookUpSlots * activeWarps(instr);
      cost.latency += loadLatency;
    }
    previous = &instr;
    switch (instr.kind) {
    case CellInstr::Kind::Load:
    case CellInstr::Kind::Store: {
      uint64_t wavefronts = 0;
      for (int64_t bytes : fieldBytes)
        wavefronts += costOf(instr, program.layout, bytes).banks32.wavefronts;
      cost.wavefronts += wavefronts;
      cost.issueSlots += wavefronts + 2 * activeWarps(instr);
      if (instr.kind == CellInstr::Kind::Load)
        cost.latency += loadLatency;
      break;
    }
    case CellInstr::Kind::Combine:
      cost.issueSlots += combine.instructions * activeWarps(instr);
      cost.latency += combine.latency;
      break;
    case CellInstr::Kind::Sync: {
      const bool isBlock = instr.scope == CellInstr::Scope::Block;
      cost.issueSlots += program.shape.warps;
      cost.latency += isBlock ? barrierLatency : syncLatency;
      break;
    }
    }
  }
  return cost;
}

} // namespace scanc::prefix
