//===- DeveloperFlags.cpp - Flags for who works on scanc ------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeveloperFlags.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Support/Timing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Debug.h"

using namespace scanc;
namespace cl = llvm::cl;

namespace {

/// Flags of our own. scanc-opt, which shares the binary, has some of these
/// names, so that they are there only once the driver asks for them.
struct Flags {
  cl::opt<bool> verifyEach{"verify-each", cl::desc("verify after every pass")};
#ifndef NDEBUG
  cl::list<std::string> debugOnly{"debug-only", cl::CommaSeparated,
                                  cl::desc("what LLVM_DEBUG prints"),
                                  cl::value_desc("TYPES")};
#endif
};

} // namespace

static Flags &flags() {
  static Flags flags;
  return flags;
}

/// Whether any flag of a developer was given.
static bool areGiven = false;

void scanc::registerDeveloperFlags(llvm::ArrayRef<const char *> arguments) {
  flags();
  // MLIR's flags know passes by their names, which takes a while.
  auto has = [&](llvm::StringRef name) {
    return llvm::any_of(arguments, [&](llvm::StringRef argument) {
      return argument.ltrim('-').starts_with(name);
    });
  };
  if (has("mlir-"))
    registerAllPasses();
  areGiven = has("mlir-") || has("verify-each") || has("debug-only");
  mlir::registerPassManagerCLOptions();
  mlir::registerDefaultTimingManagerCLOptions();
}

static mlir::LogicalResult configurePasses(mlir::PassManager &passes) {
  if (flags().verifyEach)
    passes.enableVerifier(true);
  mlir::applyDefaultTimingPassManagerCLOptions(passes);
  return mlir::applyPassManagerCLOptions(passes);
}

void scanc::takeDeveloperFlags(CompileOptions &options) {
#ifndef NDEBUG
  if (const auto &wanted = flags().debugOnly; !wanted.empty()) {
    llvm::DebugFlag = true;
    std::vector<const char *> types;
    for (const std::string &type : wanted)
      types.push_back(type.c_str());
    llvm::setCurrentDebugTypes(types.data(), types.size());
  }
#endif
  if (areGiven)
    options.configure = configurePasses;
}
