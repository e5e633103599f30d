//===- SimtTest.h - Kernels from text in unit tests -------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TEST_UNIT_SIMT_SIMTTEST_H
#define SCANC_TEST_UNIT_SIMT_SIMTTEST_H

#include "scanc/Simt/Executor.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"
#include <memory>
#include <string>
#include <vector>

namespace scanc::simt {

/// The executor for a module in text; triple and data layout are added.
inline llvm::Expected<std::unique_ptr<Executor>>
tryCompile(const std::string &ir, const DeviceFunctions &functions = {},
           const Instrumentation &instrumentation = {}) {
  const std::string header =
      "target datalayout = \"e-p6:32:32-i64:64-i128:128-i256:256-v16:16-"
      "v32:32-n16:32:64\"\ntarget triple = \"nvptx64-nvidia-cuda\"\n";
  auto context = std::make_unique<llvm::LLVMContext>();
  llvm::SMDiagnostic diagnostic;
  std::unique_ptr<llvm::Module> module =
      llvm::parseAssemblyString(header + ir, diagnostic, *context);
  if (!module) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    diagnostic.print("test", stream);
    ADD_FAILURE() << text;
    return llvm::createStringError("the test's module does not parse");
  }
  return Executor::create(std::move(module), std::move(context), functions,
                          instrumentation);
}

inline std::unique_ptr<Executor>
compile(const std::string &ir, const DeviceFunctions &functions = {}) {
  auto executor = tryCompile(ir, functions);
  if (executor)
    return std::move(*executor);
  ADD_FAILURE() << llvm::toString(executor.takeError());
  return nullptr;
}

/// The same, seeing every access.
inline std::unique_ptr<Executor>
compileInstrumented(const std::string &ir,
                    const std::vector<Place> &places = {}) {
  auto executor = tryCompile(ir, {}, {true, places});
  if (executor)
    return std::move(*executor);
  ADD_FAILURE() << llvm::toString(executor.takeError());
  return nullptr;
}

/// The message of a failed creation; empty if it went well.
inline std::string compileError(const std::string &ir) {
  auto executor = tryCompile(ir);
  return executor ? "" : llvm::toString(executor.takeError());
}

/// The message of a launch of @k; empty if it went well.
inline std::string launchError(Executor *executor, Dim3 grid, Dim3 block,
                               llvm::ArrayRef<KernelArg> args,
                               const LaunchOptions &options = {}) {
  if (!executor)
    return "no executor";
  llvm::Error error = executor->launch("k", grid, block, args, options);
  return error ? llvm::toString(std::move(error)) : "";
}

/// Options whose dead-locks are found soon.
inline LaunchOptions scheduled(LaunchOptions::Schedule schedule,
                               uint64_t seed = 0, unsigned residentBlocks = 4) {
  LaunchOptions options;
  options.schedule = schedule;
  options.seed = seed;
  options.residentBlocks = residentBlocks;
  options.spinLimit = 1 << 18;
  return options;
}

inline testing::AssertionResult contains(llvm::StringRef text,
                                         llvm::StringRef part) {
  if (text.contains(part))
    return testing::AssertionSuccess();
  return testing::AssertionFailure()
         << "expected ..." << part.str() << "..., got " << text.str();
}

/// The body of a kernel @k(ptr addrspace(1) %out) in which %tid is tid.x and
/// %slot points to the i32 %out[tid.x].
inline std::string kernelWithSlot(const std::string &body,
                                  const std::string &globals = "") {
  return globals + R"(
define ptx_kernel void @k(ptr addrspace(1) %out) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %slot = getelementptr i32, ptr addrspace(1) %out, i32 %tid
)" + body +
         R"(
  ret void
}
)";
}

/// Runs kernelWithSlot(body) in one block and returns what it stored.
inline std::vector<uint32_t> runSlots(const std::string &body, unsigned threads,
                                      const std::string &globals = "") {
  std::vector<uint32_t> out(threads, 0xdeadbeef);
  auto executor = compile(kernelWithSlot(body, globals));
  EXPECT_EQ(launchError(executor.get(), {1}, {threads},
                        {KernelArg::pointer(out.data())}),
            "");
  return out;
}

} // namespace scanc::simt

#endif // SCANC_TEST_UNIT_SIMT_SIMTTEST_H
