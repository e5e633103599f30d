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
    llvm::SmallVector<KernelArg> args;
    auto addPointers = [&](scanc_operand operand, unsigned arrays) {
      for (unsigned array = 0; array < arrays; ++array)
        args.push_back(KernelArg::pointer(scanc_address(
            operand, array, run.in.data(), run.out.data(), run.workspace)));
    };
    addPointers(launch.in, scan.arrays);
    addPointers(launch.out, scan.arrays);
    addPointers({SCANC_WORKSPACE, launch.workspace_offset}, 1);
    args.push_back(KernelArg::u64(launch.n));
    args.push_back(KernelArg::u32(launch.blocks));
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
