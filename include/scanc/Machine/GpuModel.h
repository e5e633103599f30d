//===- GpuModel.h - What GPUs have ------------------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One row for each architecture that PTX can be made for. Planner, checks, PTX,
// tuning, bundle and launcher read it; a module says which row it is planned
// for (`prefix.target`, TargetAttr).
//
// Source: CUDA C++ Programming Guide 13.0, technical specifications by compute
// capability; PTX ISA 9.0, release history, for the PTX versions.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_MACHINE_GPUMODEL_H
#define SCANC_MACHINE_GPUMODEL_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>

namespace scanc::machine {

//===----------------------------------------------------------------------===//
// What all GPUs since sm_80 have
//===----------------------------------------------------------------------===//

/// Lanes of a warp.
inline constexpr unsigned warpSize = 32;

/// Threads that a block can have.
inline constexpr int64_t threadsPerBlock = 1024;

/// 32-bit registers that a thread can have.
inline constexpr int64_t registersPerThread = 255;

/// Bytes of shared memory that a block can have without asking for more when it
/// is launched.
inline constexpr int64_t staticSharedBytes = 48 * 1024;

/// Barriers of a block (`bar.sync`), by number.
inline constexpr unsigned namedBarriers = 16;

//===----------------------------------------------------------------------===//
// What tells them apart
//===----------------------------------------------------------------------===//

enum Feature : uint32_t {
  /// Copies of the asynchronous proxy (`cp.async.bulk`), and mbarriers that
  /// count their bytes.
  BulkCopies = 1,
  /// A kernel can start before the one before it has ended
  /// (`griddepcontrol`, programmatic stream serialization).
  DependentLaunch = 2,
};

/// "bulk copies", of one or more of them.
std::string listFeatures(uint32_t features);

struct GpuModel {
  llvm::StringRef name;    // "sm_90"
  llvm::StringRef summary; // "Hopper (H100, H200)"
  unsigned capability;     // 90
  unsigned ptxVersion;     // the oldest that knows it; 80 is 8.0
  int64_t multiprocessors; // of the largest GPU that is sold
  int64_t threadsPerSM;    // at once
  int64_t registersPerSM;  // of 32 bits
  int64_t sharedPerBlock;  // most bytes that a block can have
  uint32_t features;

  bool has(uint32_t needs) const { return (features & needs) == needs; }
};

/// Oldest first.
llvm::ArrayRef<GpuModel> gpuModels();

/// Null for a name that is none. The letter of sm_90a and sm_100f says nothing
/// that kernels depend on.
const GpuModel *findGpu(llvm::StringRef name);

/// The newest one that a GPU of this compute capability (90 for 9.0) runs the
/// PTX of; null if it is older than all.
const GpuModel *newestFor(unsigned capability);

/// The oldest one that has all of these features.
const GpuModel &oldestWith(uint32_t features);

/// Where nobody says which.
const GpuModel &defaultGpu();

/// "sm_80, sm_90, ...", for messages.
std::string listGpus();

} // namespace scanc::machine

#endif // SCANC_MACHINE_GPUMODEL_H
