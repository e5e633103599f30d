//===- LaunchCounter.h - A count of blocks in the workspace -----*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A word in which the blocks of a launch count themselves, by one addition
// each:
//
//   1 closed | 7 | 12 the count when it was closed | 4 | 28 launches | 12 count
//
// "launches" is the sum of the launch's number (16 bits) over the count, so
// that it tells whose count it is. The word is 0 between launches. Where a
// launch ended in the middle it is another launch's: who finds that out, puts 0
// there, by compare-and-swap, and counts again, as do all others whose addition
// found the same; who finds 0, or a count of this launch, has counted.
//
// A count can be closed, by compare-and-swap: then it is final, and who counts
// itself later finds out that it has come too late.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_LAUNCHCOUNTER_H
#define SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_LAUNCHCOUNTER_H

#include "scanc/Conversion/Kernels/KernelBuilder.h"

namespace scanc::prefix {

/// Words are i64, counts i32. By one thread of a block.
class LaunchCounter {
public:
  /// At byte `offset` of the workspace; `launch` (i32) is the launch's number.
  LaunchCounter(KernelBuilder &b, int64_t offset, mlir::Value launch);

  /// Counts the block; how many have counted themselves before (i32). That
  /// orders nothing else.
  mlir::Value add();
  /// The same, and what was before that in the block's thread happens before
  /// what comes behind a loadInOrder() that finds it counted.
  mlir::Value addReleasing();
  /// The same, and it also happens before what comes behind in those that count
  /// themselves so later.
  mlir::Value addInOrder();
  /// The word. loadInOrder() acquires, for those who wait for others.
  mlir::Value load() { return load(mlir::LLVM::AtomicOrdering::monotonic); }
  mlir::Value loadInOrder() {
    return load(mlir::LLVM::AtomicOrdering::acquire);
  }
  /// Closes the count, unless somebody has or `isOver` (i1) says of a word that
  /// there is no need any more. Gives the word then.
  mlir::Value close(mlir::Value word,
                    llvm::function_ref<mlir::Value(mlir::Value)> isOver);
  void reset();

  mlir::Value countOf(mlir::Value word);
  mlir::Value isClosed(mlir::Value word); // i1
  mlir::Value countAtClose(mlir::Value word);

private:
  mlir::Value load(mlir::LLVM::AtomicOrdering order);
  mlir::Value isForeign(mlir::Value word); // i1
  mlir::Value swap(mlir::Value expected, mlir::Value desired);
  mlir::Value bitsOf(mlir::Value word, int64_t from, int64_t bits);

  KernelBuilder &b;
  mlir::Value pointer, one;
};

} // namespace scanc::prefix

#endif // SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_LAUNCHCOUNTER_H
