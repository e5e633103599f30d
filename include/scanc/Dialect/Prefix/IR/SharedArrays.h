//===- SharedArrays.h - What lies in shared memory --------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_IR_SHAREDARRAYS_H
#define SCANC_DIALECT_PREFIX_IR_SHAREDARRAYS_H

#include "llvm/ADT/SmallVector.h"

#include <cstdint>

namespace scanc::prefix {

/// `count` mbarriers of 8 bytes, from byte `offset` on.
struct BarrierArray {
  int64_t offset = 0, count = 0;
};

/// An array of states, each field's values apart.
struct StateArray {
  llvm::SmallVector<int64_t> offsets; // of each field's array, in bytes
};

/// A tile of one of the scan's arrays.
struct TileRegion {
  int64_t offset = 0;          // in bytes, in whatever holds the tile
  int64_t size = 0, alignment; // of what the array holds of an element
};

} // namespace scanc::prefix

#endif // SCANC_DIALECT_PREFIX_IR_SHAREDARRAYS_H
