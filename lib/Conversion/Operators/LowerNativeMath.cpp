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

#include "llvm/ADT/TypeSwitch.h"
#include "llvm/ADT/bit.h"

#include <limits>

using namespace mlir;

namespace scanc::prefix {
#define GEN_PASS_DEF_PREFIXLOWERNATIVEMATHPASS
#include "scanc/Conversion/Passes.h.inc"

namespace {

/// Replaces `op` by a call of the LLVM intrinsic `name`; `flags` are i1
/// operands that the intrinsic takes after the op's own.
void lower(Operation *op, StringRef name, ArrayRef<bool> flags = {}) {
  OpBuilder builder(op);
  SmallVector<Value> operands(op->getOperands());
  for (bool flag : flags)
    operands.push_back(
        arith::ConstantIntOp::create(builder, op->getLoc(), flag, 1));
  auto call = LLVM::CallIntrinsicOp::create(
      builder, op->getLoc(), op->getResult(0).getType(),
      builder.getStringAttr(name), operands);
  op->getResult(0).replaceAllUsesWith(call.getResults());
  op->erase();
}

/// The square root of an f32, rounded as IEEE 754 says. ptxas makes the same of
/// `sqrt.rn.f32`, but for a branch to where numbers below 2^-101 are scaled;
/// roots of many elements would wait for each other there. With y, an
/// approximation of 1 / sqrt(s) of 22 bits:
///
///   s = x < 2^-96 ? 2^64 x : x      g = s y      h = y / 2
///   sqrt(s) = g + h (s - g^2)
///
/// 0 and infinity are their own roots; negative numbers have none (NaN).
void lowerSqrt(math::SqrtOp op) {
  if (!op.getType().isF32())
    return lower(op, "llvm.sqrt");
  ImplicitLocOpBuilder b(op.getLoc(), op);
  Value x = op.getOperand();
  auto number = [&](float value) -> Value {
    return arith::ConstantFloatOp::create(b, b.getF32Type(), APFloat(value));
  };
  auto times = [&](Value p, Value q) -> Value {
    return arith::MulFOp::create(b, p, q);
  };
  auto fma = [&](Value p, Value q, Value r) -> Value {
    return LLVM::CallIntrinsicOp::create(b, b.getF32Type(),
                                         b.getStringAttr("llvm.fma"),
                                         ValueRange{p, q, r})
        .getResult(0);
  };
  auto is = [&](arith::CmpFPredicate predicate, float value) -> Value {
    return arith::CmpFOp::create(b, predicate, x, number(value));
  };
  Value isSmall = is(arith::CmpFPredicate::OLT, 0x1p-96F);
  Value scaled =
      arith::SelectOp::create(b, isSmall, times(x, number(0x1p64F)), x);
  Value inverse = LLVM::CallIntrinsicOp::create(
                      b, b.getF32Type(),
                      b.getStringAttr("llvm.nvvm.rsqrt.approx.ftz.f"), scaled)
                      .getResult(0);
  Value near = times(scaled, inverse), half = times(inverse, number(0.5F));
  Value rest = fma(arith::NegFOp::create(b, near), near, scaled);
  Value root = fma(rest, half, near);
  root =
      arith::SelectOp::create(b, isSmall, times(root, number(0x1p-32F)), root);
  Value isOwnRoot = arith::OrIOp::create(
      b, is(arith::CmpFPredicate::OEQ, 0),
      is(arith::CmpFPredicate::OEQ, std::numeric_limits<float>::infinity()));
  op.replaceAllUsesWith(
      arith::SelectOp::create(b, isOwnRoot, x, root).getResult());
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

/// A value below `min` or above `max` becomes that bound; NaN stays NaN.
void lowerClamp(math::ClampFOp op) {
  OpBuilder builder(op);
  auto atLeast = arith::MaximumFOp::create(builder, op.getLoc(), op.getValue(),
                                           op.getMin());
  auto clamped =
      arith::MinimumFOp::create(builder, op.getLoc(), atLeast, op.getMax());
  op.replaceAllUsesWith(clamped.getResult());
  op.erase();
  lowerExtreme(atLeast);
  lowerExtreme(clamped);
}

/// The halves of a product of two i32, the upper one by an instruction of its
/// own. LLVM would multiply 64 bits, where a factor is extended in another
/// block, and ptxas, from -O2 on (CUDA 13.0), loses the upper half of such a
/// product whose factor grows from trip to trip of a loop.
void lowerProduct(arith::MulUIExtendedOp op) {
  if (!op.getLow().getType().isInteger(32))
    return;
  OpBuilder builder(op);
  auto low =
      arith::MulIOp::create(builder, op.getLoc(), op.getLhs(), op.getRhs());
  auto high = LLVM::CallIntrinsicOp::create(
      builder, op.getLoc(), op.getHigh().getType(),
      builder.getStringAttr("llvm.nvvm.mulhi.ui"),
      ValueRange{op.getLhs(), op.getRhs()});
  op.getLow().replaceAllUsesWith(low);
  op.getHigh().replaceAllUsesWith(high.getResults());
  op.erase();
}

struct PrefixLowerNativeMathPass
    : impl::PrefixLowerNativeMathPassBase<PrefixLowerNativeMathPass> {
  void runOnOperation() override {
    getOperation()->walk([](Operation *op) {
      llvm::TypeSwitch<Operation *>(op)
          .Case([](math::AbsFOp op) { lower(op, "llvm.fabs"); })
          .Case([](math::AbsIOp op) { lower(op, "llvm.abs", false); })
          .Case([](math::CeilOp op) { lower(op, "llvm.ceil"); })
          .Case([](math::CopySignOp op) { lower(op, "llvm.copysign"); })
          .Case([](math::CountLeadingZerosOp op) {
            lower(op, "llvm.ctlz", false);
          })
          .Case([](math::CountTrailingZerosOp op) {
            lower(op, "llvm.cttz", false);
          })
          .Case([](math::CtPopOp op) { lower(op, "llvm.ctpop"); })
          .Case([](math::FloorOp op) { lower(op, "llvm.floor"); })
          .Case([](math::FmaOp op) { lower(op, "llvm.fma"); })
          .Case([](math::RoundOp op) { lower(op, "llvm.round"); })
          .Case([](math::RoundEvenOp op) { lower(op, "llvm.roundeven"); })
          .Case([](math::SqrtOp op) { lowerSqrt(op); })
          .Case([](math::TruncOp op) { lower(op, "llvm.trunc"); })
          .Case([](math::ClampFOp op) { lowerClamp(op); })
          .Case([](arith::MulUIExtendedOp op) { lowerProduct(op); })
          .Case([](arith::MaximumFOp op) { lowerExtreme(op); })
          .Case([](arith::MinimumFOp op) { lowerExtreme(op); });
    });
  }
};

} // namespace
} // namespace scanc::prefix
