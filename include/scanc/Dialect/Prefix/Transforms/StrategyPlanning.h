//===- StrategyPlanning.h - How a strategy is planned -----------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_TRANSFORMS_STRATEGYPLANNING_H
#define SCANC_DIALECT_PREFIX_TRANSFORMS_STRATEGYPLANNING_H

#include "scanc/Dialect/Prefix/Transforms/PlanChecker.h"
#include "scanc/Dialect/Prefix/Transforms/PlanRequest.h"

#include "scanc/Dialect/Prefix/Transforms/StrategyPlanning.h.inc"

#endif // SCANC_DIALECT_PREFIX_TRANSFORMS_STRATEGYPLANNING_H
