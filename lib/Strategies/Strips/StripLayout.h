//===- StripLayout.h - The shared memory of a strip -------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   ring     tiles on their way: of each array, a lane's steps of its chains,
//            as `fetch_chains` puts them
//   places   of each array, where each chain of the strip begins
//   totals   of each chain, what each warp has of a tile; for two tiles in
//            turn, so that a tile takes one barrier
//
// The totals of a chain lie side by side, with one place between them and the
// next chain's: lanes, which have neighbouring chains, then use all banks.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_STRATEGIES_STRIPS_STRIPLAYOUT_H
#define SCANC_LIB_STRATEGIES_STRIPS_STRIPLAYOUT_H

#include "scanc/Dialect/Prefix/IR/ScanTypes.h"
#include "scanc/Dialect/Prefix/IR/SharedArrays.h"

namespace scanc::prefix {

struct StripLayout {
  /// Of a complete plan's scan skeleton.
  static StripLayout of(SkeletonAttr scan, const ScanTypes &types);

  SlotArray ring;
  WordArray places;
  StateArray totals;
  int64_t bytes = 0;
  /// Chains of a strip, and places from a chain's totals to the next's.
  int64_t chains = 0, pitch = 0;
};

} // namespace scanc::prefix

#endif // SCANC_LIB_STRATEGIES_STRIPS_STRIPLAYOUT_H
