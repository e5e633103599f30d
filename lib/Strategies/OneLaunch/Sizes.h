//===- Sizes.h - What is tuned of one launch --------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_STRATEGIES_ONELAUNCH_SIZES_H
#define SCANC_LIB_STRATEGIES_ONELAUNCH_SIZES_H

#include "scanc/Dialect/Prefix/Transforms/SizesSchema.h"

#include <algorithm>

namespace scanc::prefix {

/// The defaults are those of an unknown GPU.
struct OneLaunchSizes {
  int64_t warps = 4;            ///< Of a group.
  int64_t vectors = 9;          ///< Of 16 bytes in a thread's run, about.
  int64_t groups = 2;           ///< That reduce, and that scan.
  int64_t stages = 11;          ///< At most; fewer if shared memory is short.
  int64_t ahead = 9;            ///< Tiles that are loaded before the spine.
  int64_t spineWarps = 2;       ///< Of the spine.
  int64_t spineEntries = 5;     ///< Of a lane of the spine: blocks / 32.
  int64_t singleBlockTiles = 1; ///< Tiles of one block up to which it is alone.

  /// Most tiles that loads may run ahead of the spine. A group that waits for a
  /// slot's use must not meet the use before, whose parity is the other one:
  /// where that is another group's, the spine must have passed it.
  static int64_t mostAhead(int64_t stages, int64_t groups) {
    return stages % groups ? std::max<int64_t>(1, stages - groups) : stages;
  }

  static llvm::ArrayRef<SizeField<OneLaunchSizes>> fields();
  static OneLaunchSizes computed(const GpuLimits &limits);
  std::string findProblem(const GpuLimits &limits) const;

  bool operator==(const OneLaunchSizes &) const = default;
};

} // namespace scanc::prefix

#endif // SCANC_LIB_STRATEGIES_ONELAUNCH_SIZES_H
