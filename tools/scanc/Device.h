//===- Device.h - Where a compiled scan runs --------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The GPU and the executor take the same job: a scan lowered to the llvm phase,
// its input in host memory, and room for its output. Both launch the kernels
// that scanc_plan_launches names, in its order.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TOOLS_SCANC_DEVICE_H
#define SCANC_TOOLS_SCANC_DEVICE_H

#include "scanc/Runtime/scanc_runtime.h"
#include "scanc/Target/ScanDescription.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <memory>
#include <string>

namespace scanc {

struct ScanJob {
  const target::ScanDescription &scan;
  mlir::gpu::GPUModuleOp kernels;     ///< At the llvm phase; for the executor.
  llvm::StringRef arch;               ///< "sm_90".
  const std::string &ptx;             ///< Of the same; for the GPU.
  llvm::ArrayRef<char> input;         ///< n elements.
  llvm::MutableArrayRef<char> output; ///< Room for all outputs.
  uint64_t n;
  uint64_t row;    ///< Elements of a row, where the scan is of rows.
  unsigned repeat; ///< At least 1; the time is the best one's.
  /// Of chains, in the order of memory: the states that they start from, and
  /// room for those after them; empty: none are given, or wanted.
  llvm::ArrayRef<char> initial = {};
  llvm::MutableArrayRef<char> finals = {};
  uint64_t chains = 1; ///< How many, of n = 0.
};

/// How many outputs there are, and how far the rows of outputs lie apart.
inline uint64_t countOutputs(const ScanJob &job) {
  return job.n + (job.scan.hasTotal ? job.chains : 0);
}
inline uint64_t outputRow(const ScanJob &job) {
  return job.row + job.scan.hasTotal;
}

struct RunReport {
  std::string launches;    ///< "cumsum_reduce<<<264, 256>>> ...".
  double milliseconds = 0; ///< Of all kernels of one scan, copies excluded.
};

/// The launches of a job, as text. `scan` is the job's as the runtime takes it.
std::string describeLaunches(const scanc_scan &scan, const ScanJob &job,
                             unsigned multiprocessors);

/// Runs a job on the CPU. Errors are the executor's: the kernels did something
/// wrong.
llvm::Expected<RunReport> runOnSimt(const ScanJob &job);

/// The first GPU of this machine.
class Gpu {
public:
  /// Opens the driver and makes the GPU's context current. The error says why
  /// there is no usable GPU (status 3).
  static llvm::Expected<std::unique_ptr<Gpu>> open();
  ~Gpu();

  llvm::StringRef name() const;
  /// 90 for sm_90.
  unsigned arch() const;

  /// Errors have status 3.
  llvm::Expected<RunReport> run(const ScanJob &job);

  Gpu(const Gpu &) = delete;
  Gpu &operator=(const Gpu &) = delete;

private:
  struct Impl;
  explicit Gpu(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl;
};

} // namespace scanc

#endif // SCANC_TOOLS_SCANC_DEVICE_H
