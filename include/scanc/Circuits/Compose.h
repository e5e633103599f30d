//===- Compose.h - Scans of blocks, of their totals, and so on --*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A machine scans level by level: items of a thread, threads of a warp, warps
// of a block. A composition says so: the leaf circuit works on blocks of
// columns, the circuit of the first level on blocks of their totals, that of
// the second level on blocks of the totals of those, and the last circuit,
// which is one block, on what is left. What it finds goes down the same way.
// With B the circuit of a level, S what all levels above it make of its totals,
// and S(i-1) what comes before block i:
//
//   scan-then-propagate   up: each block runs B. Down: S(i-1) is combined with
//                         each output of block i.
//   reduce-then-scan      up: each block computes what the last output of B
//                         depends on. Down: S(i-1) is combined with the first
//                         input of block i, and B runs on that. What does not
//                         depend on the first input, and block 0, is shared
//                         with the way up.
//
// Nothing comes before block 0. The last output of block i is S(i), which is
// there, or with `reuseLast` false computed once more, as kernels do that keep
// nothing of the level above but what comes before them. Combines whose value
// nobody needs then are dropped: without reuse that is all that leads to the
// last total.
//
// Blocks of serial(4), joined by serial(2). Both joints have the same size
// here, 10, but not for other circuits: reduce-then-scan runs the blocks twice.
//
//   scan-then-propagate                   reduce-then-scan
//
//   0 1 2 3 4 5 6 7                       0 1 2 3 4 5 6 7
//   +-* | | +-* | |   up                  +-* | | +-* | |   up
//   | +-* | | +-* |                       | +-* | | +-* |
//   | | +-* | | +-*                       | | +-* | | +-*
//   | | | +-------*   top                 | | | +-------*   top
//   | | | +-*-*-* |   down                | | | +-* | | |   down: 4..6 once
//                                         | | | | +-* | |   more, from inputs
//                                         | | | | | +-* |
//
// The order of the levels matters. What a level propagates to is what it made
// of totals, not the columns below: these get theirs from the level next above,
// once. serial(2) leaf, serial(2) by reduce-then-scan, serial(2) by
// scan-then-propagate is Brent-Kung's circuit:
//
//   0 1 2 3 4 5 6 7
//   +-* +-* +-* +-*   leaf, up: 4 blocks of 2 columns reduce
//   | +---* | +---*   level 1, up: 2 blocks of 2 totals scan
//   | | | +-------*   level 2, top: 1 block of 2 totals
//   | | | +---* | |   level 1, down: propagates to column 5
//   | +-* +-* +-* |   leaf, down: seeded blocks run
//
// In other words, the levels above a joint are one circuit: leaf serial(4),
// brent_kung(16) by reduce-then-scan, kogge_stone(32) by scan-then-propagate is
// serial(4) joined by reduce-then-scan with the circuit for 512 totals that
// brent_kung(16) joined with kogge_stone(32) is, depth 16 and of size
//
//   512*3 up + (32*26 up + 129 top + 31*15 down) + 511*3 down = 4495.
//
// Where neither joint reuses last outputs it is 5024, depth 17.
// Joining the leaf with brent_kung(16) first and propagating to all columns of
// the 32 scans of 64 would be of size 5890.
//
// The schedule is level by level, all of one way through one level after all of
// the way before; a circuit that declares stages keeps them within its ways.
//
// Sources: Dotsenko, Govindaraju, Sloan, Boyd and Manferdelli, "Fast scan
// algorithms on graphics processors", ICS 2008 (matrix-based scan); Merrill and
// Grimshaw, "Parallel scan for stream architectures", University of Virginia
// CS2009-14, 2009.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_CIRCUITS_COMPOSE_H
#define SCANC_CIRCUITS_COMPOSE_H

#include "scanc/Circuits/Network.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace scanc::circuits {

/// Most columns of a composition.
inline constexpr int64_t maxComposedWidth = int64_t(1) << 20;

/// How a level is joined to the level below it.
enum class Joint { ScanThenPropagate, ReduceThenScan };

/// One level above the leaf: `circuit` scans the totals of circuit.width blocks
/// of the level below.
struct JoinedLevel {
  Network circuit;
  Joint joint;
  /// Whether the last output of a block of the level below is what this level
  /// found, or computed once more.
  bool reuseLast = true;
};

/// The composition of `leaf` and `levels`, the lowest first; as wide as the
/// product of their widths. It passes `checkSpans` where all circuits do,
/// overlap being allowed if it is for one of them, has no combine whose value
/// is not used, and declares stages unless they are the earliest. Time and
/// memory are linear in the size.
///
/// Errors, with the level at fault: a circuit that is no scan, overlap allowed,
/// or declares an illegal schedule; more than `maxComposedWidth` columns; more
/// than 2^31 - 1 combines.
llvm::Expected<Network> compose(const Network &leaf,
                                llvm::ArrayRef<JoinedLevel> levels);

} // namespace scanc::circuits

#endif // SCANC_CIRCUITS_COMPOSE_H
