//===- Integers.cpp - What integer operations compute ---------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Integers.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using llvm::APInt;

namespace scanc::verify {

using Values = llvm::ArrayRef<APInt>;
using Result = std::optional<APInt>;

unsigned widthOf(Type type) {
  return type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
}

IntegerFunction integerFunctionOf(Operation *op) {
  // No lambda is an IntegerFunction before its conversion.
  auto compute = [](Result (*f)(Values)) { return IntegerFunction(f); };
  auto shift = [](Result (*f)(Values)) {
    return IntegerFunction([f](Values v) -> Result {
      return v[1].ult(v[1].getBitWidth()) ? f(v) : std::nullopt;
    });
  };
  auto quotient = [](Result (*f)(Values)) {
    return IntegerFunction([f](Values v) -> Result {
      return v[1].isZero() ? std::nullopt : f(v);
    });
  };
  auto resize = [&](APInt (APInt::*f)(unsigned) const) {
    const unsigned width = widthOf(op->getResult(0).getType());
    return IntegerFunction(
        [=](Values v) -> Result { return (v[0].*f)(width); });
  };
  return llvm::TypeSwitch<Operation *, IntegerFunction>(op)
      .Case([&](arith::AddIOp) {
        return compute([](Values v) -> Result { return v[0] + v[1]; });
      })
      .Case([&](arith::SubIOp) {
        return compute([](Values v) -> Result { return v[0] - v[1]; });
      })
      .Case([&](arith::MulIOp) {
        return compute([](Values v) -> Result { return v[0] * v[1]; });
      })
      .Case([&](arith::AndIOp) {
        return compute([](Values v) -> Result { return v[0] & v[1]; });
      })
      .Case([&](arith::OrIOp) {
        return compute([](Values v) -> Result { return v[0] | v[1]; });
      })
      .Case([&](arith::XOrIOp) {
        return compute([](Values v) -> Result { return v[0] ^ v[1]; });
      })
      .Case([&](arith::MaxSIOp) {
        return compute(
            [](Values v) -> Result { return v[0].sgt(v[1]) ? v[0] : v[1]; });
      })
      .Case([&](arith::MaxUIOp) {
        return compute(
            [](Values v) -> Result { return v[0].ugt(v[1]) ? v[0] : v[1]; });
      })
      .Case([&](arith::MinSIOp) {
        return compute(
            [](Values v) -> Result { return v[0].slt(v[1]) ? v[0] : v[1]; });
      })
      .Case([&](arith::MinUIOp) {
        return compute(
            [](Values v) -> Result { return v[0].ult(v[1]) ? v[0] : v[1]; });
      })
      .Case([&](math::AbsIOp) {
        return compute([](Values v) -> Result { return v[0].abs(); });
      })
      .Case([&](arith::ShLIOp) {
        return shift([](Values v) -> Result { return v[0].shl(v[1]); });
      })
      .Case([&](arith::ShRSIOp) {
        return shift([](Values v) -> Result { return v[0].ashr(v[1]); });
      })
      .Case([&](arith::ShRUIOp) {
        return shift([](Values v) -> Result { return v[0].lshr(v[1]); });
      })
      .Case([&](arith::DivSIOp) {
        return quotient([](Values v) -> Result { return v[0].sdiv(v[1]); });
      })
      .Case([&](arith::DivUIOp) {
        return quotient([](Values v) -> Result { return v[0].udiv(v[1]); });
      })
      .Case([&](arith::RemSIOp) {
        return quotient([](Values v) -> Result { return v[0].srem(v[1]); });
      })
      .Case([&](arith::RemUIOp) {
        return quotient([](Values v) -> Result { return v[0].urem(v[1]); });
      })
      .Case([&](arith::ExtSIOp) { return resize(&APInt::sext); })
      .Case([&](arith::ExtUIOp) { return resize(&APInt::zext); })
      .Case([&](arith::TruncIOp) { return resize(&APInt::trunc); })
      .Case([&](arith::IndexCastOp) { return resize(&APInt::sextOrTrunc); })
      .Case([&](arith::IndexCastUIOp) { return resize(&APInt::zextOrTrunc); })
      .Case([&](arith::CmpIOp compare) {
        return IntegerFunction(
            [predicate = compare.getPredicate()](Values v) -> Result {
              return APInt(1, arith::applyCmpPredicate(predicate, v[0], v[1]));
            });
      })
      .Default([](Operation *) { return IntegerFunction(); });
}

} // namespace scanc::verify
