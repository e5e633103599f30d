//===- CheckPhase.cpp - Verify what a phase ensures -----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Dialect/Prefix/Transforms/PlanChecker.h"

#include "scanc/Dialect/Prefix/Transforms/Passes.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace scanc::prefix {
#define GEN_PASS_DEF_PREFIXCHECKPHASEPASS
#include "scanc/Dialect/Prefix/Transforms/Passes.h.inc"

namespace {

LogicalResult checkCircuit(ModuleOp module) {
  for (Operation &op : *module.getBody()) {
    StringRef what = isa<FamilyOp>(op)    ? "family"
                     : isa<SearchOp>(op)  ? "search"
                     : isa<ComposeOp>(op) ? "composition"
                                          : "";
    if (!what.empty())
      return op.emitError()
             << "a " << what << " is left after the circuit phase";
  }
  for (auto scan : module.getOps<ScanOp>()) {
    if (!scan.getPlanAttr())
      continue;
    bool family = false, levels = scan.getPlanAttr().getLevels() != nullptr;
    scan.getPlanAttr().walk([&](Attribute part) {
      family |= isa<FamilyAttr>(part);
      if (auto skeleton = dyn_cast<SkeletonAttr>(part))
        levels |= skeleton.getLevels() != nullptr;
    });
    if (family)
      return scan.emitError("a plan names a family after the circuit phase");
    if (levels)
      return scan.emitError("a plan names levels after the circuit phase");
  }
  return success();
}

LogicalResult checkPlanPhase(ModuleOp module) {
  if (failed(checkCircuit(module)))
    return failure();
  for (auto scan : module.getOps<ScanOp>()) {
    if (!scan.getPlanAttr() || !scan.getPlanAttr().isComplete())
      return scan.emitError("the plan is not complete after the plan phase");
    auto monoid = dyn_cast_or_null<MonoidOp>(
        SymbolTable::lookupSymbolIn(module, scan.getMonoidAttr()));
    if (!monoid)
      return scan.emitError() << "the monoid '@" << scan.getMonoid()
                              << "' is not in the module after the plan phase";
    PlanChecker checker(scan, monoid, TargetAttr::of(module),
                        [&](FlatSymbolRefAttr circuit) {
                          return dyn_cast_or_null<CircuitOp>(
                              SymbolTable::lookupSymbolIn(module, circuit));
                        });
    if (failed(checker.check(scan.getPlanAttr())))
      return failure();
  }
  return success();
}

/// The arrays of a kernel in dynamic shared memory lie apart.
LogicalResult checkSharedArrays(gpu::GPUFuncOp kernel) {
  struct Stretch {
    int64_t begin, end;
    Operation *array;
    StringRef name;
    size_t number; // in the kernel
  };
  SmallVector<Stretch> stretches;
  kernel.walk([&](Operation *op) {
    llvm::TypeSwitch<Operation *>(op)
        .Case<BarriersOp, WordsOp, StatesOp, SlotsOp>([&](auto array) {
          for (auto [offset, bytes] : array.getExtents())
            stretches.push_back({offset, offset + bytes, op, array.getName(),
                                 stretches.size()});
        });
  });
  llvm::sort(stretches, [](const Stretch &a, const Stretch &b) {
    return std::tie(a.begin, a.end, a.number) <
           std::tie(b.begin, b.end, b.number);
  });
  for (size_t i = 1; i < stretches.size(); ++i) {
    const Stretch &low = stretches[i - 1], &high = stretches[i];
    if (high.begin < low.end)
      return high.array->emitError()
             << "'" << high.name << "' begins at byte " << high.begin
             << " of shared memory, within '" << low.name << "', which ends at "
             << low.end;
  }
  return success();
}

LogicalResult checkModules(ModuleOp module) {
  for (auto scan : module.getOps<ScanOp>())
    return scan.emitError("a scan is left after the kernel phase");
  for (auto kernels : module.getOps<gpu::GPUModuleOp>()) {
    auto launch =
        kernels->getAttrOfType<LaunchAttr>(PrefixDialect::launchAttrName);
    if (!launch)
      return kernels.emitError("kernels without a '")
             << PrefixDialect::launchAttrName << "' description";
    if (!launch.getPlan().isComplete())
      return kernels.emitError("the plan in '")
             << PrefixDialect::launchAttrName << "' is not complete";
  }
  return success();
}

LogicalResult checkKernel(ModuleOp module) {
  if (failed(checkModules(module)))
    return failure();
  for (auto kernels : module.getOps<gpu::GPUModuleOp>()) {
    WalkResult result = kernels.walk([](Operation *op) {
      if (op->getName().getDialectNamespace() ==
          LLVM::LLVMDialect::getDialectNamespace()) {
        op->emitError() << "'" << op->getName()
                        << "' in the kernel phase, which has no llvm op";
        return WalkResult::interrupt();
      }
      auto kernel = dyn_cast<gpu::GPUFuncOp>(op);
      return kernel && failed(checkSharedArrays(kernel))
                 ? WalkResult::interrupt()
                 : WalkResult::advance();
    });
    if (result.wasInterrupted())
      return failure();
  }
  return success();
}

/// Every op inside a gpu.module is of one of `dialects`.
LogicalResult checkDialects(ModuleOp module, StringRef phase,
                            ArrayRef<StringRef> dialects) {
  if (failed(checkModules(module)))
    return failure();
  WalkResult result = module.walk([&](gpu::GPUModuleOp kernels) {
    return kernels.getBodyRegion().walk([&](Operation *op) {
      if (llvm::is_contained(dialects, op->getName().getDialectNamespace()))
        return WalkResult::advance();
      op->emitError() << "'" << op->getName() << "' is left after the " << phase
                      << " phase";
      return WalkResult::interrupt();
    });
  });
  return failure(result.wasInterrupted());
}

struct PrefixCheckPhasePass
    : impl::PrefixCheckPhasePassBase<PrefixCheckPhasePass> {
  using PrefixCheckPhasePassBase::PrefixCheckPhasePassBase;

  LogicalResult check() {
    ModuleOp module = getOperation();
    if (phase == "circuit")
      return checkCircuit(module);
    if (phase == "plan")
      return checkPlanPhase(module);
    if (phase == "kernel")
      return checkKernel(module);
    if (phase == "gpu")
      return checkDialects(
          module, phase,
          {"gpu", "nvvm", "arith", "scf", "memref", "vector", "llvm", "math"});
    if (phase == "llvm")
      return checkDialects(module, phase, {"llvm", "nvvm"});
    return module.emitError()
           << "unknown phase '" << phase
           << "'; expected circuit, plan, kernel, gpu or llvm";
  }

  void runOnOperation() override {
    if (failed(check()))
      return signalPassFailure();
    getOperation()->setAttr(PrefixDialect::phaseAttrName,
                            StringAttr::get(&getContext(), phase));
  }
};

} // namespace
} // namespace scanc::prefix
