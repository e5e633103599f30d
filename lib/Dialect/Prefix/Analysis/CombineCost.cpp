//===- CombineCost.cpp - What one combine of a monoid costs ---------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Dialect/Prefix/Analysis/CombineCost.h"

#include "scanc/Dialect/Prefix/IR/StructLayout.h"

#include "mlir/Dialect/Math/IR/Math.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace scanc::prefix {

/// Issue slots and cycles of one op, rough.
static OperatorCost costOf(Operation &op) {
  if (isa<arith::ConstantOp, YieldOp>(op))
    return {0, 0};
  const Type type = op.getNumResults() ? op.getResult(0).getType() : Type();
  const bool isWide =
      type && type.isIntOrFloat() && type.getIntOrFloatBitWidth() == 64;
  const double width = isWide ? 2 : 1;
  auto byConstant = [&] {
    Operation *divisor =
        op.getNumOperands() == 2 ? op.getOperand(1).getDefiningOp() : nullptr;
    return isa_and_present<arith::ConstantOp>(divisor);
  };
  if (isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp,
          arith::CeilDivSIOp, arith::CeilDivUIOp, arith::FloorDivSIOp>(op))
    return byConstant() ? OperatorCost{5 * width, 20 * width}
                        : OperatorCost{20 * width * width, 80 * width};
  if (isa<arith::DivFOp, arith::RemFOp, math::SqrtOp>(op))
    return {20 * width * width, 40 * width};
  if (isa<math::AbsFOp, math::AbsIOp, math::FmaOp, math::CopySignOp>(op))
    return {width, 4};
  if (op.getName().getDialectNamespace() ==
      math::MathDialect::getDialectNamespace())
    return {16 * width * width, 40 * width};
  if (isWide && isa<arith::MaximumFOp, arith::MinimumFOp>(op))
    return {8, 16}; // prefix-lower-native-math
  if (isa<arith::MulIOp>(op))
    return {isWide ? 3. : 1., isWide ? 12. : 5.};
  if (isa<arith::BitcastOp, arith::TruncIOp, arith::ExtUIOp, arith::ExtSIOp>(
          op))
    return {0.5, 2};
  return {width, 4};
}

OperatorCost costOfCombine(MonoidOp monoid) {
  OperatorCost cost{0, 0};
  DenseMap<Value, double> ready;
  for (Operation &op : monoid.getCombine().front()) {
    const OperatorCost own = costOf(op);
    cost.instructions += own.instructions;
    double start = 0;
    for (Value operand : op.getOperands())
      start = std::max(start, ready.lookup(operand));
    for (Value result : op.getResults())
      ready[result] = start + own.latency;
    cost.latency = std::max(cost.latency, start + own.latency);
  }
  return cost;
}

double costOfMaps(ScanOp scan) {
  double instructions = 0;
  for (Region *map : {&scan.getLoad(), &scan.getStore()})
    for (Operation &op : map->getOps())
      instructions += costOf(op).instructions;
  return instructions;
}

/// Of a lifted scan, and of the copy of its monoid that its kernels have:
/// instructions, latency, words.
static constexpr llvm::StringLiteral costAttrName = "prefix.cost_of_states";

static std::optional<StateCost> keptCost(Operation *op) {
  auto kept = op->getAttrOfType<DenseF64ArrayAttr>(costAttrName);
  if (!kept || kept.size() != 3)
    return std::nullopt;
  return StateCost{{kept[0], kept[1]}, kept[2]};
}

StateCost costOfStates(MonoidOp monoid) {
  if (std::optional<StateCost> kept = keptCost(monoid))
    return *kept;
  StateCost cost{costOfCombine(monoid), 0};
  for (Type type : monoid.getStateTypes())
    cost.words += llvm::divideCeil(getFieldBytes(type), 4);
  return cost;
}

StateCost costOfStates(ScanOp scan, MonoidOp monoid) {
  if (std::optional<StateCost> kept = keptCost(scan))
    return *kept;
  return costOfStates(monoid);
}

void keepCostOfStates(ScanOp scan, MonoidOp monoid) {
  const StateCost cost = costOfStates(scan, monoid);
  scan->setAttr(costAttrName,
                DenseF64ArrayAttr::get(scan.getContext(),
                                       {cost.combine.instructions,
                                        cost.combine.latency, cost.words}));
}

void copyCostOfStates(ScanOp from, MonoidOp to) {
  if (Attribute kept = from->getAttr(costAttrName))
    to->setAttr(costAttrName, kept);
}

} // namespace scanc::prefix
