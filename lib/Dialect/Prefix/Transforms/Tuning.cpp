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
#include "llvm/ADT/bit.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using llvm::ArrayRef;
using llvm::StringRef;

extern "C" {
extern const char scanc_tuning_sm_90[];
extern const size_t scanc_tuning_sm_90_size;
}

namespace scanc::prefix {

ArrayRef<SizeField<OneLaunchSizes>> oneLaunchFields() {
  using Sizes = OneLaunchSizes;
  static const SizeField<Sizes> fields[] = {
      {"warps", &Sizes::warps, 1, 15},
      {"vectors", &Sizes::vectors, 1, 16},
      {"groups", &Sizes::groups, 1, 7},
      {"stages", &Sizes::stages, 1, 15},
      {"ahead", &Sizes::ahead, 1, 15},
      {"spine_warps", &Sizes::spineWarps, 1, 15},
      {"spine_entries", &Sizes::spineEntries, 1, 32},
      {"single_block_tiles", &Sizes::singleBlockTiles, 0, 1024}};
  return fields;
}

ArrayRef<SizeField<TwoLevelSizes>> twoLevelFields() {
  using Sizes = TwoLevelSizes;
  static const SizeField<Sizes> fields[] = {
      {"warps", &Sizes::warps, 1, 32},
      {"long_warps", &Sizes::longWarps, 1, 32},
      {"rows", &Sizes::rows, 1, 16},
      {"long_rows", &Sizes::longRows, 1, 16},
      {"registers", &Sizes::registers, 1, 256},
      {"staged_registers", &Sizes::stagedRegisters, 1, 256},
      {"blocks_per_sm", &Sizes::blocksPerSM, 1, 32},
      {"max_blocks", &Sizes::maxBlocks, 1, 65535},
      {"single_block_tiles", &Sizes::singleBlockTiles, 0, 1024}};
  return fields;
}

ArrayRef<SizeField<GpuLimits>> limitFields() {
  static const SizeField<GpuLimits> fields[] = {
      {"multiprocessors", &GpuLimits::multiprocessors, 1, 1024},
      {"shared_bytes", &GpuLimits::sharedBytes, 1024, 1 << 20},
      {"threads", &GpuLimits::threads, 32, 4096},
      {"registers", &GpuLimits::registers, 1024, 1 << 20}};
  return fields;
}

static size_t classOf(int64_t bytes) {
  const auto *found = llvm::find_if(
      Tuning::classes, [&](int64_t known) { return bytes <= known; });
  return std::min<size_t>(found - Tuning::classes.begin(),
                          Tuning::classes.size() - 1);
}

const OneLaunchSizes &Tuning::oneLaunch(int64_t bytes) const {
  return oneLaunchSizes[classOf(bytes)];
}

const TwoLevelSizes &Tuning::twoLevel(int64_t bytes) const {
  return twoLevelSizes[classOf(bytes)];
}

GpuLimits Tuning::limitsOf(StringRef arch) {
  if (const machine::GpuModel *gpu = machine::findGpu(arch))
    return {gpu->multiprocessors, gpu->sharedPerBlock, gpu->threadsPerSM,
            gpu->registersPerSM};
  return GpuLimits();
}

/// The largest tile, of an odd number of vectors a thread, of which enough fit
/// to keep the memory busy while some are worked on.
static void fitSharedMemory(OneLaunchSizes &sizes, int64_t sharedBytes) {
  constexpr int64_t fewestStages = 6, vectorBytes = 16;
  auto stagesOf = [&](int64_t vectors) {
    // A thread's prefix, of at most a vector, comes with its run.
    const int64_t run = (vectors + 1) * vectorBytes;
    return sharedBytes / (sizes.warps * machine::warpSize * run);
  };
  while (sizes.vectors > 1 && stagesOf(sizes.vectors) < fewestStages)
    sizes.vectors -= 2;
  sizes.stages =
      std::clamp<int64_t>(stagesOf(sizes.vectors), sizes.groups, sizes.stages);
  sizes.ahead = std::clamp<int64_t>(sizes.stages - 3, 1, sizes.ahead);
}

Tuning Tuning::computed(const GpuLimits &limits) {
  Tuning tuning;
  tuning.method = "computed from the limits";
  tuning.limits = limits;
  OneLaunchSizes oneLaunch;
  oneLaunch.spineEntries =
      std::clamp<int64_t>(llvm::divideCeil(limits.multiprocessors, 32), 1, 32);
  fitSharedMemory(oneLaunch, limits.sharedBytes);
  TwoLevelSizes twoLevel;
  // Of 256 threads each, all at once.
  const int64_t blocks = limits.multiprocessors * limits.threads / 256;
  twoLevel.maxBlocks = std::clamp<int64_t>(
      llvm::bit_floor(static_cast<uint64_t>(blocks)), 64, 4096);
  tuning.oneLaunchSizes.fill(oneLaunch);
  tuning.twoLevelSizes.fill(twoLevel);
  return tuning;
}

static Tuning readBuiltIn(StringRef text) {
  llvm::Expected<Tuning> tuning = Tuning::parse(text);
  if (!tuning)
    llvm::report_fatal_error(llvm::Twine("a built-in tuning: ") +
                             llvm::toString(tuning.takeError()));
  return *tuning;
}

bool Tuning::isBuiltIn(StringRef arch) { return arch == "sm_90"; }

Tuning Tuning::forArch(StringRef arch) {
  static const Tuning sm90 =
      readBuiltIn(StringRef(scanc_tuning_sm_90, scanc_tuning_sm_90_size));
  if (isBuiltIn(arch))
    return sm90;
  Tuning tuning = computed(limitsOf(arch));
  tuning.arch = arch.str();
  return tuning;
}

} // namespace scanc::prefix
