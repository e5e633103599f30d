//===- Descriptors.h - What blocks tell each other --------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a launch whose blocks go through cycles together, block i of C posts the
// combination of its tile of a cycle, and every block gathers those of all:
//
//   workspace:  epoch, counts of blocks | row 0 | row 1 | ... | row 31
//   row:        one copy or several of: word 0 of every block | word 1 of ...
//
// in the words of TaggedWords.h. Cycle k of a launch takes row (epoch + k) mod
// 32 and the tag
//
//   (epoch + k) mod 2^15 | number of the launch mod 2^16 | 1
//
// so that nothing is cleared between launches, nor ever 0. The epoch lives in
// the workspace: the block with the launch's last tile adds the launch's cycles
// once it has gathered the last row, by when every block has read the epoch:
// one thread of it does, and all others have it from there, before they post.
// Whoever posts the last entry of a row clears the rest of it. Hence every word
// is written anew every 32 cycles, and no word of an earlier epoch with the
// same tag can survive. A launch that ends in the middle leaves the epoch
// alone; the next has another number, so that its tags differ. Where not all
// blocks came in time, the last one to depart clears all rows, and adds the
// cycles (StreamStandIn.h).
//
// The entries of lane l of the gathering warp are blocks l * R to l * R + R -
// 1, in this order in registers, and R words apart in memory, so that a warp
// reads whole lines. All multiprocessors read a row again and again: it has two
// copies, which they share out.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_DESCRIPTORS_H
#define SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_DESCRIPTORS_H

#include "scanc/Conversion/Kernels/KernelBuilder.h"
#include "scanc/Conversion/Kernels/TaggedState.h"

#include "../StreamLayout.h"

namespace scanc::prefix {

class Descriptors {
public:
  /// Gathered by `top`, in the epoch (i32) that `readEpoch` gave; `launch`
  /// (i32) is the launch's number.
  Descriptors(KernelBuilder &b, SkeletonAttr top, mlir::Value epoch,
              mlir::Value launch);

  /// Of the workspace; i32. Before the thread's block posts anything.
  static mlir::Value readEpoch(KernelBuilder &b);

  /// A block's words of a cycle: their tag, raised, and where the first is.
  struct Entry {
    mlir::Value raised, pointer;
  };
  /// The entry of `block` in cycle `cycle` (i32 both).
  Entry entry(mlir::Value cycle, mlir::Value block);
  void post(const Entry &entry, mlir::ValueRange state);
  /// Where a lane looks for its entries of a cycle, and for what.
  struct Row {
    mlir::Value tag, pointer; // of the first word
    /// For each entry, all bits if it exists, or none (i32).
    llvm::SmallVector<mlir::Value> masks;
  };
  /// Of an array of `length` elements, the blocks that have some if each takes
  /// `perBlock` (i32 both). To compare is quicker than to divide.
  struct Extent {
    mlir::Value length, perBlock;
  };
  mlir::Value has(const Extent &extent, mlir::Value block); // i1
  /// The entries of such blocks in cycle `cycle` (i32).
  Row row(mlir::Value cycle, const Extent &extent);
  /// Waits for them; a whole warp. Per field a vector of the lane's entries,
  /// the identity for those that do not exist.
  llvm::SmallVector<mlir::Value> gather(const Row &row);
  /// The most blocks that a launch on this GPU can have (i32): one for each
  /// multiprocessor.
  mlir::Value mostBlocks();
  /// Clears the other entries of a row; a whole warp.
  void clearBehind(mlir::Value cycle, const Extent &extent);
  /// Clears everything but the epoch; a whole warp.
  void clearAllRows();
  /// The launch's last act.
  void advance(mlir::Value cycles);

  /// Block number of entry `j` of a lane (i32).
  mlir::Value blockOf(mlir::Value lane, int64_t j);

private:
  /// Whether L2 is to keep the rows, though elements stream through it: for
  /// long states, whose rows have so many lines that it shows.
  bool isKept() const { return layout.words > 1; }
  mlir::Value maskOf(const Extent &extent, mlir::Value block);
  mlir::Value tag(mlir::Value cycle);
  /// The entry at `slot` in copy `copy` of a row (i32 both), without what comes
  /// before the first row.
  mlir::Value pointer(mlir::Value cycle, mlir::Value copy, mlir::Value slot);
  /// `words` words behind `pointer`: a constant distance, which is part of the
  /// instruction that loads or stores.
  mlir::Value behind(mlir::Value pointer, int64_t words);
  /// Writes `word` of an entry into all copies.
  void store(mlir::Value value, mlir::Value entry, int64_t word);

  KernelBuilder &b;
  ExchangeLayout layout;
  TaggedState tagged;
  mlir::Value epoch, launch; // i32
};

} // namespace scanc::prefix

#endif // SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_DESCRIPTORS_H
