//===- ChainContext.h - Kernels whose lanes have chains ---------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What kernels along strips have in common: each lane has `rows` chains, which
// lie side by side, and goes along them by some steps at a time.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_STRATEGIES_STRIPS_KERNELS_CHAINCONTEXT_H
#define SCANC_LIB_STRATEGIES_STRIPS_KERNELS_CHAINCONTEXT_H

#include "../StripLayout.h"

#include "scanc/Conversion/Kernels/ScanSource.h"
#include "scanc/Conversion/Kernels/SharedMemory.h"

namespace scanc::prefix {

/// The kernel that is built, and the chains of the executing lane.
class ChainContext {
public:
  using Value = mlir::Value;

  /// Opens the kernel of that suffix, which lets the next one begin. It is to
  /// wait for the one before, once it has found out all that arguments say.
  ChainContext(const ScanSource &source, llvm::StringRef suffix,
               SkeletonAttr skeleton, StripLayout layout);
  virtual ~ChainContext();

  /// What comes before the first element of each of the lane's chains.
  llvm::SmallVector<State> startOfChains();
  /// Behind the last tile: what each of the lane's chains leaves.
  void finish(llvm::ArrayRef<State> states);
  /// Of each chain, both combined.
  llvm::SmallVector<State> combine(llvm::ArrayRef<State> low,
                                   llvm::ArrayRef<State> high);

  /// Inputs are read once, outputs written once. L2 is to evict what is read
  /// last, if a launch moves much: then memory writes soon what is written, and
  /// takes longer turns of reading and writing.
  void keepInputs();
  /// The same where blocks also read what others post: L2 is to evict elements
  /// first, those that are written and, if they have less than 8 bytes, those
  /// that are read.
  void keepEntries();
  Place input() { return b.input().keptBy(policy); }
  Place output() { return areStreamed ? b.output().streamed() : b.output(); }

  /// The sides that have arrays.
  llvm::SmallVector<Side> sides();

  int64_t rows() const { return skeleton.getRows(); }
  size_t fields() { return b.getStateTypes().size(); }
  static llvm::SmallVector<Value> flat(llvm::ArrayRef<State> states);
  llvm::SmallVector<State> split(mlir::ValueRange values);

  ScanSource source;
  KernelBuilder b;
  SkeletonAttr skeleton;
  StripLayout layout;
  SharedMemory shared;

protected:
  /// Where each of the lane's chains begins in each array of a side (i64): all
  /// arrays of the first chain, then of the next.
  virtual llvm::SmallVector<Value> placesOf(Side side) = 0;

  /// Whether a bit of the word is set that the launch is told (i1): LaneWord.
  Value isToldOf(uint64_t bit);
  /// The lane's chains along some steps of a side.
  LaneChains lane(Side side, Value step, int64_t items);
  /// Of a chain (i64): where it begins in each array of a side.
  mlir::ValueRange findChain(Value chain, Side side);
  size_t arraysOf(Side side);
  size_t firstArrayOf(Side side);
  /// What is stored of each element. With one output more, those before
  /// elements and one behind them, also where the scan goes backwards.
  ScanOutputs outputsOf() {
    return source.scan.getTotal() ? ScanOutputs::Before
                                  : source.scan.getStored();
  }

  Value chains; // of the lane, as many as there are (i32)

private:
  Value policy; // of what is fetched (i64); null: as L2 likes
  bool areStreamed = false;

  static KernelBuilder open(ScanSource &source, llvm::StringRef suffix);
};

} // namespace scanc::prefix

#endif // SCANC_LIB_STRATEGIES_STRIPS_KERNELS_CHAINCONTEXT_H
