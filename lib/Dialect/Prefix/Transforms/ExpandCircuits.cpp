//===- ExpandCircuits.cpp - Named families become explicit circuits -------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanLevels.h"
#include "scanc/Dialect/Prefix/Transforms/CircuitTable.h"
#include "scanc/Dialect/Prefix/Transforms/PlanChecker.h"

#include "scanc/Dialect/Prefix/Analysis/CircuitGraph.h"
#include "scanc/Dialect/Prefix/Transforms/Passes.h"

using namespace mlir;

namespace scanc::prefix {
#define GEN_PASS_DEF_PREFIXEXPANDCIRCUITSPASS
#include "scanc/Dialect/Prefix/Transforms/Passes.h.inc"

namespace {
struct PrefixExpandCircuitsPass
    : impl::PrefixExpandCircuitsPassBase<PrefixExpandCircuitsPass> {
  void runOnOperation() override {
    NetworkTable networks;
    if (failed(lowerLevels(networks)) || failed(spellOut(networks)) ||
        failed(spellOutPlans()))
      signalPassFailure();
  }

private:
  LogicalResult lowerLevels(NetworkTable &networks);
  LogicalResult spellOut(NetworkTable &networks);
  LogicalResult spellOutPlans();
};

/// Plans get circuits, or families, in place of compositions.
LogicalResult PrefixExpandCircuitsPass::lowerLevels(NetworkTable &networks) {
  CircuitTable table(getOperation());
  PlanLevels levels(networks, table);
  for (auto scan : getOperation().getOps<ScanOp>()) {
    if (!scan.getPlanAttr())
      continue;
    FailureOr<PlanAttr> plan = levels.lower(scan);
    if (failed(plan))
      return failure();
    scan.setPlanAttr(*plan);
  }
  return success();
}

/// Ops that stand for a circuit become it, in their places.
LogicalResult PrefixExpandCircuitsPass::spellOut(NetworkTable &networks) {
  SmallVector<Operation *> ops;
  for (Operation &op : *getOperation().getBody())
    if (standsForCircuit(&op) && !isa<CircuitOp>(op)) {
      if (!networks.get(&op))
        return failure();
      ops.push_back(&op);
    }
  for (Operation *op : ops) {
    OpBuilder builder(op);
    buildCircuit(builder, op->getLoc(),
                 SymbolTable::getSymbolName(op).getValue(), *networks.get(op));
  }
  for (Operation *op : ops)
    op->erase();
  return success();
}

/// Families in plans become circuits, which must suit their scans.
LogicalResult PrefixExpandCircuitsPass::spellOutPlans() {
  CircuitTable table(getOperation());
  for (auto scan : getOperation().getOps<ScanOp>()) {
    if (!scan.getPlanAttr())
      continue;
    AttrTypeReplacer replacer;
    replacer.addReplacement([&](FamilyAttr family) -> Attribute {
      return table.get(family, scan.getLoc());
    });
    scan.setPlanAttr(cast<PlanAttr>(replacer.replace(scan.getPlanAttr())));
    // A built-in monoid that is not linked yet is checked in the plan phase.
    auto monoid = SymbolTable::lookupNearestSymbolFrom<MonoidOp>(
        scan, scan.getMonoidAttr());
    if (monoid && failed(checkOverlaps(scan, scan.getPlanAttr(), monoid,
                                       [&](FlatSymbolRefAttr circuit) {
                                         return table.lookup(circuit);
                                       })))
      return failure();
  }
  return success();
}
} // namespace
} // namespace scanc::prefix
