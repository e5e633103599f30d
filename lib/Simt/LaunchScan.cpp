//===- LaunchScan.cpp - A compiled scan on the executor -------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Simt/LaunchScan.h"

using namespace scanc::simt;

llvm::Error scanc::simt::launchScan(Executor &executor, const scanc_scan &scan,
                                    const ScanRun &run,
                                    const LaunchOptions &options) {
  scanc_launch launches[SCANC_MAX_LAUNCHES];
  const int count =
      scanc_plan_launches(&scan, run.n, run.multiprocessors, launches);
  for (const scanc_launch &launch : llvm::ArrayRef(launches, count)) {
    auto pointer = [&](scanc_operand operand) {
      return KernelArg::pointer(
          scanc_address(operand, run.in, run.out, run.workspace));
    };
    const KernelArg args[] = {
        pointer(launch.in), pointer(launch.out),
        pointer({SCANC_WORKSPACE, launch.workspace_offset}),
        KernelArg::u64(launch.n), KernelArg::u32(launch.blocks)};
    const scanc_kernel_info &kernel = scan.kernels[launch.kernel];
    LaunchOptions own = options;
    own.dynamicSharedBytes = launch.shared_bytes;
    if (llvm::Error error =
            executor.launch(std::string(scan.name) + "_" + kernel.suffix,
                            {launch.grid}, {launch.block}, args, own))
      return error;
  }
  return llvm::Error::success();
}
