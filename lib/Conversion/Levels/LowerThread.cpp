//===- LowerThread.cpp - The circuit within a thread, in registers --------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Conversion/Operators/StateBuilder.h"

#include "scanc/Dialect/Prefix/Analysis/CircuitGraph.h"

using namespace mlir;

namespace scanc::prefix {
#define GEN_PASS_DEF_PREFIXLOWERTHREADPASS
#include "scanc/Conversion/Passes.h.inc"

namespace {

/// The states held by one vector per state value.
std::vector<State> unpack(StateBuilder &b, ValueRange vectors, int64_t width) {
  std::vector<State> states(width);
  for (Value vector : vectors)
    for (int64_t i = 0; i < width; ++i)
      states[i].push_back(vector::ExtractOp::create(b, vector, i));
  return states;
}

SmallVector<Value> pack(StateBuilder &b, ArrayRef<State> states) {
  SmallVector<Value> vectors;
  for (auto [field, type] : llvm::enumerate(b.getStateTypes())) {
    auto values = llvm::map_to_vector(
        states, [field = field](const State &state) { return state[field]; });
    auto vectorType =
        VectorType::get(static_cast<int64_t>(states.size()), type);
    vectors.push_back(vector::FromElementsOp::create(b, vectorType, values));
  }
  return vectors;
}

std::vector<State> evaluate(StateBuilder &b, const circuits::Network &network,
                            std::vector<State> inputs) {
  return circuits::run<State>(network, std::move(inputs),
                              [&](const State &low, const State &high) {
                                return b.combine(low, high);
                              });
}

void lower(ThreadReduceOp op, const circuits::Network &network) {
  StateBuilder b(op, op.getMonoidAttr());
  std::vector<State> items = unpack(b, op.getValues(), network.width);
  op.replaceAllUsesWith(ValueRange(
      evaluate(b, keepLastOutput(network), std::move(items)).back()));
  op.erase();
}

void lower(ThreadScanOp op, const circuits::Network &network) {
  StateBuilder b(op, op.getMonoidAttr());
  const size_t fields = b.getStateTypes().size();
  State seed(op.getValues().take_front(fields));
  std::vector<State> items =
      unpack(b, op.getValues().drop_front(fields), network.width);
  items.front() = b.combine(seed, items.front());
  std::vector<State> outputs = evaluate(b, network, std::move(items));
  if (op.getExclusive()) {
    outputs.insert(outputs.begin(), seed);
    outputs.pop_back();
  }
  op.replaceAllUsesWith(pack(b, outputs));
  op.erase();
}

struct PrefixLowerThreadPass
    : impl::PrefixLowerThreadPassBase<PrefixLowerThreadPass> {
  void runOnOperation() override {
    auto networkOf = [](auto op) {
      return getNetwork(SymbolTable::lookupNearestSymbolFrom<CircuitOp>(
          op, op.getCircuitAttr()));
    };
    getOperation().walk([&](ThreadReduceOp op) { lower(op, networkOf(op)); });
    getOperation().walk([&](ThreadScanOp op) { lower(op, networkOf(op)); });
  }
};

} // namespace
} // namespace scanc::prefix
