//===- CellProgram.cpp - A circuit as the threads of a block run it -------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Dialect/Prefix/Analysis/CellProgram.h"

#include "BuildCellProgram.h"
#include "OrderAccesses.h"

#include "scanc/Circuits/Algebra.h"
#include "scanc/Circuits/Schedule.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using llvm::formatv;

namespace scanc::prefix {

using circuits::Network;

int64_t Layout::addressOf(int64_t cell) const {
  int64_t address = cell;
  for (int64_t divisor : divisors)
    address += cell / divisor;
  return address;
}

int64_t CellProgram::memoryCells() const {
  return numCells ? layout.addressOf(numCells - 1) + 1 : 0;
}

int64_t CellProgram::combines() const {
  int64_t count = 0;
  for (const CellInstr &instr : instrs)
    if (instr.kind == CellInstr::Kind::Combine)
      count += llvm::count_if(instr.cells, [](int32_t c) { return c >= 0; });
  return count;
}

static int64_t countSyncs(const CellProgram &program, CellInstr::Scope scope) {
  return llvm::count_if(program.instrs, [&](const CellInstr &instr) {
    return instr.kind == CellInstr::Kind::Sync && instr.scope == scope;
  });
}
int64_t CellProgram::barriers() const {
  return countSyncs(*this, CellInstr::Scope::Block);
}
int64_t CellProgram::warpSyncs() const {
  return countSyncs(*this, CellInstr::Scope::Warp);
}

std::vector<int64_t> addressesOf(const CellProgram &program,
                                 const CellInstr &instr) {
  std::vector<int64_t> addresses;
  for (int32_t cell : instr.cells)
    addresses.push_back(cell < 0 ? -1 : program.layout.addressOf(cell));
  return addresses;
}

/// Copies of a sublist's circuit side by side.
static Network repeat(const Network &network, int64_t times) {
  return circuits::beside(std::vector<Network>(times, network));
}

/// What the last output depends on, with its stages.
static Network onlyLast(const Network &network) {
  std::vector<bool> needed(network.numNodes(), false);
  needed[network.outputs.back()] = true;
  for (size_t c = network.combines.size(); c-- > 0;)
    if (needed[network.nodeOf(c)])
      needed[network.combines[c].low] = needed[network.combines[c].high] = true;
  Network kept;
  kept.width = network.width;
  std::vector<circuits::NodeId> renamed(network.numNodes());
  for (int64_t input = 0; input < network.width; ++input)
    renamed[input] = input;
  for (size_t c = 0; c < network.combines.size(); ++c) {
    if (!needed[network.nodeOf(c)])
      continue;
    renamed[network.nodeOf(c)] = kept.numNodes();
    kept.combines.push_back(
        {renamed[network.combines[c].low], renamed[network.combines[c].high]});
    if (!network.stages.empty())
      kept.stages.push_back(network.stages[c]);
  }
  kept.outputs.assign(network.width, renamed[network.outputs.back()]);
  return kept;
}

/// Stages without a combine do not count.
static std::vector<int32_t> compact(std::vector<int32_t> stages) {
  std::vector<int32_t> used(stages);
  llvm::sort(used);
  used.erase(llvm::unique(used), used.end());
  for (int32_t &stage : stages)
    stage = llvm::lower_bound(used, stage) - used.begin() + 1;
  return stages;
}

llvm::Expected<CellProgram> mapCircuit(const Network &circuit,
                                       const BlockShape &shape,
                                       const Mapping &mapping,
                                       Results results) {
  assert(circuit.width == shape.width() && "the circuit has the block's width");
  if (mapping.seedFirst && shape.sublists)
    return llvm::createStringError(
        "seed 'first' needs one list a block, got sublists");
  Network network = results == Results::Total ? onlyLast(circuit) : circuit;
  std::vector<int32_t> stages = compact(
      mapping.stages == StageOrder::Levels ? circuits::stagesOf(network)
                                           : circuits::earliestStages(network));
  network.stages = std::move(stages);
  if (shape.sublists)
    network = repeat(network, shape.lists());

  std::optional<CellProgram> best;
  // Outputs of a circuit of warps may get cells of their own, so that nobody
  // reads what the next run stores first.
  for (bool republish : {false, true}) {
    if (republish && (shape.rows || results == Results::Total))
      break;
    llvm::Expected<CellProgram> program =
        buildCellProgram(network, shape, mapping, results, republish);
    if (!program)
      return program.takeError();
    orderAccesses(*program);
    if (!best || program->barriers() < best->barriers())
      best = std::move(*program);
  }
  return std::move(*best);
}

} // namespace scanc::prefix
