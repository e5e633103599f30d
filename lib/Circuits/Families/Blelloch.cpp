//===- Blelloch.cpp - The tree of the exclusive scan ----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   0 1 2 3 4 5 6 7    input 0 is the seed, input k is x(k-1)
//   | +-* +-* +-* |    up-sweep: sums of 2, 4, .. of the x, each in the last
//   | | | +---* | |    column of its block
//   +-------* | | |    down-sweep: the middle of each block reads what comes
//   +---* | +---* |    before the block, the seed included
//   +-* +-* +-* +-*
//
// Output k is the seed and x0 .. x(k-1): the exclusive scan of the x, of which
// the last is no input at all. Blelloch writes a zero over the root and swaps
// on the way down, so that a node hands its left child what comes before it.
// Here that is the value of the column to the left of the node's block, which
// stays where it is, and no swaps are left: the seed is input 0, and the tree
// of the x stands one column to its right.
//
// 2(n-1) - pc(n-1) combines, as many as Brent-Kung has at powers of two. The
// levels are kept as the schedule: 2 ceil(lg n) - 1 stages.
//
// Source: Blelloch, "Prefix sums and their applications", CMU-CS-90-190, 1990.
//
//===----------------------------------------------------------------------===//

#include "scanc/Circuits/ColumnBuilder.h"
#include "scanc/Circuits/Generators.h"

#include "llvm/ADT/bit.h"

using namespace scanc::circuits;

Network scanc::circuits::blelloch(int64_t width) {
  ColumnBuilder columns(
      width, 2 * (width - 1) - llvm::popcount(static_cast<uint64_t>(width - 1)),
      ColumnBuilder::Stages::AsWritten);
  int64_t block = 1;
  for (; 2 * block < width; block *= 2) {
    for (int64_t i = 2 * block; i < width; i += 2 * block)
      columns.combine(i - block, i);
    columns.endStage();
  }
  for (; block >= 1; block /= 2) {
    for (int64_t i = block; i < width; i += 2 * block)
      columns.combine(i - block, i);
    columns.endStage();
  }
  return columns.finish();
}
