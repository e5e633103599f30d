//===- InlineMonoids.cpp - Inline combines and identities -----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Conversion/Operators/CloneBody.h"

#include "scanc/Conversion/Passes.h"
#include "scanc/Dialect/Prefix/Analysis/CombineCost.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;

namespace scanc::prefix {
#define GEN_PASS_DEF_PREFIXINLINEMONOIDSPASS
#include "scanc/Conversion/Passes.h.inc"

namespace {

/// Replaces `op`, whose operands are the arguments of `body`, by it.
void inlineBody(Operation *op, Region &body) {
  OpBuilder builder(op);
  op->replaceAllUsesWith(
      cloneBody(builder, body, op->getOperands(), op->getLoc()));
  op->erase();
}

/// Functions of a module that combine two states, one for each monoid.
class CombineFunctions {
public:
  explicit CombineFunctions(gpu::GPUModuleOp module) : symbols(module) {}

  void call(ApplyOp op, MonoidOp monoid) {
    LLVM::LLVMFuncOp &function = functions[monoid];
    if (!function)
      function = create(monoid);
    ImplicitLocOpBuilder b(op->getLoc(), op);
    Value result =
        LLVM::CallOp::create(b, function, op->getOperands()).getResult();
    SmallVector<Value> state;
    if (op->getNumResults() == 1)
      state.push_back(result);
    else
      for (int64_t i = 0; i < op->getNumResults(); ++i)
        state.push_back(LLVM::ExtractValueOp::create(b, result, i));
    op->replaceAllUsesWith(state);
    op->erase();
  }

private:
  LLVM::LLVMFuncOp create(MonoidOp monoid) {
    MLIRContext *context = monoid.getContext();
    const SmallVector<Type> state(monoid.getStateTypes());
    Region &combine = monoid.getCombine();
    Type result = state.size() == 1
                      ? state.front()
                      : LLVM::LLVMStructType::getLiteral(context, state);
    ImplicitLocOpBuilder b(monoid.getLoc(), context);
    auto function = LLVM::LLVMFuncOp::create(
        b, (monoid.getSymName() + "_combine").str(),
        LLVM::LLVMFunctionType::get(
            result, llvm::to_vector(combine.getArgumentTypes())),
        LLVM::Linkage::Internal);
    function.setNoInline(true);
    symbols.insert(function);

    b.setInsertionPointToStart(function.addEntryBlock(b));
    IRMapping mapping;
    mapping.map(combine.getArguments(), function.getArguments());
    for (Operation &op : combine.front().without_terminator())
      b.clone(op, mapping);
    SmallVector<Value> values =
        llvm::map_to_vector(combine.front().getTerminator()->getOperands(),
                            [&](Value value) { return mapping.lookup(value); });
    Value combined = values.front();
    if (values.size() > 1) {
      combined = LLVM::UndefOp::create(b, result);
      for (auto [i, value] : llvm::enumerate(values))
        combined = LLVM::InsertValueOp::create(b, combined, value, i);
    }
    LLVM::ReturnOp::create(b, combined);
    return function;
  }

  SymbolTable symbols;
  DenseMap<Operation *, LLVM::LLVMFuncOp> functions;
};

/// Whether a call, which moves three states, is shorter than the combine. Of
/// much the same length, it is worse: what lives across a call takes registers
/// that the callee leaves alone.
bool isWorthCalling(MonoidOp monoid) {
  const StateCost cost = costOfStates(monoid);
  return cost.combine.instructions > 4 * cost.words + 4;
}

bool isRare(Operation *op) {
  while ((op = op->getParentOp()))
    if (op->hasAttr(PrefixDialect::rareAttrName))
      return true;
  return false;
}

struct PrefixInlineMonoidsPass
    : impl::PrefixInlineMonoidsPassBase<PrefixInlineMonoidsPass> {
  void runOnOperation() override {
    auto monoidOf = [](auto op) {
      return SymbolTable::lookupNearestSymbolFrom<MonoidOp>(op,
                                                            op.getMonoidAttr());
    };
    CombineFunctions functions(getOperation());
    getOperation().walk([&](ApplyOp op) {
      MonoidOp monoid = monoidOf(op);
      if (isWorthCalling(monoid) && isRare(op))
        functions.call(op, monoid);
      else
        inlineBody(op, monoid.getCombine());
    });
    getOperation().walk(
        [&](IdentityOp op) { inlineBody(op, monoidOf(op).getIdentity()); });
    getOperation().walk(
        [](Operation *op) { op->removeAttr(PrefixDialect::rareAttrName); });
    for (Operation &op : llvm::make_early_inc_range(getOperation().getOps()))
      if (isa<MonoidOp, CircuitOp, MapOp>(op))
        op.erase();
  }
};

} // namespace
} // namespace scanc::prefix
