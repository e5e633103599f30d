//===- ChooseMapping.cpp - How a block is to run a circuit ----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChooseMapping.h"

#include "scanc/Dialect/Prefix/Analysis/CircuitGraph.h"

using namespace mlir;

namespace scanc::prefix {

namespace {
struct Candidate {
  Mapping mapping;
  double cost;
};
} // namespace

/// Every way to complete `given` but for the layout, the plainest first.
static SmallVector<Mapping>
completions(MappingAttr given, const BlockShape &shape, bool hasStages) {
  const Mapping start = given ? given.getMapping() : Mapping();
  SmallVector<StageOrder> stages{start.stages};
  SmallVector<ThreadChoice> threads{start.threads};
  // A circuit of warps is run by the lanes of one: there is nothing to deal.
  if (shape.rows) {
    const bool freeStages = !given || !given.getStages();
    if (freeStages && hasStages)
      stages.push_back(StageOrder::Levels);
    if ((!given || !given.getThreads()) && !start.identityPadding)
      threads.push_back(ThreadChoice::Compact);
  }
  SmallVector<Mapping> all;
  for (StageOrder order : stages)
    for (ThreadChoice choice : threads) {
      all.push_back(start);
      all.back().stages = order;
      all.back().threads = choice;
    }
  return all;
}

/// The schedulers of a multiprocessor issue side by side, and while one block
/// waits others proceed.
static double costOf(const ProgramCost &cost) {
  constexpr double schedulers = 4, blocksAtOnce = 4;
  return cost.issueSlots / schedulers + cost.latency / blocksAtOnce;
}

static llvm::Expected<Candidate> evaluate(const circuits::Network &network,
                                          const BlockShape &shape,
                                          Mapping mapping, bool freeLayout,
                                          ArrayRef<int64_t> fieldBytes,
                                          const OperatorCost &combine) {
  llvm::Expected<CellProgram> program = mapCircuit(network, shape, mapping);
  if (!program)
    return program.takeError();
  if (freeLayout)
    program->layout = mapping.layout =
        rankLayouts(*program, fieldBytes).front().layout;
  return Candidate{mapping, costOf(estimate(*program, fieldBytes, combine))};
}

llvm::Expected<MappingAttr>
chooseMapping(CircuitOp circuit, const BlockShape &shape, MappingAttr given,
              ArrayRef<int64_t> fieldBytes, const OperatorCost &combine) {
  const circuits::Network network = getNetwork(circuit);
  const bool freeLayout = !given || !given.getLayout();
  std::optional<Candidate> best;
  if (network.width == 1) // nothing to map
    return MappingAttr::get(circuit.getContext(),
                            given ? given.getMapping() : Mapping());
  for (const Mapping &mapping :
       completions(given, shape, !network.stages.empty())) {
    auto candidate =
        evaluate(network, shape, mapping, freeLayout, fieldBytes, combine);
    if (!candidate) {
      // What fails as plain as this fails for what is given.
      if (!best)
        return candidate.takeError();
      llvm::consumeError(candidate.takeError());
      continue;
    }
    if (!best || candidate->cost < best->cost)
      best = std::move(*candidate);
  }
  return MappingAttr::get(circuit.getContext(), best->mapping);
}

} // namespace scanc::prefix
