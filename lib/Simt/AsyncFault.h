//===- AsyncFault.h - Misuse of asynchronous copies -------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a thread can do wrong with mbarriers and asynchronous copies: all that
// PTX leaves undefined and that can be seen when it happens. Plain data, noted
// on a fibre and put into words by AsyncDiagnosis.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_SIMT_ASYNCFAULT_H
#define SCANC_LIB_SIMT_ASYNCFAULT_H

#include <cstdint>

namespace scanc::simt {

struct AsyncCopy;

struct AsyncFault {
  enum class Kind {
    None,
    // Of the mbarrier at `address`:
    /// It is not in the shared memory of the thread's block.
    NotShared,
    /// There is none: never initialised, or invalidated.
    NotInitialised,
    /// There is one already.
    AlreadyInitialised,
    /// Something other than an mbarrier instruction has written its 8 bytes.
    Overwritten,
    /// It is invalidated while `copy` is still to signal it.
    InvalidatedInUse,
    /// first = a count that is not 1..2^20-1.
    Count,
    /// first = arrivals, more than are pending or, when they drop, expected.
    TooManyArrivals,
    /// first = arrivals of a noComplete instruction that complete the phase.
    WouldComplete,
    /// An increment takes the pending count beyond 2^20-1.
    TooManyPending,
    /// first = a transaction count that is not 0..2^20-1.
    TxCount,
    /// first = change that takes the tx-count out of -(2^20-1)..2^20-1.
    TxOverflow,
    /// first = a parity that is not 0 or 1.
    Parity,
    /// A token that this mbarrier has not given.
    ForeignToken,
    /// first = phase of a token, neither the current nor the previous one.
    StaleToken,
    // Of a copy:
    /// first = size of a bulk copy, no multiple of 16.
    BulkSize,
    /// first = bytes to read, more than the second = bytes to write.
    SourceSize,
    /// first = bytes at `address` that are not all in the shared memory of the
    /// thread's block.
    OutsideShared,
    /// The block ends while first copies, `copy` among them, still need its
    /// shared memory.
    BlockEnds,
  };
  Kind kind = Kind::None;
  uintptr_t address = 0;
  int64_t first = 0, second = 0;
  /// The copy on whose behalf it happened, if any.
  const AsyncCopy *copy = nullptr;
};

} // namespace scanc::simt

#endif // SCANC_LIB_SIMT_ASYNCFAULT_H
