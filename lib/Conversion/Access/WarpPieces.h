//===- WarpPieces.h - Lanes that copy for each other ------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Asynchronous copies of 16 bytes go past the L1 cache, of which a block with
// much shared memory has little; narrower ones need a line there. Where lanes
// have fewer bytes of a step, several of them have 16 together.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_CONVERSION_ACCESS_WARPPIECES_H
#define SCANC_LIB_CONVERSION_ACCESS_WARPPIECES_H

#include "ChainAccess.h"
#include "ChainSlot.h"

namespace scanc::prefix {

/// Pieces of what lanes have of their steps, where their chains lie side by
/// side. As many lanes as have one together have those of some steps each.
class WarpPieces {
public:
  using Value = mlir::Value;

  static constexpr int64_t bytes = 16; // of a piece

  WarpPieces(ValueBuilder &b, ChainAccess &access, Lane &lane)
      : b(b), access(access), lane(lane) {}

  /// Whether there are any: no array is too uneven for them, and there is one
  /// of which no lane has a piece by itself.
  bool areAny();
  /// Whether all that the lane has is in pieces (i1), which is the same in all
  /// lanes that have some together.
  Value areWhole();
  /// Behind it: calls `copy` with where each of the lane's pieces of an array
  /// is, in memory and in `slot`. They are of all of these lanes.
  void forEach(size_t array, ChainSlot &slot,
               llvm::function_ref<void(Value memory, Value place)> copy);

private:
  /// Lanes that have a piece of a step.
  int64_t lanesOf(const StructArray &array) {
    return std::max<int64_t>(1, bytes / (lane.rows * array.getSize()));
  }
  int64_t mostLanes();
  Value at(Value pointer, int64_t byte);

  ValueBuilder &b;
  ChainAccess &access;
  Lane &lane;
};

} // namespace scanc::prefix

#endif // SCANC_LIB_CONVERSION_ACCESS_WARPPIECES_H
