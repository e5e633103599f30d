//===- StrategyTuning.cpp - How a strategy is tuned -----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Dialect/Prefix/Transforms/StrategyTuning.h"

using namespace scanc::prefix;

#include "scanc/Dialect/Prefix/Transforms/StrategyTuning.cpp.inc"

TuningSchema scanc::prefix::tuningSchemaOf(const PrefixDialect &dialect) {
  TuningSchema schema;
  for (StrategyAttrInterface strategy : dialect.getStrategies())
    if (auto tuned = llvm::dyn_cast<StrategyTuning>(strategy)) {
      assert(!llvm::is_contained(llvm::make_second_range(schema),
                                 &tuned.getSizes()) &&
             "sizes are in one table");
      schema[strategy.getName().str()] = &tuned.getSizes();
    }
  return schema;
}
