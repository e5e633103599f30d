//===- Command.cpp - What every command of scanc shares -------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"

using namespace scanc;

const llvm::StringLiteral scanc::toolName = "scanc";

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

llvm::cl::SubCommand &scanc::tuneSubCommand() {
  static llvm::cl::SubCommand command(
      "tune", "measure a GPU, and write the sizes that plans are made with");
  return command;
}
