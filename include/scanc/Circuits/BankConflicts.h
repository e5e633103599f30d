//===- BankConflicts.h - What an access costs in shared memory --*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shared memory is a row of banks, each of which serves one word at a time:
// word w lies in bank w mod banks. Lanes that want the same word get it
// together; lanes that want different words of one bank wait for each other.
//
//   4 banks, lane i reads word 2 i + 1        word  1  3  5  7
//                                             bank  1  3  1  3    degree 2
//
// The lanes that are served at once are as many as all banks together can feed:
// 32 for 4 bytes from 32 banks, 16 (a half-warp) for 8 bytes, 8 (a quarter) for
// 16 bytes. Such a group takes as many wavefronts as the most words that it
// wants of one bank: the degree of its conflict, 1 where there is none. A group
// without an active lane takes no wavefront.
//
// Two machines: 32 banks, of all GPUs from compute capability 2.0 on, and 16
// banks that serve a half-warp, the GPUs of Merrill and Grimshaw 2009 (sections
// 3.2.3 and 3.3.4).
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_CIRCUITS_BANKCONFLICTS_H
#define SCANC_CIRCUITS_BANKCONFLICTS_H

#include "llvm/ADT/ArrayRef.h"

#include <algorithm>
#include <cstdint>

namespace scanc::circuits {

constexpr unsigned bankWordBytes = 4;

/// What requests cost in shared memory; adds up over requests.
struct BankCost {
  uint64_t wavefronts = 0;
  uint64_t least = 0;  // wavefronts without conflicts: the groups
  uint32_t degree = 0; // of the worst group

  BankCost &operator+=(const BankCost &other) {
    wavefronts += other.wavefronts;
    least += other.least;
    degree = std::max(degree, other.degree);
    return *this;
  }
  bool operator==(const BankCost &) const = default;
};

/// What one active lane of a warp accesses.
struct LaneAccess {
  unsigned lane; // below 32
  uint64_t address;
};

/// The cost of one warp's access of `bytes` by each lane, at most 16 if lanes
/// are to be grouped as the hardware does. Lanes ascend.
BankCost countBankConflicts(llvm::ArrayRef<LaneAccess> lanes, uint64_t bytes,
                            unsigned banks);

} // namespace scanc::circuits

#endif // SCANC_CIRCUITS_BANKCONFLICTS_H
