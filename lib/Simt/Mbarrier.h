//===- Mbarrier.h - The state of an mbarrier --------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, section 9.7.13.15 (parallel synchronization and communication
// instructions: mbarrier). An mbarrier counts, phase after phase, arrivals of
// threads and bytes of asynchronous copies:
//
//              init(2)    expect_tx(64)  arrive     copy done  arrive
//   phase         0             0           0           0         1
//   pending       2             2           1           1         2
//   tx-count      0            64          64           0         0
//
// A phase completes when the pending count and the tx-count are both zero. The
// next one starts with all expected arrivals pending. The tx-count may be
// negative for a while, because a copy may be faster than the thread that
// announces it.
//
// A token is what an arrival returns: the phase that the thread arrived in.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_SIMT_MBARRIER_H
#define SCANC_LIB_SIMT_MBARRIER_H

#include "AsyncFault.h"
#include <cstdint>

namespace scanc::simt {

struct Mbarrier {
  static constexpr unsigned bytes = 8; // of shared memory
  static constexpr int64_t maxCount = (int64_t(1) << 20) - 1;

  uint64_t phase = 0;
  uint32_t expected = 0; // arrivals of the next phase
  uint32_t pending = 0;  // arrivals that this phase still waits for
  int32_t tx = 0;        // bytes expected less bytes that came

  unsigned parity() const { return phase & 1; }

  // Each changes nothing if the answer is not Kind::None.
  AsyncFault::Kind init(int64_t count);
  AsyncFault::Kind arrive(int64_t count, bool drop = false,
                          bool mayComplete = true);
  AsyncFault::Kind addPending();
  AsyncFault::Kind expectTx(int64_t bytes);
  AsyncFault::Kind completeTx(int64_t bytes);

  /// What the 8 bytes of the mbarrier hold.
  uint64_t bits() const;

  // Tokens: pending count in the low bits, then the phase, then which mbarrier
  // of the block (its offset in shared memory).
  static constexpr unsigned tokenPendingBits = 20, tokenPhaseBits = 24;
  uint64_t token(uint64_t offset) const;
  /// None if the token can be waited for.
  AsyncFault::Kind check(uint64_t token, uint64_t offset) const;
  /// Modulo 2^tokenPhaseBits.
  static uint64_t tokenPhase(uint64_t token);
  bool hasCompleted(uint64_t token) const;

private:
  AsyncFault::Kind addTx(int64_t bytes);
  void completeIfDone();
};

} // namespace scanc::simt

#endif // SCANC_LIB_SIMT_MBARRIER_H
