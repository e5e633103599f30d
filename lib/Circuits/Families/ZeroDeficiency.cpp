//===- ZeroDeficiency.cpp - As small as its depth allows ------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   0 1 2 3 4 5 6 7
//   +-* +-* | +-* |    n = 8, d = 4: segments 1, 2..3, 4..6 and 7
//   | +-*-* +---* |
//   | | | +-*---* |    10 combines, one in each stage on the spine
//   | | | | +-* +-*
//
// Snir: size + depth >= 2n - 2. Here it is equal, at any depth d from d_min to
// n - 1: from the least depth at which equality can be had, to serial. Segment
// i of the spine (Spine.h) is a tree of height at most i - 1 with d - i + 1
// levels left, which holds sum over j <= d - i + 1 of C(i - 1, j) columns; all
// segments and the first column make F(d + 3) - 1, with F(1) = F(2) = 1 and so
// on, Fibonacci's.
//
// The price is a large fan-out: a prefix is read at once by the spine and by
// the segment after it.
//
// Sources: Zhu, Cheng and Graham, "On the construction of zero-deficiency
// parallel prefix circuits with minimum depth", ACM TODAES 11(2), 2006; Snir,
// "Depth-size trade-offs for parallel prefix computation", J. Algorithms 7(2),
// 1986.
//
//===----------------------------------------------------------------------===//

#include "Spine.h"
#include "scanc/Circuits/Generators.h"

using namespace scanc::circuits;

int64_t scanc::circuits::leastZeroDeficiencyDepth(int64_t width) {
  int64_t depth = 0;
  // F(d + 3) and F(d + 4).
  for (int64_t fibonacci = 2, next = 3; fibonacci <= width; ++depth) {
    int64_t sum = fibonacci + next;
    fibonacci = next;
    next = sum;
  }
  return depth;
}

Network scanc::circuits::zeroDeficiency(int64_t width, int64_t depth) {
  return withSpine(width, depth, SpinePause::None);
}
