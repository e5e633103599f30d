//===- LiftToIntervals.cpp - The scan of every operator at once -----------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Dialect/Prefix/Analysis/CombineCost.h"
#include "scanc/Dialect/Prefix/IR/Prefix.h"
#include "scanc/Dialect/Prefix/Prelude/Prelude.h"
#include "scanc/Dialect/Prefix/Transforms/Passes.h"

#include "mlir/Parser/Parser.h"

using namespace mlir;

namespace scanc::prefix {
#define GEN_PASS_DEF_PREFIXLIFTTOINTERVALSPASS
#include "scanc/Dialect/Prefix/Transforms/Passes.h.inc"

namespace {
struct PrefixLiftToIntervalsPass
    : impl::PrefixLiftToIntervalsPassBase<PrefixLiftToIntervalsPass> {
  using Base::Base;

  void runOnOperation() override {
    if (bits != 32 && bits != 64) {
      getOperation().emitError()
          << "bounds of an interval must have 32 or 64 bits, got "
          << bits.getValue();
      return signalPassFailure();
    }
    OwningOpRef<ModuleOp> intervals = parseSourceString<ModuleOp>(
        intervalsSource(), ParserConfig(&getContext()), "intervals.mlir");
    if (!intervals)
      return signalPassFailure();
    SymbolTable symbols(getOperation());
    for (auto scan : getOperation().getOps<ScanOp>()) {
      auto monoid = symbols.lookup<MonoidOp>(scan.getMonoid());
      if (!monoid || !scan.getPlanAttr() || !scan.getPlanAttr().isComplete()) {
        scan.emitError("only a planned scan can be lifted to intervals: its "
                       "plan must be the operator's own (run "
                       "prefix-plan-scans)");
        return signalPassFailure();
      }
      keepCostOfStates(scan, monoid);
      lift(scan, *intervals, monoid.getIdempotent(), symbols);
    }
  }

private:
  void lift(ScanOp scan, ModuleOp intervals, bool idempotent,
            SymbolTable &symbols) {
    std::string name =
        getIntervalMonoid(bits, idempotent, scan.getDomain().hasChains());
    if (!symbols.lookup<MonoidOp>(name)) {
      OpBuilder builder(getOperation().getBodyRegion());
      symbols.insert(builder.clone(*intervals.lookupSymbol(name)));
    }
    OpBuilder b(&getContext());
    Type bound = b.getIntegerType(bits);
    scan.setMonoid(name);
    liftMaps(scan, bound);
    if (scan.getInit())
      scan.setInitAttr(b.getArrayAttr(
          {b.getIntegerAttr(bound, -1), b.getIntegerAttr(bound, 0)}));
  }

  /// Intervals are loaded as they are. Where both states of an element are
  /// taken, the one before it is stored and the one after it, in an array each;
  /// else what the scan has is stored.
  void liftMaps(ScanOp scan, Type bound) {
    OpBuilder b(&getContext());
    const ScanOutputs outputs = scan.getStored();
    const Type state = StructType::get(
        &getContext(), b.getStringAttr(""),
        {b.getStringAttr("begin"), b.getStringAttr("end")}, {bound, bound});
    for (Region *map : {&scan.getLoad(), &scan.getStore()})
      map->getBlocks().clear();
    scan.removeLoadArgumentsAttr();
    scan.removeStoreArgumentsAttr();
    if (outputs != ScanOutputs::Both) {
      scan.setFunctionType(b.getFunctionType({bound, bound}, {bound, bound}));
      if (!scan.getTotal())
        scan.setKind(outputs == ScanOutputs::After ? ScanKind::Inclusive
                                                   : ScanKind::Exclusive);
      return;
    }
    scan.setSoa(false);
    scan.setFunctionType(b.getFunctionType({bound, bound}, {state, state}));
    scan.setStoreArgumentsAttr(MapArgumentsAttr::get(
        &getContext(), /*isLoad=*/false, /*before=*/2, /*after=*/2, /*in=*/0,
        /*index=*/false, /*neighbours=*/{}, /*outside=*/{}));
    Block *body = b.createBlock(&scan.getStore());
    for (int value = 0; value < 4; ++value)
      body->addArgument(bound, scan.getLoc());
    YieldOp::create(b, scan.getLoc(), body->getArguments());
  }
};
} // namespace
} // namespace scanc::prefix
