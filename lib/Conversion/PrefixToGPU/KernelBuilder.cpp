//===- KernelBuilder.cpp - What the kernels of every strategy share  -*- C++
//-*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelBuilder.h"

#include "Step.h"

using namespace mlir;

namespace scanc::prefix {

KernelBuilder KernelBuilder::open(gpu::GPUModuleOp module, ScanOp scan,
                                  MonoidOp monoid, StringRef suffix,
                                  SkeletonAttr skeleton, int64_t minBlocks) {
  ImplicitLocOpBuilder b(inStep("grid", scan.getLoc()),
                         OpBuilder::atBlockEnd(module.getBody()));
  auto pointer = LLVM::LLVMPointerType::get(b.getContext(), 1);
  auto type = b.getFunctionType(
      {pointer, pointer, pointer, b.getI64Type(), b.getI32Type()}, {});
  auto kernel =
      gpu::GPUFuncOp::create(b, (scan.getSymName() + "_" + suffix).str(), type);
  kernel->setAttr(gpu::GPUDialect::getKernelFuncAttrName(), b.getUnitAttr());
  kernel.setKnownBlockSizeAttr(b.getDenseI32ArrayAttr(
      {static_cast<int32_t>(skeleton.getThreads()), 1, 1}));
  kernel->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(),
                  b.getI32IntegerAttr(minBlocks));
  b.setInsertionPointToStart(&kernel.getBody().front());
  gpu::ReturnOp end = gpu::ReturnOp::create(b);
  b.setInsertionPoint(end);

  KernelBuilder builder(b, scan, monoid);
  auto argument = [&](unsigned index) { return kernel.getArgument(index); };
  builder.parameters = {argument(0), argument(1), argument(2), argument(3),
                        argument(4)};
  return builder;
}

Value KernelBuilder::blockId() {
  Value id = gpu::BlockIdOp::create(*this, gpu::Dimension::x);
  return toI64(arith::IndexCastOp::create(*this, getI32Type(), id));
}

Value KernelBuilder::blockCount() {
  Value count = gpu::GridDimOp::create(*this, gpu::Dimension::x);
  return toI64(arith::IndexCastOp::create(*this, getI32Type(), count));
}

State KernelBuilder::loop(Value count, ValueRange carry,
                          function_ref<State(Value, ValueRange)> body) {
  auto loop = scf::ForOp::create(*this, i64(0), count, i64(1), carry);
  OpBuilder::InsertionGuard guard(*this);
  setInsertionPointToStart(loop.getBody());
  scf::YieldOp::create(*this,
                       body(loop.getInductionVar(), loop.getRegionIterArgs()));
  return State(loop.getResults());
}

void KernelBuilder::onlyIf(Value condition, function_ref<void()> body) {
  auto branch = scf::IfOp::create(*this, condition, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(*this);
  setInsertionPoint(branch.thenBlock()->getTerminator());
  body();
}

State KernelBuilder::start() {
  if (!scan.getInit())
    return identity();
  State state;
  for (auto value : scan.getInit()->getAsRange<TypedAttr>())
    state.push_back(arith::ConstantOp::create(*this, value));
  return state;
}

TileMemory KernelBuilder::input() {
  return {parameters.in,
          llvm::to_vector(scan.getElementTypes()),
          {},
          scan.getReverse() ? parameters.length : Value()};
}

TileMemory KernelBuilder::output() {
  return {parameters.out,
          llvm::to_vector(scan.getOutputTypes()),
          {},
          scan.getReverse() ? parameters.length : Value()};
}

TileMemory KernelBuilder::aggregates(Value valid) {
  return {parameters.workspace, llvm::to_vector(getStateTypes()), valid, {}};
}

SmallVector<Type> KernelBuilder::vectorTypes(int64_t length) {
  return llvm::map_to_vector(getStateTypes(), [&](Type type) -> Type {
    return VectorType::get(length, type);
  });
}

/// An integer state has the signedness of its element.
SmallVector<Type> KernelBuilder::signedStateTypes() {
  SmallVector<Type> types;
  for (auto [state, element] :
       llvm::zip_equal(getStateTypes(), scan.getElementTypes()))
    types.push_back(state.isInteger() && element.isUnsignedInteger()
                        ? IntegerType::get(getContext(),
                                           state.getIntOrFloatBitWidth(),
                                           IntegerType::Unsigned)
                        : state);
  return types;
}

SmallVector<Value> KernelBuilder::load(const TileMemory &memory,
                                       SkeletonAttr skeleton, Value first) {
  SmallVector<Type> types;
  for (int64_t row = 0; row < skeleton.getRows(); ++row)
    llvm::append_range(types, vectorTypes(skeleton.getItems()));
  auto tile = LoadTileOp::create(*this, types, getMonoid(), memory.base, first,
                                 memory.valid, memory.reversedLength,
                                 getTypeArrayAttr(memory.fields),
                                 getI64IntegerAttr(skeleton.getRows()),
                                 getI64IntegerAttr(skeleton.getItems()));
  return SmallVector<Value>(tile.getValues());
}

void KernelBuilder::store(const TileMemory &memory, SkeletonAttr skeleton,
                          Value first, ValueRange rows) {
  StoreTileOp::create(
      *this, rows, memory.base, first, memory.valid, memory.reversedLength,
      getTypeArrayAttr(signedStateTypes()), getTypeArrayAttr(memory.fields),
      skeleton.getRows(), skeleton.getItems());
}

Value KernelBuilder::warpStart(SkeletonAttr skeleton, Value tileStart) {
  int64_t perWarp = skeleton.getTile() / skeleton.getWarps();
  Value offset = arith::MulIOp::create(*this, warpId(), i32(perWarp));
  return add(tileStart, toI64(offset));
}

SmallVector<Value> KernelBuilder::acrossRows(ArrayRef<State> perRow) {
  SmallVector<Value> vectors;
  for (auto [field, type] : llvm::enumerate(vectorTypes(perRow.size()))) {
    auto values = llvm::map_to_vector(
        perRow, [field = field](const State &state) { return state[field]; });
    vectors.push_back(
        vector::FromElementsOp::create(*this, cast<VectorType>(type), values));
  }
  return vectors;
}

static FlatSymbolRefAttr circuit(Attribute level) {
  return cast<FlatSymbolRefAttr>(level);
}

SmallVector<Value> KernelBuilder::reduceRuns(SkeletonAttr skeleton,
                                             ValueRange rows) {
  const size_t fields = getStateTypes().size();
  SmallVector<State> perRow;
  for (int64_t row = 0; row < skeleton.getRows(); ++row)
    perRow.push_back(
        State(ThreadReduceOp::create(*this, getStateTypes(), getMonoid(),
                                     circuit(skeleton.getThread()),
                                     rows.slice(row * fields, fields))
                  .getResults()));
  return acrossRows(perRow);
}

State KernelBuilder::reduceRows(SkeletonAttr skeleton, ValueRange perRow) {
  return State(ThreadReduceOp::create(*this, getStateTypes(), getMonoid(),
                                      circuit(skeleton.getRow()), perRow)
                   .getResults());
}

State KernelBuilder::reduceWarp(SkeletonAttr skeleton, ValueRange perLane) {
  return State(WarpReduceOp::create(*this, getStateTypes(), getMonoid(),
                                    circuit(skeleton.getWarp()), perLane)
                   .getResults());
}

/// Splits the results of an op that gives two states.
static std::pair<State, State> twoStates(Operation *op) {
  ValueRange results = op->getResults();
  return {State(results.take_front(results.size() / 2)),
          State(results.drop_front(results.size() / 2))};
}

static SmallVector<Type> twice(ArrayRef<Type> types) {
  SmallVector<Type> both(types);
  llvm::append_range(both, types);
  return both;
}

std::pair<State, State> KernelBuilder::scanBlock(SkeletonAttr skeleton,
                                                 ValueRange perWarp) {
  return twoStates(BlockScanOp::create(*this, twice(getStateTypes()),
                                       getMonoid(),
                                       circuit(skeleton.getBlock()), perWarp));
}

std::pair<SmallVector<Value>, State>
KernelBuilder::scanTile(SkeletonAttr skeleton, ValueRange rows,
                        ValueRange carry, bool exclusive) {
  const size_t fields = getStateTypes().size();
  const int64_t rowCount = skeleton.getRows();

  // Up: the totals of runs, rows, warps and the block.
  SmallVector<Value> runTotals = reduceRuns(skeleton, rows);
  SmallVector<State> beforeLane, rowTotals;
  for (int64_t row = 0; row < rowCount; ++row) {
    State runTotal;
    for (Value vector : runTotals)
      runTotal.push_back(vector::ExtractOp::create(*this, vector, row));
    auto [before, total] =
        twoStates(WarpScanOp::create(*this, twice(getStateTypes()), getMonoid(),
                                     circuit(skeleton.getWarp()), runTotal));
    beforeLane.push_back(before);
    rowTotals.push_back(total);
  }
  SmallVector<Value> perRow = acrossRows(rowTotals);
  auto [beforeWarp, blockTotal] =
      scanBlock(skeleton, reduceRows(skeleton, perRow));

  // Down: what comes before each warp, row, lane and item.
  State nextCarry = combine(carry, blockTotal);
  SmallVector<Value> seedAndRows(combine(carry, beforeWarp));
  llvm::append_range(seedAndRows, perRow);
  auto beforeRows =
      ThreadScanOp::create(*this, vectorTypes(rowCount), getMonoid(),
                           circuit(skeleton.getRow()), seedAndRows,
                           /*exclusive=*/getUnitAttr());
  SmallVector<Value> outputs;
  for (int64_t row = 0; row < rowCount; ++row) {
    State beforeRow;
    for (Value vector : beforeRows.getResults())
      beforeRow.push_back(vector::ExtractOp::create(*this, vector, row));
    SmallVector<Value> seedAndItems(combine(beforeRow, beforeLane[row]));
    llvm::append_range(seedAndItems, rows.slice(row * fields, fields));
    auto scanned = ThreadScanOp::create(
        *this, vectorTypes(skeleton.getItems()), getMonoid(),
        circuit(skeleton.getThread()), seedAndItems,
        exclusive ? getUnitAttr() : UnitAttr());
    llvm::append_range(outputs, scanned.getResults());
  }
  return {outputs, nextCarry};
}

} // namespace scanc::prefix
