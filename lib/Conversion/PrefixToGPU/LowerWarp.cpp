//===- LowerWarp.cpp - The circuit across lanes, by shuffles ------- -*- C++
//-*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StateBuilder.h"

#include "scanc/Dialect/Prefix/Analysis/CircuitGraph.h"
#include "scanc/Dialect/Prefix/Analysis/Placement.h"

using namespace mlir;

namespace scanc::prefix {
#define GEN_PASS_DEF_PREFIXLOWERWARPPASS
#include "scanc/Conversion/Passes.h.inc"

namespace {

/// Input: the low operands' slot. Output: each active lane's low operand, and
/// whether a lane is active (null if all are).
std::pair<State, Value> fetchLow(StateBuilder &b, Value lane,
                                 const PlacedStep &step, const State &slot) {
  SmallVector<bool> active =
      llvm::map_to_vector(step.lowColumn, [](int32_t low) { return low >= 0; });
  AccessForm form = findAccessForm(step.lowColumn);
  if (form.kind != AccessForm::Kind::Offset || form.offset <= 0)
    return {b.readLane(slot, b.index(lane, form)), b.isActive(lane, active)};

  auto [low, exists] = b.readLaneBelow(slot, form.offset);
  // Active are exactly the lanes that have a lane so far below: the shuffle's
  // own predicate tells.
  bool asPredicated = llvm::all_of(llvm::enumerate(active), [&](auto entry) {
    return entry.value() == (int64_t(entry.index()) >= form.offset);
  });
  return {low, asPredicated ? exists : b.isActive(lane, active)};
}

/// Input: a state per lane and fold. Output: the value of each slot when the
/// circuit has run.
SmallVector<State> runCircuit(StateBuilder &b, Value lane,
                              const Placement &placement,
                              ArrayRef<State> inputs) {
  SmallVector<State> slots;
  for (const State &input : inputs)
    slots.append(placement.slots, input);
  SmallVector<State> before = slots; // as they were at the start of the stage
  int32_t stage = 0;
  for (const PlacedStep &step : placement.steps) {
    if (step.stage != stage) {
      stage = step.stage;
      before = slots;
    }
    auto [low, active] = fetchLow(b, lane, step, before[step.lowSlot]);
    State combined = b.combine(low, before[step.highSlot]);
    State &result = slots[step.resultSlot];
    result = active ? b.select(active, combined, result) : combined;
  }
  return slots;
}

/// The value of each lane's output of a fold.
State selectOutputs(StateBuilder &b, Value lane, const Placement &placement,
                    int64_t fold, ArrayRef<State> slots) {
  const int32_t first = fold * placement.slots;
  ArrayRef<int32_t> outputSlots =
      ArrayRef(placement.outputSlots)
          .slice(fold * placement.columns, placement.columns);
  State outputs = slots[first];
  for (int32_t slot = first + 1; slot < first + placement.slots; ++slot) {
    SmallVector<bool> here = llvm::map_to_vector(
        outputSlots, [&](int32_t own) { return own == slot; });
    if (llvm::is_contained(here, true)) {
      Value isHere = b.isActive(lane, here);
      outputs = isHere ? b.select(isHere, slots[slot], outputs) : slots[slot];
    }
  }
  return outputs;
}

constexpr int64_t lanes = 32;

/// The states that `values` hold one after another.
SmallVector<State> splitStates(StateBuilder &b, ValueRange values) {
  const size_t fields = b.getStateTypes().size();
  SmallVector<State> states;
  for (size_t first = 0; first < values.size(); first += fields)
    states.push_back(State(values.slice(first, fields)));
  return states;
}

void lower(WarpScanOp op, const circuits::Network &network) {
  StateBuilder b(op, op.getMonoidAttr());
  Value lane = b.laneId();
  Placement placement = placeByColumn(network, lanes);
  SmallVector<State> inputs = splitStates(b, op.getValues());
  SmallVector<State> slots = runCircuit(b, lane, placement, inputs);
  // What comes before lane 0 of a fold is what the fold before ends with.
  State results, end = b.identity();
  for (size_t fold = 0; fold < inputs.size(); ++fold) {
    State inclusive = selectOutputs(b, lane, placement, fold, slots);
    auto [below, exists] = b.readLaneBelow(inclusive, 1);
    llvm::append_range(results, b.select(exists, below, end));
    end = b.readLane(inclusive, b.i32(lanes - 1));
  }
  llvm::append_range(results, end);
  op.replaceAllUsesWith(ValueRange(results));
  op.erase();
}

void lower(WarpReduceOp op, const circuits::Network &network) {
  StateBuilder b(op, op.getMonoidAttr());
  Placement placement = placeByColumn(keepLastOutput(network), lanes);
  SmallVector<State> slots =
      runCircuit(b, b.laneId(), placement, splitStates(b, op.getValues()));
  State total =
      b.readLane(slots[placement.outputSlots.back()], b.i32(lanes - 1));
  op.replaceAllUsesWith(ValueRange(total));
  op.erase();
}

struct PrefixLowerWarpPass
    : impl::PrefixLowerWarpPassBase<PrefixLowerWarpPass> {
  void runOnOperation() override {
    auto networkOf = [](auto op) {
      return getNetwork(SymbolTable::lookupNearestSymbolFrom<CircuitOp>(
          op, op.getCircuitAttr()));
    };
    getOperation().walk([&](WarpScanOp op) { lower(op, networkOf(op)); });
    getOperation().walk([&](WarpReduceOp op) { lower(op, networkOf(op)); });
  }
};

} // namespace
} // namespace scanc::prefix
