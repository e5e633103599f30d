//===- TileRing.h - Slots that tiles take in turn ---------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block's tiles go through the slots of a ring. A slot's barriers have a
// phase for each use of it, so that its parity tells one use from the next.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_TILERING_H
#define SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_TILERING_H

#include "WorkDivision.h"

namespace scanc::prefix {

/// Where a role is: its tile of the block's, and the tile's slot of the ring
/// with the parity of the slot's use; i32 all.
struct Position {
  mlir::Value k, slot, parity;
};

class TileRing {
public:
  using Value = mlir::Value;
  using ValueRange = mlir::ValueRange;
  using Body = llvm::function_ref<State(Position, ValueRange)>;

  explicit TileRing(const StreamContext &c) : c(c), b(c.b) {}

  /// The first use of the first slot.
  Position begin() const { return {b.i32(0), b.i32(0), b.i32(0)}; }
  Position advance(const Position &at, Value step) const;
  /// For the block's tiles from `first` on, every `step`th; `carry` goes along.
  /// Gives the last carry. `first` is 0 where there is one tile.
  State forTiles(const WorkDivision &work, Value first, int64_t step,
                 ValueRange carry, Body body) const;

  /// Where a slot's tile is, for those who would otherwise keep all that it is
  /// computed from.
  void note(const Tile &tile, Value slot) const;
  Tile noted(Value slot) const;

  /// Where the tile's input begins in its slot: at the beginning of its region,
  /// or, where runs are counted from the end, so that it ends where a full one
  /// does.
  Value inputPointer(Value slot, const Tile &tile,
                     const TileRegion &region) const;
  /// The same of its outputs, in the input's place or in the group's.
  Value outputPointer(const Position &at, const Tile &tile,
                      const TileRegion &region) const;
  /// The scan's input and output, with a tile of them in shared memory.
  Place inputIn(Value slot, const Tile &tile) const;
  Place outputIn(const Position &at, const Tile &tile) const;

private:
  State loop(Position at, Value end, int64_t step, ValueRange carry,
             Body body) const;
  Value tilePointer(Value start, const Tile &tile,
                    const TileRegion &region) const;
  Place inShared(Place place, const Tile &tile,
                 llvm::ArrayRef<TileRegion> regions,
                 llvm::function_ref<Value(const TileRegion &)> find) const;

  const StreamContext &c;
  KernelBuilder &b;
};

} // namespace scanc::prefix

#endif // SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_TILERING_H
