//===- LspServer.cpp - Language server for the prefix dialect -------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gives an editor diagnostics, hover, and go-to-definition in .mlir files of
// scanc, over the Language Server Protocol on standard input and output.
//
//===----------------------------------------------------------------------===//

#include "LspServer.h"

#include "scanc/Pipelines/Pipelines.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "llvm/Support/LogicalResult.h"

int scanc::runLspServer(int argc, char **argv) {
  mlir::DialectRegistry registry;
  scanc::registerAllDialects(registry);
  return llvm::failed(mlir::MlirLspServerMain(argc, argv, registry));
}
