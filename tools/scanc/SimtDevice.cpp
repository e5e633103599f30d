//===- SimtDevice.cpp - Running a scan on the executor --------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device.h"

#include "Command.h"

#include "scanc/Simt/LaunchScan.h"
#include "scanc/Target/Arrays.h"
#include "scanc/Target/PTX.h"

#include "llvm/ADT/STLExtras.h"
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

static Expected<std::unique_ptr<simt::Executor>>
compileFor(mlir::gpu::GPUModuleOp kernels) {
  auto context = std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<llvm::Module> module =
      target::translateToLlvmIR(kernels, *context);
  if (!module)
    return llvm::createStringError("the kernels have no LLVM IR");
  return simt::Executor::create(std::move(module), std::move(context));
}

Expected<RunReport> scanc::runOnSimt(const ScanJob &job) {
  Expected<RuntimeForms> forms = RuntimeForms::make(job);
  if (!forms)
    return toolFailed(llvm::toString(forms.takeError()));
  Expected<scanc_form_plan> plan = forms->plan(job);
  if (!plan)
    return plan.takeError();
  RunReport report;
  report.form = plan->form - forms->forms().data();
  report.launches = describeLaunches(*plan, job, multiprocessors);
  Expected<std::unique_ptr<simt::Executor>> executor =
      compileFor(job.forms[report.form].kernels);
  if (!executor)
    return toolFailed(llvm::toString(executor.takeError()));

  // 16-byte units give the alignment that the workspace must have.
  struct alignas(SCANC_WORKSPACE_ALIGN) Unit {
    char bytes[SCANC_WORKSPACE_ALIGN];
  };
  std::vector<Unit> workspace(forms->workspaceBytes(plan->n) / sizeof(Unit) +
                              1);
  const target::ScanDescription &scan = job.scan();
  const std::vector<target::ScanArray> in = scan.inputArrays(),
                                       out = scan.outputArrays();
  std::vector<std::vector<char>> inStorage(in.size()), outStorage(out.size());
  std::vector<const void *> from;
  std::vector<void *> to;
  for (auto [array, storage] : llvm::zip(in, inStorage))
    from.push_back(
        target::takeArray(array, job.input, scan.elementSize, storage).data());
  for (auto [array, storage] : llvm::zip(out, outStorage)) {
    storage.resize(out.size() > 1 ? countOutputs(job) * array.size : 0);
    to.push_back(out.size() > 1 ? storage.data() : job.output.data());
  }
  const scanc_scan &runtime = *plan->form->scans;
  const simt::ScanRun run{from,
                          to,
                          workspace.data(),
                          plan->n / plan->columns,
                          multiprocessors,
                          {plan->sizes, runtime.size_count},
                          {job.initial.empty() ? nullptr : job.initial.data(),
                           job.finals.empty() ? nullptr : job.finals.data()},
                          plan->chains / plan->columns};
  for (unsigned i = 0; i < job.repeat; ++i) {
    auto start = std::chrono::steady_clock::now();
    if (Error error = simt::launchScan(**executor, runtime, run))
      return toolFailed(llvm::toString(std::move(error)));
    std::chrono::duration<double, std::milli> elapsed =
        std::chrono::steady_clock::now() - start;
    report.milliseconds =
        i ? std::min(report.milliseconds, elapsed.count()) : elapsed.count();
  }
  if (out.size() > 1)
    for (auto [array, storage] : llvm::zip(out, outStorage))
      target::putArray(array, storage, job.output, scan.outputSize);
  return report;
}
