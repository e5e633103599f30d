//===- Presence.h - Which blocks of a launch have come ----------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks that wait for each other need not all be there: other grids may hold
// the multiprocessors, for as long as they like. So a block's total of the
// first cycle says that it has come, in the word that everybody waits for:
//
//   word 0   stale --- b posts its total -----> present   for good
//   of b          \--- a closer is faster ----> absent    for good
//
// Both write by compare-and-swap, so that exactly one of them is first, and the
// block learns who, later on (Descriptors.h). Whoever has waited too long for
// the first row tries to take the lock; the one that gets it is the closer, and
// decides on every block once. If all are present, there is nothing to do: all
// run, and the row is complete. If some are absent, the row never will be, and
// nobody can have written an output. Then the closer tells each present block
// in verdicts[b] its rank among those present, and their number: they do the
// work of all (StreamStandIn.h), and leave the first row as it is, so that the
// absent ones find the mark in it whenever they come.
//
//   word:  32 bits of tag | 12 more bits of the epoch | 20 of content
//
// of the lock, the verdicts, and the counts of those who meet and depart. The
// tag is that of the launch's first row. A launch writes these words only if it
// needs them. What an earlier one has left has another tag, but where 2^27
// cycles have passed since and the launches' numbers are equal modulo 2^16.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_CONVERSION_PREFIXTOGPU_PRESENCE_H
#define SCANC_LIB_CONVERSION_PREFIXTOGPU_PRESENCE_H

#include "Descriptors.h"

namespace scanc::prefix {

class Presence {
public:
  /// For up to 32 * `perLane` blocks, whose rows are `descriptors`.
  Presence(KernelBuilder &b, Descriptors &descriptors, int64_t perLane)
      : b(b), descriptors(descriptors), perLane(perLane) {}

  /// Whether the executing thread gets the launch's lock (i1).
  mlir::Value takeLock();
  /// Decides who of blocks 0 to `count` - 1 (i32) is present, and tells those
  /// who are if others are not; the whole warp of the thread with the lock.
  void close(mlir::Value count);

  /// What `block` (i32) has been told.
  struct Verdict {
    mlir::Value isThere;       // i1; the others count only if it is
    mlir::Value rank, present; // i32
  };
  Verdict verdictOf(mlir::Value block);

  /// Waits until `present` blocks (i32) have come here; what was before that
  /// happens before what comes behind.
  void meet(mlir::Value present);
  /// How many blocks have departed, the executing thread's included (i32).
  mlir::Value depart();

private:
  mlir::Value wordOf(mlir::Value content); // i64
  /// Word `index` (i32) of the array at byte `offset` of the workspace.
  mlir::Value pointer(int64_t offset, mlir::Value index);
  mlir::Value header(int64_t offset) { return pointer(offset, b.i32(0)); }
  /// What was at `pointer`; `desired` is there now if that was `expected`.
  mlir::Value swap(mlir::Value pointer, mlir::Value expected,
                   mlir::Value desired);
  /// Adds one to the count at `pointer`, which is 0 in a word of another
  /// launch; gives the sum (i32).
  mlir::Value count(mlir::Value pointer);
  mlir::Value isOwn(mlir::Value word);
  mlir::Value contentOf(mlir::Value word); // i32
  mlir::Value countLanes(mlir::Value ballot);

  KernelBuilder &b;
  Descriptors &descriptors;
  int64_t perLane;
};

} // namespace scanc::prefix

#endif // SCANC_LIB_CONVERSION_PREFIXTOGPU_PRESENCE_H
