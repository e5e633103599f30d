//===- Ring.h - What the skeletons of a ring of tiles say -------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parameters that skeletons of one_launch_streaming have beside those that
// all have. OneLaunch.td says what they mean.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_STRATEGIES_ONELAUNCH_RING_H
#define SCANC_LIB_STRATEGIES_ONELAUNCH_RING_H

#include "scanc/Dialect/Prefix/IR/Prefix.h"

namespace scanc::prefix {

inline constexpr llvm::StringLiteral groupsKey = "groups", aheadKey = "ahead",
                                     pieceKey = "piece";

/// Of the `scan` of a complete plan.
inline int64_t getGroups(SkeletonAttr scan) { return *scan.getOwn(groupsKey); }
inline int64_t getAhead(SkeletonAttr scan) { return *scan.getOwn(aheadKey); }

/// Nothing where runs are always whole.
inline std::optional<int64_t> getPiece(SkeletonAttr skeleton) {
  return skeleton.getOwn(pieceKey);
}
/// What runs are made of.
inline int64_t getRunPiece(SkeletonAttr skeleton) {
  return getPiece(skeleton).value_or(skeleton.getItems());
}

} // namespace scanc::prefix

#endif // SCANC_LIB_STRATEGIES_ONELAUNCH_RING_H
