//===- StrategyTuning.h - How a strategy is tuned ---------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_TRANSFORMS_STRATEGYTUNING_H
#define SCANC_DIALECT_PREFIX_TRANSFORMS_STRATEGYTUNING_H

#include "scanc/Dialect/Prefix/IR/Prefix.h"
#include "scanc/Dialect/Prefix/Transforms/Tuning.h"

namespace scanc::prefix {

/// Sizes that `scanc tune` measures.
struct SizesToTry {
  std::string name; ///< Of their scan, kernels and files: of these sizes alone.
  SizeRow sizes;
};

/// Skeletons of a strategy's `scan` kernel, each of which is measured with both
/// patterns.
struct SkeletonSurvey {
  std::vector<SurveyRow> skeletons;
  /// What their plans say as well, and what they say of `scan`:
  /// "max_blocks = 4096".
  std::string ofPlan, ofScan;
};

/// The tables of the strategies that there are.
TuningSchema tuningSchemaOf(const PrefixDialect &dialect);

} // namespace scanc::prefix

#include "scanc/Dialect/Prefix/Transforms/StrategyTuning.h.inc"

#endif // SCANC_DIALECT_PREFIX_TRANSFORMS_STRATEGYTUNING_H
