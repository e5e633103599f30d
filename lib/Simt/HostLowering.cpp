//===- HostLowering.cpp - From NVPTX LLVM IR to host LLVM IR --------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostLowering.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Target/TargetMachine.h"

using namespace scanc::simt;

static llvm::Error checkInput(const llvm::Module &module) {
  if (!module.getTargetTriple().isNVPTX())
    return llvm::createStringError(
        llvm::formatv("the executor takes modules for nvptx64-nvidia-cuda, got "
                      "'{0}'",
                      module.getTargetTriple().str()));
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (llvm::verifyModule(module, &stream))
    return llvm::createStringError("module does not verify: " + text);
  return llvm::Error::success();
}

llvm::Expected<HostProgram>
scanc::simt::lowerForHost(llvm::Module &module, llvm::TargetMachine &target,
                          const DeviceFunctions &functions) {
  HostProgram program;
  if (llvm::Error error = checkInput(module))
    return error;
  if (llvm::Error error = lowerIntrinsics(module))
    return error;
  insertPolls(module);
  checkAlignment(module);
  if (llvm::Error error =
          lowerSharedMemory(module).moveInto(program.sharedBytes))
    return error;
  program.kernels = lowerKernels(module);
  if (llvm::Error error = checkExternals(module, functions))
    return error;
  retarget(module, target);
  optimize(module, target);
  program.stackBytes = estimateStack(module);
  return program;
}

void scanc::simt::retarget(llvm::Module &module, llvm::TargetMachine &target) {
  module.setTargetTriple(target.getTargetTriple());
  module.setDataLayout(target.createDataLayout());
  for (llvm::Function &function : module) {
    function.removeFnAttr("target-cpu");
    function.removeFnAttr("tune-cpu");
    function.removeFnAttr("target-features");
    if (!function.isDeclaration())
      function.addFnAttr(llvm::Attribute::NoUnwind);
  }
}

void scanc::simt::optimize(llvm::Module &module, llvm::TargetMachine &target) {
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = false;
  tuning.SLPVectorization = false;
  tuning.LoopInterleaving = false;
  llvm::PassBuilder builder(&target, tuning);
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager callGraph;
  llvm::ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(callGraph);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, callGraph, modules);
  builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2)
      .run(module, modules);
}

size_t scanc::simt::estimateStack(const llvm::Module &module) {
  // Room for spills, the run-time's and libm's frames, beside the variables.
  constexpr size_t base = 48 << 10;
  const llvm::DataLayout &layout = module.getDataLayout();
  size_t variables = 0;
  for (const llvm::Function &function : module)
    for (const llvm::Instruction &instruction : llvm::instructions(function))
      if (auto *alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
        if (auto size = alloca->getAllocationSize(layout))
          variables += llvm::alignTo(size->getFixedValue(), 64);
  return base + variables;
}

std::string scanc::simt::quotedFunction(const llvm::Instruction &instruction) {
  return ("'" + instruction.getFunction()->getName() + "'").str();
}
