//===- Spine.h - Circuits of segments along a spine -------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Depth-size optimal circuits, size + depth = 2n - 2, are a spine of `depth`
// combines. The columns after the first are cut into as many segments; segment
// i is summed by a tree in the stages before i, the spine hands the sum on in
// stage i, and the stages left make the outputs inside of the segment, one
// combine each. n = 8, depth 4, segments of 1, 2, 3 and 1:
//
//   0 1 2 3 4 5 6 7
//   +-* +-* | +-* |    stages 1 and 2: the tree of segment 3, columns 4 to 6
//   | +-*-* +---* |
//   | | | +-*---* |    stage 3: its total joins the spine, output 4 is made
//   | | | | +-* +-*    stage 4: output 5
//
// A segment of t columns takes t - 1 combines for the sum, 1 on the spine and
// t - 1 for the other outputs, which makes 2(n - 1) - depth in all.
//
// What a segment can hold follows from the height its tree may have and the
// levels left for its outputs. With p what comes before it and L, R the two
// parts of its tree, p.L is an output and comes before R, one level later.
// What comes before L is p, at once where p may have any number of readers in a
// stage, or one level later where it must have one: the `pause`.
//
//   capacity(height, levels) = capacity(height - 1, levels - pause)
//                            + capacity(height - 1, levels - 1)
//   capacity(0, levels) = capacity(height, 0) = 1
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_CIRCUITS_FAMILIES_SPINE_H
#define SCANC_LIB_CIRCUITS_FAMILIES_SPINE_H

#include "scanc/Circuits/Network.h"

namespace scanc::circuits {

enum class SpinePause {
  /// The readers of a prefix do not wait for each other; as soon as possible.
  None = 0,
  /// One reader of a prefix a stage; the stages are declared.
  OneLevel = 1
};

/// The circuit of `depth` segments, 2 width - 2 - depth combines. The depth is
/// at most width - 1 and large enough for the segments to hold the width.
Network withSpine(int64_t width, int64_t depth, SpinePause pause);

} // namespace scanc::circuits

#endif // SCANC_LIB_CIRCUITS_FAMILIES_SPINE_H
