//===- Descriptors.h - What blocks tell each other --------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a launch whose blocks go through cycles together, block i of C posts the
// combination of its tile of a cycle, and every block gathers those of all
// (Conversion/Exchange/LowerTotals.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_DESCRIPTORS_H
#define SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_DESCRIPTORS_H

#include "scanc/Conversion/Kernels/KernelBuilder.h"
#include "scanc/Dialect/Prefix/IR/ExchangeLayout.h"

namespace scanc::prefix {

class Descriptors {
public:
  using Value = mlir::Value;

  /// Gathered by `top`, in the epoch (i32) that `readEpoch` gave; `launch`
  /// (i32) is the launch's number.
  Descriptors(KernelBuilder &b, SkeletonAttr top, Value epoch, Value launch);

  /// Of the workspace; i32. Before the thread's block posts anything.
  static Value readEpoch(KernelBuilder &b) {
    return LoadRelaxedOp::create(b, b.getI32Type(), b.workspace(), 0);
  }

  /// The entry of `block` in cycle `cycle` (i32 both).
  EntryOp entry(Value cycle, Value block) const {
    return EntryOp::create(b, exchange, cycle, block);
  }
  void post(EntryOp entry, mlir::ValueRange state) const {
    PostOp::create(b, state, exchange, entry.getTag(), entry.getAddress());
  }
  /// Of an array of `length` elements, the blocks that have some if each takes
  /// `perBlock` (i32 both). To compare is quicker than to divide.
  struct Extent {
    Value length, perBlock;
  };
  /// Whether `block` has the last of them (i1).
  Value isLast(const Extent &extent, Value block) const {
    return IsLastEntryOp::create(b, exchange, block, extent.length,
                                 extent.perBlock);
  }
  /// Whether then it also has to clear what is behind it.
  Value mustClear(const Extent &extent, Value block) const {
    return MustClearOp::create(b, exchange, block, extent.length,
                               extent.perBlock);
  }
  /// Where a lane looks for such entries of a cycle (i32), and for what.
  RowOp row(Value cycle, const Extent &extent) const;
  /// Waits for them; a whole warp. Per field a vector of the lane's entries,
  /// the identity for those that do not exist.
  llvm::SmallVector<Value> gather(RowOp row) const;
  /// Of what was gathered, the entries of the blocks below `block`, and which
  /// of those `cuts` (i32, or null) has: each entry a bit.
  std::pair<llvm::SmallVector<Value>, Value>
  below(mlir::ValueRange totals, Value cuts, Value block) const;
  /// Clears the other entries of a row; a whole warp.
  void clearBehind(Value cycle, const Extent &extent) const {
    ClearBehindOp::create(b, exchange, cycle, extent.length, extent.perBlock);
  }
  /// Clears everything but the epoch; a whole warp.
  void clearAllRows() const { ClearRowsOp::create(b, exchange); }
  /// The launch's last act.
  void advance(Value cycles) const { AdvanceOp::create(b, exchange, cycles); }

private:
  KernelBuilder &b;
  int64_t perLane; // entries
  mlir::TypedValue<ExchangeType> exchange;
};

} // namespace scanc::prefix

#endif // SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_DESCRIPTORS_H
