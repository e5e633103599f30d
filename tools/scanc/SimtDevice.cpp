//===- SimtDevice.cpp - Running a scan on the executor --------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device.h"

#include "Command.h"

#include "scanc/Target/Arrays.h"
#include "scanc/Verify/KernelRun.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <chrono>
#include <vector>

using namespace scanc;
using llvm::Error;
using llvm::Expected;

/// What the executor pretends to have: enough for several blocks to cooperate,
/// few enough for a small input to fill them.
static constexpr unsigned multiprocessors = 4;

Expected<RunReport> scanc::runOnSimt(const ScanJob &job) {
  Expected<verify::KernelRun> kernels =
      verify::KernelRun::create(job.kernels, /*observed=*/false);
  if (!kernels)
    return toolFailed(llvm::toString(kernels.takeError()));
  // 16-byte units give the alignment that the workspace must have.
  struct alignas(SCANC_WORKSPACE_ALIGN) Unit {
    char bytes[SCANC_WORKSPACE_ALIGN];
  };
  std::vector<Unit> workspace(kernels->workspaceBytes(job.n) / sizeof(Unit) +
                              1);
  const std::vector<target::ScanArray> in = job.scan.inputArrays(),
                                       out = job.scan.outputArrays();
  std::vector<std::vector<char>> inStorage(in.size()), outStorage(out.size());
  std::vector<const void *> from;
  std::vector<void *> to;
  for (auto [array, storage] : llvm::zip(in, inStorage))
    from.push_back(
        target::takeArray(array, job.input, job.scan.elementSize, storage)
            .data());
  for (auto [array, storage] : llvm::zip(out, outStorage)) {
    storage.resize(out.size() > 1 ? countOutputs(job) * array.size : 0);
    to.push_back(out.size() > 1 ? storage.data() : job.output.data());
  }
  verify::RunSettings settings;
  settings.multiprocessors = multiprocessors;
  settings.row = job.row;
  RunReport report;
  report.launches =
      describeLaunches(kernels->runtimeScan(), job, multiprocessors);
  for (unsigned i = 0; i < job.repeat; ++i) {
    auto start = std::chrono::steady_clock::now();
    if (Error error =
            kernels->launch(from, to, workspace.data(), job.n, settings,
                            {job.initial.empty() ? nullptr : job.initial.data(),
                             job.finals.empty() ? nullptr : job.finals.data()},
                            job.chains))
      return toolFailed(llvm::toString(std::move(error)));
    std::chrono::duration<double, std::milli> elapsed =
        std::chrono::steady_clock::now() - start;
    report.milliseconds =
        i ? std::min(report.milliseconds, elapsed.count()) : elapsed.count();
  }
  if (out.size() > 1)
    for (auto [array, storage] : llvm::zip(out, outStorage))
      target::putArray(array, storage, job.output, job.scan.outputSize);
  return report;
}
