//===- RunningErrors.h - What the roundings of a combine allow --*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A combine, run on values that carry bounds on their errors (Bounded.h), an
// operation of its body after another. If an operator is associative over the
// real numbers, both sides of the law are the rounding of the same real state,
// and differ by no more than the sum of their radii:
//
//   left   = combine(combine(a, b), c)      |left - real|  <= radius of left
//   right  = combine(a, combine(b, c))      |right - real| <= radius of right
//
// A difference beyond that is no rounding.
//
// Where the errors leave open which way a comparison goes, both values of a
// select are taken into its radius; an integer is not known then.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_VERIFY_RUNNINGERRORS_H
#define SCANC_LIB_VERIFY_RUNNINGERRORS_H

#include "Bounded.h"
#include "Values.h"

#include "scanc/Dialect/Prefix/IR/Prefix.h"

#include <functional>
#include <vector>

namespace scanc::verify {

using BoundedState = llvm::SmallVector<Bounded, 8>;

class RunningErrors {
public:
  explicit RunningErrors(prefix::MonoidOp monoid);

  /// `state` with the bounds `radii` on the errors of its fields, or exactly
  /// where that is empty.
  BoundedState enter(StateBytes state, llvm::ArrayRef<double> radii) const;
  /// An element of which a field is the number that its author meant, or the
  /// rounding of that.
  BoundedState enterMeant(StateBytes state) const;
  BoundedState combine(llvm::ArrayRef<Bounded> low,
                       llvm::ArrayRef<Bounded> high);

  /// How many operations of a combine round.
  unsigned roundings() const { return roundingCount; }

private:
  class Builder;

  std::vector<Field> fields;
  /// Of every value in the body; the arguments come first.
  std::vector<Bounded> registers;
  std::vector<std::function<void(std::vector<Bounded> &)>> steps;
  std::vector<unsigned> results;
  unsigned roundingCount = 0;
};

} // namespace scanc::verify

#endif // SCANC_LIB_VERIFY_RUNNINGERRORS_H
