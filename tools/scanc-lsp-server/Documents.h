//===- Documents.h - The texts that an editor has open ----------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A position of the Language Server Protocol is a line and a number of UTF-16
// code units; a text is UTF-8. "é" is one unit and two bytes:
//
//   // é %a     character 5 is byte 6, the '%'
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TOOLS_SCANC_LSP_SERVER_DOCUMENTS_H
#define SCANC_TOOLS_SCANC_LSP_SERVER_DOCUMENTS_H

#include "scanc/Pipelines/SourceLimits.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"

#include <atomic>
#include <memory>
#include <optional>
#include <string>

namespace scanc::editor {

/// Both count from 0.
struct Position {
  int64_t line = 0, character = 0;
};

/// Null for what is no position.
std::optional<Position> parsePosition(const llvm::json::Value *value);
llvm::json::Value toJSON(Position position);

/// The byte that a position stands for. A line beyond the end is the end of the
/// text, a character beyond the end of its line is the end of the line.
size_t offsetOf(llvm::StringRef text, Position position);
Position positionOf(llvm::StringRef text, size_t offset);

/// The parts of a text that are parsed apart, as MLIR's tools do with
/// '// -----' between them.
llvm::SmallVector<llvm::StringRef> partsOf(llvm::StringRef text);

/// A text as it was between two edits.
struct Document {
  explicit Document(std::string text);

  const std::string text;
  /// What keeps the text from being parsed at all, if anything does.
  const std::optional<SourceExcess> excess;
  /// An edit came since, or the document was closed.
  mutable std::atomic<bool> outdated = false;
};
using DocumentRef = std::shared_ptr<const Document>;

/// The open documents by their URI, however it is escaped.
class Documents {
public:
  /// Null where no such document is open.
  DocumentRef find(llvm::StringRef uri) const;
  DocumentRef open(llvm::StringRef uri, std::string text);
  /// Applies the `contentChanges` of a didChange in order. Null, and no change,
  /// where no such document is open or the changes make no sense.
  DocumentRef change(llvm::StringRef uri, const llvm::json::Array &changes);
  void close(llvm::StringRef uri);

private:
  llvm::StringMap<DocumentRef> documents;
};

} // namespace scanc::editor

#endif // SCANC_TOOLS_SCANC_LSP_SERVER_DOCUMENTS_H
