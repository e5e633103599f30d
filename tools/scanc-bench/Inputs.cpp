//===- Inputs.cpp - Elements whose scan is known to the bit ---------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>
#include <cstring>

using namespace scanc::bench;
using llvm::APFloat;
using scanc::target::ScanField;

/// Random bits that depend on `k` alone: splitmix64 (Steele, Lea and Flood,
/// "Fast splittable pseudorandom number generators", OOPSLA 2014).
static uint64_t hash(uint64_t k) {
  uint64_t z = (k + 1) * 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

static bool isFloat(const ScanField &field) {
  return scanc::machine::getScalarType(field.type).isFloat();
}

//===----------------------------------------------------------------------===//
// Fields
//===----------------------------------------------------------------------===//

Inputs::Field::Field(const ScanField &field)
    : type(scanc::machine::getScalarType(field.type)), offset(field.offset),
      size(field.size) {
  if (type.isFloat())
    largest = APFloat::getLargest(*type.format).bitcastToAPInt().getZExtValue();
  for (int value = -128; value < 128; ++value)
    wholes.push_back(type.encode(value));
  for (double sign : {1, -1})
    for (int exponent = -6; exponent <= 6; ++exponent)
      powers.push_back(type.encode(std::ldexp(sign, exponent)));
}

/// A number that grows with the logarithm of k < 2^36, from 0 to `most`.
static uint64_t logarithmicRamp(uint64_t k, uint64_t most) {
  if (k == 0)
    return 0;
  const uint64_t steps = most / 36;
  const unsigned power = llvm::Log2_64(k);
  const uint64_t rest = k - (uint64_t(1) << power);
  return power * steps + rest * steps / (uint64_t(1) << power);
}

uint64_t Inputs::Field::ramp(uint64_t k) const {
  const uint64_t low = k - std::min(k, hash(k) & 1023);
  // The bits of positive floats are in the order of their values.
  if (type.isFloat() && size == 2)
    return logarithmicRamp(low, largest);
  if (type.isFloat())
    return size == 4 ? llvm::bit_cast<uint32_t>(static_cast<float>(low))
                     : llvm::bit_cast<uint64_t>(static_cast<double>(low));
  if (size >= 4)
    return low;
  const uint64_t middle = uint64_t(1) << (8 * size - 1);
  const uint64_t level = logarithmicRamp(low, 2 * middle - 1);
  return type.isUnsigned() ? level : level - middle;
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

Inputs::Inputs(const target::ScanDescription &scan,
               std::vector<uint8_t> declared)
    : scan(scan), declared(std::move(declared)) {
  const llvm::StringRef monoid = scan.monoid;
  pattern = llvm::StringSwitch<Pattern>(monoid.rsplit('_').first)
                .Cases({"add", "xor"}, Pattern::Add)
                .Case("mul", Pattern::Mul)
                .Case("max", Pattern::Max)
                .Case("min", Pattern::Min)
                .Case("and", Pattern::And)
                .Case("or", Pattern::Or)
                .Case("affine", Pattern::Affine)
                .Case("argmax_f32", Pattern::Argmax)
                .Default(Pattern::Any);
  // A user's monoid may have such a name, and other states.
  const size_t expected =
      pattern == Pattern::Affine || pattern == Pattern::Argmax ? 2 : 1;
  const bool hasLoad = !scan.loaded.empty();
  // It may find the index itself.
  if (hasLoad && pattern == Pattern::Argmax && scan.element.size() == 1)
    pattern = Pattern::Max;
  else if (!this->declared.empty() || scan.element.size() != expected)
    pattern = Pattern::Any;
  if (hasLoad && (pattern == Pattern::Add || pattern == Pattern::Mul))
    pattern = Pattern::Any;
  for (const ScanField &field : scan.element)
    fields.emplace_back(field);
}

bool Inputs::areExact() const {
  const bool areWhole = llvm::none_of(scan.state, isFloat);
  if (!scan.loaded.empty() || !scan.stored.empty())
    return areWhole && llvm::none_of(scan.element, isFloat) &&
           llvm::none_of(scan.output, isFloat);
  return pattern != Pattern::Any || areWhole;
}

uint64_t Inputs::bitsOf(const Field &field, unsigned index, uint64_t k) const {
  const uint64_t random = hash(k);
  switch (pattern) {
  case Pattern::Add: {
    if (!field.type.isFloat())
      return random;
    const int before = k ? hash(k - 1) & 127 : 0;
    return field.whole(int(random & 127) - before);
  }
  case Pattern::Mul: {
    if (!field.type.isFloat())
      return random | 1;
    auto power = [](uint64_t bits) { return int(bits % 7) - 3; };
    const int before = k ? power(hash(k - 1)) : 0;
    return field.power(power(random) - before, random >> 63);
  }
  case Pattern::Max:
    return field.ramp(k);
  case Pattern::Min:
    // The other way round: the sign of floats, all bits of integers.
    return field.ramp(k) ^
           (field.type.isFloat() ? uint64_t(1) << (8 * field.size - 1)
                                 : ~uint64_t(0));
  case Pattern::And:
  case Pattern::Or: {
    const uint64_t bit = llvm::isPowerOf2_64(k)
                             ? uint64_t(1)
                                   << llvm::Log2_64(k) % (8 * field.size)
                             : 0;
    return pattern == Pattern::And ? ~bit : bit;
  }
  case Pattern::Affine:
    if (!field.type.isFloat())
      return index == 0 ? random : random >> 8;
    if (index == 1)
      return field.whole(int(random >> 8 & 15) - 8);
    return field.whole((random & 63) == 0 ? 0 : random & 64 ? -1 : 1);
  case Pattern::Argmax:
    return index == 0 ? field.ramp(k) : k;
  case Pattern::Any:
    if (field.type.isFloat())
      return field.whole(int((random >> 2 * index) % 3) - 1);
    // A truth value takes a byte, too, and no other than these two.
    return random >> 2 * index &
           (scan.element[index].type == "b1" ? uint64_t(1) : uint64_t(3));
  }
  return 0;
}

void Inputs::write(uint64_t first, llvm::MutableArrayRef<uint8_t> bytes) const {
  const uint64_t count = bytes.size() / scan.elementSize;
  const uint64_t choices = declared.size() / scan.elementSize;
  for (uint64_t i = 0; i < count; ++i) {
    uint8_t *element = bytes.data() + i * scan.elementSize;
    if (choices) {
      std::memcpy(element,
                  &declared[hash(first + i) % choices * scan.elementSize],
                  scan.elementSize);
      continue;
    }
    std::memset(element, 0, scan.elementSize);
    for (const auto &[index, field] : llvm::enumerate(fields)) {
      const uint64_t bits = bitsOf(field, index, first + i);
      std::memcpy(element + field.offset, &bits, field.size);
    }
  }
}
