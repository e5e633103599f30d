//===- LowerTiles.cpp - Tiles by 16-byte or scalar accesses ---------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Conversion/Access/TileAccess.h"
#include "scanc/Conversion/Operators/FieldConversion.h"

using namespace mlir;

namespace scanc::prefix {
#define GEN_PASS_DEF_PREFIXLOWERTILESPASS
#include "scanc/Conversion/Passes.h.inc"

namespace {

void lower(LoadTileOp op) {
  StateBuilder b(op, op.getMonoidAttr());
  const int64_t items = op.getItems(), rows = op.getRows();
  TileAccess access(b, op, op.getElement());
  SmallVector<Value> runs = access.runsOf(b.laneId());

  // A run cut short is masked where it is read by scalar accesses.
  const size_t fields = b.getStateTypes().size();
  State identity = op.getValid() ? b.identity() : State();
  auto toStates = [&](Value run, bool isMasked) {
    SmallVector<Value> states =
        isMasked ? access.loadScalar(run) : access.loadWide(run);
    for (int64_t item = 0; item < items; ++item) {
      Value exists;
      if (isMasked && op.getValid())
        exists = access.exists(run, item);
      for (size_t field = 0; field < fields; ++field) {
        Value &value = states[item * fields + field];
        value = convertField(b, value, access.getTypes()[field],
                             b.getStateTypes()[field]);
        if (exists)
          value = arith::SelectOp::create(b, exists, value, identity[field]);
      }
    }
    return states;
  };
  SmallVector<Type> types;
  for (int64_t item = 0; item < items; ++item)
    llvm::append_range(types, b.getStateTypes());
  SmallVector<Value> loaded = access.loadRuns(
      runs, types, [&](Value run) { return toStates(run, /*isMasked=*/false); },
      [&](Value run) { return toStates(run, /*isMasked=*/true); });

  SmallVector<Value> results;
  for (int64_t row = 0; row < rows; ++row)
    for (size_t field = 0; field < fields; ++field) {
      SmallVector<Value> values;
      for (int64_t item = 0; item < items; ++item)
        values.push_back(loaded[(row * items + item) * fields + field]);
      auto type = VectorType::get(items, b.getStateTypes()[field]);
      results.push_back(vector::FromElementsOp::create(b, type, values));
    }
  op.replaceAllUsesWith(results);
  op.erase();
}

void lower(StoreTileOp op) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  const int64_t items = op.getItems(), rows = op.getRows();
  TileAccess access(b, op, op.getOutput());
  Value thread = arith::IndexCastOp::create(
      b, b.getI32Type(), gpu::ThreadIdOp::create(b, gpu::Dimension::x));
  Value lane =
      arith::AndIOp::create(b, thread, arith::ConstantIntOp::create(b, 31, 32));
  auto stateTypes = llvm::to_vector(op.getState().getAsValueRange<TypeAttr>());
  const size_t fields = stateTypes.size();
  for (int64_t row = 0; row < rows; ++row) {
    SmallVector<Value> values;
    for (int64_t item = 0; item < items; ++item)
      for (size_t field = 0; field < fields; ++field) {
        Value value = vector::ExtractOp::create(
            b, op.getValues()[row * fields + field], item);
        values.push_back(convertField(b, value, stateTypes[field],
                                      access.getTypes()[field]));
      }
    Value run = access.runOf(lane, row);
    access.storeRun(
        run, [&] { access.storeWide(run, values); },
        [&] { access.storeScalar(run, values); });
  }
  op.erase();
}

struct PrefixLowerTilesPass
    : impl::PrefixLowerTilesPassBase<PrefixLowerTilesPass> {
  void runOnOperation() override {
    getOperation().walk([](LoadTileOp op) { lower(op); });
    getOperation().walk([](StoreTileOp op) { lower(op); });
    getOperation().walk([](WalkOp op) { op.erase(); });
  }
};

} // namespace
} // namespace scanc::prefix
