//===- ValueBuilder.h - Arithmetic and branches in few words ----*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_CONVERSION_OPERATORS_VALUEBUILDER_H
#define SCANC_CONVERSION_OPERATORS_VALUEBUILDER_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace scanc::prefix {

class ValueBuilder : public mlir::ImplicitLocOpBuilder {
public:
  using ImplicitLocOpBuilder::ImplicitLocOpBuilder;
  explicit ValueBuilder(const ImplicitLocOpBuilder &builder)
      : ImplicitLocOpBuilder(builder) {}

  mlir::Value i32(int64_t value) {
    return mlir::arith::ConstantIntOp::create(*this, value, 32);
  }
  mlir::Value i64(int64_t value) {
    return mlir::arith::ConstantIntOp::create(*this, value, 64);
  }
  mlir::Value boolean(bool value) { // i1
    return mlir::arith::ConstantIntOp::create(*this, value, 1);
  }

  mlir::Value threadId(); // in its block; i32
  mlir::Value warpId();   // in its block; i32
  mlir::Value laneId();   // in its warp; i32

  mlir::Value add(mlir::Value a, mlir::Value b) {
    return createOrFold<mlir::arith::AddIOp>(a, b);
  }
  mlir::Value sub(mlir::Value a, mlir::Value b) {
    return createOrFold<mlir::arith::SubIOp>(a, b);
  }
  mlir::Value mul(mlir::Value a, mlir::Value b) {
    return createOrFold<mlir::arith::MulIOp>(a, b);
  }
  mlir::Value udiv(mlir::Value a, mlir::Value b) {
    return mlir::arith::DivUIOp::create(*this, a, b);
  }
  mlir::Value toI64(mlir::Value value) {
    return createOrFold<mlir::arith::ExtUIOp>(getI64Type(), value);
  }
  mlir::Value toI32(mlir::Value value) {
    return createOrFold<mlir::arith::TruncIOp>(getI32Type(), value);
  }
  mlir::Value compare(mlir::arith::CmpIPredicate predicate, mlir::Value x,
                      mlir::Value y) {
    return createOrFold<mlir::arith::CmpIOp>(predicate, x, y);
  }
  mlir::Value isZero(mlir::Value value) { // of an i32
    return compare(mlir::arith::CmpIPredicate::eq, value, i32(0));
  }
  mlir::Value both(mlir::Value x, mlir::Value y) {
    return createOrFold<mlir::arith::AndIOp>(x, y);
  }
  mlir::Value oneOf(mlir::Value x, mlir::Value y) {
    return mlir::arith::OrIOp::create(*this, x, y);
  }
  mlir::Value isNot(mlir::Value x) {
    if (auto compared = x.getDefiningOp<mlir::arith::CmpIOp>())
      return compare(mlir::arith::invertPredicate(compared.getPredicate()),
                     compared.getLhs(), compared.getRhs());
    return mlir::arith::XOrIOp::create(*this, x, boolean(true));
  }

  void onlyIf(mlir::Value condition, llvm::function_ref<void()> body) {
    auto branch =
        mlir::scf::IfOp::create(*this, condition, /*withElseRegion=*/false);
    InsertionGuard guard(*this);
    setInsertionPoint(branch.thenBlock()->getTerminator());
    body();
  }
};

} // namespace scanc::prefix

#endif // SCANC_CONVERSION_OPERATORS_VALUEBUILDER_H
