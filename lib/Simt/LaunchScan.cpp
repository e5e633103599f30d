//===- LaunchScan.cpp - A compiled scan on the executor -------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Simt/LaunchScan.h"

using namespace scanc::simt;

/// Adds the launches of one run.
static void addLaunches(llvm::SmallVectorImpl<KernelLaunch> &stream,
                        const scanc_scan &scan, const ScanRun &run) {
  scanc_launch launches[SCANC_MAX_LAUNCHES];
  int count = scanc_plan_launches(&scan, run.n, run.moreSizes.data(),
                                  run.multiprocessors, launches);
  if (run.n == 0 && run.chains &&
      (run.states.final || (scan.states & SCANC_TOTAL)))
    launches[count++] = scanc_plan_empty(&scan, run.chains);
  for (const scanc_launch &launch : llvm::ArrayRef(launches, count)) {
    const scanc_kernel_info &kernel = scan.kernels[launch.kernel];
    KernelLaunch &added = stream.emplace_back();
    added.kernel = std::string(scan.name) + "_" + kernel.suffix;
    added.grid = {launch.grid};
    added.block = {launch.block};
    added.dynamicSharedBytes = launch.shared_bytes;
    added.dependent = kernel.flags & SCANC_KERNEL_DEPENDENT;
    auto addPointers = [&](scanc_operand operand, unsigned arrays) {
      for (unsigned array = 0; array < arrays; ++array)
        added.args.push_back(KernelArg::pointer(
            scanc_address(&scan, operand, array, run.in.data(), run.out.data(),
                          run.workspace)));
    };
    addPointers(launch.in, scan.inputs);
    addPointers(launch.out, scan.outputs);
    addPointers({SCANC_WORKSPACE, launch.workspace_offset}, 1);
    added.args.push_back(KernelArg::u64(launch.n));
    added.args.push_back(KernelArg::u32(launch.blocks));
    for (uint64_t size : run.moreSizes)
      added.args.push_back(KernelArg::u64(size));
    if (scan.states & SCANC_INITIAL)
      added.args.push_back(KernelArg::pointer(run.states.initial));
    if (scan.states & SCANC_FINAL)
      added.args.push_back(KernelArg::pointer(run.states.final));
  }
}

llvm::Error scanc::simt::launchScans(Executor &executor, const scanc_scan &scan,
                                     llvm::ArrayRef<ScanRun> runs,
                                     const LaunchOptions &options) {
  llvm::SmallVector<KernelLaunch> stream;
  LaunchOptions bounded = options;
  uint64_t elements = 0, threads = 0;
  for (const ScanRun &run : runs) {
    addLaunches(stream, scan, run);
    elements += run.n;
  }
  for (const KernelLaunch &launch : stream)
    threads += launch.grid.volume() * launch.block.volume();
  if (bounded.stepLimit == 0)
    bounded.stepLimit = (1 << 20) + 4096 * threads + 256 * elements;
  return executor.launch(stream, bounded);
}
