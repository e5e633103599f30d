//===- BuildKernels.cpp - Each planned scan becomes kernels ---------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Conversion/Kernels/StrategyKernels.h"
#include "scanc/Conversion/Operators/Step.h"

#include "scanc/Dialect/Prefix/Analysis/CombineCost.h"
#include "scanc/Dialect/Prefix/IR/PlannedKernels.h"

#include "llvm/ADT/MapVector.h"

using namespace mlir;

namespace scanc::prefix {
#define GEN_PASS_DEF_PREFIXBUILDKERNELSPASS
#include "scanc/Conversion/Passes.h.inc"

namespace {

/// Each op that a later pass lowers is a step of its own.
void nameSteps(ScanSource source) {
  source.module.walk([&](Operation *op) {
    if (isa<LevelOpInterface, LoadTileOp, StoreTileOp, StartChainsOp,
            EndChainsOp, StoreTotalsOp, PassStartsOp, FetchChainsOp,
            LoadChainsOp, StoreChainsOp, StartAcrossOp, EndAcrossOp,
            PostAcrossOp, GatherAcrossOp>(op))
      op->setLoc(inStep(op->getName().stripDialect(), source.scan->getLoc()));
  });
}

/// One op for each constant of a kernel, where the kernel begins: nobody reads
/// a step and meets the same number a hundred times.
void shareConstants(gpu::GPUFuncOp kernel) {
  Block &entry = kernel.getBody().front();
  llvm::MapVector<Attribute, arith::ConstantOp> known;
  kernel.walk([&](arith::ConstantOp constant) {
    arith::ConstantOp &first = known[constant.getValue()];
    if (first) {
      constant.replaceAllUsesWith(first.getResult());
      constant.erase();
    } else {
      first = constant;
    }
  });
  for (auto &[value, constant] : llvm::reverse(known))
    constant->moveBefore(&entry, entry.begin());
}

LaunchAttr describeLaunch(ScanOp scan, MonoidOp monoid) {
  Builder b(scan.getContext());
  return LaunchAttr::get(
      scan.getContext(), b.getStringAttr(scan.getMonoid()),
      monoid.getCommutative(), monoid.getIdempotent(), scan.getKind(),
      scan.getReverse(), scan.getSoa(), scan.hasLoad(), scan.hasStore(),
      scan.getKeptArrays().empty()
          ? DenseI64ArrayAttr()
          : b.getDenseI64ArrayAttr(scan.getKeptArrays()),
      b.getTypeArrayAttr(scan.getFunctionType().getInputs()),
      b.getTypeArrayAttr(monoid.getStateTypes()),
      b.getTypeArrayAttr(scan.getFunctionType().getResults()),
      scan.getInit() ? *scan.getInit() : b.getArrayAttr({}), scan.getInitial(),
      scan.getFinal(), scan.getTotal(),
      scan.getDomains() ? scan.getDomain() : DomainAttrInterface(),
      scan.getPlanAttr());
}

/// What the plan phase ensures of a scan; a pass run on its own cannot rely on
/// it.
LogicalResult checkPlanned(ScanOp scan, SymbolTable &symbols) {
  if (!scan.getPlanAttr() || !scan.getPlanAttr().isComplete())
    return scan.emitError(
        "the scan has no complete plan (run prefix-plan-scans)");
  if (!symbols.lookup<MonoidOp>(scan.getMonoid()))
    return scan.emitError()
           << "the monoid '@" << scan.getMonoid()
           << "' is not in the module (run prefix-link-prelude)";
  WalkResult known = scan.getPlanAttr().walk([&](FlatSymbolRefAttr circuit) {
    if (symbols.lookup<CircuitOp>(circuit.getValue()))
      return WalkResult::advance();
    scan.emitError() << "the plan's circuit " << circuit << " does not exist";
    return WalkResult::interrupt();
  });
  return failure(known.wasInterrupted());
}

/// Makes room for the names of a scan's kernels, which lie beside its monoid
/// and its circuits.
void freeKernelNames(ScanOp scan, MonoidOp monoid, SymbolTable &symbols) {
  const ScanTypes types = ScanTypes::of(scan, monoid);
  std::vector<PlannedKernel> kernels = getKernels(scan.getPlanAttr(), types);
  kernels.push_back(emptyKernel(scan.getPlanAttr(), types));
  for (const PlannedKernel &kernel : kernels) {
    Operation *holder =
        symbols.lookup((scan.getSymName() + "_" + kernel.suffix).str());
    if (isa_and_present<MonoidOp, CircuitOp>(holder))
      (void)symbols.renameToUnique(holder, {});
  }
}

struct PrefixBuildKernelsPass
    : impl::PrefixBuildKernelsPassBase<PrefixBuildKernelsPass> {
  using PrefixBuildKernelsPassBase::PrefixBuildKernelsPassBase;

  /// What every scan has whose lanes have parts of one chain.
  static void buildGeneral(const ScanSource &source) {
    buildSingleBlock(source);
    if (ScanOp scan = source.scan; scan.hasEmptyKernel())
      buildEmpty(source);
  }

  LogicalResult build(const ScanSource &source) {
    auto kernels = cast<StrategyKernels>(source.plan.getStrategy());
    if (skeleton.empty()) {
      if (!source.plan.getStrategy().isAcross())
        buildGeneral(source);
      kernels.build(source);
      return success();
    }
    if (skeleton != "in" && skeleton != "in_out")
      return getOperation().emitError()
             << "unknown skeleton '" << skeleton << "'; expected in, in_out";
    return kernels.buildSkeleton(source, skeleton == "in"
                                             ? SkeletonPattern::In
                                             : SkeletonPattern::InOut);
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    SymbolTable symbols(module);
    for (auto scan : llvm::make_early_inc_range(module.getOps<ScanOp>())) {
      if (failed(checkPlanned(scan, symbols)))
        return signalPassFailure();
      auto monoid = symbols.lookup<MonoidOp>(scan.getMonoid());
      freeKernelNames(scan, monoid, symbols);
      OpBuilder builder(scan);
      auto kernels =
          gpu::GPUModuleOp::create(builder, scan.getLoc(), scan.getSymName());
      kernels->setAttr(PrefixDialect::launchAttrName,
                       describeLaunch(scan, monoid));
      if (scan->hasAttr(PrefixDialect::unaskedAttrName))
        kernels->setAttr(PrefixDialect::unaskedAttrName, builder.getUnitAttr());

      // What the kernels name goes along.
      builder.setInsertionPointToStart(kernels.getBody());
      auto inner = cast<MonoidOp>(builder.clone(*monoid));
      copyCostOfStates(scan, inner);
      llvm::SmallSetVector<StringAttr, 8> circuits;
      scan.getPlanAttr().walk([&](SymbolRefAttr symbol) {
        circuits.insert(symbol.getRootReference());
      });
      for (StringAttr circuit : circuits)
        builder.clone(*symbols.lookup(circuit));

      addMaps(scan, kernels);

      ScanSource source(scan, inner, kernels);
      if (failed(build(source)))
        return signalPassFailure();
      nameSteps(source);
      for (auto kernel : kernels.getOps<gpu::GPUFuncOp>())
        shareConstants(kernel);
      scan.erase();
    }
    for (Operation &op : llvm::make_early_inc_range(module.getOps()))
      if (isa<MonoidOp, CircuitOp>(op))
        op.erase();
  }
};

} // namespace
} // namespace scanc::prefix
