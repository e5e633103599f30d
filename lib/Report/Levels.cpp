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
#include "scanc/Dialect/Prefix/IR/Prefix.h"
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

/// What one block scan costs; nothing if there is a single warp.
static std::map<std::string, PartCost>
predict(BlockScanOp op, const circuits::Network &network, MonoidOp monoid) {
  if (network.width == 1)
    return {};
  auto bytes = llvm::map_to_vector(monoid.getStateTypes(), [](Type type) {
    return static_cast<int64_t>(getFieldBytes(type));
  });
  return analyzeBlockScan(placeByColumn(network), bytes);
}

Levels collectLevels(gpu::GPUModuleOp kernels) {
  Levels levels;
  SymbolTable symbols(kernels);
  llvm::StringMap<circuits::Network> networks;
  for (auto circuit : kernels.getOps<CircuitOp>()) {
    circuits::Network &network = networks[circuit.getSymName()];
    network = getNetwork(circuit);
    network.stages.clear(); // kernels run combines as soon as they can
    levels.circuits.push_back(
        {circuit.getSymName().str(), network});
  }

  auto note = [&](auto op, bool reduction) {
    auto kernel = op->template getParentOfType<gpu::GPUFuncOp>();
    llvm::StringRef circuit = op.getCircuit();
    std::string step = op->getName().stripDialect().str();
    auto &steps = levels.steps[kernel.getName().str()];
    if (llvm::none_of(steps, [&](const auto &known) {
          return known.first == step && known.second.name == circuit;
        }))
      steps.emplace_back(step, describe(circuit, networks[circuit], reduction));
  };
  kernels.walk([&](Operation *op) {
    if (auto level = dyn_cast<ThreadReduceOp>(op))
      note(level, true);
    else if (auto level = dyn_cast<WarpReduceOp>(op))
      note(level, true);
    else if (auto level = dyn_cast<ThreadScanOp>(op))
      note(level, false);
    else if (auto level = dyn_cast<WarpScanOp>(op))
      note(level, false);
    else if (auto level = dyn_cast<BlockScanOp>(op)) {
      note(level, false);
      auto cost = predict(level, networks[level.getCircuit()],
                          symbols.lookup<MonoidOp>(level.getMonoid()));
      std::string kernel =
          level->getParentOfType<gpu::GPUFuncOp>().getName().str();
      auto [known, isNew] = levels.blockScans.try_emplace(kernel, cost);
      if (!isNew && known->second != cost)
        known->second.reset();
    }
  });
  return levels;
}

} // namespace scanc::reports
