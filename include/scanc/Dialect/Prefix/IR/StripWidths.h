//===- StripWidths.h - How wide strips of chains are ------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A strip has the chains of a warp's lanes, where it pays off: of half of them,
// or a quarter, where chains are few; of two warps, where they are many and lie
// far from one step to the next.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_IR_STRIPWIDTHS_H
#define SCANC_DIALECT_PREFIX_IR_STRIPWIDTHS_H

#include "llvm/ADT/SmallVector.h"

#include <cstdint>

namespace scanc::prefix {

struct StripWidths {
  /// Of a lane: so many chains, and the widest element of an array (bytes).
  StripWidths(int64_t rows, int64_t widest) : rows(rows), widest(widest) {}

  /// For each halving, of how few chains it is. Until then there are enough for
  /// a strip for each of about as many multiprocessors as a large GPU has. Half
  /// of a strip still has 64 chains, a quarter 128 bytes of a step.
  llvm::SmallVector<int64_t> halvedUpTo() const {
    constexpr int64_t enoughStrips = 128, leastHalf = 64, leastQuarter = 128;
    const int64_t chains = 32 * rows;
    llvm::SmallVector<int64_t> halved;
    if (chains / 2 >= leastHalf) {
      halved.push_back(enoughStrips * chains);
      if (chains / 4 * widest >= leastQuarter)
        halved.push_back(enoughStrips * chains / 2);
    }
    return halved;
  }

  /// Half of a block's warps lie beside the others from so many chains on, of
  /// which `farApart` lie side by side without gaps. Then a step is far from
  /// the next, which takes memory longer than what lies beside it; and strips
  /// are still so many that no multiprocessor waits for long.
  int64_t wideFrom() const {
    constexpr int64_t manyWide = 256;
    return manyWide * 64 * rows;
  }
  static constexpr int64_t farApart = 16384;
  static bool canBeWide(int64_t warps) { return warps % 2 == 0; }

  /// Strips that are so few that a block which walks along one has all of the
  /// ring on its way; else it has one tile.
  static constexpr int64_t fewStrips = 96;

  /// Where almost each multiprocessor has one strip, and none has two, so many
  /// warps of a block have nothing to do. Tiles are shorter then, and memory is
  /// asked for less at once. That is faster for lanes with two chains of four
  /// bytes and 16 steps (H200); with fewer steps, shorter tiles are slower.
  int64_t idleWarps(int64_t warps, int64_t items) const {
    const bool isAsMeasured = rows == 2 && items >= 16 && items < 32;
    return isAsMeasured && warps % 4 == 0 ? warps / 4 : 0;
  }
  /// For that, at least so many sixteenths of the multiprocessors have a strip,
  /// and a strip has more than so many tiles.
  static constexpr int64_t sixteenthsBusy = 15;
  static constexpr uint64_t tilesBusy = 8;

private:
  int64_t rows, widest;
};

} // namespace scanc::prefix

#endif // SCANC_DIALECT_PREFIX_IR_STRIPWIDTHS_H
