//===- PTX.cpp - From the llvm phase to PTX -------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Target/PTX.h"
#include "Libdevice.h"
#include "Places.h"
#include "StreamedAccess.h"
#include "WideAtomics.h"
#include "scanc/Dialect/Prefix/IR/PlannedKernels.h"
#include "scanc/Dialect/Prefix/IR/Prefix.h"
#include "scanc/Machine/GpuModel.h"

#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "mlir/Target/LLVMIR/LLVMTranslationInterface.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/OptBisect.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/Threading.h"
#include "llvm/Target/TargetMachine.h"

#include <mutex>
#include <thread>

using namespace mlir;

namespace scanc::target {

using machine::GpuModel;

static constexpr llvm::StringLiteral targetTriple = "nvptx64-nvidia-cuda";

namespace {
/// Keeps what the executor wants to know of an op.
class PrefixTranslation : public LLVMTranslationDialectInterface {
public:
  using LLVMTranslationDialectInterface::LLVMTranslationDialectInterface;

  LogicalResult amendOperation(Operation *,
                               ArrayRef<llvm::Instruction *> instructions,
                               NamedAttribute attribute,
                               LLVM::ModuleTranslation &) const override {
    if (attribute.getName() == prefix::PrefixDialect::paceAttrName)
      for (llvm::Instruction *instruction : instructions)
        instruction->setMetadata(
            attribute.getName().strref(),
            llvm::MDNode::get(instruction->getContext(), {}));
    return success();
  }
};
} // namespace

void registerTranslations(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *, prefix::PrefixDialect *dialect) {
    dialect->addInterfaces<PrefixTranslation>();
  });
  registerBuiltinDialectTranslation(registry);
  registerGPUDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  registerNVVMDialectTranslation(registry);
}

std::unique_ptr<llvm::Module> translateToLlvmIR(gpu::GPUModuleOp kernels,
                                                llvm::LLVMContext &context,
                                                std::vector<Place> *places) {
  OwningOpRef<ModuleOp> numbered;
  if (places) {
    numbered = numberPlaces(kernels, *places);
    if (!numbered)
      return nullptr;
    kernels = *numbered->getOps<gpu::GPUModuleOp>().begin();
  }
  auto module = translateModuleToLLVMIR(kernels, context, kernels.getName());
  if (!module) {
    kernels.emitError("the kernels cannot be translated to LLVM IR");
    return nullptr;
  }
  module->setTargetTriple(llvm::Triple(targetTriple));
  return module;
}

/// Passes of the backend that only options leave out:
///
/// - The search for neighbours among accesses. They come out of the lowering as
///   wide as their alignment allows; it finds none, in a time that grows with
///   the square of the accesses in a block.
/// - Sinking. What a kernel computes before it waits for something is computed
///   there on purpose, and moved behind the wait it makes others wait, too.
/// - The strength reduction of loops, which keeps a register for each address
///   that a loop counts up. Without it, kernels are as fast, and most need as
///   many registers or fewer.
static void leaveOutPasses() {
  auto &options = llvm::cl::getRegisteredOptions();
  for (const char *name : {"disable-nvptx-load-store-vectorizer",
                           "disable-machine-sink", "disable-lsr"}) {
    auto found = options.find(name);
    if (found != options.end())
      static_cast<llvm::cl::opt<bool> *>(found->second)->setValue(true);
  }
}

/// Leaves out the backend's searches for sums and products that others can be
/// made of. Between the combines of a circuit there are none, and to look for
/// them takes half of all the time where a combine multiplies integers.
class NoReassociation : public llvm::OptPassGate {
public:
  bool shouldRunPass(StringRef pass, StringRef) const override {
    return pass != "slsr" && pass != "nary-reassociate";
  }
  bool isEnabled() const override { return true; }
};

/// Of the oldest PTX version that has what `module` needs.
static std::unique_ptr<llvm::TargetMachine>
createMachine(const GpuModel &gpu, const llvm::Module &module) {
  static std::once_flag initialized;
  std::call_once(initialized, [] {
    leaveOutPasses();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
  });
  llvm::Triple triple(targetTriple);
  std::string error;
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, error);
  assert(target && "the NVPTX backend is linked in");
  const unsigned version =
      std::max(gpu.ptxVersion, hasWideAtomics(module) ? wideAtomicsVersion : 0);
  return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
      triple, gpu.name, llvm::formatv("+ptx{0}", version).str(), {},
      llvm::Reloc::PIC_, std::nullopt, llvm::CodeGenOptLevel::Default));
}

/// Kernels come out of the lowering unrolled and in SSA form: they need
/// clean-up and libdevice inlined, no more. The default pipelines would do
/// harm: they split vector loads and then merge them with the scalar path. A
/// second InstCombine takes long, and what it would do ptxas does.
static constexpr llvm::StringLiteral optimization =
    "nvvm-reflect,always-inline,cgscc(inline),"
    "function(sroa,early-cse,simplifycfg,instcombine<no-verify-fixpoint>,"
    "loop-mssa(licm),gvn<no-memdep>,instsimplify,adce,simplifycfg),"
    "globaldce";

static void optimize(llvm::Module &module, llvm::TargetMachine &machine) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager sccs;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder passes(&machine);
  passes.registerModuleAnalyses(modules);
  passes.registerCGSCCAnalyses(sccs);
  passes.registerFunctionAnalyses(functions);
  passes.registerLoopAnalyses(loops);
  passes.crossRegisterProxies(loops, functions, sccs, modules);
  llvm::ModulePassManager pipeline;
  llvm::cantFail(passes.parsePassPipeline(pipeline, optimization));
  pipeline.run(module, modules);
}

/// Names what only this module's kernel uses by it: others that are emitted
/// apart may have brought the same of libdevice.
static void nameApart(llvm::Module &module) {
  llvm::StringRef kernel;
  for (const llvm::Function &function : module)
    if (!function.isDeclaration() && !function.hasLocalLinkage())
      kernel = function.getName();
  for (llvm::GlobalObject &global : module.global_objects())
    if (!global.isDeclaration() && global.hasLocalLinkage() &&
        !global.getName().contains(kernel))
      global.setName(kernel + "_" + global.getName());
}

/// What an architecture does not have and does not need: where no kernel starts
/// before the one before it has ended, there is nothing to wait for, and what
/// L2 would fetch early it fetches later.
static void dropCalls(llvm::Module &module, llvm::StringRef prefix) {
  for (llvm::Function &function : llvm::make_early_inc_range(module)) {
    if (!function.getName().starts_with(prefix))
      continue;
    for (llvm::User *user : llvm::make_early_inc_range(function.users()))
      llvm::cast<llvm::Instruction>(user)->eraseFromParent();
    function.eraseFromParent();
  }
}

/// Whether a GPU has what the kernels of a plan need.
static LogicalResult checkGpu(gpu::GPUModuleOp kernels, const GpuModel &gpu) {
  auto launch = kernels->getAttrOfType<prefix::LaunchAttr>(
      prefix::PrefixDialect::launchAttrName);
  if (!launch)
    return success();
  const prefix::PlanAttr plan = launch.getPlan();
  if (failed(prefix::checkNeeds([&] { return kernels.emitError(); },
                                plan.getStrategy(), gpu)))
    return failure();
  for (const prefix::PlannedKernel &kernel :
       prefix::getKernels(plan, prefix::ScanTypes::of(launch)))
    if (kernel.sharedBytes > gpu.sharedPerBlock)
      return kernels.emitError()
             << "'" << kernels.getName() << "_" << kernel.suffix << "' takes "
             << kernel.sharedBytes << " bytes of shared memory a block, of "
             << gpu.sharedPerBlock << " on " << gpu.name
             << "; plan fewer stages or items, or another strategy";
  return success();
}

namespace {

/// Kernels of one scan on their way to PTX, in a context of their own.
class Emission {
public:
  /// `isApart`: of one kernel, others of which are emitted by themselves, too.
  explicit Emission(bool isApart) : isApart(isApart) {}

  /// Takes what is needed of MLIR; one at a time. Says at the kernels what is
  /// wrong.
  LogicalResult translate(gpu::GPUModuleOp kernels, const GpuModel &gpu,
                          const PtxOptions &options);
  /// The PTX; nothing if the backend cannot emit it. Other emissions may run
  /// meanwhile.
  std::optional<std::string> run();

private:
  const bool isApart;
  NoReassociation gate;
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
  std::unique_ptr<llvm::TargetMachine> machine;
};

LogicalResult Emission::translate(gpu::GPUModuleOp kernels, const GpuModel &gpu,
                                  const PtxOptions &options) {
  context.setOptPassGate(gate);
  module = translateToLlvmIR(kernels, context);
  if (!module)
    return failure();
  machine = createMachine(gpu, *module);
  module->setDataLayout(machine->createDataLayout());
  if (llvm::Error error = linkLibdevice(*module, options.libdevice))
    return LogicalResult(kernels.emitError()
                         << llvm::toString(std::move(error)));
  if (!gpu.has(machine::DependentLaunch))
    dropCalls(*module, "llvm.nvvm.griddepcontrol.");
  if (!gpu.has(machine::BulkCopies))
    dropCalls(*module, "llvm.nvvm.cp.async.bulk.prefetch.L2");
  return success();
}

std::optional<std::string> Emission::run() {
  optimize(*module, *machine);
  if (isApart)
    nameApart(*module);
  addCachePolicies(*module);
  writeWideAtomics(*module);

  llvm::SmallString<0> ptx;
  llvm::raw_svector_ostream stream(ptx);
  llvm::legacy::PassManager emission;
  if (machine->addPassesToEmitFile(emission, stream, nullptr,
                                   llvm::CodeGenFileType::AssemblyFile))
    return std::nullopt;
  emission.run(*module);
  return std::string(ptx);
}

} // namespace

namespace {

/// What is emitted by itself: all kernels of a scan, or `kernel` of them.
struct Part {
  size_t scan;
  gpu::GPUModuleOp kernels;
  Operation *kernel;
  size_t ops;
  std::string ptx;
};

static size_t countOps(Operation *op) {
  size_t ops = 0;
  op->walk([&](Operation *) { ++ops; });
  return ops;
}

/// A scan's kernels, or nothing if it has other functions.
static SmallVector<Operation *> findKernels(gpu::GPUModuleOp kernels) {
  SmallVector<Operation *> found;
  for (auto function : kernels.getOps<LLVM::LLVMFuncOp>()) {
    if (function.isExternal())
      continue;
    if (!function->hasAttr(NVVM::NVVMDialect::getKernelFuncAttrName()))
      return {};
    found.push_back(function);
  }
  return found;
}

/// A scan's kernels: together, or each by itself where they are long, so that
/// no core waits for one that has most of all to do.
static void addParts(std::vector<Part> &parts, size_t scan,
                     gpu::GPUModuleOp kernels) {
  constexpr size_t most = 2000;
  const size_t ops = countOps(kernels);
  const SmallVector<Operation *> apart = findKernels(kernels);
  if (ops <= most || apart.size() < 2) {
    parts.push_back({scan, kernels, nullptr, ops, {}});
    return;
  }
  for (Operation *kernel : apart)
    parts.push_back({scan, kernels, kernel, countOps(kernel), {}});
}

/// A copy that has this kernel alone.
static OwningOpRef<gpu::GPUModuleOp> copyPart(const Part &part) {
  gpu::GPUModuleOp all = part.kernels;
  OwningOpRef<gpu::GPUModuleOp> own(
      cast<gpu::GPUModuleOp>(all->cloneWithoutRegions()));
  OpBuilder builder =
      OpBuilder::atBlockBegin(&own->getBodyRegion().emplaceBlock());
  const SmallVector<Operation *> apart = findKernels(all);
  for (Operation &op : *all.getBody())
    if (&op == part.kernel || !llvm::is_contained(apart, &op))
      builder.clone(op);
  return own;
}

/// The kernels of parts of a scan in one file: of the newest version that one
/// of them needs, and with what they all declare once.
static std::string join(ArrayRef<const Part *> parts) {
  if (parts.size() == 1)
    return parts.front()->ptx;
  // What comes before the first kernel, and the version in it.
  auto split = [](const Part *part) {
    return StringRef(part->ptx).split("\n\n\t// .globl");
  };
  auto versionOf = [&](const Part *part) {
    unsigned major = 0, minor = 0;
    StringRef version = split(part).first.split(".version ").second;
    version.consumeInteger(10, major);
    version.consume_front(".");
    version.consumeInteger(10, minor);
    return std::pair(major, minor);
  };
  const Part *newest = *llvm::max_element(
      parts, [&](auto *a, auto *b) { return versionOf(a) < versionOf(b); });
  std::string ptx = split(newest).first.str() + "\n\n";
  constexpr StringRef label = "$L__BB0_";
  llvm::StringSet<> declared;
  for (auto [number, part] : llvm::enumerate(parts)) {
    ptx += "\t// .globl";
    bool isRepeated = false;
    for (StringRef rest = split(part).second; !rest.empty();) {
      auto [line, others] = rest.split('\n');
      rest = others;
      // A declaration, and the empty line behind it.
      if (isRepeated && line.empty())
        continue;
      isRepeated =
          line.starts_with(".extern .shared") && !declared.insert(line).second;
      if (isRepeated)
        continue;
      // Each part has numbered its labels as those of the first function.
      for (size_t at; (at = line.find(label)) != StringRef::npos;) {
        ptx += (line.take_front(at) + "$L__BB" + Twine(number) + "_").str();
        line = line.drop_front(at + label.size());
      }
      ptx += (line + "\n").str();
    }
  }
  return ptx;
}

/// The PTX of several scans: each of a few threads takes one kernel after
/// another, for a file can have many.
class Emissions {
public:
  Emissions(ArrayRef<gpu::GPUModuleOp> kernels, const GpuModel &gpu,
            const PtxOptions &options)
      : kernels(kernels), gpu(gpu), options(options) {
    for (auto [index, own] : llvm::enumerate(kernels))
      addParts(parts, index, own);
    // The one that takes longest begins first.
    for (Part &part : parts)
      order.push_back(&part);
    llvm::sort(order, [](const Part *a, const Part *b) {
      return a->ops != b->ops ? a->ops > b->ops : a < b;
    });
  }

  FailureOr<std::vector<std::string>> run() {
    for (gpu::GPUModuleOp scan : kernels)
      if (failed(checkGpu(scan, gpu)))
        return failure();
    const size_t threads = std::min<size_t>(
        llvm::hardware_concurrency().compute_thread_count(), order.size());
    std::vector<std::thread> others;
    for (size_t i = 1; i < threads; ++i)
      others.emplace_back([&] { work(); });
    work();
    for (std::thread &other : others)
      other.join();
    if (isWrong)
      return failure();
    std::vector<std::string> emitted;
    for (size_t scan = 0; scan < kernels.size(); ++scan) {
      SmallVector<const Part *> own;
      for (const Part &part : parts)
        if (part.scan == scan)
          own.push_back(&part);
      emitted.push_back(join(own));
    }
    return emitted;
  }

private:
  void work() {
    // MLIR is asked by one thread at a time.
    for (std::unique_lock lock(mutex); next < order.size() && !isWrong;) {
      Part &part = *order[next++];
      Emission emission(/*isApart=*/part.kernel);
      OwningOpRef<gpu::GPUModuleOp> own;
      if (part.kernel)
        own = copyPart(part);
      if (failed(emission.translate(own ? *own : part.kernels, gpu, options))) {
        isWrong = true;
        return;
      }
      lock.unlock();
      std::optional<std::string> ptx = emission.run();
      lock.lock();
      if (ptx) {
        part.ptx = std::move(*ptx);
        continue;
      }
      gpu::GPUModuleOp(kernels[part.scan])
          .emitError("the NVPTX backend cannot emit PTX");
      isWrong = true;
    }
  }

  ArrayRef<gpu::GPUModuleOp> kernels;
  const GpuModel &gpu;
  const PtxOptions &options;
  std::vector<Part> parts;
  std::vector<Part *> order;
  std::mutex mutex; // of what follows, and of MLIR
  size_t next = 0;
  bool isWrong = false;
};

} // namespace

FailureOr<std::vector<std::string>> emitPtx(ArrayRef<gpu::GPUModuleOp> kernels,
                                            const PtxOptions &options) {
  if (kernels.empty())
    return std::vector<std::string>();
  const GpuModel *gpu = machine::findGpu(options.arch);
  if (!gpu)
    return gpu::GPUModuleOp(kernels.front()).emitError()
           << "unknown architecture '" << options.arch << "'; expected "
           << machine::listGpus();
  return Emissions(kernels, *gpu, options).run();
}

FailureOr<std::string> emitPtx(gpu::GPUModuleOp kernels,
                               const PtxOptions &options) {
  FailureOr<std::vector<std::string>> ptx =
      emitPtx(ArrayRef<gpu::GPUModuleOp>(kernels), options);
  if (failed(ptx))
    return failure();
  return std::move(ptx->front());
}

} // namespace scanc::target
