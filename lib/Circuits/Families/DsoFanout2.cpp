//===- DsoFanout2.cpp - Depth-size optimal with fan-out 2 -----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   0 1 2 3 4 5 6 7
//   +-* +-* +-* | |    n = 8, d = 5: segments 1, 2..3, 4..5, 6 and 7
//   | +---* | | | |
//   | +-* +---* | |    9 combines; the output inside of a segment comes a stage
//   | | | +-* +-* |    after the spine has read what is before the segment
//   | | | | | | +-*
//
// Size 2n - 2 - d at depth d, and one reader of a value a stage. Segment k,
// counted from 0, of the spine (Spine.h) is a tree of height at most
// min(k, d - k - 1), so d holds 2^(d/2 + 1) - 1 columns if it is even and
// 3 * 2^((d - 1)/2) - 1 if it is odd.
//
// Fan-out 2 is the literature's: of the wires that leave a value in a stage one
// goes to a combine, and one goes on. It is `level fanout` (Cost.h), and it
// depends on the declared stages: as soon as possible, prefixes would be read
// by several combines at once. Over all stages a prefix is read by as many
// combines as its left parts are deep, and by the spine: at the least depth,
// `max uses` is more than 2 from width 10 on.
//
// Sources: Lin, "Optimal parallel prefix circuits with fan-out 2 and
// corresponding parallel algorithms", Neural, Parallel and Scientific
// Computations 7(1), 1999; Sheeran and Parberry, "A new approach to the design
// of optimal parallel prefix circuits", TR 2006:1, Chalmers, 2006.
//
//===----------------------------------------------------------------------===//

#include "Spine.h"
#include "scanc/Circuits/Generators.h"

using namespace scanc::circuits;

int64_t scanc::circuits::leastDsoFanout2Depth(int64_t width) {
  auto capacity = [](int64_t depth) {
    return ((depth % 2 ? 3 : 2) << depth / 2) - 1;
  };
  int64_t depth = 0;
  while (capacity(depth) < width)
    ++depth;
  return depth;
}

Network scanc::circuits::dsoFanout2(int64_t width, int64_t depth) {
  return withSpine(width, depth, SpinePause::OneLevel);
}
