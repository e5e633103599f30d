//===- DivideByConstants.cpp - Quotients by one multiplication ------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A quotient x / d of 32 unsigned bits is the upper part of a product, shifted:
//
//   floor(x / d) = floor(m * x / 2^(32 + s)),  m = ceil(2^(32 + s) / d)
//
// for s = floor(log2(d)), if m is near enough to what it is rounded from. If it
// is not, a nearer one takes 33 bits, and LLVM makes the product of those in
// four more instructions, each waiting for the one before. But then
//
//   floor(x / d) = floor((m * x + m) / 2^(32 + s)),  m = floor(2^(32 + s) / d)
//
// holds (Robison, "N-bit unsigned division via N-bit multiply-add", 17th IEEE
// Symposium on Computer Arithmetic, 2005), and m * x + m is one instruction of
// the GPU, mad.wide.u32.
//
//===----------------------------------------------------------------------===//

#include "scanc/Conversion/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"

#include "llvm/Support/DivisionByConstantInfo.h"

using namespace mlir;

namespace scanc::prefix {
#define GEN_PASS_DEF_PREFIXDIVIDEBYCONSTANTSPASS
#include "scanc/Conversion/Passes.h.inc"

namespace {

/// The divisor of an unsigned division of i32, if its reciprocal takes 33 bits.
std::optional<uint64_t> awkwardDivisor(Operation *op) {
  APInt divisor;
  if (!op->getResult(0).getType().isInteger(32) ||
      !matchPattern(op->getOperand(1), m_ConstantInt(&divisor)) ||
      divisor.ule(1) || divisor.isPowerOf2() ||
      !llvm::UnsignedDivisionByConstantInfo::get(divisor).IsAdd)
    return std::nullopt;
  return divisor.getZExtValue();
}

Value divide(ImplicitLocOpBuilder &b, Value dividend, uint64_t divisor) {
  const unsigned shift = 32 + llvm::Log2_64(divisor);
  // 2^shift / divisor is below 2^32, and not an integer.
  const uint64_t reciprocal = (uint64_t(1) << shift) / divisor;
  auto i64 = [&](uint64_t value) {
    return arith::ConstantIntOp::create(b, static_cast<int64_t>(value), 64);
  };
  Value wide = arith::ExtUIOp::create(b, b.getI64Type(), dividend);
  Value product = arith::MulIOp::create(b, wide, i64(reciprocal));
  product = arith::AddIOp::create(b, product, i64(reciprocal));
  product = arith::ShRUIOp::create(b, product, i64(shift));
  return arith::TruncIOp::create(b, b.getI32Type(), product);
}

struct PrefixDivideByConstantsPass
    : impl::PrefixDivideByConstantsPassBase<PrefixDivideByConstantsPass> {
  void runOnOperation() override {
    getOperation()->walk([](Operation *op) {
      if (!isa<arith::DivUIOp, arith::RemUIOp>(op))
        return;
      std::optional<uint64_t> divisor = awkwardDivisor(op);
      if (!divisor)
        return;
      ImplicitLocOpBuilder b(op->getLoc(), op);
      Value result = divide(b, op->getOperand(0), *divisor);
      if (isa<arith::RemUIOp>(op)) {
        Value whole = arith::MulIOp::create(b, result, op->getOperand(1));
        result = arith::SubIOp::create(b, op->getOperand(0), whole);
      }
      op->replaceAllUsesWith(ValueRange{result});
      op->erase();
    });
  }
};

} // namespace
} // namespace scanc::prefix
