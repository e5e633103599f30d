//===- KernelBuilder.cpp - What the kernels of every strategy share -------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Conversion/Kernels/KernelBuilder.h"

#include "scanc/Conversion/Operators/Step.h"

#include "scanc/Dialect/Prefix/Analysis/CircuitGraph.h"
#include "scanc/Dialect/Prefix/IR/StructLayout.h"

using namespace mlir;

namespace scanc::prefix {

KernelBuilder KernelBuilder::open(gpu::GPUModuleOp module, ScanOp scan,
                                  MonoidOp monoid,
                                  const PlannedKernel &planned) {
  ImplicitLocOpBuilder b(inStep("grid", scan.getLoc()),
                         OpBuilder::atBlockEnd(module.getBody()));
  auto pointer = LLVM::LLVMPointerType::get(b.getContext(), 1);
  const size_t arrays = scan.getInputArrays().size();
  SmallVector<Type> types(2 * arrays + 1, pointer);
  types.append({b.getI64Type(), b.getI32Type()});
  auto type = b.getFunctionType(types, {});
  auto kernel = gpu::GPUFuncOp::create(
      b, (scan.getSymName() + "_" + planned.suffix).str(), type);
  kernel->setAttr(gpu::GPUDialect::getKernelFuncAttrName(), b.getUnitAttr());
  kernel.setKnownBlockSizeAttr(
      b.getDenseI32ArrayAttr({static_cast<int32_t>(planned.threads()), 1, 1}));
  kernel->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(),
                  b.getI32IntegerAttr(planned.blocksPerSM));
  b.setInsertionPointToStart(&kernel.getBody().front());
  gpu::ReturnOp end = gpu::ReturnOp::create(b);
  b.setInsertionPoint(end);

  KernelBuilder builder(b, scan, monoid);
  builder.letsNextBegin = planned.letsNextBegin;
  ValueRange arguments = kernel.getArguments(), others = arguments.take_back(3);
  builder.in = SmallVector<Value>(arguments.take_front(arrays));
  builder.out = SmallVector<Value>(arguments.slice(arrays, arrays));
  builder.workspacePointer = others[0];
  builder.walked = Domain::of(scan, others[1]);
  builder.blocks = others[2];
  return builder;
}

void KernelBuilder::waitForKernelBefore() {
  NVVM::GriddepcontrolOp::create(*this, NVVM::GridDepActionKind::wait);
}

void KernelBuilder::letNextBegin() {
  if (letsNextBegin)
    NVVM::GriddepcontrolOp::create(*this,
                                   NVVM::GridDepActionKind::launch_dependents);
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
  State next = body(loop.getInductionVar(), loop.getRegionIterArgs());
  // A loop that carries nothing comes with its terminator.
  if (!carry.empty())
    scf::YieldOp::create(*this, next);
  return State(loop.getResults());
}

void KernelBuilder::onlyIf(Value condition, function_ref<void()> body) {
  auto branch = scf::IfOp::create(*this, condition, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(*this);
  setInsertionPoint(branch.thenBlock()->getTerminator());
  body();
}

void KernelBuilder::either(Value condition, function_ref<void()> then,
                           function_ref<void()> otherwise) {
  auto branch = scf::IfOp::create(*this, condition, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(*this);
  setInsertionPointToStart(branch.thenBlock());
  then();
  setInsertionPointToStart(branch.elseBlock());
  otherwise();
}

State KernelBuilder::choose(Value condition, function_ref<State()> then,
                            function_ref<State()> otherwise, int64_t states) {
  SmallVector<Type> results;
  for (int64_t state = 0; state < states; ++state)
    llvm::append_range(results, getStateTypes());
  auto branch = scf::IfOp::create(*this, results, condition,
                                  /*addThenBlock=*/true,
                                  /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(*this);
  setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(*this, then());
  setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(*this, otherwise());
  return State(branch.getResults());
}

void KernelBuilder::onlyRarely(Value condition, function_ref<void()> body) {
  onlyIf(condition, [&] {
    getInsertionBlock()->getParentOp()->setDiscardableAttr(
        PrefixDialect::rareAttrName, getUnitAttr());
    body();
  });
}

State KernelBuilder::start() {
  if (!scan.getInit())
    return identity();
  State state;
  for (auto value : scan.getInit()->getAsRange<TypedAttr>())
    state.push_back(arith::ConstantOp::create(*this, value));
  return state;
}

Value KernelBuilder::walk() {
  if (!walkOfKernel) {
    OpBuilder::InsertionGuard guard(*this);
    setInsertionPointToStart(cast<BlockArgument>(walked->length()).getOwner());
    walkOfKernel = walked->walk(*this);
  }
  return walkOfKernel;
}

Place KernelBuilder::input() { return {access.input, in, walk()}; }

Place KernelBuilder::output() { return {access.output, out, walk()}; }

Place KernelBuilder::states(Value base, Value valid) {
  return {access.states, {base}, /*walk=*/{}, valid};
}

void KernelBuilder::onlyFirstThread(function_ref<void()> body) {
  onlyIf(arith::CmpIOp::create(*this, arith::CmpIPredicate::eq, threadId(),
                               i32(0)),
         body);
}

SmallVector<Type> KernelBuilder::vectorTypes(int64_t length) {
  return llvm::map_to_vector(getStateTypes(), [&](Type type) -> Type {
    return VectorType::get(length, type);
  });
}

static bool seedsFirst(SkeletonAttr skeleton) {
  return skeleton.getMapping().getMapping().seedFirst;
}

/// In a tile that the array ends in, threads without an element read the last
/// one: before it is written. The circuits of several warps have barriers.
void KernelBuilder::storeScanned(const Place &from, const Place &to,
                                 SkeletonAttr skeleton, Value first,
                                 ValueRange rows) {
  const bool hasCircuit =
      skeleton.getWarps() > 1 || skeleton.isBlockWide() || seedsFirst(skeleton);
  if (to.valid && !hasCircuit && from.mayBe(to))
    NVVM::SyncWarpOp::create(*this, i32(-1));
  to.store(*this, skeleton, first, rows);
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

State KernelBuilder::reduceRun(SkeletonAttr skeleton, ValueRange run) {
  return State(ThreadReduceOp::create(*this, getStateTypes(), getMonoid(),
                                      circuit(skeleton.getThread()), run)
                   .getResults());
}

circuits::Network KernelBuilder::networkOf(Attribute level) {
  return getNetwork(
      SymbolTable::lookupNearestSymbolFrom<CircuitOp>(scan, circuit(level)));
}

SmallVector<State> KernelBuilder::scanStates(Attribute level,
                                             ArrayRef<State> states) {
  std::vector<State> outputs = circuits::run<State>(
      networkOf(level), states.vec(),
      [&](const State &low, const State &high) { return combine(low, high); });
  return llvm::to_vector(outputs);
}

State KernelBuilder::reduceRows(SkeletonAttr skeleton, ValueRange perRow) {
  return State(ThreadReduceOp::create(*this, getStateTypes(), getMonoid(),
                                      circuit(skeleton.getRow()), perRow)
                   .getResults());
}

std::pair<SmallVector<State>, State>
KernelBuilder::scanWarp(SkeletonAttr skeleton, ArrayRef<State> folds) {
  const size_t fields = getStateTypes().size();
  SmallVector<Value> operands;
  SmallVector<Type> types(getStateTypes());
  for (const State &fold : folds) {
    llvm::append_range(operands, fold);
    llvm::append_range(types, getStateTypes());
  }
  auto scan = WarpScanOp::create(*this, types, getMonoid(),
                                 circuit(skeleton.getWarp()), operands);
  ValueRange results = scan.getResults();
  SmallVector<State> before;
  for (size_t fold = 0; fold < folds.size(); ++fold)
    before.push_back(State(results.slice(fold * fields, fields)));
  return {before, State(results.take_back(fields))};
}

State KernelBuilder::reduceWarp(SkeletonAttr skeleton, ValueRange perLane) {
  return State(WarpReduceOp::create(*this, getStateTypes(), getMonoid(),
                                    circuit(skeleton.getWarp()), perLane)
                   .getResults());
}

BlockPrefixes KernelBuilder::scanBlock(SkeletonAttr skeleton,
                                       ArrayRef<State> columns,
                                       ValueRange carry) {
  const size_t fields = getStateTypes().size();
  const size_t lists = std::max<size_t>(1, carry.size() / fields);
  SmallVector<Value> operands;
  SmallVector<Type> types;
  for (const State &column : columns)
    llvm::append_range(operands, column);
  if (seedsFirst(skeleton))
    llvm::append_range(operands, carry.empty() ? identity() : State(carry));
  for (size_t state = 0; state < columns.size() + lists; ++state)
    llvm::append_range(types, getStateTypes());
  auto scan = BlockScanOp::create(
      *this, types, getMonoid(), circuit(skeleton.getBlock()),
      skeleton.getMapping(), rowsOfBlock(skeleton),
      skeleton.getSublists() ? getUnitAttr() : UnitAttr(), operands);

  BlockPrefixes prefixes;
  ValueRange results = scan.getResults();
  for (size_t state = 0; state < columns.size() + lists; ++state) {
    // With sublists, each column has its list's carry, else all have the one.
    const size_t list = lists == 1 ? 0 : state % lists;
    State own(results.slice(state * fields, fields));
    if (!seedsFirst(skeleton) && !carry.empty())
      own = combine(carry.slice(list * fields, fields), own);
    if (state < columns.size())
      prefixes.before.push_back(own);
    else
      llvm::append_range(prefixes.next, own);
  }
  return prefixes;
}

State KernelBuilder::reduceBlock(SkeletonAttr skeleton,
                                 ArrayRef<State> columns) {
  const int64_t lists = skeleton.getSublists() ? skeleton.getRows() : 1;
  SmallVector<Value> operands;
  SmallVector<Type> types;
  for (const State &column : columns)
    llvm::append_range(operands, column);
  for (int64_t list = 0; list < lists; ++list) {
    llvm::append_range(types, getStateTypes());
    if (seedsFirst(skeleton))
      llvm::append_range(operands, identity());
  }
  return State(BlockReduceOp::create(
                   *this, types, getMonoid(), circuit(skeleton.getBlock()),
                   skeleton.getMapping(), rowsOfBlock(skeleton),
                   skeleton.getSublists() ? getUnitAttr() : UnitAttr(),
                   operands)
                   .getResults());
}

/// Input: per row and lane a run's total. Output: per row the warp's total.
SmallVector<Value> KernelBuilder::reduceEachRow(SkeletonAttr skeleton,
                                                ArrayRef<Value> runs) {
  SmallVector<State> totals;
  for (const State &own : statesOfRows(skeleton, runs))
    totals.push_back(reduceWarp(skeleton, own));
  return acrossRows(totals);
}

State KernelBuilder::reduceRowsInOrder(SkeletonAttr skeleton,
                                       ArrayRef<Value> runs) {
  if (!skeleton.isWarpWide())
    return reduceRows(skeleton, reduceEachRow(skeleton, runs));
  SmallVector<Value> folds;
  for (const State &fold : statesOfRows(skeleton, runs))
    llvm::append_range(folds, fold);
  return reduceWarp(skeleton, folds);
}

State KernelBuilder::reduceTile(SkeletonAttr skeleton, ValueRange rows,
                                bool mayReorder) {
  SmallVector<Value> runs = reduceRuns(skeleton, rows);
  if (skeleton.isBlockWide())
    return reduceBlock(skeleton, statesOfRows(skeleton, runs));
  State warpTotal = mayReorder && !skeleton.isWarpWide()
                        ? reduceWarp(skeleton, reduceRows(skeleton, runs))
                        : reduceRowsInOrder(skeleton, runs);
  return reduceBlock(skeleton, {warpTotal});
}

SmallVector<State> KernelBuilder::statesOfRows(SkeletonAttr skeleton,
                                               ValueRange perRow) {
  SmallVector<State> states(skeleton.getRows());
  for (auto [row, state] : llvm::enumerate(states))
    for (Value vector : perRow)
      state.push_back(vector::ExtractOp::create(*this, vector, row));
  return states;
}

TileTotals KernelBuilder::scanTotals(SkeletonAttr skeleton, ValueRange rows,
                                     ValueRange carry) {
  SmallVector<State> runTotals =
      statesOfRows(skeleton, reduceRuns(skeleton, rows));
  TileTotals totals;
  if (skeleton.isBlockWide()) {
    totals.block = scanBlock(skeleton, runTotals, carry);
    return totals;
  }
  if (skeleton.isWarpWide()) {
    auto [before, warpTotal] = scanWarp(skeleton, runTotals);
    totals.beforeRuns = before;
    totals.block = scanBlock(skeleton, {warpTotal}, carry);
    return totals;
  }
  SmallVector<State> rowTotals;
  for (const State &runTotal : runTotals) {
    auto [before, total] = scanWarp(skeleton, {runTotal});
    totals.beforeRuns.push_back(before.front());
    rowTotals.push_back(total);
  }
  totals.perRow = acrossRows(rowTotals);
  totals.block =
      scanBlock(skeleton, {reduceRows(skeleton, totals.perRow)}, carry);
  return totals;
}

SmallVector<Value> KernelBuilder::scanFrom(SkeletonAttr skeleton,
                                           ValueRange rows,
                                           const TileTotals &totals,
                                           bool exclusive) {
  if (skeleton.isBlockWide())
    return scanRuns(skeleton, rows, totals.block.before, exclusive);
  SmallVector<State> beforeRuns;
  const State &beforeWarp = totals.block.before.front();
  if (skeleton.isWarpWide()) {
    for (const State &run : totals.beforeRuns)
      beforeRuns.push_back(combine(beforeWarp, run));
    return scanRuns(skeleton, rows, beforeRuns, exclusive);
  }
  SmallVector<Value> seedAndRows{ValueRange(beforeWarp)};
  llvm::append_range(seedAndRows, totals.perRow);
  auto beforeRows =
      ThreadScanOp::create(*this, vectorTypes(skeleton.getRows()), getMonoid(),
                           circuit(skeleton.getRow()), seedAndRows,
                           /*exclusive=*/getUnitAttr());
  for (auto [beforeRow, lane] : llvm::zip_equal(
           statesOfRows(skeleton, beforeRows.getResults()), totals.beforeRuns))
    beforeRuns.push_back(combine(beforeRow, lane));
  return scanRuns(skeleton, rows, beforeRuns, exclusive);
}

std::pair<SmallVector<Value>, State>
KernelBuilder::scanTile(SkeletonAttr skeleton, ValueRange rows,
                        ValueRange carry, bool exclusive) {
  TileTotals totals = scanTotals(skeleton, rows, carry);
  return {scanFrom(skeleton, rows, totals, exclusive), totals.block.next};
}

SmallVector<Value> KernelBuilder::scanRuns(SkeletonAttr skeleton,
                                           ValueRange rows,
                                           ArrayRef<State> before,
                                           bool exclusive) {
  const size_t fields = getStateTypes().size();
  SmallVector<Value> outputs;
  for (auto [row, seed] : llvm::enumerate(before)) {
    SmallVector<Value> seedAndItems{ValueRange(seed)};
    llvm::append_range(seedAndItems, rows.slice(row * fields, fields));
    auto scanned = ThreadScanOp::create(
        *this, vectorTypes(skeleton.getItems()), getMonoid(),
        circuit(skeleton.getThread()), seedAndItems,
        exclusive ? getUnitAttr() : UnitAttr());
    llvm::append_range(outputs, scanned.getResults());
  }
  return outputs;
}

} // namespace scanc::prefix
