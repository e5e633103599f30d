//===- TaggedWords.h - States that blocks exchange --------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a block posts in the workspace for others is cut into words of 16 bytes,
// each of which is written and read at once. The upper 32 bits of a word are a
// tag, which says whose it is, and what it is; below it are up to 12 bytes of
// the state. So there is no fence, no flag, and no order among the words of a
// longer state.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_IR_TAGGEDWORDS_H
#define SCANC_DIALECT_PREFIX_IR_TAGGEDWORDS_H

#include "mlir/IR/Types.h"
#include "llvm/ADT/ArrayRef.h"

namespace scanc::prefix {

/// Parts of 32 bits that a state packs into: fields of less share one.
int64_t countParts(llvm::ArrayRef<mlir::Type> state);

struct TaggedWords {
  static constexpr int64_t bytes = 16; // of a word

  /// Parts beside the tag.
  static constexpr int64_t partsOf(int64_t bytes) { return bytes / 4 - 1; }
  /// Words of a state.
  static int64_t count(llvm::ArrayRef<mlir::Type> state);
  /// The bytes of a word that is no wider than it must be: 8 for a state of one
  /// part, which is one word in any case.
  static int64_t narrowest(llvm::ArrayRef<mlir::Type> state);
};

} // namespace scanc::prefix

#endif // SCANC_DIALECT_PREFIX_IR_TAGGEDWORDS_H
