//===- Command.cpp - What every command of scanc shares -------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"

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
      llvm::errs() << "scanc: error: " << message << '\n';
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

llvm::cl::OptionCategory &scanc::commandCategory() {
  static llvm::cl::OptionCategory category("scanc options");
  return category;
}

llvm::cl::SubCommand &scanc::runSubCommand() {
  static llvm::cl::SubCommand command(
      "run", "scan a NumPy .npy file on the GPU or on the executor");
  return command;
}

llvm::cl::SubCommand &scanc::circuitSubCommand() {
  static llvm::cl::SubCommand command(
      "circuit", "check a prefix circuit and print its cost, graph or drawing");
  return command;
}

llvm::cl::SubCommand &scanc::listSubCommand() {
  static llvm::cl::SubCommand command(
      "list", "list what this scanc knows: families, operators, types, ...");
  return command;
}

llvm::cl::SubCommand &scanc::verifySubCommand() {
  static llvm::cl::SubCommand command(
      "verify", "prove a scan's kernels, and look for what is wrong in them");
  return command;
}

llvm::cl::SubCommand &scanc::reportSubCommand() {
  static llvm::cl::SubCommand command(
      "report", "run a scan on the executor and count what each level does");
  return command;
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
