//===- Compilation.h - The module of one command, and its diagnostics -----===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Owns the MLIR context, the source text and the module, and prints MLIR's
// diagnostics the way the contract wants them: those with a place as
// `file:line:col: error: ...` with the line they are about, those without one,
// which come from a request made of flags, as `scanc: error: ...`, after the
// tool's name.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TOOLS_SUPPORT_COMPILATION_H
#define SCANC_TOOLS_SUPPORT_COMPILATION_H

#include "scanc/Pipelines/Pipelines.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/SourceMgr.h"

#include <memory>
#include <string>

namespace scanc {

class Compilation {
public:
  Compilation();

  /// Parses and verifies a file, "-" being standard input.
  llvm::Error parse(llvm::StringRef fileName);

  /// Takes a module that was built in this context, and verifies it.
  llvm::Error adopt(mlir::OwningOpRef<mlir::ModuleOp> built);

  /// Lowers the module; nothing happens if it is there already. It is an error
  /// if it is past that phase.
  llvm::Error lower(Phase upTo, const CompileOptions &options);

  mlir::MLIRContext &context() { return mlirContext; }
  mlir::ModuleOp module() { return *mlirModule; }

  /// An error in the input, printed like a diagnostic; without a place, at its
  /// start.
  llvm::Error inputError(const llvm::Twine &message, llvm::SMLoc place = {});

  /// The input file without its folder and extension; empty for a request and
  /// for standard input.
  llvm::StringRef inputStem() const { return stem; }

private:
  llvm::Error checkPhase();
  mlir::LogicalResult printPlaceless(mlir::Diagnostic &diagnostic);

  mlir::MLIRContext mlirContext;
  llvm::SourceMgr sourceMgr;
  std::string stem;
  std::unique_ptr<mlir::SourceMgrDiagnosticHandler> located;
  std::unique_ptr<mlir::ScopedDiagnosticHandler> placeless;
  mlir::OwningOpRef<mlir::ModuleOp> mlirModule;
};

} // namespace scanc

#endif // SCANC_TOOLS_SUPPORT_COMPILATION_H
