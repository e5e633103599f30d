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
//   workspace:  epoch | row 0 | row 1 | ... | row 31 | verdicts (Presence.h)
//   row:        one copy or several of: word 0 of every block | word 1 of ...
//   word:       32 bits of tag, 32 bits of the state
//
// A word is written and read at once, and says with its tag whose it is: no
// fence, no flag, and no order among the words of a state. Cycle k of a launch
// takes row (epoch + k) mod 32 and the tag
//
//   (epoch + k) mod 2^15 | number of the launch mod 2^16 | 1
//
// so that rows need not be cleared between launches, nor is a tag ever 0. The
// epoch lives in the workspace: the block with the launch's last tile adds the
// launch's cycles once it has gathered the last row, by when every block has
// read the epoch. Whoever posts the last entry of a row clears the rest of it.
// Hence every word is written anew every 32 cycles, and no word of an earlier
// epoch with the same tag can survive. A launch that ends in the middle leaves
// the epoch alone; the next has another number, so that its tags differ. Where
// not all blocks came in time, the last one to depart clears all rows and adds
// the cycles (StreamStandIn.h).
//
// The first row of a launch also says who has come: word 0 of its first copy,
// which all blocks gather from, is posted by compare-and-swap, and a block that
// others have given up finds their mark in its place: the first row's tag with
// a 0 at its end. The word it replaces is 0 if all is well: each block clears
// its own in the next launch's first row when it has gathered its last one, and
// the block with the launch's last tile those of blocks that have none. If it
// is not - after a launch that ended in the middle - the answer says what is
// there instead, and the block tries again. So it looks at the answer only when
// nobody waits for it.
//
// The entries of lane l of the gathering warp are blocks l * R to l * R + R -
// 1, in this order in registers, and R words apart in memory, so that a warp
// reads whole lines. A row of long states has copies, which the blocks share
// out: all multiprocessors read it again and again, and the more lines it has,
// the longer a look at it takes.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_CONVERSION_PREFIXTOGPU_DESCRIPTORS_H
#define SCANC_LIB_CONVERSION_PREFIXTOGPU_DESCRIPTORS_H

#include "KernelBuilder.h"

#include "scanc/Dialect/Prefix/IR/StreamLayout.h"

namespace scanc::prefix {

class Descriptors {
public:
  /// For up to 32 * `perLane` blocks; the executing thread reads the epoch.
  Descriptors(KernelBuilder &b, int64_t perLane);

  /// The entry of `block` in cycle `cycle` (i32 both), which is not the first.
  void post(mlir::Value cycle, mlir::Value block, mlir::ValueRange state);
  /// The same in any cycle. Gives what was in the way of an entry of the first
  /// (i64): 0, and in the others, if nothing was.
  mlir::Value postAndCome(mlir::Value cycle, mlir::Value block,
                          mlir::ValueRange state);
  /// If something was: replaces it, unless it says that the block is absent.
  /// Whether it does (i1).
  mlir::Value comeAgain(mlir::Value found, mlir::Value block,
                        mlir::ValueRange state);

  /// Waits for the entries of blocks below `count` (i32); a whole warp. Per
  /// field a vector of the lane's entries, the identity from `count` on.
  llvm::SmallVector<mlir::Value> gather(mlir::Value cycle, mlir::Value count);
  /// Who waits for a row, and may give it up.
  struct Patience {
    mlir::Value looks; // i32, how many there are before the warp asks
    llvm::function_ref<mlir::Value()> givesUp; // whether it gives up (i1)
  };
  /// The same, with patience; `use` gets the vectors, if the row is complete.
  void gather(mlir::Value cycle, mlir::Value count, const Patience &patience,
              llvm::function_ref<void(mlir::ValueRange)> use);
  /// The most blocks that a launch on this GPU can have (i32): one for each
  /// multiprocessor.
  mlir::Value mostBlocks();
  /// Clears the entries of a row from `count` on; a whole warp.
  void clearFrom(mlir::Value cycle, mlir::Value count);
  /// The first row of the next launch begins with first words of 0: that of
  /// `block`, and, by a whole warp, those from `count` on.
  void clearFirstWord(mlir::Value cycle, mlir::Value block);
  void clearFirstWordsFrom(mlir::Value cycle, mlir::Value count);
  /// Clears everything but the epoch; a whole warp.
  void clearAllRows();
  /// The launch's last act.
  void advance(mlir::Value cycles);

  /// Block number of entry `j` of a lane (i32).
  mlir::Value blockOf(mlir::Value lane, int64_t j);

  /// The word of `block` in the first row that says whether it has come: a
  /// word of this launch (firstTag), the mark of those who have not, or
  /// another's.
  mlir::Value firstWord(mlir::Value block);               // a pointer
  mlir::Value firstWord(mlir::Value lane, mlir::Value j); // of entry `j`
  mlir::Value firstTag() { return tag(b.i32(0)); }        // i32
  mlir::Value absentMark();                               // i64

  // For what else is in the workspace:
  /// 12 bits of the epoch that are in no tag (i32).
  mlir::Value restOfEpoch();
  int64_t verdictsOffset() const {
    return ExchangeLayout::verdicts(32 * perLane, words);
  }

private:
  mlir::Value tag(mlir::Value cycle);
  llvm::SmallVector<mlir::Value> ownPointers(mlir::Value cycle);
  /// Word `word` of the entry at `slot` (i32) in copy `copy` (i32) of a row.
  mlir::Value pointer(mlir::Value cycle, mlir::Value copy, mlir::Value slot,
                      int64_t word);
  mlir::Value replace(mlir::Value found, mlir::Value block,
                      mlir::ValueRange state);
  /// Where the entry of `block` is in a row (i32).
  mlir::Value slotOf(mlir::Value block);
  llvm::SmallVector<mlir::Value> taggedWords(mlir::Value cycle,
                                             mlir::ValueRange state);
  /// Writes `word` into all copies from `firstCopy` on.
  void store(mlir::Value value, mlir::Value cycle, mlir::Value slot,
             int64_t word, int64_t firstCopy = 0);
  /// Per entry of the lane, whether its block is below `count` (i1).
  llvm::SmallVector<mlir::Value> existing(mlir::Value count);
  std::pair<mlir::Value, llvm::SmallVector<mlir::Value>>
  look(llvm::ArrayRef<mlir::Value> pointers, llvm::ArrayRef<mlir::Value> exists,
       mlir::Value expected, mlir::Value looks);
  llvm::SmallVector<mlir::Value> toVectors(llvm::ArrayRef<mlir::Value> seen,
                                           llvm::ArrayRef<mlir::Value> exists);

  KernelBuilder &b;
  int64_t perLane, words, copies;
  mlir::Value epoch, launch; // i32
};

} // namespace scanc::prefix

#endif // SCANC_LIB_CONVERSION_PREFIXTOGPU_DESCRIPTORS_H
