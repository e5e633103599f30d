//===- Dialect.h - The strategies that are tuned ----------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TEST_UNIT_TUNE_DIALECT_H
#define SCANC_TEST_UNIT_TUNE_DIALECT_H

#include "scanc/Dialect/Prefix/Transforms/StrategyTuning.h"
#include "scanc/Pipelines/Pipelines.h"

/// With every strategy that there is.
inline const scanc::prefix::PrefixDialect &allStrategies() {
  static mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  static const auto *dialect = [] {
    mlir::DialectRegistry registry;
    scanc::registerAllDialects(registry);
    context.appendDialectRegistry(registry);
    return context.getOrLoadDialect<scanc::prefix::PrefixDialect>();
  }();
  return *dialect;
}

#endif // SCANC_TEST_UNIT_TUNE_DIALECT_H
