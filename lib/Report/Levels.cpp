//===- Levels.cpp - What each level of the plan runs ----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Report/Report.h"

#include "scanc/Circuits/Schedule.h"
#include "scanc/Dialect/Prefix/Analysis/CircuitGraph.h"
#include "scanc/Dialect/Prefix/IR/PlannedKernels.h"
#include "scanc/Dialect/Prefix/IR/StructLayout.h"

using namespace mlir;
using namespace scanc::prefix;

namespace scanc::reports {

static LevelCircuit describe(llvm::StringRef name,
                             const circuits::Network &network, bool reduction) {
  const circuits::Network run = reduction ? keepLastOutput(network) : network;
  LevelCircuit level;
  level.name = name.str();
  level.width = run.width;
  level.size = run.combines.size();
  for (int32_t stage : circuits::earliestStages(run))
    level.depth = std::max<int64_t>(level.depth, stage);
  level.reduction = reduction;
  return level;
}

static BlockCircuit describeBlock(CircuitOp circuit,
                                  prefix::SkeletonAttr skeleton,
                                  prefix::Results results, MonoidOp monoid) {
  BlockCircuit block;
  block.circuit = circuit.getSymName().str();
  llvm::raw_string_ostream(block.mapping) << skeleton.getMapping();
  // The plan has been checked.
  const prefix::CellProgram program = llvm::cantFail(
      prefix::mapCircuit(getNetwork(circuit), skeleton.getBlockShape(),
                         skeleton.getMapping().getMapping(), results));
  auto bytes = llvm::map_to_vector(monoid.getStateTypes(), [](Type type) {
    return static_cast<int64_t>(getFieldBytes(type));
  });
  block.parts = prefix::analyzeAccesses(program, bytes);
  block.combines = program.combines();
  block.barriers = program.barriers();
  block.warpSyncs = program.warpSyncs();
  block.cells = program.memoryCells();
  for (int64_t field : bytes)
    block.bytes += block.cells * field;
  block.layouts = prefix::rankLayouts(program, bytes);
  block.layout = program.layout;
  return block;
}

/// The monoid of the states in the cells that a block's threads share, which
/// has a flag beside the scan's where rows begin anew; null: there are none.
static MonoidOp findSharedMonoid(gpu::GPUFuncOp kernel,
                                 const SymbolTable &symbols) {
  MonoidOp monoid;
  kernel.walk([&](prefix::CellsOp cells) {
    monoid = symbols.lookup<MonoidOp>(cells.getMonoid());
    return WalkResult::interrupt();
  });
  return monoid;
}

static void collectBlocks(gpu::GPUModuleOp kernels, Levels &levels) {
  auto launch = kernels->getAttrOfType<prefix::LaunchAttr>(
      prefix::PrefixDialect::launchAttrName);
  SymbolTable symbols(kernels);
  for (const prefix::PlannedKernel &kernel :
       prefix::getKernels(launch.getPlan(), prefix::ScanTypes::of(launch))) {
    const std::string name = (kernels.getName() + "_" + kernel.suffix).str();
    auto function = symbols.lookup<gpu::GPUFuncOp>(name);
    // The lanes of a warp may run it in registers, each for itself.
    const MonoidOp monoid =
        function ? findSharedMonoid(function, symbols) : MonoidOp();
    if (!monoid)
      continue;
    for (prefix::SkeletonAttr skeleton : kernel.skeletons) {
      auto circuit = symbols.lookup<CircuitOp>(
          cast<FlatSymbolRefAttr>(skeleton.getBlock()).getValue());
      if (circuit.getWidth() == 1)
        continue;
      BlockCircuit block = describeBlock(circuit, skeleton,
                                         kernel.reduces ? prefix::Results::Total
                                                        : prefix::Results::All,
                                         monoid);
      if (llvm::is_contained(levels.blocks[name], block))
        continue;
      // The steps of a block's circuit are those of its cells.
      levels.steps[name].emplace_back(
          kernel.reduces ? "block_reduce" : "block_scan",
          describe(block.circuit, getNetwork(circuit), kernel.reduces));
      levels.blocks[name].push_back(std::move(block));
    }
  }
}

Levels collectLevels(gpu::GPUModuleOp kernels) {
  Levels levels;
  llvm::StringMap<circuits::Network> networks;
  for (auto circuit : kernels.getOps<CircuitOp>()) {
    circuits::Network &network = networks[circuit.getSymName()];
    network = getNetwork(circuit);
    network.stages.clear(); // kernels run combines as soon as they can
    levels.circuits.push_back({circuit.getSymName().str(), network});
  }

  // Those of a block are steps on cells by now.
  kernels.walk([&](prefix::LevelOpInterface op) {
    auto kernel = op->getParentOfType<gpu::GPUFuncOp>();
    llvm::StringRef circuit = op.getCircuitAttr().getValue();
    std::string step = op->getName().stripDialect().str();
    auto &steps = levels.steps[kernel.getName().str()];
    if (llvm::none_of(steps, [&](const auto &known) {
          return known.first == step && known.second.name == circuit;
        }))
      steps.emplace_back(
          step, describe(circuit, networks[circuit], op.isReduction()));
  });
  collectBlocks(kernels, levels);
  return levels;
}

} // namespace scanc::reports
