//===- StagedCircuit.cpp - A circuit with its stages and columns ----------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Dialect/Prefix/Analysis/StagedCircuit.h"

#include "scanc/Circuits/Columns.h"

#include <algorithm>

using namespace scanc::prefix;
using scanc::circuits::Network;
using scanc::circuits::NodeId;

StagedCircuit::StagedCircuit(const Network &network)
    : graph(network), stages(network.stages), groups(stages),
      columns(circuits::columnsOf(network)) {
  const size_t nodes = network.numNodes();
  finished.assign(nodes, false);
  finished[0] = true;
  lastUses.assign(nodes, 0);
  for (size_t c = 0; c < network.combines.size(); ++c) {
    auto [low, high] = network.combines[c];
    finished[network.nodeOf(c)] = finished[low] || finished[high];
    lastUses[network.nodeOf(c)] = stages[c];
    lastUses[low] = std::max(lastUses[low], stages[c]);
    lastUses[high] = std::max(lastUses[high], stages[c]);
  }
  for (NodeId output : network.outputs)
    lastUses[output] = forever;
}
