//===- CombineCost.h - What one combine of a monoid costs -------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_ANALYSIS_COMBINECOST_H
#define SCANC_DIALECT_PREFIX_ANALYSIS_COMBINECOST_H

#include "scanc/Dialect/Prefix/Analysis/ProgramCost.h"
#include "scanc/Dialect/Prefix/IR/Prefix.h"

namespace scanc::prefix {

/// Estimates from the ops of `combine`: the instructions that each becomes on a
/// recent GPU, and the longest path through them. Divisions and functions of
/// the math dialect are the ones that weigh.
OperatorCost costOfCombine(MonoidOp monoid);

} // namespace scanc::prefix

#endif // SCANC_DIALECT_PREFIX_ANALYSIS_COMBINECOST_H
