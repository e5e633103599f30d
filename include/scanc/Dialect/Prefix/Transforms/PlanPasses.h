//===- PlanPasses.h - A reduction, a scan, and a block over totals --------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What strategies share whose grid reduces tiles or scans them, while one block
// scans the totals. Threads load their tiles themselves.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_TRANSFORMS_PLANPASSES_H
#define SCANC_DIALECT_PREFIX_TRANSFORMS_PLANPASSES_H

#include "scanc/Dialect/Prefix/Transforms/PlanRequest.h"

namespace scanc::prefix {

/// Sizes of such kernels. The defaults are those of an unknown GPU.
struct PassSizes {
  int64_t warps = 8;            ///< Of a block.
  int64_t longWarps = 4;        ///< Of a block whose runs are long.
  int64_t rows = 3;             ///< Runs of a thread, at most.
  int64_t longRows = 4;         ///< The same, where runs are long.
  int64_t registers = 64;       ///< For the states of a thread's runs,
  int64_t stagedRegisters = 48; ///< and where the next ones are loaded ahead.
  int64_t blocksPerSM = 32;     ///< At most; fewer if registers are short.
  int64_t maxBlocks = 1024;     ///< Of a grid.
  int64_t singleBlockTiles = 4; ///< Tiles of one block up to which it is alone.

  static llvm::ArrayRef<SizeField<PassSizes>> fields();
  static PassSizes computed(const GpuLimits &limits);
  bool operator==(const PassSizes &) const = default;
};

/// A complete plan with the skeletons `reduce`, `scan`, `top` and `tail`. The
/// request's `tileKind` is set: where it cuts tiles, a block has one at a time,
/// and loads none ahead. `mostBlocks` of a grid, where nobody says; 0: as
/// tuned.
mlir::FailureOr<PlanAttr> planPasses(PlanRequest &request,
                                     int64_t mostBlocks = 0);

} // namespace scanc::prefix

#endif // SCANC_DIALECT_PREFIX_TRANSFORMS_PLANPASSES_H
