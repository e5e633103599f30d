//===- Wings.cpp - Pairing up before, spreading after ---------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Wings.h"

using namespace scanc::circuits;

Network
scanc::circuits::withWings(int64_t width, int64_t levels,
                           llvm::function_ref<void(Middle &)> addMiddle) {
  ColumnBuilder columns(width, /*sizeHint=*/0,
                        ColumnBuilder::Stages::AsWritten);
  for (int64_t level = 0; level < levels; ++level) {
    const int64_t stride = int64_t(1) << level;
    for (int64_t i = 2 * stride - 1; i < width; i += 2 * stride)
      columns.combine(i - stride, i);
    columns.endStage();
  }
  Middle middle(columns, width, levels);
  addMiddle(middle);
  for (int64_t level = levels - 1; level >= 0; --level) {
    const int64_t stride = int64_t(1) << level;
    for (int64_t i = 3 * stride - 1; i < width; i += 2 * stride)
      columns.combine(i - stride, i);
    columns.endStage();
  }
  return columns.finish();
}
