//===- LoneBlock.h - A block of its own -------------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TEST_UNIT_STRATEGIES_LONEBLOCK_LONEBLOCK_H
#define SCANC_TEST_UNIT_STRATEGIES_LONEBLOCK_LONEBLOCK_H

#include "scanc/Dialect/Prefix/Transforms/SizesSchema.h"

#include "mlir/IR/DialectRegistry.h"

namespace scanc::prefix {

/// What a tuning says of NAME_walk.
struct WalkSizes {
  int64_t warps = 8; ///< Of the block.
  int64_t rows = 2;  ///< Runs of a thread.

  static llvm::ArrayRef<SizeField<WalkSizes>> fields();
  static WalkSizes computed(const GpuLimits &limits);
};

/// Adds `lone_block` to the dialect.
void registerLoneBlock(mlir::DialectRegistry &registry);

} // namespace scanc::prefix

#endif // SCANC_TEST_UNIT_STRATEGIES_LONEBLOCK_LONEBLOCK_H
