//===- ExpandCircuits.cpp - Named families become explicit circuits  -*- C++
//-*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CircuitTable.h"

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
    for (auto family :
         llvm::make_early_inc_range(getOperation().getOps<FamilyOp>())) {
      OpBuilder builder(family);
      buildCircuit(builder, family.getLoc(), family.getSymName(),
                   buildNetwork(family.getFamily()));
      family.erase();
    }

    CircuitTable table(getOperation());
    for (auto scan : getOperation().getOps<ScanOp>()) {
      if (!scan.getPlanAttr())
        continue;
      AttrTypeReplacer replacer;
      replacer.addReplacement([&](FamilyAttr family) -> Attribute {
        return table.get(family, scan.getLoc());
      });
      scan.setPlanAttr(cast<PlanAttr>(replacer.replace(scan.getPlanAttr())));
    }
  }
};
} // namespace
} // namespace scanc::prefix
