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
//   ring         an entry for each tile of two look-back windows
//
// A window is `items` entries for each lane of a warp: the plan's `top` is what
// combines them. See TileEntries.h for what is in an entry.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_IR_TILELAYOUT_H
#define SCANC_DIALECT_PREFIX_IR_TILELAYOUT_H

#include "scanc/Dialect/Prefix/IR/StreamLayout.h"

namespace scanc::prefix {

struct TileLayout {
  static TileLayout of(const ScanTypes &types);

  int64_t tile = 0;
  StateArray seed; // one
  int64_t bytes = 0;
};

struct EntryLayout {
  /// For a look-back by `top`, of states of so many words of 32 bits.
  EntryLayout(SkeletonAttr top, int64_t words)
      : perLane(top.getItems()), words(words) {}

  static constexpr int64_t counterOffset = 0, epochOffset = 8,
                           headerBytes = 128;

  int64_t window() const { return 32 * perLane; }
  int64_t entries() const { return 2 * window(); }
  int64_t bytes() const { return headerBytes + 8 * words * entries(); }

  int64_t perLane, words;
};

} // namespace scanc::prefix

#endif // SCANC_DIALECT_PREFIX_IR_TILELAYOUT_H
