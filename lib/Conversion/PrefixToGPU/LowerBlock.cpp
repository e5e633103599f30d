//===- LowerBlock.cpp - The circuit across warps, in shared memory - -*- C++
//-*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cells of shared memory, and who accesses them when, are described in
// BlockAccesses.h.
//
//===----------------------------------------------------------------------===//

#include "StateBuilder.h"
#include "Step.h"

#include "scanc/Dialect/Prefix/Analysis/BlockAccesses.h"
#include "scanc/Dialect/Prefix/Analysis/CircuitGraph.h"
#include "scanc/Dialect/Prefix/IR/StructLayout.h"

using namespace mlir;

namespace scanc::prefix {
#define GEN_PASS_DEF_PREFIXLOWERBLOCKPASS
#include "scanc/Conversion/Passes.h.inc"

namespace {

/// An array of cells for each state value.
class CellArrays {
public:
  CellArrays(StateBuilder &b, gpu::GPUFuncOp kernel, int64_t count) : b(b) {
    auto space = gpu::AddressSpaceAttr::get(b.getContext(),
                                            gpu::AddressSpace::Workgroup);
    for (Type type : b.getStateTypes()) {
      Type stored = type.isInteger(1) ? b.getI8Type() : type;
      auto memref =
          MemRefType::get({count}, stored, MemRefLayoutAttrInterface(), space);
      arrays.push_back(kernel.addWorkgroupAttribution(memref, b.getLoc()));
      // How small values share a word of a bank must not depend on what else is
      // in shared memory.
      if (getFieldBytes(type) < circuits::bankWordBytes)
        kernel.setWorkgroupAttributionAttr(
            kernel.getNumWorkgroupAttributions() - 1,
            LLVM::LLVMDialect::getAlignAttrName(),
            b.getI64IntegerAttr(circuits::bankWordBytes));
    }
  }

  State load(Value cell) {
    State state;
    Value index = toIndex(cell);
    for (auto [array, type] : llvm::zip_equal(arrays, b.getStateTypes())) {
      Value value = memref::LoadOp::create(b, array, index);
      if (type.isInteger(1))
        value = arith::TruncIOp::create(b, type, value);
      state.push_back(value);
    }
    return state;
  }

  void store(ValueRange state, Value cell) {
    Value index = toIndex(cell);
    for (auto [array, value] : llvm::zip_equal(arrays, state)) {
      Value stored = value;
      if (stored.getType().isInteger(1))
        stored = arith::ExtUIOp::create(b, b.getI8Type(), stored);
      memref::StoreOp::create(b, stored, array, index);
    }
  }

private:
  Value toIndex(Value cell) {
    return arith::IndexCastOp::create(b, b.getIndexType(), cell);
  }

  StateBuilder &b;
  SmallVector<Value> arrays;
};

class BlockLowering {
public:
  BlockLowering(BlockScanOp op, const circuits::Network &network)
      : op(op), b(op, op.getMonoidAttr()), warps(network.width),
        placement(placeByColumn(network)), layout(placement),
        cells(b, op->getParentOfType<gpu::GPUFuncOp>(), layout.count()) {}

  void lower() {
    lane = b.laneId();
    warp = b.warpId();
    enter(publishPart);
    publishInputs();
    gpu::BarrierOp::create(b);
    inFirstWarp([&] { runCircuit(); });
    enter(fetchPart);
    gpu::BarrierOp::create(b);
    State results = cells.load(prefixCell(warp));
    llvm::append_range(results, cells.load(prefixCell(b.i32(warps))));
    op.replaceAllUsesWith(ValueRange(results));
    op.erase();
  }

private:
  /// What is built from here on is this part of the step.
  void enter(const Twine &part) { b.setLoc(inPart(part.str(), op.getLoc())); }

  Value cell(int32_t slot, Value column) {
    return arith::AddIOp::create(b, column, b.i32(layout.ofSlot(slot)));
  }
  Value prefixCell(Value column) {
    return arith::AddIOp::create(b, column, b.i32(layout.prefixes()));
  }

  void onlyIf(Value condition, function_ref<void()> body) {
    if (!condition)
      return body();
    auto branch = scf::IfOp::create(b, condition, /*withElseRegion=*/false);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPoint(branch.thenBlock()->getTerminator());
    body();
  }
  Value equals(Value value, int64_t constant) {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::eq, value,
                                 b.i32(constant));
  }

  /// Output: column `w` of slot 0 holds the state of warp `w`.
  void publishInputs() {
    onlyIf(equals(lane, 0),
           [&] { cells.store(op.getValues(), cell(0, warp)); });
  }

  void inFirstWarp(function_ref<void()> body) { onlyIf(equals(warp, 0), body); }

  void syncWarp() { NVVM::SyncWarpOp::create(b, b.i32(-1)); }

  /// Input: slot 0 of all columns. Output: the prefix cells. A lane per column.
  void runCircuit() {
    for (ArrayRef<PlacedStep> stage : splitStages(placement)) {
      enter(stagePart(stage.front().stage));
      runStage(stage);
    }
    enter(prefixesPart);
    writePrefixes();
  }

  /// All reads of a stage come before all its writes.
  void runStage(ArrayRef<PlacedStep> steps) {
    SmallVector<State> results;
    for (const PlacedStep &step : steps)
      results.push_back(combineActive(step));
    syncWarp();
    for (auto [step, result] : llvm::zip_equal(steps, results))
      onlyIf(isActive(step),
             [&] { cells.store(result, cell(step.resultSlot, lane)); });
    syncWarp();
  }

  Value isActive(const PlacedStep &step) {
    SmallVector<bool> active(32, false);
    for (auto [column, low] : llvm::enumerate(step.lowColumn))
      active[column] = low >= 0;
    return b.isActive(lane, active);
  }

  /// The combine of each active lane's column; the identity elsewhere, so that
  /// no lane reads a cell that nothing wrote.
  State combineActive(const PlacedStep &step) {
    auto branch =
        scf::IfOp::create(b, b.getStateTypes(), isActive(step),
                          /*addThenBlock=*/true, /*addElseBlock=*/true);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(branch.thenBlock());
    Value low = b.index(lane, findAccessForm(step.lowColumn));
    scf::YieldOp::create(b, b.combine(cells.load(cell(step.lowSlot, low)),
                                      cells.load(cell(step.highSlot, lane))));
    b.setInsertionPointToStart(branch.elseBlock());
    scf::YieldOp::create(b, b.identity());
    return State(branch.getResults());
  }

  void writePrefixes() {
    onlyIf(equals(lane, 0),
           [&] { cells.store(b.identity(), prefixCell(lane)); });
    Value hasColumn =
        arith::CmpIOp::create(b, arith::CmpIPredicate::ult, lane, b.i32(warps));
    onlyIf(hasColumn, [&] {
      AccessForm slotForm = findAccessForm(placement.outputSlots);
      Value slot =
          arith::MulIOp::create(b, b.index(lane, slotForm), b.i32(warps));
      Value next = arith::AddIOp::create(b, lane, b.i32(1));
      cells.store(cells.load(arith::AddIOp::create(b, slot, lane)),
                  prefixCell(next));
    });
  }

  BlockScanOp op;
  StateBuilder b;
  int64_t warps;
  Placement placement;
  BlockCells layout;
  CellArrays cells;
  Value lane, warp;
};

void lowerSingleWarp(BlockScanOp op) {
  StateBuilder b(op, op.getMonoidAttr());
  // The barriers of several warps also come between what lanes load and what
  // others store in place; here it takes one of the warp.
  NVVM::SyncWarpOp::create(b, b.i32(-1));
  State results = b.identity();
  llvm::append_range(results, op.getValues());
  op.replaceAllUsesWith(ValueRange(results));
  op.erase();
}

struct PrefixLowerBlockPass
    : impl::PrefixLowerBlockPassBase<PrefixLowerBlockPass> {
  void runOnOperation() override {
    getOperation().walk([&](BlockScanOp op) {
      auto circuit = SymbolTable::lookupNearestSymbolFrom<CircuitOp>(
          op, op.getCircuitAttr());
      if (circuit.getWidth() == 1)
        return lowerSingleWarp(op);
      BlockLowering(op, getNetwork(circuit)).lower();
    });
  }
};

} // namespace
} // namespace scanc::prefix
