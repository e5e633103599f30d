//===- PlanScans.cpp - Fill in what plans leave open ----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A strategy completes its own plans (StrategyPlanning), with the services of
// PlanRequest; PlanChecker checks them.
//
//===----------------------------------------------------------------------===//

#include "scanc/Dialect/Prefix/Transforms/Passes.h"
#include "scanc/Dialect/Prefix/Transforms/PlanChecker.h"
#include "scanc/Dialect/Prefix/Transforms/PlanRequest.h"
#include "scanc/Dialect/Prefix/Transforms/StrategyTuning.h"

using namespace mlir;

namespace scanc::prefix {
#define GEN_PASS_DEF_PREFIXPLANSCANSPASS
#include "scanc/Dialect/Prefix/Transforms/Passes.h.inc"

namespace {

struct PrefixPlanScansPass
    : impl::PrefixPlanScansPassBase<PrefixPlanScansPass> {
  using PrefixPlanScansPassBase::PrefixPlanScansPassBase;

  PrefixPlanScansPass(PrefixPlanScansPassOptions options,
                      std::shared_ptr<const Tuning> tuning)
      : PrefixPlanScansPassBase(std::move(options)), tuning(std::move(tuning)) {
  }

  void runOnOperation() override {
    auto *dialect = getContext().getLoadedDialect<PrefixDialect>();
    if (strategy != "" && strategy != "auto" &&
        !dialect->findStrategy(strategy)) {
      getOperation().emitError()
          << "unknown strategy '" << strategy << "'; expected auto, "
          << dialect->listStrategies();
      return signalPassFailure();
    }
    const machine::GpuModel *gpu = findTarget();
    if (!gpu)
      return signalPassFailure();
    CircuitTable circuits(getOperation());
    std::optional<Tuning> builtIn;
    if (!tuning)
      builtIn = Tuning::forArch(tuningSchemaOf(*dialect), gpu->name);
    for (auto scan : getOperation().getOps<ScanOp>()) {
      auto monoid = SymbolTable::lookupNearestSymbolFrom<MonoidOp>(
          scan, scan.getMonoidAttr());
      if (!monoid) {
        scan.emitError() << "unknown monoid '@" << scan.getMonoid() << "'";
        return signalPassFailure();
      }
      PlanRequest request(scan, monoid, circuits, strategy,
                          tuning ? *tuning : *builtIn, *gpu);
      request.isExplained = explain;
      FailureOr<PlanAttr> plan = request.plan();
      if (failed(plan))
        return signalPassFailure();
      PlanChecker checker(scan, monoid, *gpu, [&](FlatSymbolRefAttr circuit) {
        return circuits.lookup(circuit);
      });
      if (failed(checker.check(*plan)))
        return signalPassFailure();
      scan.setPlanAttr(*plan);
    }
    getOperation()->setAttr(PrefixDialect::targetAttrName,
                            TargetAttr::get(&getContext(), gpu->name));
  }

  /// What the option says or what the module says, which must agree if both say
  /// something. Null after an error.
  const machine::GpuModel *findTarget() {
    ModuleOp module = getOperation();
    auto target =
        module->getAttrOfType<TargetAttr>(PrefixDialect::targetAttrName);
    if (arch.empty())
      return &TargetAttr::of(module);
    const machine::GpuModel *gpu = machine::findGpu(arch);
    if (!gpu)
      module.emitError() << "unknown architecture '" << arch << "'; expected "
                         << machine::listGpus();
    else if (target && &target.getGpu() != gpu)
      module.emitError() << "cannot plan for " << gpu->name
                         << ": the module is for " << target.getName() << " ('"
                         << PrefixDialect::targetAttrName << "')";
    else
      return gpu;
    return nullptr;
  }

  /// Null for the one that is built in.
  std::shared_ptr<const Tuning> tuning;
};

} // namespace

std::unique_ptr<Pass>
createPrefixPlanScansPass(PrefixPlanScansPassOptions options,
                          std::shared_ptr<const Tuning> tuning) {
  return std::make_unique<PrefixPlanScansPass>(std::move(options),
                                               std::move(tuning));
}

} // namespace scanc::prefix
