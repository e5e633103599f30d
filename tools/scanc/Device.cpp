//===- Device.cpp - What the GPU and the executor have in common ----------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device.h"

#include "Command.h"

#include "scanc/Target/Arrays.h"
#include "scanc/Target/Launcher.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <cassert>

using namespace scanc;
using llvm::Error;
using llvm::Expected;

scanc_tensor ScanJob::tensor() const {
  return target::denseTensor(scan(), extents.shape, extents.axis);
}

//===----------------------------------------------------------------------===//
// Forms
//===----------------------------------------------------------------------===//

Expected<RuntimeForms> RuntimeForms::make(const ScanJob &job) {
  const size_t count = job.forms.size();
  RuntimeForms result;
  // What points to an element of these stays right: none of them grows.
  result.pieces.resize(count);
  result.scans.resize(count);
  result.modules.resize(count);
  llvm::SmallVector<scanc_scan *> all;
  for (size_t i = 0; i < count; ++i) {
    result.pieces[i] = {job.forms[i].ptx.c_str(), nullptr};
    if (Error error = target::makeRuntimeScan(job.forms[i].scan, job.arch,
                                              result.pieces[i].data())
                          .moveInto(result.scans[i]))
      return error;
    all.push_back(&result.scans[i]);
    result.ownForms.push_back({&result.scans[i], 1, &result.modules[i]});
  }
  target::shareWorkspace(all);
  return result;
}

uint64_t RuntimeForms::workspaceBytes(uint64_t n) const {
  uint64_t most = 0;
  for (const scanc_scan &scan : scans)
    most = std::max<uint64_t>(most, scanc_workspace_bytes(&scan, 1, n));
  return most;
}

Expected<scanc_form_plan> RuntimeForms::plan(const ScanJob &job) const {
  scanc_form_plan plan = {};
  const Extents &extents = job.extents;
  if (extents.kind == target::Shape::Axis) {
    const scanc_tensor tensor = job.tensor();
    const scanc_status status =
        scanc_plan_axis(ownForms.data(), static_cast<unsigned>(ownForms.size()),
                        &tensor, &plan);
    if (status != SCANC_OK)
      return toolFailed(scanc_status_string(status));
    assert(!plan.is_each && "rows without gaps are launched at once");
    return plan;
  }
  plan.form = ownForms.data();
  plan.n = extents.count();
  plan.chains = extents.chains();
  plan.columns = 1;
  // The length of a row and, of the form that takes them, strides.
  const unsigned firstOutput = 1 + scans.front().inputs;
  for (unsigned i = 0; i < scans.front().size_count; ++i)
    plan.sizes[i] =
        extents.row() + (i >= firstOutput && job.scan().hasTotal ? 1 : 0);
  return plan;
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

std::string scanc::describeLaunches(const scanc_form_plan &plan,
                                    const ScanJob &job,
                                    unsigned multiprocessors) {
  const scanc_scan &scan = *plan.form->scans;
  scanc_launch launches[SCANC_MAX_LAUNCHES];
  int count = scanc_plan_launches(
      &scan, plan.is_each ? job.extents.row() : plan.n / plan.columns,
      plan.sizes, multiprocessors, launches);
  if (plan.n == 0 && plan.chains != 0 &&
      (!job.finals.empty() || job.scan().hasTotal))
    launches[count++] = scanc_plan_empty(&scan, plan.chains);
  std::string text;
  for (const scanc_launch &launch : llvm::ArrayRef(launches, count))
    text += llvm::formatv("{0}{1}_{2}<<<{3}, {4}>>>", text.empty() ? "" : " ",
                          scan.name, scan.kernels[launch.kernel].suffix,
                          launch.grid, launch.block)
                .str();
  return text.empty() ? "nothing to launch" : text;
}
