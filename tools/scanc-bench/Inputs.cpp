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
  return field.name.find('f') != std::string::npos;
}

/// The bits of a number that is a value of the type, or is to be rounded to it.
static uint64_t encode(const ScanField &field, double value) {
  uint64_t bits = 0;
  if (field.name == "f64") {
    std::memcpy(&bits, &value, sizeof(value));
  } else if (field.name == "f32") {
    float narrow = static_cast<float>(value);
    std::memcpy(&bits, &narrow, sizeof(narrow));
  } else {
    APFloat number(value);
    bool inexact;
    number.convert(field.name == "f16" ? APFloat::IEEEhalf()
                                       : APFloat::BFloat(),
                   APFloat::rmNearestTiesToEven, &inexact);
    bits = number.bitcastToAPInt().getZExtValue();
  }
  return bits;
}

/// A number that grows with the logarithm of k, from 0 to 32 * `steps`.
static uint64_t logarithmicRamp(uint64_t k, uint64_t steps) {
  if (k == 0)
    return 0;
  const unsigned power = llvm::Log2_64(k);
  const uint64_t rest = k - (uint64_t(1) << power);
  return power * steps + rest * steps / (uint64_t(1) << power);
}

/// A value that rises with k, but for some noise; the bits of an integer are
/// those of a signed one.
static uint64_t ramp(const ScanField &field, uint64_t k) {
  const uint64_t low = k - std::min(k, hash(k) & 1023);
  if (field.name == "f16" || field.name == "bf16")
    return encode(field, double(low) / 65536);
  if (isFloat(field))
    return encode(field, double(low));
  if (field.size >= 4)
    return low;
  const uint64_t middle = uint64_t(1) << (8 * field.size - 1);
  const uint64_t level =
      std::min(logarithmicRamp(low, middle / 16), 2 * middle - 1);
  return field.name.front() == 'u' ? level : level - middle;
}

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
  const size_t fields =
      pattern == Pattern::Affine || pattern == Pattern::Argmax ? 2 : 1;
  if (!this->declared.empty() || scan.element.size() != fields)
    pattern = Pattern::Any;
}

bool Inputs::areExact() const {
  return pattern != Pattern::Any || llvm::none_of(scan.state, isFloat);
}

uint64_t Inputs::bitsOf(const ScanField &field, unsigned index,
                        uint64_t k) const {
  const uint64_t random = hash(k);
  switch (pattern) {
  case Pattern::Add: {
    if (!isFloat(field))
      return random;
    const uint64_t before = k ? hash(k - 1) & 127 : 0;
    return encode(field, double(random & 127) - double(before));
  }
  case Pattern::Mul: {
    if (!isFloat(field))
      return random | 1;
    auto power = [](uint64_t bits) { return int(bits % 7) - 3; };
    const int before = k ? power(hash(k - 1)) : 0;
    const double value = std::ldexp(1.0, power(random) - before);
    return encode(field, random >> 63 ? -value : value);
  }
  case Pattern::Max:
    return ramp(field, k);
  case Pattern::Min:
    // The largest value minus the ramp; a float's sign bit.
    return isFloat(field)
               ? ramp(field, k) ^ (uint64_t(1) << (8 * field.size - 1))
               : ~ramp(field, k);
  case Pattern::And:
  case Pattern::Or: {
    const uint64_t bit = llvm::isPowerOf2_64(k)
                             ? uint64_t(1)
                                   << llvm::Log2_64(k) % (8 * field.size)
                             : 0;
    return pattern == Pattern::And ? ~bit : bit;
  }
  case Pattern::Affine:
    if (index == 1)
      return isFloat(field) ? encode(field, double(random >> 8 & 15) - 8)
                            : random >> 8;
    if (!isFloat(field))
      return random;
    return encode(field, (random & 63) == 0 ? 0 : random & 64 ? -1 : 1);
  case Pattern::Argmax:
    return index == 0 ? ramp(field, k) : k;
  case Pattern::Any:
    if (field.name == "b1")
      return random >> (2 * index) & 1;
    return isFloat(field)
               ? encode(field, double(int((random >> (2 * index)) % 3) - 1))
               : random >> (2 * index) & 3;
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
    for (const auto &[index, field] : llvm::enumerate(scan.element)) {
      const uint64_t bits = bitsOf(field, index, first + i);
      std::memcpy(element + field.offset, &bits, field.size);
    }
  }
}
