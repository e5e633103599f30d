//===- Schedule.cpp - The stage of each combine ---------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Circuits/Schedule.h"

#include "llvm/Support/FormatVariadic.h"

#include <algorithm>

using namespace scanc::circuits;

/// The stage of a node in a schedule of the combines before it; 0 for an input.
static int32_t stageOf(const Network &network, NodeId node,
                       const std::vector<int32_t> &stages) {
  return network.isInput(node) ? 0 : stages[network.combineOf(node)];
}

std::vector<int32_t> scanc::circuits::earliestStages(const Network &network) {
  std::vector<int32_t> stages;
  stages.reserve(network.combines.size());
  for (auto [low, high] : network.combines)
    stages.push_back(1 + std::max(stageOf(network, low, stages),
                                  stageOf(network, high, stages)));
  return stages;
}

std::vector<int32_t> scanc::circuits::stagesOf(const Network &network) {
  return network.stages.empty() ? earliestStages(network) : network.stages;
}

static llvm::Error fail(std::string text) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), text);
}

llvm::Error scanc::circuits::checkStages(const Network &network) {
  using llvm::formatv;
  const std::vector<int32_t> &stages = network.stages;
  if (stages.empty())
    return llvm::Error::success();
  if (stages.size() != network.combines.size())
    return fail(formatv("expected {0} stages, one for each combine, got {1}",
                        network.combines.size(), stages.size()));
  for (size_t index = 0; index < stages.size(); ++index) {
    if (stages[index] < 1 || static_cast<size_t>(stages[index]) > stages.size())
      return fail(formatv("combine #{0}: stage must be from 1 to {1}, got {2}",
                          index, stages.size(), stages[index]));
    auto [low, high] = network.combines[index];
    for (NodeId node : {low, high})
      if (stageOf(network, node, stages) >= stages[index])
        return fail(formatv("combine #{0}: stage must be later than stage {1} "
                            "of its operand, combine #{2}, got {3}",
                            index, stageOf(network, node, stages),
                            network.combineOf(node), stages[index]));
  }
  return llvm::Error::success();
}

StageGroups::StageGroups(llvm::ArrayRef<int32_t> stages)
    : order(stages.size()) {
  int32_t last = stages.empty() ? 0 : *llvm::max_element(stages);
  // A counting sort, which keeps the order of the network within a stage.
  begins.assign(last + 2, 0);
  for (int32_t stage : stages)
    ++begins[stage + 1];
  for (int32_t stage = 1; stage <= last + 1; ++stage)
    begins[stage] += begins[stage - 1];
  std::vector<uint32_t> next(begins);
  for (size_t index = 0; index < stages.size(); ++index)
    order[next[stages[index]]++] = static_cast<uint32_t>(index);
}

llvm::ArrayRef<uint32_t> StageGroups::operator[](int32_t stage) const {
  return llvm::ArrayRef(order).slice(begins[stage],
                                     begins[stage + 1] - begins[stage]);
}
