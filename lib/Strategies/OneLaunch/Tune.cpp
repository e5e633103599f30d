//===- Tune.cpp - What is measured to tune one launch ---------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Attr.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace scanc::prefix;
using Sizes = OneLaunchSizes;

const SizesSchema &OneLaunchStreamingAttr::getSizes() const {
  return SizesSchema::of<Sizes>();
}

/// Whether a block has room for its warps and for enough stages.
static bool fits(const Sizes &sizes, const GpuLimits &limits) {
  const int64_t stages = std::max({sizes.groups, sizes.spineWarps, int64_t(4)});
  const int64_t bytes = 512 * sizes.warps * (sizes.vectors + 1) * stages;
  return bytes <= limits.sharedBytes && stages <= sizes.stages &&
         1 + sizes.spineWarps + 2 * sizes.groups * sizes.warps <= 32;
}

std::vector<SizesToTry>
OneLaunchStreamingAttr::getSizesToTry(const Tuning &base, int64_t bytes,
                                      bool isQuick) const {
  const auto standard = base.get<Sizes>(bytes);
  std::vector<Sizes> list = {standard};
  auto addWith = [&](llvm::function_ref<void(Sizes &)> change) {
    Sizes sizes = standard;
    change(sizes);
    sizes.ahead =
        std::min(sizes.ahead, Sizes::mostAhead(sizes.stages, sizes.groups));
    if (fits(sizes, base.limits) && !llvm::is_contained(list, sizes))
      list.push_back(sizes);
  };
  auto addShape = [&](int64_t warps, int64_t vectors, int64_t groups,
                      int64_t stages) {
    addWith([&](Sizes &sizes) {
      sizes.warps = warps;
      sizes.vectors = vectors;
      sizes.groups = groups;
      sizes.stages = stages;
      sizes.ahead = std::max<int64_t>(1, stages - 2);
    });
  };
  addWith([](Sizes &sizes) { sizes.spineWarps = 1; });
  addWith([](Sizes &sizes) { sizes.ahead = 6; });
  if (!isQuick) {
    addWith([](Sizes &sizes) { sizes.spineWarps = 3; });
    addWith([](Sizes &sizes) { sizes.ahead = 4; });
    addWith([](Sizes &sizes) { sizes.ahead = 10; });
    addWith([](Sizes &sizes) { sizes.stages = 8; });
    addShape(3, 9, 2, 14);
    addShape(3, 11, 1, 11);
    addShape(3, 11, 2, 11);
    addShape(3, 13, 2, 9);
    addShape(4, 7, 2, 14);
    addShape(4, 7, 2, 11);
    addShape(4, 7, 3, 14);
    addShape(4, 9, 1, 11);
    addShape(4, 9, 2, 11);
    addShape(4, 9, 3, 11);
    addShape(4, 11, 1, 9);
    addShape(4, 11, 2, 9);
    addShape(4, 13, 2, 7);
    addShape(5, 7, 1, 11);
    addShape(5, 7, 2, 11);
    addShape(6, 5, 2, 11);
    addShape(6, 7, 1, 9);
    addShape(6, 7, 2, 9);
    addShape(8, 5, 1, 10);
    addShape(8, 7, 1, 7);
  }
  std::vector<SizesToTry> tried;
  for (const Sizes &sizes : list)
    tried.push_back(
        {llvm::formatv("one_launch_{0}_w{1}v{2}g{3}s{4}a{5}t{6}", bytes,
                       sizes.warps, sizes.vectors, sizes.groups, sizes.stages,
                       sizes.ahead, sizes.spineWarps),
         toRow(sizes)});
  return tried;
}

/// The spine has an entry for each block.
void OneLaunchStreamingAttr::settle(SizeRow &row, const SizeRow &,
                                    const GpuLimits &limits) const {
  auto sizes = fromRow<Sizes>(row);
  sizes.spineEntries = std::max<int64_t>(
      sizes.spineEntries, llvm::divideCeil(limits.multiprocessors, 32));
  row = toRow(sizes);
}

/// Bytes of a tile, 512 a vector and a warp, and tiles under way.
SkeletonSurvey OneLaunchStreamingAttr::getSurvey(const GpuLimits &limits,
                                                 bool isQuick) const {
  SkeletonSurvey survey;
  survey.ofScan = "groups = 2, ahead = 1";
  for (int64_t vectors : {3, 5, 9, 13})
    for (int64_t stages : {2, 4, 8, 12, 14}) {
      constexpr int64_t warps = 4;
      const int64_t bytes = 512 * warps * (vectors + 1) * stages;
      if (bytes <= limits.sharedBytes && (!isQuick || vectors == 9))
        survey.skeletons.push_back({/*pattern=*/"", "bulk", warps, /*rows=*/1,
                                    4 * vectors, stages, /*blocksPerSM=*/1});
    }
  return survey;
}
