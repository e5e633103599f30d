//===- Runs.h - The scans that a report is of -------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_REPORT_RUNS_H
#define SCANC_LIB_REPORT_RUNS_H

#include "scanc/Report/Report.h"

#include "scanc/Runtime/scanc_axis.h"
#include "scanc/Simt/Executor.h"
#include "scanc/Simt/MemoryProfile.h"

#include <memory>

namespace scanc::reports {

/// The forms of a scan, as a host knows them. What it holds has pointers into
/// itself.
class HostForms {
public:
  /// Errors: those of makeRuntimeScan.
  static llvm::Expected<std::unique_ptr<HostForms>>
  make(llvm::ArrayRef<MeasuredForm> forms);

  /// The form that takes everything that the scan's functions do.
  const target::ScanDescription &last() const { return scans.back(); }

  /// One run of a form of these.
  struct Planned {
    size_t form = 0;
    Run run;
    uint64_t chains = 1;
    std::vector<uint64_t> sizes; // of the domain, behind n
    uint64_t workspaceBytes = 0;
  };
  /// What to run, at least once. Errors: a tensor that is refused.
  llvm::Expected<std::vector<Planned>>
  plan(const MeasureOptions &options) const;

  /// Runs it on the executor, which has the kernels of its form.
  llvm::Expected<simt::MemoryProfile> profile(const Planned &planned,
                                              simt::Executor &executor,
                                              unsigned multiprocessors) const;

  const target::ScanDescription &scan(size_t form) const { return scans[form]; }

private:
  llvm::Expected<Planned> planTensor(const TensorShape &tensor) const;
  std::vector<TensorShape> chooseTensors(unsigned multiprocessors) const;

  std::vector<target::ScanDescription> scans;
  std::vector<scanc_scan> runtimes;
  std::vector<scanc_form> forms;
  /// Of strips, where chains lie side by side: chains of one, and steps of a
  /// tile of it.
  uint64_t stripChains = 0, tileSteps = 0;
};

} // namespace scanc::reports

#endif // SCANC_LIB_REPORT_RUNS_H
