//===- ToolError.h - What goes wrong, and the exit status of it -*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The work of a tool is a function that returns an llvm::Error; `main` prints
// it and turns it into the exit status. The status belongs to the error, so
// that a function deep in a command can say that it was the GPU that failed. An
// error from a library, which knows no exit status, is the input's fault.
//
//   status  0 done
//           1 the input or the request is wrong
//           2 wrong usage
//           3 the GPU or a tool it needs failed or is missing
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TOOLS_SUPPORT_TOOLERROR_H
#define SCANC_TOOLS_SUPPORT_TOOLERROR_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

#include <string>

namespace scanc {

/// What diagnostics begin with; each tool defines its own.
extern const llvm::StringLiteral toolName;

enum class ExitStatus { Done = 0, BadInput = 1, BadUsage = 2, ToolFailed = 3 };

/// An error that knows the exit status. An empty message means that the
/// diagnostics were printed already.
class CommandError : public llvm::ErrorInfo<CommandError> {
public:
  static char ID;

  CommandError(ExitStatus status, std::string text)
      : status(status), text(std::move(text)) {}

  ExitStatus getStatus() const { return status; }
  const std::string &getText() const { return text; }
  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override;

private:
  ExitStatus status;
  std::string text;
};

llvm::Error badInput(const llvm::Twine &message);
llvm::Error badUsage(const llvm::Twine &message);
llvm::Error toolFailed(const llvm::Twine &message);

/// The input is wrong, and its diagnostics are on standard error.
llvm::Error alreadyReported();

/// Prints `TOOL: error: ...` for each error and returns the exit status of
/// the gravest; Done if there is none.
ExitStatus report(llvm::Error error);

/// Writes to standard output and checks that it arrived.
llvm::Error writeToStdout(llvm::StringRef text);

} // namespace scanc

#endif // SCANC_TOOLS_SUPPORT_TOOLERROR_H
