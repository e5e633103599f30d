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

/// Input: one state per lane. Output: the value of each slot when the circuit
/// has run.
SmallVector<State> runCircuit(StateBuilder &b, Value lane,
                              const Placement &placement, ValueRange input) {
  SmallVector<State> slots(placement.slots, State(input));
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

/// The value of each lane's output.
State selectOutputs(StateBuilder &b, Value lane, const Placement &placement,
                    ArrayRef<State> slots) {
  State outputs = slots[0];
  for (int32_t slot = 1; slot < placement.slots; ++slot) {
    SmallVector<bool> here = llvm::map_to_vector(
        placement.outputSlots, [&](int32_t own) { return own == slot; });
    if (llvm::is_contained(here, true)) {
      Value isHere = b.isActive(lane, here);
      outputs = isHere ? b.select(isHere, slots[slot], outputs) : slots[slot];
    }
  }
  return outputs;
}

void lower(WarpScanOp op, const circuits::Network &network) {
  StateBuilder b(op, op.getMonoidAttr());
  Value lane = b.laneId();
  Placement placement = placeByColumn(network);
  SmallVector<State> slots = runCircuit(b, lane, placement, op.getValues());
  State inclusive = selectOutputs(b, lane, placement, slots);
  auto [below, exists] = b.readLaneBelow(inclusive, 1);
  State results = b.select(exists, below, b.identity());
  llvm::append_range(results, b.readLane(inclusive, b.i32(31)));
  op.replaceAllUsesWith(ValueRange(results));
  op.erase();
}

void lower(WarpReduceOp op, const circuits::Network &network) {
  StateBuilder b(op, op.getMonoidAttr());
  Placement placement = placeByColumn(keepLastOutput(network));
  SmallVector<State> slots =
      runCircuit(b, b.laneId(), placement, op.getValues());
  State total = b.readLane(slots[placement.outputSlots.back()], b.i32(31));
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
