//===- WorkDivision.h - Which tiles are whose -------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tiles of a launch are equally long, but for the last one. They are as
// short as lets all blocks have as many of them. In cycle k block b has tile
// k * C + b.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_WORKDIVISION_H
#define SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_WORKDIVISION_H

#include "StreamContext.h"

namespace scanc::prefix {

/// A tile as threads and bulk copies see it.
struct Tile {
  mlir::Value elements;    // i64, that exist
  mlir::Value start;       // i64, index of its first element in memory
  mlir::Value chains = {}; // i32, where they begin (Restarts::note), or null
};

/// A launch, divided among its blocks. Its values are good where it was made,
/// and in what that dominates.
class WorkDivision {
public:
  using Value = mlir::Value;

  /// By all threads. The first loads wait for this: hence no division where one
  /// cycle does.
  static WorkDivision divide(const StreamContext &c);
  /// The same as `known`, from words of shared memory (Presence.h): what
  /// is rarely needed takes no registers until then.
  static WorkDivision recall(const StreamContext &c, const WorkDivision &known);

  /// The number of the launch (i32).
  Value launchNumber() const;
  /// The block's tile `k` (i32).
  Tile tileAt(Value k) const;
  /// Tile `index` (i64) of the launch.
  Tile tileOf(Value index) const;

  /// The elements of a cycle of as many tiles as there are blocks (i64).
  Value wholeCycle() const;
  /// Those of cycle `k` (i32 both), where `whole` is wholeCycle(): as many, or
  /// those that are left.
  Value cycleLength(Value k, Value whole) const;
  /// Whether so many blocks (i32) are all that have tiles.
  Value areAll(Value count) const;
  /// Whether a count of those who have come (LaunchCounter) needs no closing
  /// any more (i1): all are there, or the launch is over.
  Value isComplete(Value word) const;
  /// Whether the launch has a tile of that number (i64).
  Value hasTile(Value number) const;
  /// The cycles of the launch (i32), by a block that has tiles: as many as it
  /// has, or one more where it has none in the last one.
  Value countCycles() const;
  /// Tiles (i32) that roles may see before it is known how the block goes on.
  Value countEarlyTiles() const;

  /// The elements of a run (i32).
  Value runLength() const;
  /// Whether runs have all pieces that they can have.
  Value areWhole() const;

  Value blocks, block, tileLength; // i64
  Value ownTiles;                  // i32, of the block
  Value pieces;                    // i32, of a run
  Value isAlone;                   // i1, one tile is all

private:
  explicit WorkDivision(const StreamContext &c) : c(c), b(c.b) {}

  Value countPieces(Value tiles, Value elements) const;

  const StreamContext &c;
  KernelBuilder &b;
  Value knownLaunch; // i32, or none
};

} // namespace scanc::prefix

#endif // SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_WORKDIVISION_H
