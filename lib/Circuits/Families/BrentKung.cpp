//===- BrentKung.cpp - The Brent-Kung circuit -----------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   0 1 2 3 4 5 6 7
//   +-* +-* +-* +-*    up-sweep: a tree of sums over blocks of 2, 4, 8, ..,
//   | +---* | +---*    each in the last column of its block
//   | | | +-------*
//   | | | +---* | |    down-sweep: the middle of each block that is not the
//   | +-* +-* +-* |    first reads the end of the block before
//
// About 2n combines, and two readers a value and level, at almost twice the
// least depth. The levels are kept as the schedule unless asked otherwise:
// stages = floor(lg n) + floor(lg(n/3)) + 1, while the longest path is
// floor(lg(n+1)) + floor(lg((n+1)/3)), because parts of the down-sweep need not
// wait for the top of the up-sweep. As soon as possible, the end of a block
// is read by up to floor(lg n) combines at once.
//
// Source: Brent and Kung, "A regular layout for parallel adders", IEEE
// Transactions on Computers C-31(3), 1982.
//
//===----------------------------------------------------------------------===//

#include "scanc/Circuits/ColumnBuilder.h"
#include "scanc/Circuits/Generators.h"

using namespace scanc::circuits;

Network scanc::circuits::brentKung(int64_t width,
                                   ColumnBuilder::Stages stages) {
  ColumnBuilder columns(width, 2 * width, stages);
  auto level = [&](int64_t first, int64_t stride) {
    for (int64_t i = first; i < width; i += 2 * stride)
      columns.combine(i - stride, i);
    columns.endStage();
  };
  int64_t stride = 1;
  for (; stride < width; stride *= 2)
    level(2 * stride - 1, stride);
  for (; stride >= 1; stride /= 2)
    level(3 * stride - 1, stride);
  return columns.finish();
}
