//===- SingleBlock.h - One block scans everything ---------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_STRATEGIES_SINGLEBLOCK_H
#define SCANC_STRATEGIES_SINGLEBLOCK_H

#include "mlir/IR/DialectRegistry.h"

namespace scanc::prefix {

/// Adds `single_block` to the dialect.
void registerSingleBlock(mlir::DialectRegistry &registry);

} // namespace scanc::prefix

#endif // SCANC_STRATEGIES_SINGLEBLOCK_H
