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
// that the runtime names, in its order: scanc_plan_axis says which of several
// forms is launched, and scanc_plan_launches which kernels of that.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TOOLS_SCANC_DEVICE_H
#define SCANC_TOOLS_SCANC_DEVICE_H

#include "Extents.h"

#include "scanc/Runtime/scanc_axis.h"
#include "scanc/Runtime/scanc_runtime.h"
#include "scanc/Target/ScanDescription.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace scanc {

/// Kernels of a scan for chains that lie in a certain way.
struct ScanForm {
  target::ScanDescription scan;
  mlir::gpu::GPUModuleOp kernels; ///< At the llvm phase; for the executor.
  std::string ptx;                ///< Of the same; for the GPU.
};

struct ScanJob {
  /// Of one scan, in the order of scanc_forms.h; of a line or of rows, one.
  llvm::ArrayRef<ScanForm> forms;
  llvm::StringRef arch;               ///< "sm_90".
  const Extents &extents;             ///< Of the elements.
  llvm::ArrayRef<char> input;         ///< The elements.
  llvm::MutableArrayRef<char> output; ///< Room for all outputs.
  unsigned repeat; ///< At least 1; the time is the best one's.
  /// Of chains, in C order: the states that they start from, and room for those
  /// after them; empty: none are given, or wanted.
  llvm::ArrayRef<char> initial = {};
  llvm::MutableArrayRef<char> finals = {};

  /// What all forms have in common.
  const target::ScanDescription &scan() const { return forms.front().scan; }
  /// Where the elements and the outputs lie.
  scanc_tensor tensor() const;
};

/// How many outputs there are.
inline uint64_t countOutputs(const ScanJob &job) {
  return job.extents.count() + (job.scan().hasTotal ? job.extents.chains() : 0);
}

struct RunReport {
  size_t form = 0;         ///< Which was launched.
  std::string launches;    ///< "cumsum_reduce<<<264, 256>>> ...".
  double milliseconds = 0; ///< Of all kernels of one scan, copies excluded.
};

/// The forms of a job as the runtime takes them, with one workspace.
class RuntimeForms {
public:
  /// They point into the job. Errors: those of makeRuntimeScan.
  static llvm::Expected<RuntimeForms> make(const ScanJob &job);

  llvm::ArrayRef<scanc_form> forms() const { return ownForms; }
  uint64_t workspaceBytes(uint64_t n) const;
  /// What is launched. Errors: more elements than there may be.
  llvm::Expected<scanc_form_plan> plan(const ScanJob &job) const;

private:
  std::vector<std::array<const char *, 2>> pieces; // of PTX
  std::vector<scanc_scan> scans;
  std::vector<scanc_module> modules;
  std::vector<scanc_form> ownForms;
};

/// The launches of a plan, as text.
std::string describeLaunches(const scanc_form_plan &plan, const ScanJob &job,
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
