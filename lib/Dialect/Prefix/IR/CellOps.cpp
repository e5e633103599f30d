//===- CellOps.cpp - Verifiers of what a block does in shared memory ------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifyStates.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

using namespace mlir;
using namespace scanc::prefix;

/// The threads of the kernel around `op`; nothing if they are not known.
static std::optional<int64_t> threadsAround(Operation *op) {
  auto kernel = op->getParentOfType<gpu::GPUFuncOp>();
  if (!kernel || !kernel.getKnownBlockSize())
    return std::nullopt;
  return kernel.getKnownBlockSize()->front();
}

/// Whether `what` of `op` are so many states.
static LogicalResult checkStates(Operation *op, StringRef what, TypeRange got,
                                 ArrayRef<Type> state, int64_t states) {
  SmallVector<Type> expected;
  for (int64_t i = 0; i < states; ++i)
    llvm::append_range(expected, state);
  return checkTypes(op, what, got, expected);
}

//===----------------------------------------------------------------------===//
// Scans and reductions of a block
//===----------------------------------------------------------------------===//

BlockShape BlockScanOp::getShape() {
  return {*threadsAround(*this) / 32, static_cast<int64_t>(getRows()),
          getSublists()};
}
BlockShape BlockReduceOp::getShape() {
  return {*threadsAround(*this) / 32, static_cast<int64_t>(getRows()),
          getSublists()};
}

/// `withColumns`: whether there are results for each column of a thread.
template <typename OpT>
static LogicalResult verifyBlock(OpT op, bool withColumns) {
  auto state = stateOf(op, op.getMonoidAttr());
  if (failed(state))
    return failure();
  auto circuit =
      SymbolTable::lookupNearestSymbolFrom<CircuitOp>(op, op.getCircuitAttr());
  if (!circuit)
    return op.emitOpError("unknown circuit '") << op.getCircuitAttr() << "'";
  std::optional<int64_t> threads = threadsAround(op);
  if (!threads || *threads % 32) // block_c1
    return op.emitOpError("must be in a kernel with a known block size of "
                          "whole warps");
  const BlockShape shape = op.getShape();
  if (shape.rows < 0 || (shape.sublists && !shape.rows))
    return op.emitOpError("the rows must be at least ")
           << (shape.sublists ? 1 : 0) << ", got " << shape.rows;
  if (circuit.getWidth() != shape.width()) // block_c2
    return op.emitOpError("the circuit must have width ")
           << shape.width() << ", got " << circuit.getWidth();
  const int64_t columns = std::max<int64_t>(shape.rows, 1),
                totals = shape.sublists ? shape.rows : 1,
                seeds = op.getMapping().getMapping().seedFirst ? totals : 0;
  return failure(failed(checkStates(op, "operands", op->getOperandTypes(),
                                    *state, columns + seeds)) ||
                 failed(checkStates(op, "results", op->getResultTypes(), *state,
                                    (withColumns ? columns : 0) + totals)));
}

LogicalResult BlockScanOp::verify() {
  return verifyBlock(*this, /*withColumns=*/true);
}
LogicalResult BlockReduceOp::verify() {
  return verifyBlock(*this, /*withColumns=*/false);
}

//===----------------------------------------------------------------------===//
// Cells
//===----------------------------------------------------------------------===//

/// What a map of one number to one gives for `cell`; nothing if it is not
/// defined there.
static std::optional<int64_t> valueAt(AffineMap map, int64_t cell) {
  Builder builder(map.getContext());
  SmallVector<Attribute> value;
  if (failed(map.constantFold({builder.getIndexAttr(cell)}, value)))
    return std::nullopt;
  return cast<IntegerAttr>(value.front()).getInt();
}

LogicalResult CellsOp::verify() {
  if (failed(stateOf(*this, getMonoidAttr())))
    return failure();
  const int64_t count = getCount();
  if (count < 1 || count > (1 << 20)) // cells_c1
    return emitOpError("must have 1 to ")
           << (1 << 20) << " cells, got " << count;
  AffineMap layout = getLayout();
  if (layout.getNumDims() != 1 || layout.getNumSymbols() ||
      layout.getNumResults() != 1) // cells_c2
    return emitOpError("the layout must take one number to one, got ")
           << AffineMapAttr::get(layout);
  // Addresses are unsigned arithmetic.
  SmallVector<AffineMap> divided;
  layout.getResult(0).walk([&](AffineExpr expr) {
    auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
    if (binary && expr.getKind() != AffineExprKind::Add &&
        expr.getKind() != AffineExprKind::Mul)
      divided.push_back(AffineMap::get(1, 0, binary.getLHS()));
  });
  DenseMap<int64_t, int64_t> cellAt;
  for (int64_t cell = 0; cell < count; ++cell) {
    const std::optional<int64_t> address = valueAt(layout, cell);
    if (!address)
      return emitOpError("the layout must be defined for cell ") << cell;
    for (AffineMap dividend : divided)
      if (const int64_t number = *valueAt(dividend, cell); number < 0)
        return emitOpError("the layout must divide no negative number, got ")
               << number << " for cell " << cell;
    const int64_t value = *address;
    if (value < 0)
      return emitOpError("the layout must take cell ")
             << cell << " to an address of at least 0, got " << value;
    auto [other, isNew] = cellAt.try_emplace(value, cell);
    if (!isNew)
      return emitOpError("the layout must take each cell to an address of its "
                         "own; cells ")
             << other->second << " and " << cell << " share " << value;
  }
  return success();
}

static LogicalResult verifyAccess(Operation *op, Value cells,
                                  TypeRange stateTypes) {
  auto definition = cells.getDefiningOp<CellsOp>();
  if (!definition)
    return op->emitOpError("the cells must be those of a 'prefix.cells'");
  auto state = stateOf(op, definition.getMonoidAttr());
  return failure(failed(state) ||
                 failed(checkStates(op, "the state", stateTypes, *state, 1)));
}

LogicalResult GetOp::verify() {
  return verifyAccess(*this, getCells(), getState().getTypes());
}
LogicalResult PutOp::verify() {
  return verifyAccess(*this, getCells(), getState().getTypes());
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

LogicalResult WhereOp::verifyRegions() {
  auto pass = cast<PassOp>(getBody().front().getTerminator());
  if (!llvm::equal(getOtherwise().getTypes(), getResultTypes()) ||
      !llvm::equal(pass.getOperandTypes(), getResultTypes())) // where_c1
    return emitOpError("'else' and 'pass' must give (")
           << getResultTypes() << "), got (" << getOtherwise().getTypes()
           << ") and (" << pass.getOperandTypes() << ")";
  return success();
}

namespace {
/// Who of a warp-synchronous region accessed a cell.
struct CellUse {
  int64_t warp;
  Operation *op;
  bool isPut;
};
} // namespace

/// Notes the accesses of `op`, by `threads`, and fails where two warps meet.
static LogicalResult
noteAccess(WarpSynchronousOp region, Operation *op, Value cells,
           IndexAttr index, ArrayRef<bool> active,
           DenseMap<std::pair<Value, int64_t>, SmallVector<CellUse, 1>> &uses) {
  const bool isPut = isa<PutOp>(op);
  for (auto [thread, isActive] : llvm::enumerate(active)) {
    if (!isActive)
      continue;
    const int64_t warp = thread / 32, cell = index.evaluate(thread);
    SmallVector<CellUse, 1> &known = uses[{cells, cell}];
    for (const CellUse &other : known)
      if (other.warp != warp && (other.isPut || isPut)) { // warp_synchronous_c3
        InFlightDiagnostic diag = op->emitOpError("warp ")
                                  << warp << " accesses cell " << cell
                                  << ", which warp " << other.warp
                                  << " accesses too in this warp-synchronous "
                                     "region";
        diag.attachNote(other.op->getLoc()) << "here";
        return diag;
      }
    if (llvm::none_of(known, [&](const CellUse &use) {
          return use.warp == warp && use.isPut == isPut;
        }))
      known.push_back({warp, op, isPut});
  }
  return success();
}

LogicalResult WarpSynchronousOp::verifyRegions() {
  auto state = stateOf(*this, getMonoidAttr());
  if (failed(state))
    return failure();
  auto pass = cast<PassOp>(getBody().front().getTerminator());
  const size_t results = getNumResults();
  if (results % state->size() ||
      failed(checkStates(*this, "results", getResultTypes(), *state,
                         results / state->size())) ||
      failed(checkStates(*this, "passed values", pass.getOperandTypes(), *state,
                         results / state->size()))) // warp_synchronous_c1
    return failure();
  std::optional<int64_t> threads = threadsAround(*this);
  if (!threads || getWarps() < 1 ||
      getWarps() * 32 > static_cast<uint64_t>(*threads))
    return emitOpError("must be in a kernel of at least ")
           << getWarps() << " warps";
  const bool isForAll = getWarps() * 32 == static_cast<uint64_t>(*threads);
  if (!(isForAll && getOtherwise().empty()) &&
      failed(checkStates(*this, "'else'", getOtherwise().getTypes(), *state,
                         results / state->size())))
    return failure();

  DenseMap<std::pair<Value, int64_t>, SmallVector<CellUse, 1>> uses;
  WalkResult result = getBody().walk([&](Operation *op) {
    if (isa<gpu::BarrierOp, BlockScanOp, BlockReduceOp, WarpSynchronousOp>(
            op)) { // warp_synchronous_c2
      op->emitOpError("waits for other warps inside a warp-synchronous region")
              .attachNote(getLoc())
          << "the region begins here";
      return WalkResult::interrupt();
    }
    if (!isa<GetOp, PutOp>(op))
      return WalkResult::advance();
    SmallVector<bool> active(getWarps() * 32, true);
    for (auto where = op->getParentOfType<WhereOp>(); where;
         where = where->getParentOfType<WhereOp>())
      for (auto [thread, isActive] : llvm::enumerate(active))
        isActive = isActive && where.getThreads().contains(thread);
    auto get = dyn_cast<GetOp>(op);
    if (failed(noteAccess(
            *this, op, get ? get.getCells() : cast<PutOp>(op).getCells(),
            get ? get.getIndex() : cast<PutOp>(op).getIndex(), active, uses)))
      return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}
