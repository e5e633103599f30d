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
#include "llvm/ExecutionEngine/Orc/ObjectTransformLayer.h"
#include "llvm/ExecutionEngine/Orc/ThreadSafeModule.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/DataExtractor.h"
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

/// The sum of the frame sizes that an object states: per function, the address
/// and the size as ULEB128.
static llvm::Expected<size_t> readFrames(llvm::MemoryBufferRef buffer) {
  auto object = llvm::object::ObjectFile::createObjectFile(buffer);
  if (!object)
    return object.takeError();
  size_t sum = 0;
  for (const llvm::object::SectionRef &section : (*object)->sections()) {
    llvm::Expected<llvm::StringRef> name = section.getName();
    if (!name)
      return name.takeError();
    if (*name != ".stack_sizes")
      continue;
    llvm::Expected<llvm::StringRef> contents = section.getContents();
    if (!contents)
      return contents.takeError();
    llvm::DataExtractor data(*contents, (*object)->isLittleEndian(),
                             (*object)->getBytesInAddress());
    llvm::DataExtractor::Cursor cursor(0);
    while (cursor && !data.eof(cursor)) {
      data.getAddress(cursor);
      sum += data.getULEB128(cursor);
    }
    if (llvm::Error error = cursor.takeError())
      return error;
  }
  return sum;
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
  // Off, so that results are the same on every host: the instructions of the
  // first two flush subnormals when they round f32 to bf16, and those of the
  // last round f16 fused multiply-adds once where others round twice.
  for (llvm::StringRef feature : {"avx512bf16", "avxneconvert", "avx512fp16"})
    builder->getFeatures().AddFeature(feature, false);

  builder->setCodeGenOptLevel(llvm::CodeGenOptLevel::None);
  builder->getOptions().EmitStackSizeSection = true;

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
  result->jit->getObjTransformLayer().setTransform(
      [&frames = result->frames](std::unique_ptr<llvm::MemoryBuffer> object)
          -> llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> {
        llvm::Expected<size_t> bytes = readFrames(object->getMemBufferRef());
        if (!bytes)
          return bytes.takeError();
        frames += *bytes;
        return object;
      });
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
