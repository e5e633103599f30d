//===- SimtDevice.cpp - Running a scan on the executor --------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device.h"

#include "Command.h"

#include "scanc/Simt/Executor.h"
#include "scanc/Target/Launcher.h"
#include "scanc/Target/PTX.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

#include <algorithm>
#include <chrono>
#include <vector>

using namespace scanc;
using llvm::Error;
using llvm::Expected;

/// What the executor pretends to have: enough for several blocks to cooperate,
/// few enough for a small input to fill them.
static constexpr unsigned multiprocessors = 4;

/// Launches every kernel of one scan, in order.
static Error launchAll(simt::Executor &executor, const scanc_scan &scan,
                       const ScanJob &job, void *workspace) {
  static const char *const suffixes[] = {"_single", "_reduce", "_top", "_scan"};
  scanc_launch launches[3];
  int count = scanc_plan_launches(&scan, job.n, multiprocessors, launches);
  for (int i = 0; i < count; ++i) {
    simt::KernelArg args[] = {simt::KernelArg::pointer(job.input.data()),
                              simt::KernelArg::pointer(job.output.data()),
                              simt::KernelArg::pointer(workspace),
                              simt::KernelArg::u64(job.n),
                              simt::KernelArg::u32(launches[i].blocks)};
    if (Error error =
            executor.launch(job.scan.name + suffixes[launches[i].kernel],
                            {launches[i].grid}, {launches[i].block}, args))
      return error;
  }
  return Error::success();
}

Expected<RunReport> scanc::runOnSimt(const ScanJob &job) {
  auto context = std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<llvm::Module> module =
      target::translateToLlvmIR(job.kernels, *context);
  if (!module)
    return alreadyReported();
  Expected<std::unique_ptr<simt::Executor>> executor =
      simt::Executor::create(std::move(module), std::move(context));
  if (!executor)
    return toolFailed(llvm::toString(executor.takeError()));

  const char *const noPtx[] = {nullptr};
  Expected<scanc_scan> scan =
      target::makeRuntimeScan(job.scan, job.arch, noPtx);
  if (!scan)
    return scan.takeError();
  // 16-byte units give the alignment that the workspace must have.
  struct alignas(SCANC_WORKSPACE_ALIGN) Unit {
    char bytes[SCANC_WORKSPACE_ALIGN];
  };
  std::vector<Unit> workspace(
      scanc_workspace_bytes(&*scan, job.n) / sizeof(Unit) + 1);
  RunReport report;
  report.launches = describeLaunches(*scan, job.n, multiprocessors);
  for (unsigned i = 0; i < job.repeat; ++i) {
    auto start = std::chrono::steady_clock::now();
    if (Error error = launchAll(**executor, *scan, job, workspace.data()))
      return toolFailed(llvm::toString(std::move(error)));
    std::chrono::duration<double, std::milli> elapsed =
        std::chrono::steady_clock::now() - start;
    report.milliseconds =
        i ? std::min(report.milliseconds, elapsed.count()) : elapsed.count();
  }
  return report;
}
