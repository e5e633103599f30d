//===- StripLayout.cpp - The shared memory of a strip ---------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StripLayout.h"

#include "scanc/Dialect/Prefix/IR/StructLayout.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace scanc::prefix {

StripLayout StripLayout::of(SkeletonAttr scan, const ScanTypes &types) {
  StripLayout layout;
  layout.chains = 32 * scan.getRows();
  layout.pitch = scan.getWarps() + 1;
  const auto arrays = static_cast<int64_t>(
      types.inputs().size() + types.outputs().size() + types.hasStates);
  int64_t element = 0;
  for (const StructLayout &array : types.inputs())
    element += array.size;
  layout.ring = {"ring", /*offset=*/0, scan.getStages(),
                 static_cast<int64_t>(llvm::alignTo(
                     static_cast<uint64_t>(scan.getTile() * element), 16))};
  layout.bytes = layout.ring.count * layout.ring.bytes;
  layout.places = {"places", layout.bytes, arrays * layout.chains,
                   /*bytes=*/8};
  layout.bytes += layout.places.count * layout.places.bytes;
  layout.totals.name = "totals";
  layout.totals.count = 2 * layout.chains * layout.pitch;
  for (Type type : types.state) {
    const int64_t size = getFieldBytes(type);
    const int64_t offset = llvm::alignTo(layout.bytes, size);
    layout.totals.offsets.push_back(offset);
    layout.bytes = offset + layout.totals.count * size;
  }
  return layout;
}

} // namespace scanc::prefix
