//===- TileLayout.cpp - Memory of blocks that draw tiles ------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileLayout.h"

#include "scanc/Dialect/Prefix/IR/StructLayout.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace scanc::prefix {

TileLayout TileLayout::of(const ScanTypes &types) {
  TileLayout layout;
  layout.tile = {"tile", /*offset=*/0, /*count=*/1, /*bytes=*/8};
  layout.bytes = layout.tile.bytes;
  layout.seed.name = "seed";
  layout.seed.count = 1;
  for (Type type : types.state) {
    const int64_t size = getFieldBytes(type);
    const int64_t offset = llvm::alignTo(layout.bytes, size);
    layout.seed.offsets.push_back(offset);
    layout.bytes = offset + size;
  }
  return layout;
}

} // namespace scanc::prefix
