//===- LspServer.cpp - Language server for the prefix dialect -------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gives an editor diagnostics, hover, and go-to-definition in .mlir files of
// scanc, over the Language Server Protocol on standard input and output. It is
// MLIR's server with the dialects of scanc, and hovers say what scanc knows.
//
//===----------------------------------------------------------------------===//

#include "LspServer.h"
#include "Relay.h"

#include "scanc/Pipelines/Pipelines.h"

#include "mlir/IR/DialectRegistry.h"

int scanc::runLspServer(int argc, char **argv) {
  mlir::DialectRegistry registry;
  scanc::registerAllDialects(registry);
  return scanc::editor::serve(argc, argv, registry);
}
