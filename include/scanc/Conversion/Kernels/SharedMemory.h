//===- SharedMemory.h - Dynamic shared memory, and who waits in it --------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Accesses to what a kernel keeps in dynamic shared memory, at the offsets of
// its layout: states, words, slots for tiles, mbarriers, and bulk asynchronous
// copies, which tell an mbarrier when their bytes are there.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_CONVERSION_KERNELS_SHAREDMEMORY_H
#define SCANC_CONVERSION_KERNELS_SHAREDMEMORY_H

#include "scanc/Conversion/Kernels/KernelBuilder.h"

#include "scanc/Dialect/Prefix/IR/CachePolicy.h"
#include "scanc/Dialect/Prefix/IR/SharedArrays.h"

namespace scanc::prefix {

class SharedMemory {
public:
  using Value = mlir::Value;

  /// The dynamic shared memory of the kernel that `b` builds.
  explicit SharedMemory(KernelBuilder &b) : b(b) {}

  // Indices are i32.
  void store(const StateArray &array, Value index,
             mlir::ValueRange state) const;
  State load(const StateArray &array, Value index) const;

  void store(const WordArray &array, Value index, Value word) const;
  Value load(const WordArray &array, Value index) const;
  /// The same, as an i64.
  Value loadWide(const WordArray &array, Value index) const;
  Value loadWide(const WordArray &array) const {
    return loadWide(array, b.i32(0));
  }
  /// Of an array of one word.
  void store(const WordArray &array, Value word) const;
  Value load(const WordArray &array) const;
  /// Whether it is `number` (i1).
  Value is(const WordArray &array, int64_t number) const {
    return WordIsOp::create(b, named(array), b.i32(0), number);
  }
  /// The same, atomic in the block and without an order.
  void storeRelaxed(const WordArray &array, Value word) const;
  Value loadRelaxed(const WordArray &array) const;

  mlir::TypedValue<BarriersType> named(const BarrierArray &barriers) const;
  mlir::TypedValue<StatesType> named(const StateArray &array) const;
  mlir::TypedValue<WordsType> named(const WordArray &array) const;
  mlir::TypedValue<SlotsType> named(const SlotArray &array) const;
  /// The address of byte `byte` of a slot.
  Value slot(const SlotArray &array, Value index, int64_t byte) const;

  void init(const BarrierArray &barriers, int64_t arrivals) const;
  /// Arrives; with `bytes` (i32), the phase waits for as many of copies too.
  void release(const BarrierArray &barriers, Value index,
               Value bytes = {}) const;
  /// Waits for the phase of that parity (i32, 0 or 1) to complete. Does
  /// `meanwhile` now and then.
  void acquire(const BarrierArray &barriers, Value index, Value parity,
               llvm::function_ref<void()> meanwhile = {}) const;
  /// The same wait where nothing but time depends on it.
  void pace(const BarrierArray &barriers, Value index, Value parity) const;

  /// Copies `bytes` (i32, a multiple of 16) between 16-byte addresses. `policy`
  /// (i64, or none) tells the L2 cache what to evict (CachePolicy).
  void copyIn(Value to, Value from, Value bytes, const BarrierArray &barriers,
              Value index, Value policy = {}) const;
  void copyOut(Value to, Value from, Value bytes, Value policy = {}) const;
  /// Has L2 fetch what `copyIn` will copy.
  void prefetch(Value from, Value bytes, Value policy) const;

private:
  mlir::IntegerType typeOf(const WordArray &array) const {
    return b.getIntegerType(8 * array.bytes);
  }

  KernelBuilder &b;
};

} // namespace scanc::prefix

#endif // SCANC_CONVERSION_KERNELS_SHAREDMEMORY_H
