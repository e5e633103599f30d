//===- Jit.h - Compile a module into this process ---------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ORC with the native target and nothing else. Symbols come from tables of
// addresses only; the process itself is not searched. Code is generated fast
// rather than well: see optimize() in HostLowering.h.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_SIMT_JIT_H
#define SCANC_LIB_SIMT_JIT_H

#include "scanc/Simt/DeviceFunctions.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace llvm {
class LLVMContext;
class Module;
class TargetMachine;
namespace orc {
class LLJIT;
} // namespace orc
} // namespace llvm

namespace scanc::simt {

class Jit {
public:
  static llvm::Expected<std::unique_ptr<Jit>>
  create(const DeviceFunctions &functions);

  /// A machine for the code that this JIT makes.
  llvm::TargetMachine &target() { return *machine; }

  /// Takes a module for target().
  llvm::Error add(std::unique_ptr<llvm::Module> module,
                  std::unique_ptr<llvm::LLVMContext> context);

  /// Compiles what is needed for a symbol, and returns its address.
  llvm::Expected<void *> lookup(llvm::StringRef symbol);

  /// Bytes that the frames of all functions compiled so far take together:
  /// enough for any chain of calls among them.
  size_t frameBytes() const { return frames; }

  ~Jit();

private:
  Jit();
  std::unique_ptr<llvm::TargetMachine> machine;
  std::unique_ptr<llvm::orc::LLJIT> jit;
  size_t frames = 0;
};

} // namespace scanc::simt

#endif // SCANC_LIB_SIMT_JIT_H
