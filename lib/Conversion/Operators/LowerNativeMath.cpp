//===- LowerNativeMath.cpp - Math that needs no libdevice -----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Conversion/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

#include "llvm/ADT/bit.h"

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

/// The bits of the zero that IEEE 754-2019 orders next to what `ExtremeOp`
/// looks for, and of the number that comes next there.
template <typename ExtremeOp> struct Zeros;
template <> struct Zeros<arith::MaximumFOp> {
  static constexpr uint64_t better = 0, next = 1; // +0, the least number above
  static constexpr auto isAsGood = arith::CmpFPredicate::UGE;
};
template <> struct Zeros<arith::MinimumFOp> {
  static constexpr uint64_t better = uint64_t(1) << 63, next = better | 1;
  static constexpr auto isAsGood = arith::CmpFPredicate::ULE;
};

/// Nothing is left of an extreme with the identity, or with itself.
bool foldExtreme(Operation *op) {
  // Folding moves a constant to the right first.
  SmallVector<OpFoldResult> folded;
  while (succeeded(op->fold(folded)) && folded.empty()) {
  }
  auto value = folded.empty() ? Value() : dyn_cast<Value>(folded.front());
  if (!value)
    return false;
  op->getResult(0).replaceAllUsesWith(value);
  op->erase();
  return true;
}

/// There is no instruction for the extremes of two f64, and LLVM's own
/// expansion is 23 machine instructions, most of them one after another. Here a
/// maximum is 8, and from `a` on two:
///
///   limit = b is +0 ? least number above 0 : b
///   max   = b is not NaN and not (a < limit) ? a : b
///
/// A NaN is taken over as it is, the later of two, and equal numbers have the
/// same bits but for zeros: against +0, a zero `a` is below the limit. Combines
/// have what comes first as `a`; it is known last.
template <typename ExtremeOp> void lowerExtreme(ExtremeOp op) {
  if (!op.getType().isF64() || foldExtreme(op))
    return;
  using Numbers = Zeros<ExtremeOp>;
  ImplicitLocOpBuilder b(op.getLoc(), op);
  Value first = op.getLhs(), second = op.getRhs();
  Value bits = arith::BitcastOp::create(b, b.getI64Type(), second);
  Value isBetterZero = arith::CmpIOp::create(
      b, arith::CmpIPredicate::eq, bits,
      arith::ConstantIntOp::create(b, Numbers::better, 64));
  Value next = arith::ConstantFloatOp::create(
      b, b.getF64Type(), APFloat(llvm::bit_cast<double>(Numbers::next)));
  Value limit = arith::SelectOp::create(b, isBetterZero, next, second);
  Value isNumber =
      arith::CmpFOp::create(b, arith::CmpFPredicate::ORD, second, second);
  Value isAsGood = arith::CmpFOp::create(b, Numbers::isAsGood, first, limit);
  Value takesFirst = arith::AndIOp::create(b, isNumber, isAsGood);
  op.replaceAllUsesWith(
      arith::SelectOp::create(b, takesFirst, first, second).getResult());
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
    kernels->walk([](arith::MaximumFOp op) { lowerExtreme(op); });
    kernels->walk([](arith::MinimumFOp op) { lowerExtreme(op); });
  }
};

} // namespace
} // namespace scanc::prefix
