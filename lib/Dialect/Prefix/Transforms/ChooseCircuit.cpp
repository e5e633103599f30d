//===- ChooseCircuit.cpp - Which circuit joins the runs of a block --------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Dialect/Prefix/Transforms/ChooseCircuit.h"

#include "scanc/Circuits/Families.h"

#include "llvm/ADT/STLExtras.h"

#include <array>

using namespace scanc::circuits;

namespace scanc::prefix {

/// Small blocks, so that many wait for each other's barriers at once.
static constexpr int64_t warps = 2, rows = 2, runs = warps * rows * 32;

static CellProgram mapFamily(llvm::StringRef name, int64_t width,
                             const BlockShape &shape, const Mapping &mapping) {
  // These families exist at every width, and run in columns.
  Network network = llvm::cantFail(buildFamily({name.str(), {}}, width));
  return llvm::cantFail(mapCircuit(network, shape, mapping));
}

/// Issue slots of a block that scans its runs by shuffles: per combine of a
/// warp, a shuffle and a select for each register, and the operator.
static double slotsByShuffles(llvm::ArrayRef<int64_t> fieldBytes,
                              const OperatorCost &combine) {
  constexpr int64_t stages = 5; // of 32 lanes
  double registers = 0;
  for (int64_t bytes : fieldBytes)
    registers += llvm::divideCeil(bytes, 4);
  const double inWarps =
      warps * rows * stages * (combine.instructions + 2 * registers + 1);
  const double acrossRows = warps * (2 * rows - 1) * combine.instructions;
  const CellProgram acrossWarps =
      mapFamily("kogge_stone", warps, {warps, 0}, {});
  return inWarps + acrossRows +
         estimate(acrossWarps, fieldBytes, combine).issueSlots;
}

std::optional<RunsCircuit> chooseRunsCircuit(llvm::ArrayRef<int64_t> fieldBytes,
                                             const OperatorCost &combine) {
  struct Candidate {
    llvm::StringRef family;
    ProgramCost cost;
    // Four schedulers issue at once; shared memory serves one wavefront.
    double cycles() const { return cost.issueSlots / 4 + cost.wavefronts; }
  };
  std::optional<Candidate> best;
  for (llvm::StringRef family :
       {"brent_kung", "sklansky", "zero_deficiency", "kogge_stone"}) {
    CellProgram program = mapFamily(
        family, runs, {warps, rows},
        {.stages = StageOrder::Levels, .threads = ThreadChoice::Compact});
    program.layout = rankLayouts(program, fieldBytes).front().layout;
    Candidate candidate{family, estimate(program, fieldBytes, combine)};
    if (!best || candidate.cycles() < best->cycles())
      best = candidate;
  }
  // Measured on an H200: sums, linear recurrences and log-sum-exps are as fast
  // or faster by shuffles, 2x2 matrices, Welford's moments and similarities in
  // space by a tree, by 10, 14 and 2 percent. The margin parts the two.
  constexpr double margin = 0.9;
  if (best->cost.issueSlots > margin * slotsByShuffles(fieldBytes, combine))
    return std::nullopt;
  return RunsCircuit{best->family.str(), warps, rows};
}

/// Times are in units of a copy of the elements; the constants are of an H200,
/// measured with sums, linear recurrences, 2x2 matrices and log-sum-exps in
/// runs of 16 to 64 bytes.
int64_t chooseItems(int64_t fewest, int64_t elementBytes,
                    int64_t stateRegisters, const OperatorCost &combine) {
  constexpr double perSlotAndByte = 0.21;
  constexpr std::array<double, 3> memory = {1.55, 1.75, 2.0};
  constexpr int64_t mostRegisters = 32;
  int64_t best = fewest;
  double least = 0;
  for (auto [doubling, whenMemoryBound] : llvm::enumerate(memory)) {
    const int64_t items = fewest << doubling;
    if (doubling && (items > 16 || items * stateRegisters > mostRegisters))
      break;
    const double compute = perSlotAndByte * combine.instructions *
                           (2 + 6.0 / static_cast<double>(items)) /
                           static_cast<double>(elementBytes);
    const double time = std::max(compute, whenMemoryBound);
    if (doubling && time > 0.98 * least)
      continue;
    best = items;
    least = time;
  }
  return best;
}

} // namespace scanc::prefix
