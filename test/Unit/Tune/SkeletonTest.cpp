//===- SkeletonTest.cpp - Skeletons, on the executor ----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Pipelines/Pipelines.h"
#include "scanc/Simt/DeviceFunctions.h"
#include "scanc/Simt/Executor.h"
#include "scanc/Target/PTX.h"
#include "scanc/Target/ScanDescription.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

#include "gtest/gtest.h"

#include <numeric>

using namespace scanc;

namespace {

constexpr unsigned blocks = 3;

/// What a skeleton wrote, of elements 1, 2, 3, ..
struct Moved {
  std::string error;
  std::vector<uint32_t> out;
  uint32_t folded = 0; ///< The sum of what warps wrote.
};

/// Runs the skeleton of a plan for sums of i32.
Moved move(llvm::StringRef plan, llvm::StringRef pattern, uint64_t n) {
  Moved moved;
  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  mlir::ScopedDiagnosticHandler handler(&context, [&](mlir::Diagnostic &d) {
    moved.error += d.str();
    return mlir::success();
  });
  auto module = mlir::parseSourceString<mlir::ModuleOp>(
      "prefix.scan @s exclusive @add_i32 : (i32) -> (i32) plan " + plan.str(),
      &context);
  CompileOptions options;
  options.skeleton = pattern.str();
  if (!module || mlir::failed(lowerTo(*module, Phase::Llvm, options)))
    return moved;
  auto kernels = *module->getOps<mlir::gpu::GPUModuleOp>().begin();
  auto llvmContext = std::make_unique<llvm::LLVMContext>();
  auto translated = target::translateToLlvmIR(kernels, *llvmContext);
  auto executor =
      simt::Executor::create(std::move(translated), std::move(llvmContext));
  if (!executor) {
    moved.error = llvm::toString(executor.takeError());
    return moved;
  }
  EXPECT_EQ((*executor)->kernels().size(), 1u);
  std::vector<uint32_t> in(n), workspace(blocks * 32, 0);
  std::iota(in.begin(), in.end(), 1);
  moved.out.assign(n, 0xa5a5a5a5);
  target::ScanDescription scan = target::describe(kernels);
  const std::string name = (*executor)->kernels().front();
  for (const target::ScanKernel &kernel : scan.kernels) {
    if (scan.name + "_" + kernel.suffix != name)
      continue;
    simt::LaunchOptions options;
    options.schedule = simt::LaunchOptions::Schedule::Random;
    using Arg = simt::KernelArg;
    simt::KernelLaunch launch;
    launch.kernel = name;
    launch.grid = {blocks};
    launch.block = {kernel.threads};
    launch.args = {Arg::pointer(in.data()), Arg::pointer(moved.out.data()),
                   Arg::pointer(workspace.data()), Arg::u64(n),
                   Arg::u32(blocks)};
    launch.dynamicSharedBytes = kernel.sharedBytes;
    moved.error = llvm::toString((*executor)->launch(launch, options));
  }
  moved.folded = std::accumulate(workspace.begin(), workspace.end(), 0u);
  return moved;
}

constexpr uint32_t sumTo(uint32_t n) { return n * (n + 1) / 2; }

void expectMovesAll(llvm::StringRef plan, uint64_t n) {
  const Moved in = move(plan, "in", n), inOut = move(plan, "in_out", n);
  EXPECT_EQ(in.error, "");
  EXPECT_EQ(in.folded, sumTo(n));
  EXPECT_EQ(in.out, std::vector<uint32_t>(n, 0xa5a5a5a5));
  EXPECT_EQ(inOut.error, "");
  std::vector<uint32_t> expected(n);
  std::iota(expected.begin(), expected.end(), 1);
  EXPECT_EQ(inOut.out, expected);
  EXPECT_EQ(inOut.folded, 0u);
}

TEST(Skeleton, MovesTilesByThreads) {
  for (llvm::StringRef scan : {"warps = 2, rows = 1, items = 1, stages = 1",
                               "warps = 1, rows = 4, items = 4, stages = 1",
                               "warps = 2, rows = 2, items = 4, stages = 2"})
    expectMovesAll(
        ("<strategy = two_level_streaming, scan = <" + scan + ">>").str(),
        5 * 512);
}

TEST(Skeleton, MovesTilesByBulkCopies) {
  for (llvm::StringRef scan :
       {"warps = 2, rows = 1, items = 4, stages = 2, groups = 1, ahead = 1",
        "warps = 1, rows = 1, items = 12, stages = 4, groups = 2, ahead = 1"})
    expectMovesAll(
        ("<strategy = one_launch_streaming, scan = <" + scan + ">>").str(),
        1536 * 3);
}

TEST(Skeleton, IsRefusedWhereThereIsNone) {
  EXPECT_EQ(move("<strategy = chained>", "in", 512).error,
            "there are no skeletons of chained");
  EXPECT_EQ(move("<strategy = two_level_streaming>", "out", 512).error,
            "unknown skeleton 'out'; expected in, in_out");
}

} // namespace
