//===- KoggeStone.cpp - The Kogge-Stone circuit ---------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   0 1 2 3 4 5 6 7
//   +-* +-* +-* +-*    stage 0: every column reads the one 1 to the left,
//   | +-* +-* +-* |
//   +---* +---* | |    stage 1: 2 to the left,
//   | +---* +---* |
//   | | +---* +---*
//   +-------* | | |    stage j: column i >= 2^j reads column i - 2^j, j from 0
//   | +-------* | |
//   | | +-------* |    (wires of one stage overlap and take several lines here;
//   | | | +-------*    all of them read the values from before the stage)
//
// Least depth, ceil(lg n), and every value is read by at most two combines of a
// stage, at n L - 2^L + 1 combines, L = ceil(lg n). The same graph is Hillis
// and Steele's data-parallel scan.
//
// Sources: Kogge and Stone, "A parallel algorithm for the efficient solution of
// a general class of recurrence equations", IEEE Transactions on Computers
// C-22(8), 1973; Hillis and Steele, "Data parallel algorithms", CACM 29(12),
// 1986.
//
//===----------------------------------------------------------------------===//

#include "scanc/Circuits/ColumnBuilder.h"
#include "scanc/Circuits/Generators.h"

#include "llvm/Support/MathExtras.h"

using namespace scanc::circuits;

Network scanc::circuits::koggeStone(int64_t width) {
  unsigned levels = llvm::Log2_64_Ceil(width);
  ColumnBuilder columns(width, width * levels - (int64_t(1) << levels) + 1);
  for (int64_t stride = 1; stride < width; stride *= 2) {
    for (int64_t i = stride; i < width; ++i)
      columns.combine(i - stride, i);
    columns.endStage();
  }
  return columns.finish();
}
