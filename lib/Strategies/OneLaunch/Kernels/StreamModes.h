//===- StreamModes.h - How a streaming block goes on ------------*- C++ -*-===//
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
//            the work of all (StreamStandIn.h)
//   late     the block is absent: it came after the others had given it up
//
// Which of them it will be is known once the count of those who have come is
// complete, or closed (StreamPresence.h). Only the scanners wait for that. The
// other roles begin, and come as far as slots of the ring are free: nobody
// empties one before the decision. These early tiles are the same in all ways:
// loaded, reduced, and their totals posted. If then the block does not go on
// normally, a role stays where it waits for a slot to be used again, which it
// will never be, looks at the mode, and ends there. So the loops of the roles
// know nothing of modes.
//
// What was done by then leaves no trace: nothing has been scanned or stored,
// each early tile has a slot of its own, and nobody reads the early rows
// (StreamStandIn.h).
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_STREAMMODES_H
#define SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_STREAMMODES_H

#include "StreamTiles.h"

namespace scanc::prefix {

class StreamModes : protected StreamTiles {
protected:
  enum class Mode : int32_t { Normal, Slow, Late };

  StreamModes(ScanSource source, KernelBuilder &b) : StreamTiles(source, b) {}

  /// By one thread, before the others look. So many threads will leave() roles
  /// other than the scanners'.
  void initMode(int64_t others);
  void setMode(Value mode); // i32
  Value modeOf(Mode mode) { return b.i32(static_cast<int32_t>(mode)); }
  /// Tells the block that its mode will not change any more; one thread.
  void decide() { shared.arrive(layout.decided, b.i32(0)); }
  void awaitDecision() { shared.wait(layout.decided, b.i32(0), b.i32(0)); }
  /// Whether the block goes on so (i1), by those who have waited for the
  /// decision.
  Value isMode(Mode mode);

  /// Tiles (i32) that roles may see before the decision.
  Value countEarlyTiles() {
    return mlir::arith::MinUIOp::create(b, ownTiles, b.i32(down.getStages()));
  }

  /// Waits for the phase of `at` at `barriers`. If it is of a tile that is not
  /// early, and will not come, the thread ends here, after `leave`.
  void waitForUse(const BarrierArray &barriers, Position at,
                  llvm::function_ref<void()> leave);
  /// The thread's role is over.
  void leave() { shared.arrive(layout.left, b.i32(0)); }
  /// Waits until all roles but the scanners' are over.
  void awaitOthers() { shared.wait(layout.left, b.i32(0), b.i32(0)); }

  /// Words of shared memory (i32), which barriers order.
  Value loadWord(int64_t offset);
  void storeWord(int64_t offset, Value value);

  Value constant(bool value) {
    return mlir::arith::ConstantIntOp::create(b, value, 1);
  }
  Value both(Value x, Value y) { return mlir::arith::AndIOp::create(b, x, y); }
  Value isNot(Value x) {
    return mlir::arith::XOrIOp::create(b, x, constant(true));
  }
  Value isZero(Value x) {
    return compare(mlir::arith::CmpIPredicate::eq, x, b.i32(0));
  }

private:
  Value pointerTo(int64_t offset) {
    return shared.pointer(offset, b.i32(0), /*stride=*/4);
  }
};

} // namespace scanc::prefix

#endif // SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_STREAMMODES_H
