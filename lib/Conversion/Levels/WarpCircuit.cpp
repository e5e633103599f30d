//===- WarpCircuit.cpp - A circuit run by the lanes of a warp -------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Conversion/Levels/WarpCircuit.h"

#include "scanc/Machine/GpuModel.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

#include <numeric>

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

namespace {

/// Where chains begin in the columns of a circuit: tells which steps join
/// nothing. Of each slot it knows at which column its value begins, in each
/// lane.
class LaneCuts {
public:
  LaneCuts(StateBuilder &b, Value lane, const Placement &placement,
           ValueRange cuts)
      : b(b), lane(lane), lanes(placement.columns) {
    const int32_t folds = cuts.size();
    for (int32_t fold = 0; fold < folds; ++fold) {
      std::vector<int32_t> own(lanes);
      std::iota(own.begin(), own.end(), fold * lanes);
      begins.insert(begins.end(), placement.slots, own);
      slotsPerFold = placement.slots;
    }
    findLastCuts(cuts);
    before = begins;
  }

  void beginStage() { before = begins; }

  /// Whether the step joins its operands (i1), in lanes where it does anything.
  Value joins(const PlacedStep &step) {
    std::vector<int32_t> high(lanes, -1);
    for (int64_t column = 0; column < lanes; ++column)
      if (const int32_t low = step.lowColumn[column]; low >= 0) {
        high[column] = before[step.highSlot][column];
        begins[step.resultSlot][column] = before[step.lowSlot][low];
      }
    const int32_t fold = step.highSlot / slotsPerFold;
    return arith::CmpIOp::create(b, arith::CmpIPredicate::slt, lastCut[fold],
                                 b.index(lane, findAccessForm(high)));
  }

private:
  /// The last column at or below the lane's in which a chain begins, or -1.
  void findLastCuts(ValueRange cuts) {
    Value none = b.i32(-1), before = none;
    Value upToLane = arith::ShRUIOp::create(
        b, none, arith::SubIOp::create(b, b.i32(31), lane));
    auto lastOf = [&](int64_t fold, Value mask, Value otherwise) -> Value {
      Value zeros = LLVM::CountLeadingZerosOp::create(b, mask.getType(), mask,
                                                      /*is_zero_poison=*/false);
      Value last = arith::SubIOp::create(b, b.i32(fold * lanes + 31), zeros);
      if (fold == 0) // of no bit, there are 32 zeros
        return last;
      Value isNone =
          arith::CmpIOp::create(b, arith::CmpIPredicate::eq, mask, b.i32(0));
      return arith::SelectOp::create(b, isNone, otherwise, last);
    };
    for (auto [fold, mask] : llvm::enumerate(cuts)) {
      Value own = arith::AndIOp::create(b, mask, upToLane);
      lastCut.push_back(lastOf(fold, own, before));
      if (fold + 1 < cuts.size())
        before = lastOf(fold, mask, before);
    }
  }

  StateBuilder &b;
  Value lane;
  int64_t lanes;
  int32_t slotsPerFold = 1;
  SmallVector<Value> lastCut;                       // of each fold
  std::vector<std::vector<int32_t>> begins, before; // of each slot and lane
};

} // namespace

SmallVector<State> runCircuit(StateBuilder &b, Value lane,
                              const Placement &placement,
                              ArrayRef<State> inputs, ValueRange cuts) {
  SmallVector<State> slots;
  for (const State &input : inputs)
    slots.append(placement.slots, input);
  SmallVector<State> before = slots; // as they were at the start of the stage
  std::optional<LaneCuts> laneCuts;
  if (!cuts.empty())
    laneCuts.emplace(b, lane, placement, cuts);
  int32_t stage = 0;
  for (const PlacedStep &step : placement.steps) {
    if (step.stage != stage) {
      stage = step.stage;
      before = slots;
      if (laneCuts)
        laneCuts->beginStage();
    }
    auto [low, active] = fetchLow(b, lane, step, before[step.lowSlot]);
    const State &high = before[step.highSlot];
    State combined = b.combine(low, high);
    // Where nothing is joined, the high operand is what goes on.
    if (laneCuts)
      combined = b.select(laneCuts->joins(step), combined, high);
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

State scanLanes(StateBuilder &b, circuits::Network network, ValueRange own,
                Value cuts) {
  using machine::warpSize;
  Placement placement = placeByColumn(network);
  for (PlacedStep &step : placement.steps)
    step.lowColumn.resize(warpSize, -1);
  placement.outputSlots.resize(warpSize, 0);
  placement.columns = warpSize;
  Value lane = b.laneId();
  SmallVector<State> slots = runCircuit(b, lane, placement, {State(own)},
                                        cuts ? ValueRange(cuts) : ValueRange());
  return selectOutputs(b, lane, placement, 0, slots);
}

} // namespace scanc::prefix
