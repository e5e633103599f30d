//===- Tuning.cpp - The sizes that plans are made with --------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Dialect/Prefix/Transforms/Tuning.h"

#include "scanc/Machine/GpuModel.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

#include <algorithm>

using llvm::ArrayRef;
using llvm::StringRef;

// NOLINTBEGIN(readability-identifier-naming): names of C
extern "C" {
extern const char scanc_tuning_sm_90[];
extern const size_t scanc_tuning_sm_90_size;
}
// NOLINTEND(readability-identifier-naming)

namespace scanc::prefix {

ArrayRef<SizeField<GpuLimits>> GpuLimits::fields() {
  static const SizeField<GpuLimits> fields[] = {
      {"multiprocessors", &GpuLimits::multiprocessors, 1, 1024},
      {"shared_bytes", &GpuLimits::sharedBytes, 1024, 1 << 20},
      {"threads", &GpuLimits::threads, 32, 4096},
      {"registers", &GpuLimits::registers, 1024, 1 << 20}};
  return fields;
}

size_t Tuning::classOf(int64_t bytes) {
  const auto *found =
      llvm::find_if(classes, [&](int64_t known) { return bytes <= known; });
  return std::min<size_t>(found - classes.begin(), classes.size() - 1);
}

GpuLimits Tuning::limitsOf(StringRef arch) {
  if (const machine::GpuModel *gpu = machine::findGpu(arch))
    return {gpu->multiprocessors, gpu->sharedPerBlock, gpu->threadsPerSM,
            gpu->registersPerSM};
  return GpuLimits();
}

Tuning Tuning::computed(const TuningSchema &schema, const GpuLimits &limits) {
  Tuning tuning;
  tuning.method = "computed from the limits";
  tuning.limits = limits;
  for (const auto &[name, sizes] : schema) {
    Table &table = tuning.tables[name];
    table.schema = sizes;
    table.rows.fill(sizes->computed(limits));
  }
  return tuning;
}

bool Tuning::isBuiltIn(StringRef arch) { return arch == "sm_90"; }

Tuning Tuning::forArch(const TuningSchema &schema, StringRef arch) {
  if (isBuiltIn(arch)) {
    llvm::Expected<Tuning> tuning =
        read(schema, StringRef(scanc_tuning_sm_90, scanc_tuning_sm_90_size),
             Tables::Known);
    if (!tuning)
      llvm::report_fatal_error(llvm::Twine("a built-in tuning: ") +
                               llvm::toString(tuning.takeError()));
    return *tuning;
  }
  Tuning tuning = computed(schema, limitsOf(arch));
  tuning.arch = arch.str();
  return tuning;
}

} // namespace scanc::prefix
