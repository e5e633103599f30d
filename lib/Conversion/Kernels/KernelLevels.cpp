//===- KernelLevels.cpp - Circuits in the kernel that is built ------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The levels of a tile: its threads, warps, rows and block, and where chains
// begin in them.
//
//===----------------------------------------------------------------------===//

#include "scanc/Conversion/Kernels/KernelBuilder.h"

#include "scanc/Dialect/Prefix/Analysis/CircuitGraph.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace scanc::prefix {

/// `value`, if it is there.
static ValueRange someOf(const Value &value) {
  return value ? ValueRange(value) : ValueRange();
}

static FlatSymbolRefAttr circuit(Attribute level) {
  return cast<FlatSymbolRefAttr>(level);
}

//===----------------------------------------------------------------------===//
// Where chains begin
//===----------------------------------------------------------------------===//

SmallVector<Value> KernelBuilder::cuts(const Restarts &restarts, Value first,
                                       int64_t items) {
  SmallVector<Value> masks;
  for (int64_t item = 0; item < items; item += 32)
    masks.push_back(restarts.mask(*this, add(first, i64(item)),
                                  std::min<int64_t>(items - item, 32)));
  return masks;
}

SmallVector<Value> KernelBuilder::cuts(SkeletonAttr skeleton, Value first) {
  SmallVector<Value> masks;
  const Restarts *restarts = walked->restarts();
  if (!restarts)
    return masks;
  const int64_t items = skeleton.getItems();
  Value own = add(first, toI64(mul(laneId(), i32(items))));
  for (int64_t row = 0; row < skeleton.getRows(); ++row)
    llvm::append_range(masks,
                       cuts(*restarts, add(own, i64(row * 32 * items)), items));
  return masks;
}

Value KernelBuilder::isAnyIn(ValueRange masks) {
  Value all;
  for (Value mask : masks)
    all = all ? arith::OrIOp::create(*this, all, mask) : mask;
  return all ? compare(arith::CmpIPredicate::ne, all, i32(0)) : Value();
}

/// Those of row `row`, if there are any.
static ValueRange masksOf(ValueRange masks, SkeletonAttr skeleton, size_t row) {
  const size_t words = llvm::divideCeil(skeleton.getItems(), 32);
  return masks.empty() ? masks : masks.slice(row * words, words);
}

SmallVector<Part> KernelBuilder::partsOfRows(SkeletonAttr skeleton,
                                             ValueRange perRow,
                                             ValueRange cuts) {
  SmallVector<Part> parts;
  for (auto [row, state] : llvm::enumerate(statesOfRows(skeleton, perRow)))
    parts.push_back({state, isAnyIn(masksOf(cuts, skeleton, row))});
  return parts;
}

/// The states of parts, one after another, each with its cut if they have any.
static SmallVector<Value> valuesOf(ArrayRef<Part> parts) {
  SmallVector<Value> values;
  for (const Part &part : parts) {
    llvm::append_range(values, part.state);
    if (part.cut)
      values.push_back(part.cut);
  }
  return values;
}

FlatSymbolRefAttr KernelBuilder::monoidOfParts() {
  auto module =
      getInsertionBlock()->getParentOp()->getParentOfType<gpu::GPUModuleOp>();
  // A module is that of one scan, and has one monoid of its own.
  for (MonoidOp known : module.getOps<MonoidOp>())
    if (known->hasAttr(PrefixDialect::partsAttrName))
      return FlatSymbolRefAttr::get(known.getSymNameAttr());
  auto monoid = cast<MonoidOp>(
      SymbolTable::lookupSymbolIn(module, getMonoid().getAttr()));
  OpBuilder builder(monoid);
  auto parts = cast<MonoidOp>(monoid->clone());
  parts.setSymName((getMonoid().getValue() + "_parts").str());
  SymbolTable(module).insert(parts, module.getBody()->begin());
  parts.setCommutative(false);
  parts->setAttr(PrefixDialect::partsAttrName, getUnitAttr());
  auto setYield = [&](Region &region, function_ref<void(ValueRange)> build) {
    Operation *yield = region.front().getTerminator();
    builder.setInsertionPoint(yield);
    SmallVector<Value> values(yield->getOperands());
    build(values);
    yield->erase();
  };
  setYield(parts.getIdentity(), [&](ValueRange values) {
    SmallVector<Value> state(values);
    state.push_back(
        arith::ConstantIntOp::create(builder, parts.getLoc(), false, 1));
    YieldOp::create(builder, parts.getLoc(), state);
  });
  Block &combine = parts.getCombine().front();
  const unsigned fields = combine.getNumArguments() / 2;
  Value low = combine.insertArgument(fields, getI1Type(), parts.getLoc()),
        high = combine.addArgument(getI1Type(), parts.getLoc());
  setYield(parts.getCombine(), [&](ValueRange values) {
    SmallVector<Value> state;
    for (auto [field, value] : llvm::enumerate(values))
      state.push_back(arith::SelectOp::create(
          builder, parts.getLoc(), high,
          combine.getArgument(fields + 1 + field), value));
    state.push_back(arith::OrIOp::create(builder, parts.getLoc(), low, high));
    YieldOp::create(builder, parts.getLoc(), state);
  });
  return FlatSymbolRefAttr::get(parts.getSymNameAttr());
}

//===----------------------------------------------------------------------===//
// Levels
//===----------------------------------------------------------------------===//

Part KernelBuilder::reduceRun(SkeletonAttr skeleton, ValueRange run,
                              ValueRange cuts) {
  State start = cuts.empty() ? State() : startOfChains();
  return {State(ThreadReduceOp::create(*this, getStateTypes(), getMonoid(),
                                       circuit(skeleton.getThread()), run, cuts,
                                       start)
                    .getResults()),
          isAnyIn(cuts)};
}

Part KernelBuilder::reduceTotals(SkeletonAttr skeleton, ValueRange totals,
                                 Value cuts) {
  return {State(ThreadReduceOp::create(*this, getStateTypes(), getMonoid(),
                                       circuit(skeleton.getThread()), totals,
                                       someOf(cuts), ValueRange())
                    .getResults()),
          isAnyIn(cuts)};
}

SmallVector<Value> KernelBuilder::scanRun(SkeletonAttr skeleton, ValueRange run,
                                          ValueRange seed, ScanOutputs outputs,
                                          ValueRange cuts) {
  SmallVector<Value> seedAndRun(seed);
  llvm::append_range(seedAndRun, run);
  const bool isExclusive = outputs == ScanOutputs::Before;
  State start;
  if (!cuts.empty())
    start = isExclusive ? this->start() : startOfChains();
  auto scanned = ThreadScanOp::create(
      *this, TypeRange(run), getMonoid(), circuit(skeleton.getThread()),
      seedAndRun, cuts, start, isExclusive ? getUnitAttr() : UnitAttr());
  SmallVector<Value> after(scanned.getResults());
  if (outputs != ScanOutputs::Both)
    return after;
  SmallVector<Value> both = beforeRun(seed, after, cuts);
  llvm::append_range(both, after);
  return both;
}

std::pair<SmallVector<Value>, State>
KernelBuilder::scanRunOn(SkeletonAttr skeleton, ValueRange run, ValueRange seed,
                         ScanOutputs outputs) {
  const SmallVector<Value> after =
      scanRun(skeleton, run, seed, ScanOutputs::After);
  State behind;
  for (Value vector : after)
    behind.push_back(vector::ExtractOp::create(
        *this, vector, cast<VectorType>(vector.getType()).getDimSize(0) - 1));
  if (outputs == ScanOutputs::After)
    return {after, behind};
  SmallVector<Value> outputsOfRun = beforeRun(seed, after, /*cuts=*/{});
  if (outputs == ScanOutputs::Both)
    llvm::append_range(outputsOfRun, after);
  return {outputsOfRun, behind};
}

/// What comes before each item of a run, of which `after` are the states: the
/// state before it or, where a chain begins with it, what all begin with.
SmallVector<Value> KernelBuilder::beforeRun(ValueRange seed, ValueRange after,
                                            ValueRange cuts) {
  const State start = cuts.empty() ? State() : this->start();
  SmallVector<SmallVector<Value>> perField(seed.size());
  State before(seed);
  const int64_t items = cast<VectorType>(after.front().getType()).getDimSize(0);
  for (int64_t item = 0; item < items; ++item) {
    State own = before;
    if (!cuts.empty()) {
      const auto bit = static_cast<int32_t>(uint32_t(1) << (item % 32));
      own = select(isAnyIn(this->both(cuts[item / 32], i32(bit))), start, own);
    }
    for (auto [field, vector] : llvm::enumerate(after)) {
      perField[field].push_back(own[field]);
      before[field] = vector::ExtractOp::create(*this, vector, item);
    }
  }
  SmallVector<Value> vectors;
  for (auto [values, vector] : llvm::zip_equal(perField, after))
    vectors.push_back(vector::FromElementsOp::create(
        *this, cast<VectorType>(vector.getType()), values));
  return vectors;
}

SmallVector<Value> KernelBuilder::reduceRuns(SkeletonAttr skeleton,
                                             ValueRange rows, ValueRange cuts) {
  const size_t fields = getStateTypes().size();
  SmallVector<State> perRow;
  for (int64_t row = 0; row < skeleton.getRows(); ++row)
    perRow.push_back(reduceRun(skeleton, rows.slice(row * fields, fields),
                               masksOf(cuts, skeleton, row))
                         .state);
  return acrossRows(perRow);
}

circuits::Network KernelBuilder::networkOf(Attribute level) {
  return getNetwork(
      SymbolTable::lookupNearestSymbolFrom<CircuitOp>(scan, circuit(level)));
}

SmallVector<Part> KernelBuilder::scanParts(Attribute level,
                                           ArrayRef<Part> parts) {
  std::vector<Part> outputs = circuits::run<Part>(
      networkOf(level), parts.vec(),
      [&](const Part &low, const Part &high) { return join(low, high); });
  return llvm::to_vector(outputs);
}

std::pair<Part, Part> KernelBuilder::scanGroup(SkeletonAttr skeleton,
                                               TypedValue<StatesType> totals,
                                               Value row, Value warp,
                                               Value cuts, bool byLanes) {
  SmallVector<Type> part(getStateTypes());
  if (cuts)
    part.push_back(getI1Type());
  SmallVector<Type> types(part);
  llvm::append_range(types, part);
  auto scanned = GroupScanOp::create(
      *this, types, getMonoid(), circuit(skeleton.getBlock()),
      byLanes ? getUnitAttr() : UnitAttr(), totals, row, warp, cuts);
  auto partOf = [&](ValueRange values) {
    const size_t fields = getStateTypes().size();
    return Part(State(values.take_front(fields)),
                cuts ? values.back() : Value());
  };
  ValueRange results = scanned.getResults();
  return {partOf(results.take_front(part.size())),
          partOf(results.take_back(part.size()))};
}

State KernelBuilder::reduceRows(SkeletonAttr skeleton, ValueRange perRow,
                                ValueRange rowCuts) {
  return State(ThreadReduceOp::create(*this, getStateTypes(), getMonoid(),
                                      circuit(skeleton.getRow()), perRow,
                                      rowCuts, ValueRange())
                   .getResults());
}

std::pair<SmallVector<Part>, Part>
KernelBuilder::scanWarp(SkeletonAttr skeleton, ArrayRef<Part> folds) {
  const size_t fields = getStateTypes().size();
  SmallVector<Value> operands, cuts;
  SmallVector<Type> types(getStateTypes());
  for (const Part &fold : folds) {
    llvm::append_range(operands, fold.state);
    llvm::append_range(types, getStateTypes());
    if (fold.cut)
      cuts.push_back(ballot(fold.cut));
  }
  auto scan = WarpScanOp::create(*this, types, getMonoid(),
                                 circuit(skeleton.getWarp()), operands, cuts);
  ValueRange results = scan.getResults();
  SmallVector<Part> before;
  Value below; // the lanes
  if (!cuts.empty())
    below = sub(arith::ShLIOp::create(*this, i32(1), laneId()), i32(1));
  Value earlier; // cuts of the folds before
  for (size_t fold = 0; fold < folds.size(); ++fold) {
    Part part(State(results.slice(fold * fields, fields)));
    if (!cuts.empty()) {
      Value own = both(cuts[fold], below);
      part.cut =
          isAnyIn(earlier ? arith::OrIOp::create(*this, earlier, own) : own);
      earlier = earlier ? arith::OrIOp::create(*this, earlier, cuts[fold])
                        : cuts[fold];
    }
    before.push_back(part);
  }
  return {before, {State(results.take_back(fields)), isAnyIn(earlier)}};
}

State KernelBuilder::reduceWarp(SkeletonAttr skeleton, ValueRange perLane) {
  return State(WarpReduceOp::create(*this, getStateTypes(), getMonoid(),
                                    circuit(skeleton.getWarp()), perLane,
                                    ValueRange())
                   .getResults());
}

Part KernelBuilder::reduceWarp(SkeletonAttr skeleton, const Part &own) {
  if (!own.cut)
    return Part(reduceWarp(skeleton, ValueRange(own.state)));
  Value cuts = ballot(own.cut);
  return {
      State(WarpReduceOp::create(*this, getStateTypes(), getMonoid(),
                                 circuit(skeleton.getWarp()), own.state, cuts)
                .getResults()),
      isAnyIn(cuts)};
}

BlockPrefixes KernelBuilder::scanBlock(SkeletonAttr skeleton,
                                       ArrayRef<Part> columns,
                                       ValueRange carry) {
  const bool areCut = static_cast<bool>(columns.front().cut);
  const size_t values = getStateTypes().size(), fields = values + areCut;
  const size_t lists = std::max<size_t>(1, carry.size() / values);
  SmallVector<Value> operands = valuesOf(columns);
  SmallVector<Type> state(getStateTypes()), types;
  if (areCut)
    state.push_back(getI1Type());
  if (seedsFirst(skeleton)) {
    llvm::append_range(operands, carry.empty() ? identity() : State(carry));
    if (areCut)
      operands.push_back(boolean(false));
  }
  for (size_t part = 0; part < columns.size() + lists; ++part)
    llvm::append_range(types, state);
  auto scan = BlockScanOp::create(
      *this, types, areCut ? monoidOfParts() : getMonoid(),
      circuit(skeleton.getBlock()), skeleton.getMapping(),
      rowsOfBlock(skeleton),
      skeleton.getSublists() ? getUnitAttr() : UnitAttr(), operands);

  BlockPrefixes prefixes;
  ValueRange results = scan.getResults();
  for (size_t part = 0; part < columns.size() + lists; ++part) {
    // With sublists, each column has its list's carry, else all have the one.
    const size_t list = lists == 1 ? 0 : part % lists;
    ValueRange found = results.slice(part * fields, fields);
    Part own(State(found.take_front(values)), areCut ? found.back() : Value());
    if (!seedsFirst(skeleton) && !carry.empty())
      own.state = join(carry.slice(list * values, values), own);
    if (part < columns.size()) {
      prefixes.before.push_back(own);
    } else {
      llvm::append_range(prefixes.next.state, own.state);
      prefixes.next.cut = own.cut;
    }
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
      state.push_back(createOrFold<vector::ExtractOp>(vector, row));
  return states;
}

TileTotals KernelBuilder::scanTotals(SkeletonAttr skeleton, ValueRange rows,
                                     ValueRange cuts, ValueRange carry) {
  SmallVector<Part> runTotals =
      partsOfRows(skeleton, reduceRuns(skeleton, rows, cuts), cuts);
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
  for (auto [row, runTotal] : llvm::enumerate(runTotals)) {
    auto [before, total] = scanWarp(skeleton, {runTotal});
    totals.beforeRuns.push_back(before.front());
    rowTotals.push_back(total.state);
    if (!total.cut)
      continue;
    const auto own = static_cast<int32_t>(uint32_t(1) << (row % 32));
    Value bit = arith::SelectOp::create(*this, total.cut, i32(own), i32(0));
    if (row % 32 == 0)
      totals.rowCuts.push_back(bit);
    else
      totals.rowCuts.back() =
          arith::OrIOp::create(*this, totals.rowCuts.back(), bit);
  }
  totals.perRow = acrossRows(rowTotals);
  Part warpTotal(reduceRows(skeleton, totals.perRow, totals.rowCuts),
                 isAnyIn(ValueRange(totals.rowCuts)));
  totals.block = scanBlock(skeleton, {warpTotal}, carry);
  return totals;
}

SmallVector<Value> KernelBuilder::scanFrom(SkeletonAttr skeleton,
                                           ValueRange rows,
                                           const TileTotals &totals,
                                           ScanOutputs outputs,
                                           ValueRange cuts) {
  if (skeleton.isBlockWide())
    return scanRuns(skeleton, rows, totals.block.before, outputs, cuts);
  SmallVector<Part> beforeRuns;
  const State &beforeWarp = totals.block.before.front().state;
  if (skeleton.isWarpWide()) {
    for (const Part &run : totals.beforeRuns)
      beforeRuns.emplace_back(join(ValueRange(beforeWarp), run));
    return scanRuns(skeleton, rows, beforeRuns, outputs, cuts);
  }
  SmallVector<Value> seedAndRows{ValueRange(beforeWarp)};
  llvm::append_range(seedAndRows, totals.perRow);
  auto beforeRows = ThreadScanOp::create(
      *this, vectorTypes(skeleton.getRows()), getMonoid(),
      circuit(skeleton.getRow()), seedAndRows, totals.rowCuts, ValueRange(),
      /*exclusive=*/getUnitAttr());
  for (auto [beforeRow, lane] : llvm::zip_equal(
           statesOfRows(skeleton, beforeRows.getResults()), totals.beforeRuns))
    beforeRuns.emplace_back(join(ValueRange(beforeRow), lane));
  return scanRuns(skeleton, rows, beforeRuns, outputs, cuts);
}

std::pair<SmallVector<Value>, State>
KernelBuilder::scanTile(SkeletonAttr skeleton, ValueRange rows,
                        ValueRange carry, ScanOutputs outputs,
                        ValueRange cuts) {
  TileTotals totals = scanTotals(skeleton, rows, cuts, carry);
  return {scanFrom(skeleton, rows, totals, outputs, cuts),
          totals.block.next.state};
}

SmallVector<Value> KernelBuilder::scanRuns(SkeletonAttr skeleton,
                                           ValueRange rows,
                                           ArrayRef<Part> before,
                                           ScanOutputs outputs,
                                           ValueRange cuts) {
  const size_t fields = getStateTypes().size();
  SmallVector<Value> scanned;
  for (auto [row, seed] : llvm::enumerate(before))
    llvm::append_range(
        scanned, scanRun(skeleton, rows.slice(row * fields, fields), seed.state,
                         outputs, masksOf(cuts, skeleton, row)));
  return scanned;
}

} // namespace scanc::prefix
