//===- LowerWarp.cpp - The circuit across lanes, by shuffles --------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Conversion/Levels/WarpCircuit.h"

#include "scanc/Dialect/Prefix/Analysis/CircuitGraph.h"
#include "scanc/Machine/GpuModel.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace scanc::prefix {
#define GEN_PASS_DEF_PREFIXLOWERWARPPASS
#include "scanc/Conversion/Passes.h.inc"

namespace {

constexpr int64_t lanes = machine::warpSize;

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
  SmallVector<State> slots =
      runCircuit(b, lane, placement, inputs, op.getCuts());
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
  SmallVector<State> slots = runCircuit(
      b, b.laneId(), placement, splitStates(b, op.getValues()), op.getCuts());
  State total =
      b.readLane(slots[placement.outputSlots.back()], b.i32(lanes - 1));
  op.replaceAllUsesWith(ValueRange(total));
  op.erase();
}

struct PrefixLowerWarpPass
    : impl::PrefixLowerWarpPassBase<PrefixLowerWarpPass> {
  void runOnOperation() override {
    getOperation().walk([](LevelOpInterface op) {
      llvm::TypeSwitch<Operation *>(op).Case<WarpReduceOp, WarpScanOp>(
          [&](auto level) { lower(level, op.getNetwork()); });
    });
  }
};

} // namespace
} // namespace scanc::prefix
