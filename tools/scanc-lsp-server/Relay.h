//===- Relay.h - MLIR's server, with every message in our hands -*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TOOLS_SCANC_LSP_SERVER_RELAY_H
#define SCANC_TOOLS_SCANC_LSP_SERVER_RELAY_H

#include "mlir/IR/DialectRegistry.h"

namespace scanc::editor {

/// Serves an editor on standard input and output until it says `exit` or is
/// gone. 0 where it said `shutdown` before, else 1. The arguments are those of
/// MLIR's server.
int serve(int argc, char **argv, mlir::DialectRegistry &registry);

} // namespace scanc::editor

#endif // SCANC_TOOLS_SCANC_LSP_SERVER_RELAY_H
