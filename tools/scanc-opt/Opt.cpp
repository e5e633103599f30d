//===- Opt.cpp - Run passes and pipelines on a module ---------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mlir-opt for scanc: every pass and every named pipeline of ours, and from
// upstream only what helps to read their output. What is parsed is bounded as
// the driver bounds it.
//
//===----------------------------------------------------------------------===//

#include "Opt.h"

#include "scanc/Pipelines/Pipelines.h"
#include "scanc/Pipelines/SourceLimits.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/raw_ostream.h"

using llvm::StringRef;

/// Says on standard error what is too much in `source`.
static mlir::LogicalResult checkLimits(const llvm::MemoryBuffer &source) {
  std::optional<scanc::SourceExcess> excess =
      scanc::findExcess(source.getBuffer());
  if (!excess)
    return mlir::success();
  llvm::SourceMgr sourceMgr;
  sourceMgr.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBuffer(source.getMemBufferRef()), {});
  sourceMgr.PrintMessage(
      llvm::errs(),
      llvm::SMLoc::getFromPointer(source.getBufferStart() + excess->offset),
      llvm::SourceMgr::DK_Error, excess->message);
  return mlir::failure();
}

static mlir::LogicalResult run(StringRef input, StringRef output,
                               mlir::DialectRegistry &registry) {
  auto config = mlir::MlirOptMainConfig::createFromCLOptions();
  if (config.shouldShowDialects()) {
    llvm::interleave(registry.getDialectNames(), llvm::outs(), "\n");
    llvm::outs() << '\n';
    return mlir::success();
  }
  if (config.shouldListPasses()) {
    mlir::printRegisteredPasses();
    return mlir::success();
  }
  auto source = scanc::readSource(input);
  if (!source) {
    llvm::errs() << "scanc-opt: error: cannot read '" << input
                 << "': " << source.getError().message() << '\n';
    return mlir::failure();
  }
  if (mlir::failed(checkLimits(**source)))
    return mlir::failure();
  std::string error;
  auto file = mlir::openOutputFile(output, &error);
  if (!file) {
    llvm::errs() << "scanc-opt: error: " << error << '\n';
    return mlir::failure();
  }
  if (mlir::failed(
          mlir::MlirOptMain(file->os(), std::move(*source), registry, config)))
    return mlir::failure();
  file->keep();
  return mlir::success();
}

int scanc::runOpt(int argc, char **argv) {
  mlir::DialectRegistry registry;
  scanc::registerAllDialects(registry);
  scanc::registerAllPasses();
  mlir::registerCanonicalizerPass();
  mlir::registerCSEPass();
  mlir::registerSymbolDCEPass();
  llvm::InitLLVM initialized(argc, argv);
  auto [input, output] = mlir::registerAndParseCLIOptions(
      argc, argv, "scanc: the passes, one at a time\n", registry);
  return mlir::asMainReturnCode(run(input, output, registry));
}
