//===- NetworkTable.cpp - The network of any op for a circuit -------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Dialect/Prefix/Analysis/NetworkTable.h"

#include "scanc/Circuits/Compose.h"
#include "scanc/Dialect/Prefix/IR/Expect.h"

using namespace mlir;

namespace scanc::prefix {

using circuits::Network;
using circuits::SearchResult;

bool standsForCircuit(Operation *op) {
  return isa<CircuitOp, FamilyOp, SearchOp, ComposeOp>(op);
}

const Network *NetworkTable::get(Operation *op) {
  if (auto found = networks.find(op); found != networks.end())
    return found->second.get();
  FailureOr<Network> network = build(op);
  if (failed(network))
    return nullptr;
  auto &entry = networks[op];
  entry = std::make_unique<Network>(std::move(*network));
  return entry.get();
}

FailureOr<Network> NetworkTable::build(Operation *op) {
  if (auto circuit = dyn_cast<CircuitOp>(op))
    return circuit.getNetwork();
  if (auto family = dyn_cast<FamilyOp>(op))
    return family.getFamily().buildNetwork();
  if (auto search = dyn_cast<SearchOp>(op)) {
    const SearchResult *result = getSearch(search);
    if (!result ||
        failed(checkExpect(search, search.getExpectAttr(), result->network)))
      return failure();
    return result->network;
  }
  auto composition = cast<ComposeOp>(op);
  FailureOr<Network> network = compose(composition, composition.getLevels());
  if (succeeded(network) &&
      failed(checkExpect(op, composition.getExpectAttr(), *network)))
    return failure();
  return network;
}

const SearchResult *NetworkTable::getSearch(SearchOp search) {
  auto &entry = searches[search];
  if (entry)
    return entry.get();
  llvm::Expected<SearchResult> result =
      circuits::searchLeastSize({static_cast<int64_t>(search.getWidth()),
                                 search.getDepth(), search.getFanout()});
  if (!result) {
    search.emitError() << llvm::toString(result.takeError());
    return nullptr;
  }
  entry = std::make_unique<SearchResult>(std::move(*result));
  return entry.get();
}

FailureOr<Network> NetworkTable::buildLevel(const Level &level) {
  if (auto family = dyn_cast<FamilyAttr>(level.circuit))
    return family.buildNetwork();
  Operation *op = SymbolTable::lookupNearestSymbolFrom(
      level.op, cast<FlatSymbolRefAttr>(level.circuit));
  const Network *network = get(op);
  if (!network)
    return failure();
  return *network;
}

static circuits::Joint convert(Joint joint) {
  switch (joint) {
  case Joint::ScanThenPropagate:
    return circuits::Joint::ScanThenPropagate;
  case Joint::ReduceThenScan:
    return circuits::Joint::ReduceThenScan;
  }
  llvm_unreachable("all cases return");
}

FailureOr<Network> NetworkTable::compose(ComposeOp composition,
                                         ArrayRef<Level> levels) {
  FailureOr<Network> leaf = buildLevel(levels.front());
  if (failed(leaf))
    return failure();
  std::vector<circuits::JoinedLevel> joined;
  for (const Level &level : levels.drop_front()) {
    FailureOr<Network> circuit = buildLevel(level);
    if (failed(circuit))
      return failure();
    joined.push_back(
        {std::move(*circuit), convert(*level.via), level.reuseLast});
  }
  llvm::Expected<Network> network = circuits::compose(*leaf, joined);
  if (!network)
    return composition.emitError() << llvm::toString(network.takeError());
  return std::move(*network);
}

} // namespace scanc::prefix
