//===- HalfFloat.h - Exact conversions of 16-bit floats ---------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Round to nearest, ties to even, subnormals and infinities included; a NaN
// stays one, quiet, with the leading bits of its payload. In whole numbers, so
// that the result depends on neither the host's instructions nor its compiler
// support library.
//
// One rounding: an f32 is widened to f64 without loss first, so a single
// function per format serves both.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_SIMT_HALFFLOAT_H
#define SCANC_LIB_SIMT_HALFFLOAT_H

#include <cstdint>

namespace scanc::simt {

/// The bits of the IEEE binary16 nearest to a value.
uint16_t roundToHalf(double value);

/// The bits of the bfloat16 nearest to a value.
uint16_t roundToBFloat(double value);

/// The value of IEEE binary16 bits.
float halfToFloat(uint16_t bits);

/// The value of bfloat16 bits.
float bfloatToFloat(uint16_t bits);

} // namespace scanc::simt

#endif // SCANC_LIB_SIMT_HALFFLOAT_H
