//===- LowerThread.cpp - The circuit within a thread, in registers --------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Conversion/Operators/StateBuilder.h"

#include "scanc/Circuits/Spans.h"
#include "scanc/Dialect/Prefix/Analysis/CircuitGraph.h"

#include "llvm/Support/MathExtras.h"

#include "llvm/ADT/TypeSwitch.h"

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

/// What some consecutive items make, and which these are.
struct Stretch {
  State state;
  circuits::Span items;
};

/// Where chains begin within a run: a bit for each item, 32 in each of the
/// words, or none.
class RunCuts {
public:
  RunCuts(StateBuilder &b, ValueRange words, ValueRange start)
      : b(b), words(words), start(start) {}

  /// `high` joined with `low`, which lies before it.
  State join(ValueRange low, const Stretch &high) const {
    State both = b.combine(low, high.state);
    return words.empty() ? both : b.select(isIn(high.items), high.state, both);
  }

  /// The items themselves, with `start` in front of those that begin a chain.
  void begin(MutableArrayRef<State> items) const {
    if (!start.empty())
      for (auto [i, item] : llvm::enumerate(items))
        item = b.select(isAt(i), b.combine(start, item), item);
  }

  /// The outputs of an exclusive scan, where chains begin with items.
  void beginOutputs(MutableArrayRef<State> outputs) const {
    if (!start.empty())
      for (auto [i, output] : llvm::enumerate(outputs))
        output = b.select(isAt(i), start, output);
  }

private:
  Value isAt(int64_t item) const { return isIn({item, item}); }

  Value isIn(circuits::Span items) const {
    Value any;
    for (int64_t word = items.lo / 32; word <= items.hi / 32; ++word) {
      const int64_t first = std::max<int64_t>(items.lo - 32 * word, 0),
                    end = std::min<int64_t>(items.hi - 32 * word + 1, 32);
      const auto bits = static_cast<int32_t>(
          llvm::maskTrailingOnes<uint32_t>(end - first) << first);
      Value within = arith::AndIOp::create(b, words[word], b.i32(bits));
      any = any ? arith::OrIOp::create(b, any, within) : within;
    }
    return arith::CmpIOp::create(b, arith::CmpIPredicate::ne, any, b.i32(0));
  }

  StateBuilder &b;
  ValueRange words, start;
};

std::vector<State> evaluate(const RunCuts &cuts,
                            const circuits::Network &network,
                            ArrayRef<State> items) {
  std::vector<Stretch> inputs;
  for (auto [i, item] : llvm::enumerate(items)) {
    const auto column = static_cast<int64_t>(i);
    inputs.push_back({item, {column, column}});
  }
  std::vector<State> outputs;
  for (Stretch &output :
       circuits::run<Stretch>(network, std::move(inputs),
                              [&](const Stretch &low, const Stretch &high) {
                                return Stretch{cuts.join(low.state, high),
                                               {low.items.lo, high.items.hi}};
                              }))
    outputs.push_back(std::move(output.state));
  return outputs;
}

void lower(ThreadReduceOp op, const circuits::Network &network) {
  StateBuilder b(op, op.getMonoidAttr());
  const RunCuts cuts(b, op.getCuts(), op.getStart());
  std::vector<State> items = unpack(b, op.getValues(), network.width);
  cuts.begin(items);
  op.replaceAllUsesWith(
      ValueRange(evaluate(cuts, keepLastOutput(network), items).back()));
  op.erase();
}

void lower(ThreadScanOp op, const circuits::Network &network) {
  StateBuilder b(op, op.getMonoidAttr());
  const RunCuts cuts(b, op.getCuts(), op.getStart());
  const size_t fields = b.getStateTypes().size();
  State seed(op.getValues().take_front(fields));
  std::vector<State> items =
      unpack(b, op.getValues().drop_front(fields), network.width);
  cuts.begin(items);
  items.front() = cuts.join(seed, {items.front(), {0, 0}});
  std::vector<State> outputs = evaluate(cuts, network, items);
  if (op.getExclusive()) {
    outputs.insert(outputs.begin(), seed);
    outputs.pop_back();
    cuts.beginOutputs(outputs);
  }
  op.replaceAllUsesWith(pack(b, outputs));
  op.erase();
}

struct PrefixLowerThreadPass
    : impl::PrefixLowerThreadPassBase<PrefixLowerThreadPass> {
  void runOnOperation() override {
    getOperation().walk([](LevelOpInterface op) {
      llvm::TypeSwitch<Operation *>(op).Case<ThreadReduceOp, ThreadScanOp>(
          [&](auto level) { lower(level, op.getNetwork()); });
    });
  }
};

} // namespace
} // namespace scanc::prefix
