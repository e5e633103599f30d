//===- NetworkWriter.cpp - Writes networks into a larger one --------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NetworkWriter.h"

#include "scanc/Circuits/Schedule.h"

#include "llvm/ADT/STLExtras.h"

#include <numeric>

using namespace scanc::circuits;

Scheduled::Scheduled(const Network &network)
    : network(network), stages(stagesOf(network)),
      lastStage(stages.empty() ? 0 : *llvm::max_element(stages)) {}

NetworkWriter::NetworkWriter(int64_t width) { network.width = width; }

std::vector<NodeId> NetworkWriter::inputs() const {
  std::vector<NodeId> result(network.width);
  std::iota(result.begin(), result.end(), NodeId(0));
  return result;
}

NodeId NetworkWriter::combine(NodeId low, NodeId high, int32_t stage) {
  network.combines.push_back({low, high});
  network.stages.push_back(stage);
  return network.nodeOf(network.combines.size() - 1);
}

std::vector<NodeId> NetworkWriter::place(const Scheduled &part,
                                         llvm::ArrayRef<NodeId> inputs,
                                         int32_t after) {
  assert(inputs.size() == static_cast<size_t>(part.network.width) &&
         "one input a column");
  placed.assign(inputs.begin(), inputs.end());
  for (auto [index, reads] : llvm::enumerate(part.network.combines))
    placed.push_back(combine(placed[reads.low], placed[reads.high],
                             after + part.stages[index]));
  std::vector<NodeId> outputs;
  outputs.reserve(part.network.outputs.size());
  for (NodeId node : part.network.outputs)
    outputs.push_back(placed[node]);
  return outputs;
}

Network NetworkWriter::finish(std::vector<NodeId> outputs) {
  network.outputs = std::move(outputs);
  return std::move(network);
}
