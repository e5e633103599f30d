//===- PackedRuns.cpp - Runs of narrow elements, word by word -------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackedRuns.h"

#include "scanc/Conversion/Operators/FieldConversion.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace scanc::prefix {
namespace {

class PackedBuilder {
public:
  PackedBuilder(ImplicitLocOpBuilder &b, PackedLanes lanes)
      : b(b), lanes(lanes), bits(lanes.bits()) {}

  Value reduce(ArrayRef<Value> words) {
    switch (lanes.op) {
    case PackedOperator::Add:
      return reduceSum(words);
    case PackedOperator::And:
    case PackedOperator::Or:
    case PackedOperator::Xor:
      return foldLanes(fold(words, &PackedBuilder::combine));
    case PackedOperator::Mul:
      return reduceProduct(words);
    default:
      return reduceExtreme(words);
    }
  }

  SmallVector<Value> scan(Value seed, ArrayRef<Value> words, bool exclusive) {
    switch (lanes.op) {
    case PackedOperator::Add:
      return scanSum(seed, words, exclusive);
    case PackedOperator::And:
    case PackedOperator::Or:
    case PackedOperator::Xor:
      if (bits == 8)
        return scanBytes(seed, words, exclusive);
      return scanLanes(seed, words, exclusive);
    case PackedOperator::MinF:
    case PackedOperator::MaxF:
      return scanPairs(seed, words, exclusive);
    default:
      return scanLanes(seed, words, exclusive);
    }
  }

  Value reduceLastChain(ArrayRef<Value> words, ValueRange cuts) {
    SmallVector<Value> kept;
    const Value nothing = changesNothing(words.back());
    const SmallVector<Value> since = sinceLast(cuts);
    for (auto [i, word] : llvm::enumerate(words))
      kept.push_back(blend(lanesWith(bitsOf(i, since)), word, nothing));
    return reduce(kept);
  }

  SmallVector<Value> scanChains(Value seed, ArrayRef<Value> words,
                                ValueRange cuts, Value start, bool exclusive) {
    const Value nothing = i32(neutralHalves());
    const Value first = start ? widenLowest(start) : nothing;
    auto before = [&](Value begins, Value low) {
      return blend(begins, nothing, low);
    };
    Value carry = widenLowest(seed);
    SmallVector<Value> outputs;
    for (auto [i, word] : llvm::enumerate(words)) {
      const auto [begins02, begins13] = halvesWith(bitsOf(i, cuts));
      Value begins = arith::OrIOp::create(b, begins02, begins13);
      Value e = widen(word, 0), o = widen(word, 1);
      if (start) {
        e = combineHalves(blend(begins02, first, nothing), e);
        o = combineHalves(blend(begins13, first, nothing), o);
      }
      Value pairs = combineHalves(before(begins13, e), o);
      Value y1 = combineHalves(before(begins, carry), pairs);
      Value low = permute(carry, y1, 0x5410);
      Value y13 = combineHalves(before(begins, low), pairs);
      Value y02 = combineHalves(before(begins02, low), e);
      carry = lastHalf(y13);
      outputs.push_back(exclusive ? narrowHalves(blend(begins02, first, low),
                                                 blend(begins13, first, y02))
                                  : narrowHalves(y02, y13));
    }
    return outputs;
  }

private:
  //===--------------------------------------------------------------------===//
  // Where chains begin
  //===--------------------------------------------------------------------===//

  /// The bits of the last chain's elements.
  SmallVector<Value> sinceLast(ValueRange cuts) {
    SmallVector<Value> since(cuts.size());
    Value isLater = arith::ConstantIntOp::create(b, 0, 1); // the chain begins
    for (size_t i = cuts.size(); i-- > 0;) {
      Value leading = LLVM::CountLeadingZerosOp::create(
          b, b.getI32Type(), cuts[i], /*is_zero_poison=*/false);
      Value place = arith::SubIOp::create(b, i32(31), leading);
      place = arith::MaxSIOp::create(b, place, i32(0));
      Value from = arith::ShLIOp::create(b, i32(-1), place);
      since[i] = arith::SelectOp::create(b, isLater, i32(0), from);
      Value isHere =
          arith::CmpIOp::create(b, arith::CmpIPredicate::ne, cuts[i], i32(0));
      isLater = arith::OrIOp::create(b, isLater, isHere);
    }
    return since;
  }

  /// The bits that `all` has for the elements of word `word`.
  Value bitsOf(size_t word, ValueRange all) {
    const size_t first = word * lanes.count();
    return arith::AndIOp::create(b, shiftDown(all[first / 32], first % 32),
                                 i32((1 << lanes.count()) - 1));
  }

  /// Bit i of `bits` in the sign of byte `places[i]`.
  Value spread(Value bits, ArrayRef<int64_t> places) {
    uint32_t factor = 0;
    for (auto [bit, place] : llvm::enumerate(places))
      factor |= 1u << (8 * place + 7 - bit);
    return arith::MulIOp::create(b, bits, i32(factor));
  }

  /// Ones in the lanes of the elements that have a bit.
  Value lanesWith(Value bits) {
    Value signs;
    if (lanes.count() == 4)
      signs = spread(bits, lanes.isReversed ? ArrayRef<int64_t>{3, 2, 1, 0}
                                            : ArrayRef<int64_t>{0, 1, 2, 3});
    else
      signs = spread(bits, lanes.isReversed ? ArrayRef<int64_t>{1, 0}
                                            : ArrayRef<int64_t>{0, 1});
    return permute(signs, signs, lanes.count() == 4 ? 0xba98 : 0x9988);
  }

  /// Ones in the halves of the elements 0 and 2, and 1 and 3, that have a bit.
  std::pair<Value, Value> halvesWith(Value bits) {
    Value signs = spread(bits, {0, 1, 2, 3});
    return {permute(signs, signs, 0xaa88), permute(signs, signs, 0xbb99)};
  }

  /// Bit by bit, what `mask` says.
  Value blend(Value mask, Value ifSet, Value ifClear) {
    Value set = arith::AndIOp::create(b, ifSet, mask);
    Value clear = arith::AndIOp::create(
        b, ifClear, arith::XOrIOp::create(b, mask, i32(-1)));
    return arith::OrIOp::create(b, set, clear);
  }

  /// A word that changes nothing in what `last`, the last of a run, is part of.
  Value changesNothing(Value last) {
    switch (lanes.op) {
    case PackedOperator::Add:
    case PackedOperator::Or:
    case PackedOperator::Xor:
      return i32(0);
    case PackedOperator::Mul:
      return i32(bits == 8 ? 0x01010101 : 0x00010001);
    default: // the last element itself
      if (bits == 8)
        return permute(last, last, lanes.isReversed ? 0x0000 : 0x3333);
      return permute(last, last, lanes.isReversed ? 0x1010 : 0x3232);
    }
  }

  //===--------------------------------------------------------------------===//
  // Bytes in halves
  //===--------------------------------------------------------------------===//

  bool isSigned() const {
    return lanes.op == PackedOperator::MinS || lanes.op == PackedOperator::MaxS;
  }

  /// In both halves, what changes no byte.
  uint32_t neutralHalves() const {
    switch (lanes.op) {
    case PackedOperator::And:
    case PackedOperator::MinU:
      return 0x00ff00ff;
    case PackedOperator::MinS:
      return 0x007f007f;
    case PackedOperator::MaxS:
      return 0xff80ff80;
    default:
      return 0;
    }
  }

  /// The elements `first` and `first` + 2 of a word.
  Value widen(Value word, int64_t first) {
    return widenBytes(word, laneOf(first), laneOf(first + 2));
  }

  /// The lowest byte, twice.
  Value widenLowest(Value word) { return widenBytes(word, 0, 0); }

  Value widenBytes(Value word, uint32_t low, uint32_t high) {
    const uint32_t selector = high << 8 | low;
    return isSigned() ? permute(word, word, selector | selector << 4 | 0x8080)
                      : permute(word, i32(0), selector | 0x4040);
  }

  Value combineHalves(Value low, Value high) {
    switch (lanes.op) {
    case PackedOperator::MinS:
    case PackedOperator::MinU:
    case PackedOperator::MaxS:
    case PackedOperator::MaxU:
      return combinePairs(low, high);
    default: // sums of a few bytes stay within their halves
      return combine(low, high);
    }
  }

  /// The upper half, twice; of a sum, its byte.
  Value lastHalf(Value pair) {
    return lanes.op == PackedOperator::Add ? permute(pair, i32(0), 0x4242)
                                           : permute(pair, pair, 0x3232);
  }

  /// The elements 0 and 2, and 1 and 3, in a word.
  Value narrowHalves(Value even, Value odd) {
    return permute(even, odd, lanes.isReversed ? 0x0426 : 0x6240);
  }

  //===--------------------------------------------------------------------===//
  // Reductions
  //===--------------------------------------------------------------------===//

  /// That many independent chains hide the latency of each other.
  static constexpr size_t chains = 4;

  using Combine = Value (PackedBuilder::*)(Value, Value);

  /// All `words` combined by `combine`.
  Value fold(ArrayRef<Value> words, Combine combine) {
    SmallVector<Value> partial(words.take_front(chains));
    for (auto [i, word] : llvm::enumerate(words.drop_front(partial.size())))
      partial[i % chains] = (this->*combine)(partial[i % chains], word);
    Value all = partial.front();
    for (Value word : ArrayRef(partial).drop_front())
      all = (this->*combine)(all, word);
    return all;
  }

  Value reduceSum(ArrayRef<Value> words) {
    SmallVector<Value> partial(std::min(words.size(), chains), i32(0));
    for (auto [i, word] : llvm::enumerate(words))
      partial[i % chains] = addLanes(word, lanes.count(), partial[i % chains]);
    return fold(partial, &PackedBuilder::combine);
  }

  Value foldLanes(Value word) {
    for (unsigned distance = 16; distance >= bits; distance /= 2)
      word = combine(word, shiftDown(word, distance));
    return word;
  }

  /// The lowest lane of a product depends on the lowest lanes only.
  Value reduceProduct(ArrayRef<Value> words) {
    SmallVector<Value> products;
    for (Value word : words) {
      SmallVector<Value> factors = elementsOf(word);
      if (bits == 8)
        factors = {combine(factors[0], factors[1]),
                   combine(factors[2], factors[3])};
      products.push_back(combine(factors[0], factors[1]));
    }
    return fold(products, &PackedBuilder::combine);
  }

  Value reduceExtreme(ArrayRef<Value> words) {
    SmallVector<Value> values;
    for (Value word : words) {
      values.push_back(word);
      if (bits == 8)
        values.push_back(shiftUp(word, 8));
    }
    Value pair = LLVM::BitcastOp::create(
        b, pairType(), fold(values, &PackedBuilder::combinePairs));
    Value extreme = combine(vector::ExtractOp::create(b, pair, 0),
                            vector::ExtractOp::create(b, pair, 1));
    extreme = arith::ExtUIOp::create(b, b.getI32Type(), toBits(b, extreme));
    return bits == 8 ? arith::ShRUIOp::create(b, extreme, i32(8)) : extreme;
  }

  /// The halves of a word; of bytes, a pair is decided by the upper ones.
  VectorType pairType() {
    return VectorType::get(2, isa<FloatType>(lanes.element) ? lanes.element
                                                            : b.getI16Type());
  }

  /// Both halves of two words combined by one instruction.
  Value combinePairs(Value low, Value high) {
    Value pair = combine(LLVM::BitcastOp::create(b, pairType(), low),
                         LLVM::BitcastOp::create(b, pairType(), high));
    return LLVM::BitcastOp::create(b, b.getI32Type(), pair);
  }

  //===--------------------------------------------------------------------===//
  // Scans
  //===--------------------------------------------------------------------===//

  SmallVector<Value> scanSum(Value seed, ArrayRef<Value> words,
                             bool exclusive) {
    Value carry = seed;
    SmallVector<Value> outputs;
    for (Value word : words) {
      SmallVector<Value> prefixes = {carry};
      for (int64_t count = 1; count <= lanes.count(); ++count)
        prefixes.push_back(addLanes(word, count, carry));
      carry = prefixes.back();
      outputs.push_back(joinLanes(choose(prefixes, exclusive), /*lane=*/0));
    }
    return outputs;
  }

  /// The elements of a word, each in the lane that is looked at. What is in the
  /// others does not matter.
  SmallVector<Value> elementsOf(Value word) {
    SmallVector<Value> elements;
    for (int64_t i = 0; i < lanes.count(); ++i) {
      const int64_t place = laneOf(i) * bits;
      elements.push_back(isDecidedBelow() ? shiftDown(word, place)
                                          : shiftUp(word, 32 - bits - place));
    }
    return elements;
  }

  /// Whether a lane of what is combined depends on the lanes from it down,
  /// rather than from it up: the lowest one is looked at, or the highest.
  bool isDecidedBelow() const { return lanes.op == PackedOperator::Mul; }

  /// Each word is scanned on its own; what comes before it joins last, so that
  /// words wait for each other for one combine.
  SmallVector<Value> scanLanes(Value seed, ArrayRef<Value> words,
                               bool exclusive) {
    const int64_t lane = isDecidedBelow() ? 0 : lanes.count() - 1;
    Value carry = shiftUp(seed, lane * bits);
    SmallVector<Value> outputs;
    for (Value word : words) {
      SmallVector<Value> prefixes = {carry};
      Value within;
      for (Value element : elementsOf(word)) {
        within = within ? combine(within, element) : element;
        prefixes.push_back(combine(carry, within));
      }
      carry = prefixes.back();
      outputs.push_back(joinLanes(choose(prefixes, exclusive), lane));
    }
    return outputs;
  }

  /// For floats, which have no bits below that do not count.
  SmallVector<Value> scanPairs(Value seed, ArrayRef<Value> words,
                               bool exclusive) {
    const uint32_t first = lanes.isReversed ? 0x3232 : 0x1010,
                   last = lanes.isReversed ? 0x1010 : 0x3232;
    Value carry = permute(seed, seed, 0x1010);
    SmallVector<Value> outputs;
    for (Value word : words) {
      Value within = combinePairs(permute(word, word, first), word);
      Value inclusive = combinePairs(carry, within);
      outputs.push_back(exclusive ? permute(carry, inclusive,
                                            lanes.isReversed ? 0x3276 : 0x5410)
                                  : inclusive);
      carry = combinePairs(carry, permute(within, within, last));
    }
    return outputs;
  }

  /// For logic, of bytes.
  SmallVector<Value> scanBytes(Value seed, ArrayRef<Value> words,
                               bool exclusive) {
    const uint32_t last = lanes.isReversed ? 0x0000 : 0x3333;
    Value carry = permute(seed, seed, 0x0000);
    SmallVector<Value> outputs;
    for (Value word : words) {
      for (unsigned distance : {1, 2})
        word = combine(word, bytesBefore(word, distance));
      Value inclusive = combine(word, carry);
      // The last byte of the word before, and all bytes but the last of this.
      outputs.push_back(exclusive ? permute(carry, inclusive,
                                            lanes.isReversed ? 0x0765 : 0x6543)
                                  : inclusive);
      carry = combine(carry, permute(word, word, last));
    }
    return outputs;
  }

  /// In each byte that `distance`, 1 or 2, before it; where there is none, what
  /// changes nothing: 0, or, for `and`, a byte that is combined anyway.
  Value bytesBefore(Value word, unsigned distance) {
    if (lanes.op != PackedOperator::And)
      return lanes.isReversed ? shiftDown(word, 8 * distance)
                              : shiftUp(word, 8 * distance);
    if (distance == 1)
      return permute(word, word, lanes.isReversed ? 0x3321 : 0x2100);
    return permute(word, word, lanes.isReversed ? 0x3232 : 0x1010);
  }

  /// Of what comes before the first lane and up to each lane, an output a lane.
  ArrayRef<Value> choose(ArrayRef<Value> prefixes, bool exclusive) {
    return exclusive ? prefixes.drop_back() : prefixes.drop_front();
  }

  /// A word of lane `lane` of each of `values`, the first element's first.
  Value joinLanes(ArrayRef<Value> values, uint32_t lane) {
    auto value = [&](int64_t i) { return values[laneOf(i)]; };
    if (bits == 16)
      return permute(value(0), value(1), lane ? 0x7632 : 0x5410);
    const uint32_t pair = lane | (4 + lane) << 4;
    return permute(permute(value(0), value(1), pair),
                   permute(value(2), value(3), pair), 0x5410);
  }

  /// Where element `i` of a word is, and the element that is in lane `i`.
  int64_t laneOf(int64_t i) {
    return lanes.isReversed ? lanes.count() - 1 - i : i;
  }

  //===--------------------------------------------------------------------===//
  // Instructions
  //===--------------------------------------------------------------------===//

  /// `sum` and the first `count` elements of `word`, in the lowest lane; with
  /// all of them, in all bits.
  Value addLanes(Value word, int64_t count, Value sum) {
    if (count == 1 && !lanes.isReversed)
      return arith::AddIOp::create(b, sum, word);
    // The coefficients of halves are bytes, too.
    uint32_t coefficients = 0;
    for (int64_t i = 0; i < count; ++i)
      coefficients |= 1u << (8 * laneOf(i));
    Value ones = i32(coefficients);
    const bool isUnsigned = lanes.element.isUnsignedInteger();
    if (bits == 8)
      return intrinsic(isUnsigned ? "llvm.nvvm.idp4a.u.u"
                                  : "llvm.nvvm.idp4a.s.s",
                       {word, ones, sum});
    // Halves meet the lower two bytes.
    Value isUpper = arith::ConstantIntOp::create(b, 0, 1);
    return intrinsic(isUnsigned ? "llvm.nvvm.idp2a.u.u" : "llvm.nvvm.idp2a.s.s",
                     {word, ones, isUpper, sum});
  }

  Value combine(Value low, Value high) {
    switch (lanes.op) {
    case PackedOperator::Add:
      return arith::AddIOp::create(b, low, high);
    case PackedOperator::Mul:
      return arith::MulIOp::create(b, low, high);
    case PackedOperator::And:
      return arith::AndIOp::create(b, low, high);
    case PackedOperator::Or:
      return arith::OrIOp::create(b, low, high);
    case PackedOperator::Xor:
      return arith::XOrIOp::create(b, low, high);
    case PackedOperator::MinS:
      return arith::MinSIOp::create(b, low, high);
    case PackedOperator::MinU:
      return arith::MinUIOp::create(b, low, high);
    case PackedOperator::MaxS:
      return arith::MaxSIOp::create(b, low, high);
    case PackedOperator::MaxU:
      return arith::MaxUIOp::create(b, low, high);
    case PackedOperator::MinF:
      return arith::MinimumFOp::create(b, low, high);
    case PackedOperator::MaxF:
      return arith::MaximumFOp::create(b, low, high);
    }
    llvm_unreachable("an operator is missing");
  }

  /// Digit i of `selector`, from the right, says which of the eight bytes of
  /// `low` and `high` is byte i of the result.
  Value permute(Value low, Value high, uint32_t selector) {
    return intrinsic("llvm.nvvm.prmt", {low, high, i32(selector)});
  }

  Value shiftUp(Value word, int64_t distance) {
    return distance ? arith::ShLIOp::create(b, word, i32(distance)) : word;
  }

  Value shiftDown(Value word, int64_t distance) {
    return distance ? arith::ShRUIOp::create(b, word, i32(distance)) : word;
  }

  Value intrinsic(StringRef name, ValueRange operands) {
    return LLVM::CallIntrinsicOp::create(b, b.getI32Type(),
                                         b.getStringAttr(name), operands)
        .getResult(0);
  }

  Value i32(int64_t value) {
    return arith::ConstantIntOp::create(b, value, 32);
  }

  ImplicitLocOpBuilder &b;
  const PackedLanes lanes;
  const unsigned bits;
};

} // namespace

Value reducePacked(ImplicitLocOpBuilder &b, PackedLanes lanes,
                   ArrayRef<Value> words) {
  return PackedBuilder(b, lanes).reduce(words);
}

Value reduceLastChain(ImplicitLocOpBuilder &b, PackedLanes lanes,
                      ArrayRef<Value> words, ValueRange cuts) {
  return PackedBuilder(b, lanes).reduceLastChain(words, cuts);
}

SmallVector<Value> scanPacked(ImplicitLocOpBuilder &b, PackedLanes lanes,
                              Value seed, ArrayRef<Value> words,
                              bool exclusive) {
  return PackedBuilder(b, lanes).scan(seed, words, exclusive);
}

SmallVector<Value> scanChains(ImplicitLocOpBuilder &b, PackedLanes lanes,
                              Value seed, ArrayRef<Value> words,
                              ValueRange cuts, Value start, bool exclusive) {
  return PackedBuilder(b, lanes).scanChains(seed, words, cuts, start,
                                            exclusive);
}

} // namespace scanc::prefix
