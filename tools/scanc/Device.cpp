//===- Device.cpp - What the GPU and the executor have in common ----------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device.h"

#include "llvm/Support/FormatVariadic.h"

#include <vector>

using namespace scanc;

std::string scanc::describeLaunches(const scanc_scan &scan, const ScanJob &job,
                                    unsigned multiprocessors) {
  scanc_launch launches[SCANC_MAX_LAUNCHES];
  const std::vector<uint64_t> sizes(scan.size_count, job.row);
  int count = scanc_plan_launches(&scan, job.n, sizes.data(), multiprocessors,
                                  launches);
  if (job.n == 0 && (!job.finals.empty() || job.scan.hasTotal))
    launches[count++] = scanc_plan_empty(&scan, job.chains);
  std::string text;
  for (const scanc_launch &launch : llvm::ArrayRef(launches, count))
    text += llvm::formatv("{0}{1}_{2}<<<{3}, {4}>>>", text.empty() ? "" : " ",
                          scan.name, scan.kernels[launch.kernel].suffix,
                          launch.grid, launch.block)
                .str();
  return text.empty() ? "nothing to launch" : text;
}
