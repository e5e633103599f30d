//===- LaunchScan.h - A compiled scan on the executor -----------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The launches of scanc_plan_launches on the executor, in order, as a launcher
// makes them on a GPU.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_SIMT_LAUNCHSCAN_H
#define SCANC_SIMT_LAUNCHSCAN_H

#include "scanc/Runtime/scanc_runtime.h"
#include "scanc/Simt/Executor.h"

namespace scanc::simt {

/// A scan of n elements: where the arrays that hold them, those of the outputs
/// and the workspace are.
struct ScanRun {
  llvm::ArrayRef<const void *> in;
  llvm::ArrayRef<void *> out;
  void *workspace = nullptr;
  uint64_t n = 0;
  /// What the GPU is said to have.
  unsigned multiprocessors = 1;
  /// The sizes of the domain behind the first, which is n.
  llvm::ArrayRef<uint64_t> moreSizes = {};
  /// The states of chains, of a scan that takes such.
  scanc_states states = {};
  /// Of n = 0, how many chains have no elements.
  uint64_t chains = 1;
};

/// Runs the scan's kernels, which are the executor's, once for each of `runs`,
/// in one stream: launches overlap as the kernels' flags allow. The workspaces
/// are ready: zeros where the scan asks for that. Errors: those of
/// Executor::launch.
///
/// Without a stepLimit, it is 2^20 + 4096 for each thread + 256 for each
/// element. Over all strategies, schedules and plans of the tests, right
/// kernels take a sixth of that at most, and most take a hundredth.
llvm::Error launchScans(Executor &executor, const scanc_scan &scan,
                        llvm::ArrayRef<ScanRun> runs,
                        const LaunchOptions &options = {});

inline llvm::Error launchScan(Executor &executor, const scanc_scan &scan,
                              const ScanRun &run,
                              const LaunchOptions &options = {}) {
  return launchScans(executor, scan, run, options);
}

} // namespace scanc::simt

#endif // SCANC_SIMT_LAUNCHSCAN_H
