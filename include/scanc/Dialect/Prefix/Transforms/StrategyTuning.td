//===- StrategyTuning.td - How a strategy is tuned ---------*- tablegen -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_TRANSFORMS_STRATEGYTUNING_TD
#define SCANC_DIALECT_PREFIX_TRANSFORMS_STRATEGYTUNING_TD

include "mlir/IR/Interfaces.td"

def StrategyTuning : AttrInterface<"StrategyTuning"> {
  let cppNamespace = "::scanc::prefix";
  let description = [{
    The table of sizes that a strategy brings to tunings, and what `scanc tune`
    measures to fill it. The attribute of a strategy without a table does not
    have this interface.
  }];
  let methods = [
    InterfaceMethod<[{what its table holds, which has the strategy's name. No
        two strategies bring the same sizes}],
      "const ::scanc::prefix::SizesSchema &", "getSizes">,
    InterfaceMethod<[{sizes to measure for elements of so many bytes: first
        those of `base`, then others that differ from them in one thing or a
        few. `isQuick` asks for few of them, to see whether everything works}],
      "std::vector<::scanc::prefix::SizesToTry>", "getSizesToTry",
      (ins "const ::scanc::prefix::Tuning &":$base, "int64_t":$bytes,
           "bool":$isQuick)>,
    InterfaceMethod<[{changes what follows from sizes that were chosen in the
        place of `incumbent`, for a GPU of these limits}],
      "void", "settle",
      (ins "::scanc::prefix::SizeRow &":$sizes,
           "const ::scanc::prefix::SizeRow &":$incumbent,
           "const ::scanc::prefix::GpuLimits &":$limits), "",
      [{ return; }]>,
    InterfaceMethod<"what to survey of how its `scan` kernel moves data",
      "::scanc::prefix::SkeletonSurvey", "getSurvey",
      (ins "const ::scanc::prefix::GpuLimits &":$limits, "bool":$isQuick), "",
      [{ return {}; }]>
  ];
}

#endif // SCANC_DIALECT_PREFIX_TRANSFORMS_STRATEGYTUNING_TD
