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
#include "ShapeList.h"
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
static llvm::cl::opt<std::string> shapeFlag(
    "shape",
    llvm::cl::desc("along an axis, the extents of the tensor, as 8x512x64; "
                   "implies --domain=axis (default: a tensor for each kernel)"),
    llvm::cl::value_desc("AxBxC"), llvm::cl::cat(commandCategory()),
    llvm::cl::sub(reportSubCommand()));
static llvm::cl::opt<std::string> axisFlag(
    "axis",
    llvm::cl::desc("with --shape, the dimension to scan along: 0 is the "
                   "first one; from the last one on, they are "
                   "negative"),
    llvm::cl::value_desc("K"), llvm::cl::cat(commandCategory()),
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

/// The tensor that is asked for, if one is.
static Expected<std::optional<reports::TensorShape>> requestedTensor() {
  if (!shapeFlag.getNumOccurrences() && !axisFlag.getNumOccurrences())
    return std::nullopt;
  auto given = [](const llvm::cl::opt<std::string> &flag) {
    return flag.getNumOccurrences() ? llvm::ArrayRef<std::string>(flag)
                                    : llvm::ArrayRef<std::string>();
  };
  Expected<std::vector<Extents>> extents =
      parseShapes(given(shapeFlag), given(axisFlag), maxLength);
  if (!extents)
    return extents.takeError();
  return reports::TensorShape{extents->front().shape, extents->front().axis};
}

/// Refuses sizes that are not those of what is scanned.
static Error checkSizes(const target::ScanDescription &scan, bool hasTensor) {
  if (!scan.isOfAxis() && !hasTensor) {
    if (rowFlag.getNumOccurrences() && !scan.isOfRows())
      return badUsage("--row goes with a scan of rows: --domain=rows");
    return Error::success();
  }
  for (const llvm::cl::Option *flag :
       {static_cast<const llvm::cl::Option *>(&lengthFlag),
        static_cast<const llvm::cl::Option *>(&rowFlag)})
    if (flag->getNumOccurrences())
      return badUsage("'" + scan.apiName() +
                      "' scans along an axis: instead of --" + flag->ArgStr +
                      ", give --shape=AxBxC and --axis=K");
  return Error::success();
}

Error scanc::runReport() {
  if (Error error = checkOutput(requestedOutput()))
    return error;
  Expected<CompileOptions> options = parseCompileFlags();
  if (!options)
    return options.takeError();
  options->countCombines = true;
  reports::MeasureOptions measure;
  measure.n = lengthFlag;
  measure.row = rowFlag;
  if (Error error = requestedTensor().moveInto(measure.tensor))
    return error;
  Compilation compilation;
  if (Error error = loadForm(compilation, sourceFile, "report", {},
                             measure.tensor.has_value()))
    return error;
  if (Error error = checkDeciding(compilation.module(), Phase::Llvm))
    return error;
  mlir::FailureOr<Phase> phase = getPhase(compilation.module());
  if (mlir::succeeded(phase) && *phase >= Phase::Kernel)
    return compilation.inputError("expected a scan up to the 'plan' phase, got "
                                  "kernels, whose steps are not known");
  if (Error error = compilation.lower(Phase::Kernel, *options))
    return error;
  std::vector<reports::MeasuredForm> forms;
  for (auto kernels : compilation.module().getOps<mlir::gpu::GPUModuleOp>())
    forms.push_back({kernels, reports::collectLevels(kernels)});
  if (Error error = compilation.lower(Phase::Llvm, *options))
    return error;
  for (auto [form, kernels] : llvm::zip_equal(
           forms, compilation.module().getOps<mlir::gpu::GPUModuleOp>()))
    form.kernels = kernels;
  if (Error error = checkSizes(target::describe(forms.back().kernels),
                               measure.tensor.has_value()))
    return error;
  Expected<reports::Report> result =
      reports::measure(std::move(forms), measure);
  if (!result)
    return toolFailed(llvm::toString(result.takeError()));
  return writeOutput(render(*result));
}
