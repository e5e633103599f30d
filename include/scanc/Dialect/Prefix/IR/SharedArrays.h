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
#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace scanc::prefix {

// Each has a name, for those who read a kernel.

/// `count` mbarriers of 8 bytes, from byte `offset` on.
struct BarrierArray {
  llvm::StringLiteral name = "";
  int64_t offset = 0, count = 0;
};

/// `count` integers of so many bytes, from byte `offset` on.
struct WordArray {
  llvm::StringLiteral name = "";
  int64_t offset = 0, count = 0, bytes = 4;
};

/// `count` states, each field's values apart.
struct StateArray {
  llvm::StringLiteral name = "";
  llvm::SmallVector<int64_t> offsets; // of each field's array, in bytes
  int64_t count = 0;
};

/// `count` places of so many bytes for tiles, from byte `offset` on.
struct SlotArray {
  llvm::StringLiteral name = "";
  int64_t offset = 0, count = 0, bytes = 0;
};

/// A tile of one of the scan's arrays.
struct TileRegion {
  int64_t offset = 0;          // in bytes, in whatever holds the tile
  int64_t size = 0, alignment; // of what the array holds of an element
};

} // namespace scanc::prefix

#endif // SCANC_DIALECT_PREFIX_IR_SHAREDARRAYS_H
