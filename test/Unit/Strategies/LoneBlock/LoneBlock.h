//===- LoneBlock.h - A block of its own -------------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TEST_UNIT_STRATEGIES_LONEBLOCK_LONEBLOCK_H
#define SCANC_TEST_UNIT_STRATEGIES_LONEBLOCK_LONEBLOCK_H

#include "mlir/IR/DialectRegistry.h"

namespace scanc::prefix {

/// Adds `lone_block` to the dialect.
void registerLoneBlock(mlir::DialectRegistry &registry);

} // namespace scanc::prefix

#endif // SCANC_TEST_UNIT_STRATEGIES_LONEBLOCK_LONEBLOCK_H
