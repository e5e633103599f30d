//===- Pipelines.cpp - The one list of phases -----------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Pipelines/Pipelines.h"

#include "scanc/Conversion/Passes.h"
#include "scanc/Dialect/Prefix/Transforms/Passes.h"

#include "mlir/Conversion/GPUToNVVM/GPUToNVVMPass.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassOptions.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

namespace scanc {

ArrayRef<PhaseInfo> phases() {
  static const PhaseInfo table[] = {
      {Phase::Source, "source",
       "the prefix dialect as written, or as built from flags", "verified"},
      {Phase::Circuit, "circuit",
       "every family, search and composition expanded into a dataflow graph",
       "explicit circuits only; every wire is typed by its span"},
      {Phase::Plan, "plan", "each scan with its whole plan as one attribute",
       "nothing is left to choose"},
      {Phase::Kernel, "kernel",
       "kernels, in ops for tiles, threads, warps, blocks and what they "
       "exchange",
       "no scan is left; each gpu.module describes its launch; no llvm op"},
      {Phase::Gpu, "gpu", "kernels in the gpu dialect and below",
       "no prefix op is left"},
      {Phase::Llvm, "llvm", "NVVM IR",
       "only llvm and nvvm ops; data layout set"},
      {Phase::Ptx, "ptx", "NAME.ptx",
       "assembles for its architecture and later ones"},
      {Phase::Cubin, "cubin", "NAME.cubin, by ptxas",
       "machine code of one architecture"},
      {Phase::Launcher, "launcher", "NAME.h, NAME.c and NAME.json",
       "C99 and C++; the PTX embedded"},
  };
  return table;
}

std::optional<Phase> parsePhase(StringRef name) {
  for (const PhaseInfo &info : phases())
    if (info.name == name)
      return info.phase;
  return std::nullopt;
}

static const PhaseInfo &infoOf(Phase phase) {
  return phases()[static_cast<size_t>(phase)];
}

FailureOr<Phase> getPhase(ModuleOp module) {
  auto name =
      module->getAttrOfType<StringAttr>(prefix::PrefixDialect::phaseAttrName);
  if (!name)
    return Phase::Source;
  std::optional<Phase> phase = parsePhase(name);
  if (phase && *phase <= Phase::Llvm)
    return *phase;
  return module.emitError() << "unknown phase '" << name.getValue() << "'";
}

/// The passes to `phase`, without the check of what it ensures.
static void addPassesTo(Phase phase, OpPassManager &passes,
                        const CompileOptions &options) {
  OpPassManager *kernels =
      phase > Phase::Kernel ? &passes.nest<gpu::GPUModuleOp>() : nullptr;
  OpPassManager *functions = nullptr; // several at once
  switch (phase) {
  case Phase::Circuit:
    passes.addPass(prefix::createPrefixSplitDomainsPass());
    passes.addPass(prefix::createPrefixLinkPreludePass());
    passes.addPass(prefix::createPrefixJoinColumnsPass());
    passes.addPass(prefix::createPrefixExpandCircuitsPass());
    break;
  case Phase::Plan:
    passes.addPass(prefix::createPrefixPlanScansPass(
        {options.strategy, options.arch, options.explain}, options.tuning));
    break;
  case Phase::Kernel:
    if (options.intervalBits)
      passes.addPass(
          prefix::createPrefixLiftToIntervalsPass({options.intervalBits}));
    passes.addPass(prefix::createPrefixBuildKernelsPass({options.skeleton}));
    passes.addNestedPass<gpu::GPUModuleOp>(prefix::createPrefixMapBlocksPass());
    break;
  case Phase::Gpu:
    kernels->addPass(prefix::createPrefixLowerExchangePass());
    kernels->addPass(prefix::createPrefixLowerBlockPass());
    kernels->addPass(prefix::createPrefixApplyLayoutsPass());
    kernels->addPass(prefix::createPrefixLowerWarpPass());
    // Packed arithmetic combines many states at once: nothing to count.
    if (!options.countCombines)
      kernels->addPass(prefix::createPrefixPackNarrowPass());
    kernels->addPass(prefix::createPrefixLowerThreadPass());
    kernels->addPass(prefix::createPrefixLowerChainsPass());
    kernels->addPass(prefix::createPrefixLowerTilesPass());
    if (options.countCombines)
      kernels->addPass(prefix::createPrefixCountCombinesPass());
    kernels->addPass(prefix::createPrefixInlineMonoidsPass());
    kernels->addPass(prefix::createPrefixLowerNativeMathPass());
    kernels->addPass(prefix::createPrefixDivideByConstantsPass());
    // Top-down takes twice as long, for the same PTX but here and there.
    functions = &kernels->nestAny();
    functions->addPass(createCanonicalizerPass(
        GreedyRewriteConfig().setUseTopDownTraversal(false)));
    functions->addPass(createCSEPass());
    break;
  case Phase::Llvm: {
    kernels->addPass(prefix::createPrefixSetDataLayoutPass());
    functions = &kernels->nestAny();
    functions->addPass(createSCFToControlFlowPass());
    ConvertGpuOpsToNVVMOpsOptions toNVVM;
    toNVVM.indexBitwidth = 32;
    toNVVM.useBarePtrCallConv = true;
    toNVVM.allowPatternRollback = false; // which takes a third of its time
    kernels->addPass(createConvertGpuOpsToNVVMOps(toNVVM));
    // LLVM cleans up what comes of this.
    functions = &kernels->nestAny();
    functions->addPass(createReconcileUnrealizedCastsPass());
    functions->addPass(createCSEPass());
    break;
  }
  default:
    llvm_unreachable("not a phase that passes lead to");
  }
}

void addPhasePasses(OpPassManager &passes, Phase phase,
                    const CompileOptions &options) {
  addPassesTo(phase, passes, options);
  passes.addPass(
      prefix::createPrefixCheckPhasePass({infoOf(phase).name.str()}));
}

namespace {
/// While this lives, passes on the kernels of several scans run side by side,
/// and those that have most to do stand first in the module, which is the order
/// in which threads take them.
class SideBySide {
public:
  SideBySide(ModuleOp module, const CompileOptions &options)
      : context(module.getContext()) {
    struct Work {
      size_t ops, index;
    };
    SmallVector<Work> works;
    for (auto kernels : module.getOps<gpu::GPUModuleOp>()) {
      Work &work = works.emplace_back(Work{0, places.size()});
      kernels.walk([&](Operation *) { ++work.ops; });
      places.emplace_back(kernels, kernels->getNextNode());
    }
    enables = !context->isMultithreadingEnabled() && !options.configure &&
              works.size() > 1;
    if (!enables)
      return;
    llvm::sort(works, [](const Work &one, const Work &other) {
      return std::tuple(other.ops, one.index) <
             std::tuple(one.ops, other.index);
    });
    for (const Work &work : works)
      places[work.index].first->moveBefore(module.getBody(),
                                           module.getBody()->end());
    context->enableMultithreading();
  }
  ~SideBySide() {
    if (!enables)
      return;
    context->disableMultithreading();
    for (auto [kernels, next] : llvm::reverse(places))
      if (next)
        kernels->moveBefore(next);
      else
        kernels->moveBefore(kernels->getBlock(), kernels->getBlock()->end());
  }
  SideBySide(const SideBySide &) = delete;
  SideBySide &operator=(const SideBySide &) = delete;

private:
  MLIRContext *context;
  bool enables;
  // All kernels as they stood, and what stood behind each.
  SmallVector<std::pair<Operation *, Operation *>> places;
};
} // namespace

LogicalResult lowerTo(ModuleOp module, Phase upTo,
                      const CompileOptions &options) {
  FailureOr<Phase> phase = getPhase(module);
  if (failed(phase))
    return failure();
  if (*phase > upTo)
    return module.emitError()
           << "the module is in the '" << infoOf(*phase).name
           << "' phase already, past '" << infoOf(upTo).name << "'";
  // What a source can get wrong is found by the time there are kernels. From
  // there on the module is ours, and is verified at the end: to do so after
  // every pass takes a tenth of all the time. Nor is a phase checked then that
  // is only on the way: scans, of which each is on a way of its own, would have
  // to wait for each other.
  PassManager checked(module.getContext()), own(module.getContext());
  own.enableVerifier(false);
  if (options.configure &&
      (failed(options.configure(checked)) || failed(options.configure(own))))
    return failure();
  for (int next = static_cast<int>(*phase) + 1; next <= static_cast<int>(upTo);
       ++next) {
    const auto to = static_cast<Phase>(next);
    if (to <= Phase::Kernel)
      addPhasePasses(checked, to, options);
    else if (to < upTo)
      addPassesTo(to, own, options);
    else
      addPhasePasses(own, to, options);
  }
  if (failed(checked.run(module)))
    return failure();
  const SideBySide threads(module, options);
  if (failed(own.run(module)))
    return failure();
  return verify(module);
}

namespace {
struct PipelineOptions : PassPipelineOptions<PipelineOptions> {
  Option<std::string> strategy{
      *this, "strategy", llvm::cl::init(""),
      llvm::cl::desc("strategy of scans whose plan names none")};
  Option<std::string> to{*this, "to", llvm::cl::init("llvm"),
                         llvm::cl::desc("last phase")};
};
} // namespace

void registerAllPasses() {
  prefix::registerPrefixTransformsPasses();
  prefix::registerPrefixConversionPasses();
  registerPass([] { return createSCFToControlFlowPass(); });
  registerPass([] { return createConvertGpuOpsToNVVMOps(); });
  registerPass([] { return createReconcileUnrealizedCastsPass(); });

  for (const PhaseInfo &info : phases())
    if (info.phase > Phase::Source && info.phase <= Phase::Llvm)
      PassPipelineRegistration<PipelineOptions>(
          ("scanc-to-" + info.name).str(),
          ("From the phase before to '" + info.name + "': " + info.summary)
              .str(),
          [phase = info.phase](OpPassManager &passes,
                               const PipelineOptions &options) {
            CompileOptions compile;
            compile.strategy = options.strategy;
            addPhasePasses(passes, phase, compile);
          });
  PassPipelineRegistration<PipelineOptions>(
      "scanc-lower", "From source to the phase that 'to' names",
      [](OpPassManager &passes, const PipelineOptions &options) {
        std::optional<Phase> last = parsePhase(options.to);
        if (!last || *last > Phase::Llvm) {
          // The check reports the name as unknown, when there is a module.
          passes.addPass(prefix::createPrefixCheckPhasePass({options.to}));
          return;
        }
        CompileOptions compile;
        compile.strategy = options.strategy;
        for (int next = 1; next <= static_cast<int>(*last); ++next)
          addPhasePasses(passes, static_cast<Phase>(next), compile);
      });
}

} // namespace scanc
