//===- CountCombines.cpp - Announce each combine --------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Conversion/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;

namespace scanc::prefix {
#define GEN_PASS_DEF_PREFIXCOUNTCOMBINESPASS
#include "scanc/Conversion/Passes.h.inc"

namespace {

/// What is called for each combine. The executor gives it its meaning.
constexpr llvm::StringLiteral counter = "scanc_count_combine";

/// The select that is the only one to use the results of `apply`, one for each
/// state value, if there is such a condition; null where the result is kept
/// come what may.
arith::SelectOp soleSelect(ApplyOp apply) {
  arith::SelectOp first;
  for (Value result : apply.getResults())
    for (OpOperand &use : result.getUses()) {
      auto select = dyn_cast<arith::SelectOp>(use.getOwner());
      if (!select || select.getTrueValue() != result ||
          select->getBlock() != apply->getBlock() ||
          (first && first.getCondition() != select.getCondition()))
        return {};
      if (!first || select->isBeforeInBlock(first))
        first = select;
    }
  return first;
}

struct PrefixCountCombinesPass
    : impl::PrefixCountCombinesPassBase<PrefixCountCombinesPass> {
  void runOnOperation() override {
    gpu::GPUModuleOp module = getOperation();
    // What nothing uses will not be executed.
    IRRewriter rewriter(module.getContext());
    (void)runRegionDCE(rewriter, module->getRegions());

    OpBuilder atStart = OpBuilder::atBlockBegin(module.getBody());
    auto type = LLVM::LLVMFunctionType::get(
        LLVM::LLVMVoidType::get(module.getContext()), atStart.getI1Type());
    auto function =
        LLVM::LLVMFuncOp::create(atStart, module.getLoc(), counter, type);
    module.walk([&](ApplyOp apply) {
      OpBuilder b(apply);
      Value kept;
      if (arith::SelectOp select = soleSelect(apply)) {
        b.setInsertionPoint(select);
        kept = select.getCondition();
      } else {
        kept = arith::ConstantIntOp::create(b, apply.getLoc(), 1, 1);
      }
      LLVM::CallOp::create(b, apply.getLoc(), function, kept);
    });
  }
};

} // namespace
} // namespace scanc::prefix
