//===- HostLowering.cpp - From NVPTX LLVM IR to host LLVM IR --------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostLowering.h"
#include "CoverageProbes.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

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
                          const DeviceFunctions &functions,
                          const Instrumentation &instrumentation) {
  HostProgram program;
  if (llvm::Error error = checkInput(module))
    return error;
  if (instrumentation.coverage)
    program.coverage = insertCoverage(module, instrumentation);
  if (llvm::Error error = lowerIntrinsics(module))
    return error;
  groupShuffles(module);
  insertPolls(module);
  program.instrumented = instrumentation.enabled;
  insertChecks(module, /*alignment=*/!instrumentation.enabled);
  if (llvm::Error error = lowerSharedMemory(module).moveInto(program.shared))
    return error;
  if (instrumentation.enabled)
    program.sites = insertObservations(module, instrumentation);
  program.kernels = lowerKernels(module);
  if (llvm::Error error = checkExternals(module, functions))
    return error;
  retarget(module, target);
  optimize(module);
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
    // A hint for the GPU's caches; the host's accesses of that kind are ordered
    // otherwise than others.
    for (llvm::BasicBlock &block : function)
      for (llvm::Instruction &instruction : block)
        instruction.setMetadata(llvm::LLVMContext::MD_nontemporal, nullptr);
  }
}

void scanc::simt::optimize(llvm::Module &module) {
  llvm::PassBuilder builder;
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager callGraph;
  llvm::ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(callGraph);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, callGraph, modules);

  llvm::FunctionPassManager passes;
  passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  passes.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(llvm::SimplifyCFGPass());
  for (llvm::Function &function : module)
    if (!function.isDeclaration())
      passes.run(function, functions);
}

std::string scanc::simt::quotedFunction(const llvm::Instruction &instruction) {
  return ("'" + instruction.getFunction()->getName() + "'").str();
}

Place scanc::simt::placeOf(const llvm::Instruction &instruction,
                           const std::vector<Place> &places) {
  const llvm::DebugLoc &location = instruction.getDebugLoc();
  if (!location)
    return {"unknown place in " + quotedFunction(instruction), ""};
  const size_t line = location.getLine();
  if (line >= 1 && line <= places.size())
    return places[line - 1];
  return {llvm::formatv("{0}:{1}:{2}", location->getFilename(), line,
                        location.getCol()),
          ""};
}
