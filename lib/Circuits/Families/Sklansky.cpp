//===- Sklansky.cpp - The Sklansky circuit --------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   0 1 2 3 4 5 6 7
//   +-* +-* +-* +-*    stage j: column i with bit j set reads the last column
//   | +-*-* | +-*-*    of the block of 2^j to the left of its own
//   | | | +-*-*-*-*
//
// Least depth, ceil(lg n), at (n/2) lg n combines for a power of two; the
// price is a value that n/2 combines read in the last stage.
//
// Source: Sklansky, "Conditional-sum addition logic", IRE Transactions on
// Electronic Computers EC-9(2), 1960.
//
//===----------------------------------------------------------------------===//

#include "scanc/Circuits/ColumnBuilder.h"
#include "scanc/Circuits/Generators.h"

#include "llvm/ADT/bit.h"

using namespace scanc::circuits;

Network scanc::circuits::sklansky(int64_t width) {
  size_t size = 0;
  for (int64_t i = 0; i < width; ++i)
    size += llvm::popcount(static_cast<uint64_t>(i));

  ColumnBuilder columns(width, size);
  for (int j = 0; (int64_t(1) << j) < width; ++j) {
    for (int64_t i = 0; i < width; ++i)
      if (i >> j & 1)
        columns.combine(((i >> j) << j) - 1, i);
    columns.endStage();
  }
  return columns.finish();
}
