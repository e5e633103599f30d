//===- StreamSpine.h - What comes before each tile --------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The warps of a streaming block that exchange totals with the other blocks,
// and hand the scanners what comes before each of their tiles. Every cycle is a
// row of the exchange, and the carry goes from warp to warp.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_CONVERSION_PREFIXTOGPU_STREAMSPINE_H
#define SCANC_LIB_CONVERSION_PREFIXTOGPU_STREAMSPINE_H

#include "Descriptors.h"
#include "StreamTiles.h"

namespace scanc::prefix {

class StreamSpine : protected StreamTiles {
protected:
  StreamSpine(ScanSource source, KernelBuilder &b)
      : StreamTiles(source, b), spine(source.plan.getTop()) {}

  /// The role of the spine's warps, from warp 1 of the block on: they take
  /// turns with the cycles, so that while one hands on the carry, the next ones
  /// wait for their totals already.
  void carryPrefixes();

  SkeletonAttr spine;

private:
  void endRow(Descriptors &descriptors, Value row, Value count, Value awaited);
  std::pair<State, State> combineRow(Descriptors &descriptors,
                                     ValueRange totals, Value end);
  std::pair<State, State> scanRow(ValueRange totals, Value end);
  State combineAll(ValueRange totals);
  State combineBelow(Descriptors &descriptors, ValueRange totals, Value end);
};

} // namespace scanc::prefix

#endif // SCANC_LIB_CONVERSION_PREFIXTOGPU_STREAMSPINE_H
