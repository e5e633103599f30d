//===- GpuModel.cpp - What GPUs have --------------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Machine/GpuModel.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace scanc::machine {

llvm::ArrayRef<GpuModel> gpuModels() {
  constexpr int64_t kib = 1024;
  static const GpuModel table[] = {
      {"sm_80", "Ampere (A100)", 80, 78, 108, 2048, 65536, 163 * kib, 0},
      {"sm_86", "Ampere (RTX 30, A10, A40)", 86, 78, 84, 1536, 65536, 99 * kib,
       0},
      {"sm_89", "Ada (RTX 40, L4, L40)", 89, 78, 142, 1536, 65536, 99 * kib, 0},
      {"sm_90", "Hopper (H100, H200)", 90, 80, 132, 2048, 65536, 227 * kib,
       BulkCopies | DependentLaunch},
      {"sm_100", "Blackwell (B200)", 100, 86, 148, 2048, 65536, 227 * kib,
       BulkCopies | DependentLaunch},
      {"sm_103", "Blackwell (B300)", 103, 88, 160, 2048, 65536, 227 * kib,
       BulkCopies | DependentLaunch},
      {"sm_120", "Blackwell (RTX 50)", 120, 87, 188, 1536, 65536, 99 * kib,
       BulkCopies | DependentLaunch},
      {"sm_121", "Blackwell (GB10)", 121, 88, 48, 1536, 65536, 99 * kib,
       BulkCopies | DependentLaunch},
  };
  return table;
}

const GpuModel *findGpu(llvm::StringRef name) {
  if (!name.empty() && llvm::isAlpha(name.back()))
    name = name.drop_back();
  const auto *found = llvm::find_if(
      gpuModels(), [&](const GpuModel &gpu) { return gpu.name == name; });
  return found == gpuModels().end() ? nullptr : found;
}

const GpuModel *newestFor(unsigned capability) {
  const GpuModel *newest = nullptr;
  for (const GpuModel &gpu : gpuModels())
    if (gpu.capability <= capability)
      newest = &gpu;
  return newest;
}

const GpuModel &oldestWith(uint32_t features) {
  return *llvm::find_if(gpuModels(),
                        [&](const GpuModel &gpu) { return gpu.has(features); });
}

std::string listFeatures(uint32_t features) {
  llvm::SmallVector<llvm::StringRef> names;
  if (features & BulkCopies)
    names.push_back("bulk copies");
  if (features & DependentLaunch)
    names.push_back("dependent launches");
  return llvm::join(names, " and ");
}

const GpuModel &defaultGpu() { return *findGpu("sm_90"); }

std::string listGpus() {
  return llvm::join(
      llvm::map_range(gpuModels(),
                      [](const GpuModel &gpu) { return gpu.name; }),
      ", ");
}

} // namespace scanc::machine
