//===- SharedMemory.h - Dynamic shared memory, and who waits in it --------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Accesses to what a kernel keeps in dynamic shared memory, at the offsets of
// its layout: states, mbarriers, and bulk asynchronous copies, which tell an
// mbarrier when their bytes are there. A wait is a loop around try_wait, which
// suspends the thread for a while itself (PTX ISA 9.0, section 9.7.13.15).
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_CONVERSION_KERNELS_SHAREDMEMORY_H
#define SCANC_CONVERSION_KERNELS_SHAREDMEMORY_H

#include "scanc/Conversion/Kernels/KernelBuilder.h"

#include "scanc/Dialect/Prefix/IR/SharedArrays.h"

namespace scanc::prefix {

/// What L2 evicts, as `createpolicy` encodes it for whole accesses; the numbers
/// are those of CUTLASS (cute/arch/copy_sm90_desc.hpp, TMA::CacheHintSm90).
struct CachePolicy {
  static constexpr int64_t evictNormal = 0x1000000000000000,
                           evictFirst = 0x12F0000000000000,
                           evictLast = 0x14F0000000000000;
};

class SharedMemory {
public:
  /// The dynamic shared memory of the kernel that `b` builds.
  explicit SharedMemory(KernelBuilder &b);

  /// Byte `offset + index * stride`; `index` is i32.
  mlir::Value pointer(int64_t offset, mlir::Value index, int64_t stride) const;

  void store(const StateArray &array, mlir::Value index,
             mlir::ValueRange state) const;
  State load(const StateArray &array, mlir::Value index) const;

  void init(const BarrierArray &barriers, int64_t arrivals) const;
  void arrive(const BarrierArray &barriers, mlir::Value index) const;
  /// Arrives, and has the phase wait for `bytes` (i32) of copies too.
  void arriveExpecting(const BarrierArray &barriers, mlir::Value index,
                       mlir::Value bytes) const;
  /// Waits for the phase of that parity (i32, 0 or 1) to complete. Does
  /// `meanwhile` now and then.
  void wait(const BarrierArray &barriers, mlir::Value index, mlir::Value parity,
            llvm::function_ref<void()> meanwhile = {}) const;
  /// The same wait where nothing but time depends on it.
  void pace(const BarrierArray &barriers, mlir::Value index,
            mlir::Value parity) const;

  /// Copies `bytes` (i32, a multiple of 16) between 16-byte addresses. `policy`
  /// (i64, or none) tells the L2 cache what to evict (CachePolicy).
  void copyIn(mlir::Value to, mlir::Value from, mlir::Value bytes,
              const BarrierArray &barriers, mlir::Value index,
              mlir::Value policy = {}) const;
  void copyOut(mlir::Value to, mlir::Value from, mlir::Value bytes,
               mlir::Value policy = {}) const;
  /// Has L2 fetch what `copyIn` will copy.
  void prefetch(mlir::Value from, mlir::Value bytes, mlir::Value policy) const;

private:
  void waitWhile(llvm::function_ref<mlir::Value()> condition) const;

  KernelBuilder &b;
  mlir::Value base; // !llvm.ptr<3>
};

} // namespace scanc::prefix

#endif // SCANC_CONVERSION_KERNELS_SHAREDMEMORY_H
