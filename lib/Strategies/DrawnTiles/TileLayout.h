//===- TileLayout.h - Memory of blocks that draw tiles ----------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block of chained or decoupled_lookback keeps in dynamic shared memory
//
//   tile         the number of the tile that its first thread has drawn
//   seed         what comes before the tile
//
// and the blocks of a launch share in the workspace
//
//   counter      8 bytes: how many tiles the launch has drawn
//   epoch        4 bytes: how many tiles all launches before it had
//   ring         an entry for each tile of eight look-back windows
//
// A window is `items` entries for each lane of a warp: the plan's `top` is what
// combines them. See TileEntries.h for what is in an entry.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_STRATEGIES_DRAWNTILES_TILELAYOUT_H
#define SCANC_LIB_STRATEGIES_DRAWNTILES_TILELAYOUT_H

#include "scanc/Dialect/Prefix/IR/ScanTypes.h"
#include "scanc/Dialect/Prefix/IR/SharedArrays.h"
#include "scanc/Dialect/Prefix/IR/TaggedWords.h"

namespace scanc::prefix {

struct TileLayout {
  static TileLayout of(const ScanTypes &types);

  int64_t tile = 0;
  StateArray seed; // one
  int64_t bytes = 0;
};

struct EntryLayout {
  /// For a look-back by `top`.
  EntryLayout(SkeletonAttr top, llvm::ArrayRef<mlir::Type> state)
      : perLane(top.getItems()), words(TaggedWords::count(state)) {}

  static constexpr int64_t counterOffset = 0, epochOffset = 8,
                           headerBytes = 128;
  /// Windows of the ring, a power of two. A tile waits for those that are so
  /// many windows but one behind it.
  static constexpr int64_t windows = 8;

  int64_t window() const { return 32 * perLane; }
  int64_t entries() const { return windows * window(); }
  int64_t bytes() const {
    return headerBytes + TaggedWords::bytes * words * entries();
  }

  int64_t perLane, words; // entries of a lane, words of a state
};

} // namespace scanc::prefix

#endif // SCANC_LIB_STRATEGIES_DRAWNTILES_TILELAYOUT_H
