//===- ParseTarget.cpp - Any text as a module -----------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Targets.h"

#include "scanc/Dialect/Prefix/IR/Prefix.h"
#include "scanc/Dialect/Prefix/Transforms/Passes.h"
#include "scanc/Pipelines/Pipelines.h"
#include "scanc/Pipelines/SourceLimits.h"
#include "scanc/Target/Json.h"
#include "scanc/Target/Launcher.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <optional>

using namespace scanc;
using namespace scanc::prefix;
using mlir::ModuleOp;
using mlir::OwningOpRef;

/// Legal families are as wide as 2^20, which takes longer than a fuzzer waits.
static constexpr int64_t maxWidth = 256;
/// A search takes longer than a family.
static constexpr int64_t maxSearchedWidth = 16;
/// The widths of levels multiply.
static constexpr int64_t maxLevelWidth = 8;
static constexpr size_t maxLevels = 4;
/// Values that the threads of all kernels hold, up to which they are lowered
/// beyond the kernel phase.
static constexpr int64_t maxValues = 24;
/// A context keeps every type and attribute it has ever seen.
static constexpr unsigned runsPerContext = 500;

static mlir::MLIRContext &freshContext() {
  static std::unique_ptr<mlir::MLIRContext> context;
  static unsigned runs = 0;
  if (runs++ % runsPerContext == 0) {
    mlir::DialectRegistry registry;
    registerAllDialects(registry);
    context = std::make_unique<mlir::MLIRContext>(
        registry, mlir::MLIRContext::Threading::DISABLED);
    context->loadAllAvailableDialects();
    context->printOpOnDiagnostic(false);
  }
  return *context;
}

[[noreturn]] static void broken(llvm::StringRef promise,
                                llvm::StringRef text = "") {
  llvm::errs() << "fuzz-parse: " << promise << "\n" << text << "\n";
  std::abort();
}

static bool isWide(ModuleOp module) {
  int64_t widest = 0;
  size_t levels = 0;
  auto check = [&](FamilyAttr family) {
    widest = std::max(widest, family.getWidth());
  };
  module.walk([&](mlir::Operation *op) {
    op->getAttrDictionary().walk(check);
    if (auto circuit = llvm::dyn_cast<CircuitOp>(op))
      widest = std::max(widest, circuit.getWidth());
    if (auto search = llvm::dyn_cast<SearchOp>(op))
      widest = std::max<int64_t>(widest, search.getWidth());
    levels += llvm::isa<LeafOp, JoinOp>(op);
  });
  const bool searches = !module.getOps<SearchOp>().empty();
  return widest > maxWidth || (searches && widest > maxSearchedWidth) ||
         (levels && widest > maxLevelWidth) || levels > maxLevels;
}

/// Other dialects have passes of their own makers, who do not promise to take
/// anything that verifies.
static bool isOurs(ModuleOp module) {
  return llvm::all_of(module.getOps(), [](mlir::Operation &op) {
    return llvm::isa<MonoidOp, CircuitOp, FamilyOp, SearchOp, ComposeOp,
                     ScanOp>(op);
  });
}

/// Larger kernels take MLIR's own conversions longer than a fuzzer waits.
static bool hasSmallKernels(ModuleOp module) {
  int64_t values = 0;
  for (auto scan : module.getOps<ScanOp>()) {
    PlanAttr plan = scan.getPlanAttr();
    for (SkeletonAttr skeleton :
         {plan.getReduce(), plan.getScan(), plan.getTop(), plan.getTail()})
      values += skeleton.getRows() * skeleton.getItems() *
                static_cast<int64_t>(scan.getElementTypes().size());
  }
  return values <= maxValues;
}

static std::string print(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream);
  return text;
}

static void checkRoundTrip(ModuleOp module) {
  std::string text = print(module);
  auto again = mlir::parseSourceString<ModuleOp>(text, module.getContext());
  if (!again)
    broken("a printed module does not parse", text);
  if (print(*again) != text)
    broken("a printed module prints differently when read again", text);
}

/// What the driver does with kernels, less the PTX.
static void checkArtefacts(ModuleOp module) {
  for (auto kernels : module.getOps<mlir::gpu::GPUModuleOp>()) {
    target::ScanDescription scan = target::describe(kernels);
    if (llvm::Error error = target::checkApiName(scan.name)) {
      llvm::consumeError(std::move(error));
      continue;
    }
    llvm::consumeError(
        target::emitLauncher(scan, "", "sm_90", scan.name).takeError());
    llvm::consumeError(
        target::emitJson(target::Variant{"sm_90", scan, "", "", "", ""})
            .takeError());
  }
}

/// A module that says which phase it is in must keep that phase's contract.
static bool keepsPhase(ModuleOp module) {
  mlir::FailureOr<Phase> phase = getPhase(module);
  if (mlir::failed(phase) || *phase > Phase::Plan)
    return false;
  if (*phase == Phase::Source)
    return true;
  mlir::PassManager passes(module.getContext());
  passes.addPass(createPrefixCheckPhasePass(
      {phases()[static_cast<size_t>(*phase)].name.str()}));
  return mlir::succeeded(passes.run(module));
}

void fuzz::fuzzParse(llvm::StringRef text) {
  if (std::optional<SourceExcess> excess = findExcess(text)) {
    if (excess->offset > text.size() || excess->message.empty())
      broken("a text is refused nowhere, or for no reason", text);
    return;
  }
  mlir::MLIRContext &context = freshContext();
  unsigned errors = 0;
  mlir::ScopedDiagnosticHandler handler(
      &context, [&](mlir::Diagnostic &diagnostic) {
        errors += diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error;
        (void)diagnostic.str();
        return mlir::success();
      });
  auto module = mlir::parseSourceString<ModuleOp>(text, &context);
  if (!module) {
    if (!errors)
      broken("a text does not parse and nothing says why");
    return;
  }
  if (!isOurs(*module) || isWide(*module))
    return;
  checkRoundTrip(*module);
  if (!keepsPhase(*module))
    return;
  auto lower = [&](Phase phase) {
    errors = 0;
    if (mlir::succeeded(lowerTo(*module, phase, {})))
      return true;
    if (!errors)
      broken("a module does not compile and nothing says why");
    return false;
  };
  if (!lower(Phase::Plan))
    return;
  const bool isSmall = hasSmallKernels(*module);
  if (!lower(Phase::Kernel))
    return;
  if (isSmall && !lower(Phase::Llvm))
    return;
  checkArtefacts(*module);
}
