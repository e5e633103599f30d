//===- CircuitTable.cpp - The circuits that plans of a module use ---------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Dialect/Prefix/Transforms/CircuitTable.h"

#include "scanc/Circuits/Schedule.h"
#include "scanc/Dialect/Prefix/Analysis/CircuitGraph.h"

using namespace mlir;

namespace scanc::prefix {

FlatSymbolRefAttr CircuitTable::get(FamilyAttr family, Location loc) {
  FlatSymbolRefAttr &symbol = expanded[family];
  if (symbol)
    return symbol;
  circuits::Network network = buildNetwork(family);
  std::string name = family.getSymbolName();
  auto isSame = [&](CircuitOp circuit) {
    circuits::Network other = getNetwork(circuit);
    return other.outputs == network.outputs &&
           circuits::stagesOf(other) == circuits::stagesOf(network) &&
           llvm::equal(other.combines, network.combines, [](auto a, auto b) {
             return a.low == b.low && a.high == b.high;
           });
  };
  if (auto present = symbols.lookup<CircuitOp>(name);
      present && isSame(present))
    return symbol = FlatSymbolRefAttr::get(present.getSymNameAttr());

  return symbol = insert(name, network, loc);
}

FlatSymbolRefAttr CircuitTable::insert(StringRef name,
                                       const circuits::Network &network,
                                       Location loc) {
  auto module = cast<ModuleOp>(symbols.getOp());
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  CircuitOp circuit = buildCircuit(builder, loc, name, network);
  circuit->remove();
  return FlatSymbolRefAttr::get(
      symbols.insert(circuit, module.getBody()->begin()));
}

} // namespace scanc::prefix
