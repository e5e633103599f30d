//===- BlockMode.h - How a streaming block goes on --------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block of one-launch streaming has three ways to go on:
//
//   normal   all blocks are there: tile after tile through the roles
//   slow     some are absent, and this one is not: those that are present do
//            the work of all (StandIn.h)
//   late     the block is absent: it came after the others had given it up
//
// Which of them it will be is known once the count of those who have come is
// complete, or closed (Presence.h). Only the scanners wait for that. The
// other roles begin, and come as far as slots of the ring are free: nobody
// empties one before the decision. These early tiles are the same in all ways:
// loaded, reduced, and their totals posted. If then the block does not go on
// normally, a role stays where it waits for a slot to be used again, which it
// will never be, looks at the mode, and ends there. So the loops of the roles
// know nothing of modes.
//
// What was done by then leaves no trace: nothing has been scanned or stored,
// each early tile has a slot of its own, and nobody reads the early rows
// (StandIn.h).
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_BLOCKMODE_H
#define SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_BLOCKMODE_H

#include "TileRing.h"

namespace scanc::prefix {

enum class Mode : int32_t { Normal, Slow, Late };

class BlockMode {
public:
  using Value = mlir::Value;

  explicit BlockMode(const StreamContext &c) : c(c), b(c.b) {}

  /// By one thread, before the others look. So many threads will leave() roles
  /// other than the scanners'.
  void init(int64_t others) const;
  void set(Value mode) const; // i32
  Value of(Mode mode) const { return b.i32(static_cast<int32_t>(mode)); }
  /// Tells the block that its mode will not change any more; one thread.
  void decide() const;
  void awaitDecision() const;
  /// Whether the block goes on so (i1), by those who have waited for the
  /// decision.
  Value is(Mode mode) const;

  /// Waits for the phase of `at` at `barriers`. If it is of a tile that is not
  /// early, and will not come, the thread leaves, and ends here; a warp with a
  /// leader (i1) leaves by that one alone.
  void waitForUse(const BarrierArray &barriers, const Position &at,
                  Value leader = {}) const;
  /// The thread's role is over.
  void leave() const;
  /// Waits until all roles but the scanners' are over.
  void awaitOthers() const;

private:
  const StreamContext &c;
  KernelBuilder &b;
};

} // namespace scanc::prefix

#endif // SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_BLOCKMODE_H
