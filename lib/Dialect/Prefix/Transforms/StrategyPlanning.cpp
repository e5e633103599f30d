//===- StrategyPlanning.cpp - How a strategy is planned -------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Dialect/Prefix/Transforms/StrategyPlanning.h"

#include "scanc/Dialect/Prefix/Transforms/StrategyPlanning.cpp.inc"
