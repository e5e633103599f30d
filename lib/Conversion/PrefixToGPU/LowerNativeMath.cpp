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

template <typename MathOp, typename IntrinsicOp> void lower(Operation *scope) {
  scope->walk([](MathOp op) {
    OpBuilder builder(op);
    op.replaceAllUsesWith(IntrinsicOp::create(builder, op.getLoc(),
                                              op.getType(), op->getOperands())
                              ->getResult(0));
    op.erase();
  });
}

struct PrefixLowerNativeMathPass
    : impl::PrefixLowerNativeMathPassBase<PrefixLowerNativeMathPass> {
  void runOnOperation() override {
    lower<math::AbsFOp, LLVM::FAbsOp>(getOperation());
    lower<math::CeilOp, LLVM::FCeilOp>(getOperation());
    lower<math::CopySignOp, LLVM::CopySignOp>(getOperation());
    lower<math::FloorOp, LLVM::FFloorOp>(getOperation());
    lower<math::FmaOp, LLVM::FMAOp>(getOperation());
    lower<math::RoundEvenOp, LLVM::RoundEvenOp>(getOperation());
    lower<math::SqrtOp, LLVM::SqrtOp>(getOperation());
    lower<math::TruncOp, LLVM::FTruncOp>(getOperation());
  }
};

} // namespace
} // namespace scanc::prefix
