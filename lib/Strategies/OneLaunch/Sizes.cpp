//===- Sizes.cpp - What is tuned of one launch ----------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sizes.h"

#include "scanc/Machine/GpuModel.h"

#include "llvm/Support/MathExtras.h"

namespace scanc::prefix {

llvm::ArrayRef<SizeField<OneLaunchSizes>> OneLaunchSizes::fields() {
  using Sizes = OneLaunchSizes;
  static const SizeField<Sizes> fields[] = {
      {"warps", &Sizes::warps, 1, 15},
      {"vectors", &Sizes::vectors, 1, 16},
      {"groups", &Sizes::groups, 1, 7},
      {"stages", &Sizes::stages, 1, 15},
      {"ahead", &Sizes::ahead, 1, 15},
      {"spine_warps", &Sizes::spineWarps, 1, 15},
      {"spine_entries", &Sizes::spineEntries, 1, 32},
      {SizesSchema::singleBlockTiles, &Sizes::singleBlockTiles, 0, 1024}};
  return fields;
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

OneLaunchSizes OneLaunchSizes::computed(const GpuLimits &limits) {
  OneLaunchSizes sizes;
  sizes.spineEntries =
      std::clamp<int64_t>(llvm::divideCeil(limits.multiprocessors, 32), 1, 32);
  fitSharedMemory(sizes, limits.sharedBytes);
  return sizes;
}

/// What the roles of a block add up to.
std::string OneLaunchSizes::findProblem(const GpuLimits &limits) const {
  using std::to_string;
  const int64_t allWarps = 1 + spineWarps + 2 * groups * warps;
  if (allWarps > 32)
    return "a loader, the spine and the groups have " + to_string(allWarps) +
           " warps, expected at most 32";
  if (stages < groups || stages < spineWarps)
    return "expected a stage for each group and each warp of the spine, got " +
           to_string(stages);
  if (ahead > stages)
    return "expected 'ahead' to be at most the " + to_string(stages) +
           " stages, got " + to_string(ahead);
  if (32 * spineEntries < limits.multiprocessors)
    return "expected entries of the spine for " +
           to_string(limits.multiprocessors) + " blocks, got " +
           to_string(32 * spineEntries);
  return "";
}

} // namespace scanc::prefix
