//===- LspServer.h - scanc-lsp-server ---------------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TOOLS_SCANC_LSP_SERVER_LSPSERVER_H
#define SCANC_TOOLS_SCANC_LSP_SERVER_LSPSERVER_H

namespace scanc {

/// The program scanc-lsp-server: the Language Server Protocol on standard input
/// and output. Returns the exit status.
int runLspServer(int argc, char **argv);

} // namespace scanc

#endif // SCANC_TOOLS_SCANC_LSP_SERVER_LSPSERVER_H
