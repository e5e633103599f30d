//===- CircuitGraph.cpp - Circuits as ops and as plain networks -----------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Dialect/Prefix/Analysis/CircuitGraph.h"

#include "scanc/Circuits/Schedule.h"

using namespace mlir;

namespace scanc::prefix {

using circuits::Network;
using circuits::NodeId;

CircuitOp buildCircuit(OpBuilder &builder, Location loc, StringRef name,
                       const Network &network) {
  OpBuilder::InsertionGuard guard(builder);
  DenseI32ArrayAttr stages;
  if (!network.stages.empty() &&
      network.stages != circuits::earliestStages(network))
    stages = builder.getDenseI32ArrayAttr(network.stages);
  auto circuit =
      CircuitOp::create(builder, loc, builder.getStringAttr(name),
                        /*idempotent=*/UnitAttr(), stages, DictionaryAttr());
  Block *body = builder.createBlock(&circuit.getBody());
  SmallVector<Value> values;
  for (int64_t i = 0; i < network.width; ++i)
    values.push_back(
        body->addArgument(SpanType::get(builder.getContext(), i, i), loc));
  for (circuits::Combine combine : network.combines)
    values.push_back(CombineOp::create(builder, loc, values[combine.low],
                                       values[combine.high]));
  YieldOp::create(builder, loc,
                  llvm::map_to_vector(network.outputs, [&](NodeId node) {
                    return values[node];
                  }));
  circuit.setIdempotent(circuit.findOverlap() != nullptr);
  return circuit;
}

Network keepLastOutput(const Network &network) {
  const NodeId last = network.outputs.back();
  std::vector<bool> needed(network.width + network.combines.size(), false);
  needed[last] = true;
  for (size_t c = network.combines.size(); c-- > 0;)
    if (needed[network.width + c])
      needed[network.combines[c].low] = needed[network.combines[c].high] = true;

  Network reduction;
  reduction.width = network.width;
  std::vector<NodeId> renamed(needed.size());
  for (size_t node = 0; node < needed.size(); ++node) {
    if (node < static_cast<size_t>(network.width)) {
      renamed[node] = node;
    } else if (needed[node]) {
      circuits::Combine combine = network.combines[node - network.width];
      renamed[node] = network.width + reduction.combines.size();
      reduction.combines.push_back(
          {renamed[combine.low], renamed[combine.high]});
    }
  }
  reduction.outputs.assign(network.width, renamed[last]);
  return reduction;
}

} // namespace scanc::prefix
