//===- HalfFloatTest.cpp - The conversions themselves, all values ---------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../../lib/Simt/HalfFloat.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/bit.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace scanc::simt;

namespace {

/// All 65536 values widen exactly, and round back to themselves; so do the
/// midpoints between neighbours, and the f64 next to those on either side.
void checkAll(const llvm::fltSemantics &format, float (*widen)(uint16_t),
              uint16_t (*round)(double)) {
  bool lost;
  auto reference = [&](double x) {
    llvm::APFloat value(x);
    value.convert(format, llvm::APFloat::rmNearestTiesToEven, &lost);
    return uint16_t(value.bitcastToAPInt().getZExtValue());
  };
  for (unsigned bits = 0; bits < 65536; ++bits) {
    llvm::APFloat value(format, llvm::APInt(16, bits));
    llvm::APFloat wide = value;
    wide.convert(llvm::APFloat::IEEEsingle(),
                 llvm::APFloat::rmNearestTiesToEven, &lost);
    ASSERT_EQ(llvm::bit_cast<uint32_t>(widen(bits)),
              wide.bitcastToAPInt().getZExtValue())
        << bits;
    wide.convert(llvm::APFloat::IEEEdouble(),
                 llvm::APFloat::rmNearestTiesToEven, &lost);
    double x = wide.convertToDouble();
    ASSERT_EQ(round(x), reference(x)) << bits;
    if (!value.isFinite())
      continue;
    ASSERT_EQ(round(x), bits);
    llvm::APFloat next = value;
    next.next(/*nextDown=*/false);
    if (!next.isFinite())
      continue;
    next.convert(llvm::APFloat::IEEEdouble(),
                 llvm::APFloat::rmNearestTiesToEven, &lost);
    double middle = (x + next.convertToDouble()) / 2;
    for (double y : {middle, std::nextafter(middle, 1e300),
                     std::nextafter(middle, -1e300)})
      ASSERT_EQ(round(y), reference(y)) << y;
  }
}

TEST(HalfFloat, AllOfF16) {
  checkAll(llvm::APFloat::IEEEhalf(), halfToFloat, roundToHalf);
}

TEST(HalfFloat, AllOfBF16) {
  checkAll(llvm::APFloat::BFloat(), bfloatToFloat, roundToBFloat);
}

} // namespace
