//===- Values.h - The values of states as numbers ---------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_VERIFY_VALUES_H
#define SCANC_LIB_VERIFY_VALUES_H

#include "scanc/Verify/HostMonoid.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace scanc::verify {

using StateBytes = llvm::ArrayRef<uint8_t>;

/// The semantics of a float field; null for an integer.
const llvm::fltSemantics *semanticsOf(const Field &field);

/// The bits of `value`, lowest byte first, into a field's `bytes`.
void storeBits(const llvm::APInt &value, llvm::MutableArrayRef<uint8_t> bytes);
llvm::APInt loadBits(const Field &field, StateBytes state);

/// A float field's value; exact, as f64 holds all of them.
double floatValue(const Field &field, StateBytes state);

/// As few digits as give the value back: `-1`, `0.1`, `-0`, `inf`, `nan`.
/// Integers are signed unless their type is unsigned; an i1 is 0 or 1.
std::string show(const Field &field, StateBytes state);
/// A state of one field as its value, of several as `(1, 0.5)`.
std::string show(llvm::ArrayRef<Field> fields, StateBytes state);

/// What makes the float values of a state unfit to judge a law by.
struct Oddity {
  bool nan = false;
  bool infinite = false;
  bool extreme = false; // so large or small that a few operations overflow

  bool isFinite() const { return !nan && !infinite; }
  Oddity operator|(Oddity other) const {
    return {nan || other.nan, infinite || other.infinite,
            extreme || other.extreme};
  }
};

/// `moderate` is the largest magnitude that is not extreme, where it is more
/// than what the field's type makes it.
Oddity oddityOf(llvm::ArrayRef<Field> fields, StateBytes state,
                double moderate);

/// How far two states that ought to be equal are apart.
struct Distance {
  bool equal = true;      // up to the sign of zeros, NaN equal to NaN
  bool zeroSigns = false; // zeros differ in sign
  bool withinRounding = true;
  bool isClose = true;      // two fifths of the digits agree
  bool isBounded = true;    // a bound was known for every field that differs
  bool isPointless = false; // a float may be anything, so ill-conditioned it is
  double relative = 0;      // of floats, to the scale of their field
  double ulps = 0;          // the same in units of the type's precision
  double allowedUlps = 0;   // of the field that is furthest off
};

/// Integers must be equal. A float may be off by as much as `allowed` says of
/// its field. Where that is NaN, no bound is known, and it must be close.
/// What is relative is so to the largest magnitude that the field has in
/// `scale`: what cancels in a sum leaves the error of its terms.
Distance distance(llvm::ArrayRef<Field> fields, StateBytes left,
                  StateBytes right, llvm::ArrayRef<StateBytes> scale,
                  llvm::function_ref<double(size_t field)> allowed);

} // namespace scanc::verify

#endif // SCANC_LIB_VERIFY_VALUES_H
