//===- TaggedState.cpp - States in tagged words ---------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TaggedState.h"

using namespace mlir;

namespace scanc::prefix {

TaggedState::TaggedState(StateBuilder &b, int64_t bytes)
    : b(b), word(b.getIntegerType(8 * bytes)),
      partsPerWord(TaggedWords::partsOf(bytes)) {}

Value TaggedState::bitsOf(int64_t parts) {
  return arith::ConstantIntOp::create(b, word, 32 * parts);
}

Value TaggedState::none() { return arith::ConstantIntOp::create(b, word, 0); }

Value TaggedState::raise(Value tag) {
  Value wide = arith::ExtUIOp::create(b, word, tag);
  return arith::ShLIOp::create(b, wide, bitsOf(partsPerWord));
}

SmallVector<Value> TaggedState::pack(Value raised, ValueRange state) {
  SmallVector<Value> words;
  for (auto [index, part] : llvm::enumerate(b.toParts(state))) {
    const int64_t place = index % partsPerWord;
    if (place == 0)
      words.push_back(raised);
    Value wide = arith::ExtUIOp::create(b, word, part);
    if (place)
      wide = arith::ShLIOp::create(b, wide, bitsOf(place));
    words.back() = arith::OrIOp::create(b, words.back(), wide);
  }
  return words;
}

Value TaggedState::tagOf(Value value) {
  Value high = arith::ShRUIOp::create(b, value, bitsOf(partsPerWord));
  return arith::TruncIOp::create(b, b.getI32Type(), high);
}

State TaggedState::stateOf(ValueRange words) {
  SmallVector<Value> parts;
  const int64_t count = countParts(b.getStateTypes());
  for (int64_t index = 0; index < count; ++index) {
    Value value = words[index / partsPerWord];
    if (const int64_t place = index % partsPerWord)
      value = arith::ShRUIOp::create(b, value, bitsOf(place));
    parts.push_back(arith::TruncIOp::create(b, b.getI32Type(), value));
  }
  return b.fromParts(parts);
}

} // namespace scanc::prefix
