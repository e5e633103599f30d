//===- CheckExternals.cpp - Nothing may stay unresolved -------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostLowering.h"
#include "Runtime.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FormatVariadic.h"

using namespace scanc::simt;

namespace {

bool isKnown(llvm::StringRef name, const DeviceFunctions &functions) {
  auto contains = [&](llvm::ArrayRef<HostFunction> table,
                      llvm::StringRef name) {
    return llvm::any_of(
        table, [&](const HostFunction &entry) { return entry.name == name; });
  };
  if (functions.lookup(name) || contains(runtimeFunctions(), name) ||
      contains(libdeviceFunctions(), name))
    return true;
  return name.consume_front("nvvm.") && contains(nvvmMathFunctions(), name);
}

/// " in 'f'" for a use in function f.
std::string place(const llvm::GlobalValue &value) {
  for (const llvm::User *user : value.users())
    if (auto *instruction = llvm::dyn_cast<llvm::Instruction>(user))
      return " in " + quotedFunction(*instruction);
  return "";
}

} // namespace

llvm::Error scanc::simt::checkExternals(const llvm::Module &module,
                                        const DeviceFunctions &functions) {
  for (const llvm::Function &function : module) {
    for (const llvm::Instruction &instruction : llvm::instructions(function))
      if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        if (auto *text =
                llvm::dyn_cast<llvm::InlineAsm>(call->getCalledOperand()))
          return llvm::createStringError(llvm::formatv(
              "the executor cannot run inline PTX '{0}' in {1}; a named device "
              "function can have a body for each",
              text->getAsmString(), quotedFunction(instruction)));
    if (function.isDeclaration() && !function.isIntrinsic() &&
        !function.use_empty() && !isKnown(function.getName(), functions))
      return llvm::createStringError(llvm::formatv(
          "external function '{0}'{1} is neither a libdevice function nor a "
          "device function known to the executor",
          function.getName(), place(function)));
  }
  for (const llvm::GlobalVariable &variable : module.globals())
    if (variable.isDeclaration() && !variable.use_empty())
      return llvm::createStringError(
          llvm::formatv("external variable '{0}'{1} has no definition",
                        variable.getName(), place(variable)));
  return llvm::Error::success();
}
