//===- PackedLanes.cpp - Narrow elements combined in words ----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Dialect/Prefix/Analysis/PackedLanes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace scanc::prefix {

/// The operator of a combine that is one instruction on its two states.
static std::optional<PackedOperator> getOperator(MonoidOp monoid) {
  Block &body = monoid.getCombine().front();
  if (body.getNumArguments() != 2 || !llvm::hasNItems(body, 2))
    return std::nullopt;
  Operation &combine = body.front();
  if (combine.getNumResults() != 1 || combine.getNumOperands() != 2 ||
      body.getTerminator()->getOperands() != combine.getResults())
    return std::nullopt;
  // All these operators are commutative.
  Value low = body.getArgument(0), high = body.getArgument(1);
  if (combine.getOperand(0) != low)
    std::swap(low, high);
  if (combine.getOperand(0) != low || combine.getOperand(1) != high)
    return std::nullopt;
  using Result = std::optional<PackedOperator>;
  return llvm::TypeSwitch<Operation *, Result>(&combine)
      .Case([](arith::AddIOp) { return PackedOperator::Add; })
      .Case([](arith::MulIOp) { return PackedOperator::Mul; })
      .Case([](arith::AndIOp) { return PackedOperator::And; })
      .Case([](arith::OrIOp) { return PackedOperator::Or; })
      .Case([](arith::XOrIOp) { return PackedOperator::Xor; })
      .Case([](arith::MinSIOp) { return PackedOperator::MinS; })
      .Case([](arith::MinUIOp) { return PackedOperator::MinU; })
      .Case([](arith::MaxSIOp) { return PackedOperator::MaxS; })
      .Case([](arith::MaxUIOp) { return PackedOperator::MaxU; })
      .Case([](arith::MinimumFOp) { return PackedOperator::MinF; })
      .Case([](arith::MaximumFOp) { return PackedOperator::MaxF; })
      .Default([](Operation *) { return std::nullopt; });
}

static bool isIntegerExtreme(PackedOperator op) {
  return op == PackedOperator::MinS || op == PackedOperator::MinU ||
         op == PackedOperator::MaxS || op == PackedOperator::MaxU;
}

static unsigned widthOf(Type type) { return type.getIntOrFloatBitWidth(); }

static bool isNarrow(Type element) {
  if (isa<IntegerType>(element))
    return widthOf(element) == 8 || widthOf(element) == 16;
  return isa<FloatType>(element) && widthOf(element) == 16;
}

/// Whether every element is a state, and all of their order is kept.
static bool canWiden(Type element, Type state) {
  if (isa<FloatType>(element))
    return element == state || isa<Float32Type, Float64Type>(state);
  return isa<IntegerType>(state) && widthOf(element) <= widthOf(state);
}

/// Lanes of `element`, combined like states of `state` that they are widened
/// to.
static PackedLanes lanesOf(PackedOperator op, Type element, Type state) {
  // Widened without a sign, lanes have the same order either way.
  if (element.isUnsignedInteger() && widthOf(state) > widthOf(element)) {
    if (op == PackedOperator::MinS)
      op = PackedOperator::MinU;
    if (op == PackedOperator::MaxS)
      op = PackedOperator::MaxU;
  }
  return {op, element};
}

std::optional<PackedLanes> findLanes(MonoidOp monoid, ArrayRef<Type> element) {
  std::optional<PackedOperator> op = getOperator(monoid);
  if (!op || element.size() != 1 || !isNarrow(element.front()))
    return std::nullopt;
  const Type state = monoid.getStateTypes().front();
  if (!canWiden(element.front(), state) ||
      (*op == PackedOperator::Mul && widthOf(state) > widthOf(element.front())))
    return std::nullopt;
  return lanesOf(*op, element.front(), state);
}

bool canScanPacked(const PackedLanes &lanes, Type state) {
  return widthOf(state) <= lanes.bits() || !isIntegerExtreme(lanes.op);
}

bool canStorePacked(const PackedLanes &lanes, ArrayRef<Type> output) {
  if (output.size() != 1)
    return false;
  return output.front() == lanes.element ||
         (isa<IntegerType>(output.front()) && isa<IntegerType>(lanes.element) &&
          widthOf(output.front()) == lanes.bits());
}

} // namespace scanc::prefix
