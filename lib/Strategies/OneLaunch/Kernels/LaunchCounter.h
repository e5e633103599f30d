//===- LaunchCounter.h - A count of blocks in the workspace -----*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A word in which the blocks of a launch count themselves, by one addition
// each, until somebody closes the count (Conversion/Exchange/LowerCounts.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_LAUNCHCOUNTER_H
#define SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_LAUNCHCOUNTER_H

#include "scanc/Conversion/Kernels/KernelBuilder.h"

namespace scanc::prefix {

/// Words are i64, counts i32. By one thread of a block.
class LaunchCounter {
public:
  using Value = mlir::Value;

  /// At byte `offset` of the workspace; `launch` (i32) is the launch's number.
  LaunchCounter(KernelBuilder &b, int64_t offset, Value launch)
      : b(b), counter(CounterOp::create(b, b.workspace(), launch, offset)) {}

  /// Counts the block; how many have counted themselves before (i32). That
  /// orders nothing else.
  Value add() const { return add(/*releases=*/false, /*acquires=*/false); }
  /// The same, and what was before that in the block's thread happens before
  /// what comes behind a loadInOrder() that finds it counted.
  Value addReleasing() const {
    return add(/*releases=*/true, /*acquires=*/false);
  }
  /// The same, and it also happens before what comes behind in those that count
  /// themselves so later.
  Value addInOrder() const { return add(/*releases=*/true, /*acquires=*/true); }
  /// The word. loadInOrder() acquires, for those who wait for others.
  Value load() const { return load(/*acquires=*/false); }
  Value loadInOrder() const { return load(/*acquires=*/true); }
  /// Closes the count, unless somebody has or `isOver` (i1) says of a word that
  /// there is no need any more. Gives the word then.
  Value close(Value word, llvm::function_ref<Value(Value)> isOver) const;
  /// Readies the count at byte `offset` for the next launch.
  static void reset(KernelBuilder &b, int64_t offset) {
    ResetCountOp::create(b, b.workspace(), offset);
  }

  Value countOf(Value word) const {
    return CountOfOp::create(b, word, /*closed=*/false);
  }
  Value countAtClose(Value word) const {
    return CountOfOp::create(b, word, /*closed=*/true);
  }
  Value isClosed(Value word) const { // i1
    return IsClosedOp::create(b, word);
  }

private:
  Value address() const { return CounterOp(counter).getAddress(); }
  Value add(bool releases, bool acquires) const {
    return CountOp::create(b, address(), CounterOp(counter).getOne(), releases,
                           acquires);
  }
  Value load(bool acquires) const {
    return LoadCountOp::create(b, address(), acquires);
  }

  KernelBuilder &b;
  CounterOp counter;
};

} // namespace scanc::prefix

#endif // SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_LAUNCHCOUNTER_H
