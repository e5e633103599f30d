//===- Report.cpp - scanc report: what a scan does, level by level --------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "Compilation.h"
#include "Flags.h"
#include "Output.h"
#include "Scans.h"
#include "Values.h"

#include "scanc/Report/Report.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/LSP/Protocol.h"
#include "llvm/Support/Path.h"

using namespace scanc;
using llvm::Error;
using llvm::Expected;

namespace {
enum class ReportForm { Text, Json, Html };
} // namespace

static llvm::cl::opt<std::string> sourceFile(llvm::cl::Positional,
                                             llvm::cl::desc("FILE.mlir"),
                                             llvm::cl::cat(commandCategory()),
                                             llvm::cl::sub(reportSubCommand()));
/// Instrumented, the executor scans some hundred thousand elements a second.
static constexpr uint64_t maxLength = uint64_t(1) << 24;

static NumberFlag
    lengthFlag("n",
               llvm::cl::desc("elements to scan, at least 1 (default: a few "
                              "tiles for each block, and a ragged end)"),
               Range{1, maxLength}, llvm::cl::value_desc("N"),
               llvm::cl::cat(commandCategory()),
               llvm::cl::sub(reportSubCommand()));
static NumberFlag
    rowFlag("row", llvm::cl::desc("of rows, elements of each (default: 1000)"),
            Range{1, maxLength}, llvm::cl::value_desc("N"),
            llvm::cl::init(1000), llvm::cl::cat(commandCategory()),
            llvm::cl::sub(reportSubCommand()));
static ChoiceFlag<ReportForm> formFlag(
    "format", llvm::cl::desc("what to print (default: text)"),
    llvm::cl::values(clEnumValN(ReportForm::Text, "text", "aligned tables"),
                     clEnumValN(ReportForm::Json, "json",
                                "all counts, for programs"),
                     clEnumValN(ReportForm::Html, "html",
                                "a page with tables, bars and the circuits")),
    llvm::cl::init(ReportForm::Text), llvm::cl::cat(commandCategory()),
    llvm::cl::sub(reportSubCommand()));

/// The documentation that was installed with this program, as an address; empty
/// where there is none.
static std::string installedDocs() {
  const std::string program = llvm::sys::fs::getMainExecutable(
      nullptr, reinterpret_cast<void *>(&installedDocs));
  llvm::SmallString<128> folder =
      llvm::sys::path::parent_path(llvm::sys::path::parent_path(program));
  llvm::sys::path::append(folder, "share", "doc", "scanc", "docs");
  if (!llvm::sys::fs::is_directory(folder))
    return "";
  Expected<llvm::lsp::URIForFile> address =
      llvm::lsp::URIForFile::fromFile(folder);
  if (address)
    return address->uri().str();
  llvm::consumeError(address.takeError()); // a path that is not absolute
  return "";
}

static std::string render(const reports::Report &result) {
  switch (formFlag) {
  case ReportForm::Text:
    return reports::renderText(result);
  case ReportForm::Json:
    return reports::renderJson(result);
  case ReportForm::Html:
    return reports::renderHtml(result, installedDocs());
  }
  llvm_unreachable("unknown form");
}

static mlir::gpu::GPUModuleOp kernelsOf(Compilation &compilation) {
  return *compilation.module().getOps<mlir::gpu::GPUModuleOp>().begin();
}

Error scanc::runReport() {
  if (Error error = checkOutput(requestedOutput()))
    return error;
  Expected<CompileOptions> options = parseCompileFlags();
  if (!options)
    return options.takeError();
  options->countCombines = true;
  Compilation compilation;
  if (Error error = loadForm(compilation, sourceFile, "report"))
    return error;
  if (Error error = checkDeciding(compilation.module(), Phase::Llvm))
    return error;
  mlir::FailureOr<Phase> phase = getPhase(compilation.module());
  if (mlir::succeeded(phase) && *phase >= Phase::Kernel)
    return compilation.inputError("expected a scan up to the 'plan' phase, got "
                                  "kernels, whose steps are not known");
  if (Error error = compilation.lower(Phase::Kernel, *options))
    return error;
  reports::Levels levels = reports::collectLevels(kernelsOf(compilation));
  if (Error error = compilation.lower(Phase::Llvm, *options))
    return error;

  reports::MeasureOptions measure;
  measure.n = lengthFlag;
  measure.row = rowFlag;
  const target::ScanDescription scan = target::describe(kernelsOf(compilation));
  if (scan.isOfAxis())
    return badUsage("'" + scan.apiName() +
                    "' scans along an axis: 'scanc report' measures lines and "
                    "rows");
  if (rowFlag.getNumOccurrences() && !scan.isOfRows())
    return badUsage("--row goes with a scan of rows: --domain=rows");
  Expected<reports::Report> result =
      reports::measure(kernelsOf(compilation), std::move(levels), measure);
  if (!result)
    return toolFailed(llvm::toString(result.takeError()));
  return writeOutput(render(*result));
}
