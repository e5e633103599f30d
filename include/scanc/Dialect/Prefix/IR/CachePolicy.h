//===- CachePolicy.h - What the L2 cache evicts -----------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_IR_CACHEPOLICY_H
#define SCANC_DIALECT_PREFIX_IR_CACHEPOLICY_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace scanc::prefix {

/// What L2 evicts, as `createpolicy` encodes it for whole accesses; the numbers
/// are those of CUTLASS (cute/arch/copy_sm90_desc.hpp, TMA::CacheHintSm90).
struct CachePolicy {
  static constexpr int64_t evictNormal = 0x1000000000000000,
                           evictFirst = 0x12F0000000000000,
                           evictLast = 0x14F0000000000000;

  /// The operand bundle of LLVM IR that gives one (i64) to an asynchronous
  /// copy by a thread.
  static constexpr llvm::StringLiteral bundle = "prefix.policy";
};

} // namespace scanc::prefix

#endif // SCANC_DIALECT_PREFIX_IR_CACHEPOLICY_H
