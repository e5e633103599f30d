//===- ExchangeLayout.h - What blocks share in the workspace ----*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the words lie that blocks tell each other. The launch asks for as many
// bytes, so that the planner, the description of the kernels and what lowers
// them must agree: all of them ask here.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_IR_EXCHANGELAYOUT_H
#define SCANC_DIALECT_PREFIX_IR_EXCHANGELAYOUT_H

#include "scanc/Dialect/Prefix/IR/TaggedWords.h"

namespace scanc::prefix {

/// The rows of totals of a launch whose blocks go through cycles together
/// (`prefix.exchange`), behind an epoch and counts of blocks
/// (`prefix.counter`).
struct ExchangeLayout {
  /// For a warp that gathers `perLane` entries of `state` a lane.
  ExchangeLayout(int64_t perLane, llvm::ArrayRef<mlir::Type> state)
      : perLane(perLane), words(TaggedWords::count(state)) {}

  static constexpr int64_t rows = 32, epochBytes = 128;
  /// Words beside the epoch, in bytes.
  static constexpr int64_t arrivals = 64, meetings = 72, departures = 80,
                           shortLaunches = 88;

  /// Of each row; a power of two.
  static constexpr int64_t copies = 2;

  /// Words of one copy of a row.
  int64_t wordsPerRow() const { return 32 * perLane * words; }
  int64_t bytes() const {
    return epochBytes + rows * copies * wordsPerRow() * TaggedWords::bytes;
  }

  int64_t perLane, words; // entries of a lane, words of a state
};

/// What the blocks of a launch share that draws tiles (`prefix.entries`):
///
///   counter      8 bytes: how many tiles the launch has drawn
///   epoch        4 bytes: how many tiles all launches before it had
///   ring         an entry for each tile of eight look-back windows
struct EntryLayout {
  /// For a look-back over `perLane` entries of `state` a lane.
  EntryLayout(int64_t perLane, llvm::ArrayRef<mlir::Type> state)
      : perLane(perLane), words(TaggedWords::count(state)) {}

  static constexpr int64_t counterOffset = 0, epochOffset = 8,
                           headerBytes = 128;
  /// Of the counter: of how many tiles were drawn; above it is the launch.
  static constexpr int64_t countBits = 40;
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

#endif // SCANC_DIALECT_PREFIX_IR_EXCHANGELAYOUT_H
