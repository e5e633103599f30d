//===- Source.h - A parsed text and what lies where -------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A part of a document, parsed with the places of what it names:
//
//   prefix.circuit @pair(%a, %b) {        on @pair, the op
//     %x = prefix.combine %a, %b          on %x and %a, the values;
//     prefix.yield %a, %x                 on prefix.combine, the op
//   }
//   prefix.family @ks = kogge_stone<32>   on kogge_stone, the family
//   prefix.scan @s inclusive @add_i32 ..  on @add_i32, the built-in monoid
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TOOLS_SCANC_LSP_SERVER_SOURCE_H
#define SCANC_TOOLS_SCANC_LSP_SERVER_SOURCE_H

#include "scanc/Dialect/Prefix/IR/Prefix.h"

#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/SourceMgr.h"

#include <memory>
#include <optional>
#include <string>

namespace scanc::editor {

/// What a position names: one of the three, unless nothing is known.
struct Subject {
  mlir::Operation *op = nullptr;
  mlir::Value value = nullptr;
  prefix::FamilyAttr family = nullptr;
  /// Where the name is, in bytes of the text.
  size_t begin = 0, end = 0;
};

class Source {
public:
  /// Parses and verifies. Null for a text that fails either. The text must be
  /// within the SourceLimits.
  static std::unique_ptr<Source> parse(llvm::StringRef text);

  /// What is named at a byte of the text, if that is known.
  std::optional<Subject> find(size_t offset);

  mlir::ModuleOp module() { return root; }
  mlir::MLIRContext &context() { return mlirContext; }
  /// The first error since the last call, without its place; or nothing.
  std::string takeError() { return std::exchange(firstError, {}); }

private:
  Source();

  llvm::StringRef text() const;
  std::optional<Subject> findSymbol(llvm::StringRef name);
  std::optional<Subject> findFamily(llvm::StringRef name, size_t end);
  mlir::Value findValue(llvm::SMLoc place);
  mlir::Operation *findOperation(llvm::SMLoc place);

  mlir::MLIRContext mlirContext;
  std::string firstError;
  mlir::ScopedDiagnosticHandler collector;
  llvm::SourceMgr sources;
  mlir::AsmParserState places;
  mlir::OwningOpRef<mlir::ModuleOp> owner;
  mlir::ModuleOp root;
  mlir::OwningOpRef<mlir::ModuleOp> prelude; // once it is asked for
};

} // namespace scanc::editor

#endif // SCANC_TOOLS_SCANC_LSP_SERVER_SOURCE_H
