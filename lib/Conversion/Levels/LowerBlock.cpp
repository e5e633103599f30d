//===- LowerBlock.cpp - Cells become shared memory ------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Cells become one workgroup array for each state value, with the layout as the
// layout map of its type; `prefix.where` and warp-synchronous regions become
// branches. What a table says of more threads than a warp has is looked up in
// constant memory.
//
//===----------------------------------------------------------------------===//

#include "ThreadTables.h"
#include "scanc/Conversion/Operators/StateBuilder.h"

#include "scanc/Circuits/BankConflicts.h"
#include "scanc/Dialect/Prefix/IR/StructLayout.h"

using namespace mlir;

namespace scanc::prefix {
#define GEN_PASS_DEF_PREFIXLOWERBLOCKPASS
#include "scanc/Conversion/Passes.h.inc"

namespace {

/// The arrays of some cells, one for each state value.
using CellArrays = SmallVector<Value, 2>;

CellArrays addArrays(StateBuilder &b, gpu::GPUFuncOp kernel, CellsOp cells) {
  auto space =
      gpu::AddressSpaceAttr::get(b.getContext(), gpu::AddressSpace::Workgroup);
  AffineMap map = cells.getLayout();
  MemRefLayoutAttrInterface layout;
  if (!map.isIdentity())
    layout = AffineMapAttr::get(map);
  CellArrays arrays;
  for (Type type : b.getStateTypes()) {
    Type stored = type.isInteger(1) ? b.getI8Type() : type;
    auto memref = MemRefType::get({static_cast<int64_t>(cells.getCount())},
                                  stored, layout, space);
    arrays.push_back(kernel.addWorkgroupAttribution(memref, cells.getLoc()));
    // How small values share a word of a bank must not depend on what else is
    // in shared memory.
    if (getFieldBytes(type) < circuits::bankWordBytes)
      kernel.setWorkgroupAttributionAttr(
          kernel.getNumWorkgroupAttributions() - 1,
          LLVM::LLVMDialect::getAlignAttrName(),
          b.getI64IntegerAttr(circuits::bankWordBytes));
  }
  return arrays;
}

/// Lowers the cells of one kernel.
class CellLowering {
public:
  CellLowering(gpu::GPUFuncOp kernel, ThreadTables &tables)
      : kernel(kernel), tables(tables) {}

  void lower() {
    SmallVector<Operation *> ops;
    kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa<CellsOp, GetOp, PutOp, WhereOp, WarpSynchronousOp>(op))
        ops.push_back(op);
    });
    for (Operation *op : ops) {
      if (auto cells = dyn_cast<CellsOp>(op)) {
        StateBuilder b(op, cells.getMonoidAttr());
        arrays[cells] = addArrays(b, kernel, cells);
      } else if (auto get = dyn_cast<GetOp>(op)) {
        lower(get);
      } else if (auto put = dyn_cast<PutOp>(op)) {
        lower(put);
      } else if (auto where = dyn_cast<WhereOp>(op)) {
        lower(where);
      } else {
        lower(cast<WarpSynchronousOp>(op));
      }
    }
    for (auto &entry : arrays)
      cellsOf(entry.first).erase();
  }

private:
  static CellsOp cellsOf(Value cells) { return cells.getDefiningOp<CellsOp>(); }

  /// The index of the executing thread's cell.
  Value indexOf(StateBuilder &b, IndexAttr index) {
    Value cell = tables.number(b, index);
    return arith::IndexCastOp::create(b, b.getIndexType(), cell);
  }

  void lower(GetOp op) {
    StateBuilder b(op, cellsOf(op.getCells()).getMonoidAttr());
    Value index = indexOf(b, op.getIndex());
    State state;
    for (auto [array, type] :
         llvm::zip_equal(arrays[op.getCells()], b.getStateTypes())) {
      Value value = memref::LoadOp::create(b, array, index);
      if (type.isInteger(1))
        value = arith::TruncIOp::create(b, type, value);
      state.push_back(value);
    }
    op.replaceAllUsesWith(ValueRange(state));
    op.erase();
  }

  void lower(PutOp op) {
    StateBuilder b(op, cellsOf(op.getCells()).getMonoidAttr());
    Value index = indexOf(b, op.getIndex());
    for (auto [array, value] :
         llvm::zip_equal(arrays[op.getCells()], op.getState())) {
      Value stored = value;
      if (stored.getType().isInteger(1))
        stored = arith::ExtUIOp::create(b, b.getI8Type(), stored);
      memref::StoreOp::create(b, stored, array, index);
    }
    op.erase();
  }

  void lower(WhereOp op) {
    ImplicitLocOpBuilder b(op.getLoc(), op);
    branch(b, op, tables.condition(b, op.getThreads()), op.getOtherwise());
  }

  void lower(WarpSynchronousOp op) {
    StateBuilder b(op, op.getMonoidAttr());
    const auto threads = static_cast<int64_t>(op.getWarps()) * 32;
    if (threads == kernel.getKnownBlockSize()->front())
      return inlineBody(op);
    Value condition = arith::CmpIOp::create(b, arith::CmpIPredicate::ult,
                                            b.threadId(), b.i32(threads));
    branch(b, op, condition, op.getOtherwise());
  }

  /// The body of `op` where `condition` holds; `otherwise` elsewhere.
  void branch(ImplicitLocOpBuilder &b, Operation *op, Value condition,
              ValueRange otherwise) {
    auto branch = scf::IfOp::create(b, op->getResultTypes(), condition,
                                    /*withElseRegion=*/!otherwise.empty());
    Block &body = op->getRegion(0).front();
    auto pass = cast<PassOp>(body.getTerminator());
    SmallVector<Value> passed(pass.getOperands());
    Location end = pass.getLoc();
    pass.erase();
    Block *then = branch.thenBlock();
    if (!then->empty())
      then->back().erase();
    then->getOperations().splice(then->end(), body.getOperations());
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(then);
    scf::YieldOp::create(b, end, passed);
    if (!otherwise.empty()) {
      b.setInsertionPointToEnd(branch.elseBlock());
      scf::YieldOp::create(b, otherwise);
    }
    op->replaceAllUsesWith(branch.getResults());
    op->erase();
  }

  void inlineBody(WarpSynchronousOp op) {
    Block &body = op.getBody().front();
    auto pass = cast<PassOp>(body.getTerminator());
    op->replaceAllUsesWith(pass.getOperands());
    pass.erase();
    op->getBlock()->getOperations().splice(op->getIterator(),
                                           body.getOperations());
    op.erase();
  }

  gpu::GPUFuncOp kernel;
  ThreadTables &tables;
  DenseMap<Value, CellArrays> arrays;
};

struct PrefixLowerBlockPass
    : impl::PrefixLowerBlockPassBase<PrefixLowerBlockPass> {
  void runOnOperation() override {
    ThreadTables tables(getOperation());
    getOperation().walk(
        [&](gpu::GPUFuncOp kernel) { CellLowering(kernel, tables).lower(); });
  }
};

} // namespace
} // namespace scanc::prefix
