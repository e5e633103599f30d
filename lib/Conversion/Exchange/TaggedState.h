//===- TaggedState.h - States in tagged words -------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Puts states into the words of TaggedWords.h, and takes them out again.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_CONVERSION_EXCHANGE_TAGGEDSTATE_H
#define SCANC_LIB_CONVERSION_EXCHANGE_TAGGEDSTATE_H

#include "scanc/Conversion/Operators/StateBuilder.h"

#include "scanc/Dialect/Prefix/IR/TaggedWords.h"

namespace scanc::prefix {

class TaggedState {
public:
  /// Of words of so many bytes, 8 or 16.
  explicit TaggedState(StateBuilder &b, int64_t bytes = TaggedWords::bytes);

  mlir::Type type() const { return word; } // of a word

  /// A word with `tag` (i32) and no state: what all words of a state share.
  mlir::Value raise(mlir::Value tag);
  /// The words of `state` with the tag that was raised.
  llvm::SmallVector<mlir::Value> pack(mlir::Value raised,
                                      mlir::ValueRange state);
  mlir::Value tagOf(mlir::Value word); // i32
  State stateOf(mlir::ValueRange words);
  /// No tag's, and no state's.
  mlir::Value none();

private:
  /// As many bits as `parts` have.
  mlir::Value bitsOf(int64_t parts);

  StateBuilder &b;
  mlir::IntegerType word;
  int64_t partsPerWord;
};

} // namespace scanc::prefix

#endif // SCANC_LIB_CONVERSION_EXCHANGE_TAGGEDSTATE_H
