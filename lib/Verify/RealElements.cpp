//===- RealElements.cpp - Elements to scan, and their comparison ----------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RealElements.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FormatVariadic.h"

#include <cmath>
#include <cstring>
#include <random>

using namespace scanc;
using namespace scanc::verify;
using llvm::APFloat;
using llvm::APInt;
using target::ScanField;

/// The format of a floating-point field; null for integers.
static const llvm::fltSemantics *semanticsOf(const ScanField &field) {
  return llvm::StringSwitch<const llvm::fltSemantics *>(field.name)
      .Case("f16", &APFloat::IEEEhalf())
      .Case("bf16", &APFloat::BFloat())
      .Case("f32", &APFloat::IEEEsingle())
      .Case("f64", &APFloat::IEEEdouble())
      .Default(nullptr);
}

static APInt readBits(const ScanField &field, const uint8_t *bytes) {
  uint64_t bits = 0;
  std::memcpy(&bits, bytes, field.size);
  return APInt(field.size * 8, bits);
}

static double readFloat(const ScanField &field, const uint8_t *bytes) {
  APFloat value(*semanticsOf(field), readBits(field, bytes));
  return value.convertToDouble();
}

static std::string print(const ScanField &field, const uint8_t *bytes) {
  if (semanticsOf(field))
    return llvm::formatv("{0}", readFloat(field, bytes));
  return llvm::toString(readBits(field, bytes), 10,
                        llvm::StringRef(field.name).starts_with("i"));
}

static std::string printFields(llvm::ArrayRef<ScanField> fields,
                               const uint8_t *bytes) {
  llvm::SmallVector<std::string> parts;
  for (const ScanField &field : fields)
    parts.push_back(print(field, bytes + field.offset));
  return parts.size() == 1 ? parts[0] : "(" + llvm::join(parts, ", ") + ")";
}

std::vector<uint8_t> RealElements::make(uint64_t n) const {
  std::mt19937_64 random(seed + n);
  std::vector<uint8_t> bytes(n * scan.elementSize);
  const uint64_t choices = declared.size() / scan.elementSize;
  for (uint64_t k = 0; choices && k < n; ++k)
    std::memcpy(&bytes[k * scan.elementSize],
                &declared[random() % choices * scan.elementSize],
                scan.elementSize);
  for (uint64_t k = 0; !choices && k < n; ++k)
    for (const ScanField &field : scan.element) {
      uint64_t bits = field.name == "b1" ? random() & 1 : random() & 3;
      if (const llvm::fltSemantics *semantics = semanticsOf(field)) {
        // 1/2, 1, 3/2, 2.
        APFloat value(0.5 * double(bits + 1));
        bool inexact;
        value.convert(*semantics, APFloat::rmNearestTiesToEven, &inexact);
        bits = value.bitcastToAPInt().getZExtValue();
      }
      std::memcpy(&bytes[k * scan.elementSize + field.offset], &bits,
                  field.size);
    }
  return bytes;
}

std::string RealElements::whyNotCompared() const {
  for (const ScanField &field : scan.state)
    if (field.name == "f16" || field.name == "bf16")
      return llvm::formatv("states of {0} round too much to be compared",
                           field.name);
  return {};
}

/// Whether a float is right, but for rounding. What overflows in one order of
/// combining may not in another.
static bool isClose(const ScanField &field, const uint8_t *got,
                    const uint8_t *expected) {
  double a = readFloat(field, got), b = readFloat(field, expected);
  if (!std::isfinite(b) || std::fabs(b) > 1e30)
    return true;
  return std::fabs(a - b) <= 0.02 * std::max(1.0, std::fabs(b));
}

std::string RealElements::compare(llvm::ArrayRef<uint8_t> got,
                                  llvm::ArrayRef<uint8_t> expected) const {
  const bool exact = llvm::none_of(scan.state, semanticsOf);
  for (uint64_t at = 0; at < got.size(); at += scan.outputSize)
    for (const ScanField &field : scan.output) {
      const uint8_t *a = &got[at + field.offset];
      const uint8_t *b = &expected[at + field.offset];
      bool same = !exact && semanticsOf(field)
                      ? isClose(field, a, b)
                      : std::memcmp(a, b, field.size) == 0;
      if (!same)
        return llvm::formatv("output {0} is {1}, expected {2}",
                             at / scan.outputSize,
                             printFields(scan.output, &got[at]),
                             printFields(scan.output, &expected[at]));
    }
  return {};
}
