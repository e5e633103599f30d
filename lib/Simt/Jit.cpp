//===- Jit.cpp - Compile a module into this process -----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Jit.h"
#include "Runtime.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/ExecutionEngine/Orc/ThreadSafeModule.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

using namespace scanc::simt;
namespace orc = llvm::orc;

static bool initialiseNativeTarget() {
  return !llvm::InitializeNativeTarget() &&
         !llvm::InitializeNativeTargetAsmPrinter();
}

/// All the symbols that compiled kernels may refer to.
static orc::SymbolMap hostSymbols(orc::LLJIT &jit,
                                  const DeviceFunctions &functions) {
  orc::SymbolMap symbols;
  auto add = [&](const llvm::Twine &name, void *address) {
    symbols[jit.mangleAndIntern(name.str())] = orc::ExecutorSymbolDef(
        orc::ExecutorAddr::fromPtr(address),
        llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable);
  };
  for (const HostFunction &function : compilerSupportFunctions())
    add(function.name, function.address);
  for (const HostFunction &function : runtimeFunctions())
    add(function.name, function.address);
  for (const HostFunction &function : libdeviceFunctions())
    add(function.name, function.address);
  for (const HostFunction &function : nvvmMathFunctions())
    add("nvvm." + function.name, function.address);
  for (const auto &entry : functions.entries())
    add(entry.getKey(), entry.getValue());
  return symbols;
}

Jit::Jit() = default;
Jit::~Jit() = default;

llvm::Expected<std::unique_ptr<Jit>>
Jit::create(const DeviceFunctions &functions) {
  static const bool initialised = initialiseNativeTarget();
  if (!initialised)
    return llvm::createStringError("LLVM has no code generator for this host");

  auto builder = orc::JITTargetMachineBuilder::detectHost();
  if (!builder)
    return builder.takeError();
  // These round f32 to bf16 with subnormals flushed, and f16 sums without the
  // detour that the rest of the world takes.
  for (llvm::StringRef feature : {"avx512bf16", "avxneconvert", "avx512fp16"})
    builder->getFeatures().AddFeature(feature, false);

  std::unique_ptr<Jit> result(new Jit);
  if (llvm::Error error =
          builder->createTargetMachine().moveInto(result->machine))
    return error;
  if (llvm::Error error = orc::LLJITBuilder()
                              .setJITTargetMachineBuilder(*builder)
                              .setLinkProcessSymbolsByDefault(false)
                              .setPlatformSetUp(orc::setUpInactivePlatform)
                              .create()
                              .moveInto(result->jit))
    return error;
  if (llvm::Error error = result->jit->getMainJITDylib().define(
          orc::absoluteSymbols(hostSymbols(*result->jit, functions))))
    return error;
  return result;
}

llvm::Error Jit::add(std::unique_ptr<llvm::Module> module,
                     std::unique_ptr<llvm::LLVMContext> context) {
  return jit->addIRModule(
      orc::ThreadSafeModule(std::move(module), std::move(context)));
}

llvm::Expected<void *> Jit::lookup(llvm::StringRef symbol) {
  auto address = jit->lookup(symbol);
  if (!address)
    return address.takeError();
  return address->toPtr<void *>();
}
