//===- Session.h - What scanc adds to a session of MLIR's server ----------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's language server knows nothing of circuits, and its answers cannot be
// changed from inside. A Session stands between it and the editor and sees each
// message, as JSON, on its way:
//
//   editor                    Session                     MLIR's server
//   didOpen, didChange   ->   keeps the text         ->   the whole text; an
//                                                         empty one where it is
//                                                         not fit to be parsed
//   hover                ->   notes what is asked    ->
//                        <-   puts what scanc knows  <-   the answer
//                             before it
//                        <-   adds why a text is     <-   diagnostics
//                             not fit
//   no JSON, no message  <-   says so
//
// Everything else passes as it is.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TOOLS_SCANC_LSP_SERVER_SESSION_H
#define SCANC_TOOLS_SCANC_LSP_SERVER_SESSION_H

#include "Analyst.h"
#include "Documents.h"

#include <mutex>
#include <string>
#include <unordered_map>

namespace scanc::editor {

/// What becomes of a message of the editor: it is handed on, answered, or
/// dropped.
struct Routed {
  std::string toServer; // empty for none
  std::string toEditor; // empty for none
};

/// Both functions may be called at once from two threads, each from one.
class Session {
public:
  explicit Session(Analyst &analyst) : analyst(analyst) {}

  Routed fromEditor(std::string message);
  std::string fromServer(std::string message);

private:
  struct Question {
    DocumentRef document;
    Position position;
  };

  bool keepText(llvm::StringRef method, llvm::json::Object &params);
  void noteHover(const llvm::json::Value &id, const llvm::json::Object &params);
  bool completeHover(llvm::json::Object &message);
  bool completeDiagnostics(llvm::json::Object &message);

  Analyst &analyst;
  std::mutex mutex; // of what follows
  Documents documents;
  std::unordered_map<std::string, Question> hovers; // by the id of the request
};

} // namespace scanc::editor

#endif // SCANC_TOOLS_SCANC_LSP_SERVER_SESSION_H
