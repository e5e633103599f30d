//===- WarpCircuit.cpp - A circuit run by the lanes of a warp -------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Conversion/Levels/WarpCircuit.h"

#include "scanc/Machine/GpuModel.h"

using namespace mlir;

namespace scanc::prefix {

/// Input: the low operands' slot. Output: each active lane's low operand, and
/// whether a lane is active (null if all are).
static std::pair<State, Value> fetchLow(StateBuilder &b, Value lane,
                                        const PlacedStep &step,
                                        const State &slot) {
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

State scanLanes(StateBuilder &b, circuits::Network network, ValueRange own) {
  using machine::warpSize;
  Placement placement = placeByColumn(network);
  for (PlacedStep &step : placement.steps)
    step.lowColumn.resize(warpSize, -1);
  placement.outputSlots.resize(warpSize, 0);
  placement.columns = warpSize;
  Value lane = b.laneId();
  SmallVector<State> slots = runCircuit(b, lane, placement, {State(own)});
  return selectOutputs(b, lane, placement, 0, slots);
}

} // namespace scanc::prefix
