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
// and the blocks of a launch share what EntryLayout says in the workspace.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_STRATEGIES_DRAWNTILES_TILELAYOUT_H
#define SCANC_LIB_STRATEGIES_DRAWNTILES_TILELAYOUT_H

#include "scanc/Dialect/Prefix/IR/ExchangeLayout.h"
#include "scanc/Dialect/Prefix/IR/ScanTypes.h"
#include "scanc/Dialect/Prefix/IR/SharedArrays.h"

namespace scanc::prefix {

struct TileLayout {
  static TileLayout of(const ScanTypes &types);

  WordArray tile;
  StateArray seed; // one
  int64_t bytes = 0;
};

} // namespace scanc::prefix

#endif // SCANC_LIB_STRATEGIES_DRAWNTILES_TILELAYOUT_H
