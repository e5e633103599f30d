//===- Compilation.cpp - The module of one command, and its diagnostics ---===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compilation.h"

#include "ToolError.h"

#include "scanc/Dialect/Prefix/IR/Prefix.h"
#include "scanc/Dialect/Prefix/Transforms/Passes.h"
#include "scanc/Pipelines/SourceLimits.h"

#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <tuple>

using namespace scanc;
using llvm::Error;
using llvm::StringRef;

static mlir::DialectRegistry makeRegistry() {
  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  return registry;
}

// One thread: a module is small, and diagnostics come in the order of the text.
Compilation::Compilation()
    : mlirContext(makeRegistry(), mlir::MLIRContext::Threading::DISABLED) {
  mlirContext.printOpOnDiagnostic(false);
  located = std::make_unique<mlir::SourceMgrDiagnosticHandler>(
      sourceMgr, &mlirContext, llvm::errs());
  // Handlers are asked last registered first.
  placeless = std::make_unique<mlir::ScopedDiagnosticHandler>(
      &mlirContext, [this](mlir::Diagnostic &diagnostic) {
        return printPlaceless(diagnostic);
      });
}

static bool hasPlace(mlir::Location location) {
  return location->findInstanceOf<mlir::FileLineColLoc>() != nullptr;
}

mlir::LogicalResult Compilation::printPlaceless(mlir::Diagnostic &diagnostic) {
  if (hasPlace(diagnostic.getLocation()))
    return mlir::failure();
  auto severity = [](const mlir::Diagnostic &d) -> StringRef {
    switch (d.getSeverity()) {
    case mlir::DiagnosticSeverity::Note:
      return "note";
    case mlir::DiagnosticSeverity::Warning:
      return "warning";
    case mlir::DiagnosticSeverity::Error:
      return "error";
    case mlir::DiagnosticSeverity::Remark:
      return "remark";
    }
    llvm_unreachable("unknown severity");
  };
  llvm::errs() << toolName << ": " << severity(diagnostic) << ": " << diagnostic
               << '\n';
  for (const mlir::Diagnostic &note : diagnostic.getNotes()) {
    if (hasPlace(note.getLocation()))
      located->emitDiagnostic(note.getLocation(), note.str(),
                              note.getSeverity());
    else
      llvm::errs() << toolName << ": " << severity(note) << ": " << note
                   << '\n';
  }
  return mlir::success();
}

Error Compilation::parse(StringRef fileName) {
  auto file = readSource(fileName);
  if (file.getError() == std::errc::file_too_large)
    return badInput("cannot read '" + fileName + "': it has more than " +
                    llvm::Twine(SourceLimits::bytes) + " bytes");
  if (!file)
    return badInput("cannot read '" + fileName +
                    "': " + file.getError().message());
  if (fileName != "-")
    stem = llvm::sys::path::stem(fileName).str();
  StringRef text = (*file)->getBuffer();
  sourceMgr.AddNewSourceBuffer(std::move(*file), llvm::SMLoc());
  if (std::optional<SourceExcess> excess = findExcess(text))
    return inputError(excess->message, llvm::SMLoc::getFromPointer(
                                           text.data() + excess->offset));
  mlirModule = mlir::parseSourceFile<mlir::ModuleOp>(sourceMgr, &mlirContext);
  return mlirModule ? checkPhase() : alreadyReported();
}

/// A module that says which phase it is in must keep that phase's contract: a
/// user may have edited it.
Error Compilation::checkPhase() {
  mlir::FailureOr<Phase> phase = getPhase(*mlirModule);
  if (mlir::failed(phase))
    return alreadyReported();
  if (*phase == Phase::Source)
    return Error::success();
  StringRef name;
  for (const PhaseInfo &info : phases())
    if (info.phase == *phase)
      name = info.name;
  mlir::PassManager passes(&mlirContext);
  passes.addPass(prefix::createPrefixCheckPhasePass({name.str()}));
  if (mlir::failed(passes.run(*mlirModule)))
    return alreadyReported();
  return Error::success();
}

Error Compilation::adopt(mlir::OwningOpRef<mlir::ModuleOp> built) {
  mlirModule = std::move(built);
  if (mlir::failed(mlir::verify(*mlirModule)))
    return alreadyReported();
  return Error::success();
}

/// A strategy that somebody asks for and a plan that names another: one of them
/// is a mistake.
static mlir::LogicalResult checkStrategies(mlir::ModuleOp module,
                                           StringRef asked) {
  if (asked.empty() || asked == "auto")
    return mlir::success();
  for (auto scan : module.getOps<prefix::ScanOp>()) {
    const prefix::PlanAttr plan = scan.getPlanAttr();
    if (plan && plan.getStrategy() && plan.getStrategy().getName() != asked)
      return scan.emitError()
             << "--strategy=" << asked << " cannot be: the plan names "
             << plan.getStrategy().getName();
  }
  return mlir::success();
}

Error Compilation::lower(Phase upTo, const CompileOptions &options) {
  if (mlir::failed(checkStrategies(*mlirModule, options.strategy)))
    return alreadyReported();
  if (mlir::failed(lowerTo(*mlirModule, upTo, options)))
    return alreadyReported();
  return Error::success();
}

Error Compilation::inputError(const llvm::Twine &message, llvm::SMLoc place) {
  if (!sourceMgr.getNumBuffers())
    return badInput(message);
  unsigned buffer = sourceMgr.getMainFileID();
  unsigned line = 1, column = 1;
  if (place.isValid())
    std::tie(line, column) = sourceMgr.getLineAndColumn(place, buffer);
  StringRef name = sourceMgr.getMemoryBuffer(buffer)->getBufferIdentifier();
  mlir::emitError(mlir::FileLineColLoc::get(&mlirContext, name, line, column),
                  message);
  return alreadyReported();
}
