//===- LowerNativeMath.cpp - Math that needs no libdevice --------- -*- C++
//-*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Conversion/Passes.h"

#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace scanc::prefix {
#define GEN_PASS_DEF_PREFIXLOWERNATIVEMATHPASS
#include "scanc/Conversion/Passes.h.inc"

namespace {

/// Replaces each MathOp by a call of the LLVM intrinsic `name`; `flags` are i1
/// operands that the intrinsic takes after the op's own.
template <typename MathOp>
void lower(Operation *scope, StringRef name, ArrayRef<bool> flags = {}) {
  scope->walk([&](MathOp op) {
    OpBuilder builder(op);
    SmallVector<Value> operands(op->getOperands());
    for (bool flag : flags)
      operands.push_back(
          arith::ConstantIntOp::create(builder, op.getLoc(), flag, 1));
    auto call =
        LLVM::CallIntrinsicOp::create(builder, op.getLoc(), op.getType(),
                                      builder.getStringAttr(name), operands);
    op.replaceAllUsesWith(call.getResults());
    op.erase();
  });
}

/// A value below `min` or above `max` becomes that bound; NaN stays NaN.
void lowerClamp(math::ClampFOp op) {
  OpBuilder builder(op);
  Value atLeast = arith::MaximumFOp::create(builder, op.getLoc(), op.getValue(),
                                            op.getMin());
  op.replaceAllUsesWith(
      arith::MinimumFOp::create(builder, op.getLoc(), atLeast, op.getMax())
          .getResult());
  op.erase();
}

struct PrefixLowerNativeMathPass
    : impl::PrefixLowerNativeMathPassBase<PrefixLowerNativeMathPass> {
  void runOnOperation() override {
    Operation *kernels = getOperation();
    lower<math::AbsFOp>(kernels, "llvm.fabs");
    lower<math::AbsIOp>(kernels, "llvm.abs", false);
    lower<math::CeilOp>(kernels, "llvm.ceil");
    lower<math::CopySignOp>(kernels, "llvm.copysign");
    lower<math::CountLeadingZerosOp>(kernels, "llvm.ctlz", false);
    lower<math::CountTrailingZerosOp>(kernels, "llvm.cttz", false);
    lower<math::CtPopOp>(kernels, "llvm.ctpop");
    lower<math::FloorOp>(kernels, "llvm.floor");
    lower<math::FmaOp>(kernels, "llvm.fma");
    lower<math::RoundOp>(kernels, "llvm.round");
    lower<math::RoundEvenOp>(kernels, "llvm.roundeven");
    lower<math::SqrtOp>(kernels, "llvm.sqrt");
    lower<math::TruncOp>(kernels, "llvm.trunc");
    kernels->walk([](math::ClampFOp op) { lowerClamp(op); });
  }
};

} // namespace
} // namespace scanc::prefix
