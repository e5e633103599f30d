//===- ToolError.cpp - What goes wrong, and the exit status of it ---------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ToolError.h"

#include "llvm/Support/raw_ostream.h"

#include <algorithm>

using namespace scanc;
using llvm::Error;
using llvm::StringRef;
using llvm::Twine;

char CommandError::ID = 0;

void CommandError::log(llvm::raw_ostream &os) const { os << text; }

std::error_code CommandError::convertToErrorCode() const {
  return llvm::inconvertibleErrorCode();
}

Error scanc::badInput(const Twine &message) {
  return llvm::make_error<CommandError>(ExitStatus::BadInput, message.str());
}

Error scanc::badUsage(const Twine &message) {
  return llvm::make_error<CommandError>(ExitStatus::BadUsage, message.str());
}

Error scanc::toolFailed(const Twine &message) {
  return llvm::make_error<CommandError>(ExitStatus::ToolFailed, message.str());
}

Error scanc::alreadyReported() {
  return llvm::make_error<CommandError>(ExitStatus::BadInput, "");
}

ExitStatus scanc::report(Error error) {
  ExitStatus status = ExitStatus::Done;
  auto fail = [&](ExitStatus reason, StringRef message) {
    if (!message.empty())
      llvm::errs() << toolName << ": error: " << message << '\n';
    status = std::max(status, reason);
  };
  llvm::handleAllErrors(
      std::move(error),
      [&](const CommandError &e) { fail(e.getStatus(), e.getText()); },
      [&](const llvm::ErrorInfoBase &e) {
        fail(ExitStatus::BadInput, e.message());
      });
  return status;
}

Error scanc::writeToStdout(StringRef text) {
  llvm::raw_fd_ostream &os = llvm::outs();
  os << text;
  os.flush();
  if (!os.has_error())
    return Error::success();
  std::string reason = os.error().message();
  os.clear_error();
  return badInput("cannot write to standard output: " + reason);
}
