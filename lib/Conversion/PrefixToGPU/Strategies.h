//===- Strategies.h - What builds the kernels of each strategy --*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The grid level. A strategy is a file that builds its kernels, the ones that
// getKernels (PlannedKernels.h) lists, out of KernelBuilder's parts. Nothing
// below the grid knows which strategy it serves.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_CONVERSION_PREFIXTOGPU_STRATEGIES_H
#define SCANC_LIB_CONVERSION_PREFIXTOGPU_STRATEGIES_H

#include "KernelBuilder.h"

namespace scanc::prefix {

/// What kernels are built from: a planned scan, and the module that they go
/// into, where a copy of the scan's monoid is.
struct ScanSource {
  ScanSource(ScanOp scan, MonoidOp monoid, mlir::gpu::GPUModuleOp module)
      : scan(scan), plan(scan.getPlanAttr()), monoid(monoid), module(module) {}

  bool isExclusive() { return !scan.isInclusive(); }
  /// Opens the plan's kernel of this suffix, which waits for the kernel before.
  KernelBuilder open(llvm::StringRef suffix);
  /// The same of a kernel that has something else to do first.
  KernelBuilder openEarly(llvm::StringRef suffix);

  ScanOp scan;
  PlanAttr plan;
  MonoidOp monoid;
  mlir::gpu::GPUModuleOp module;
  /// Of one-launch streaming: no block has more than one tile.
  bool hasOneTile = false;
};

/// Each builds its kernels: the single block's, which every scan has, and those
/// of a grid.
void buildSingleBlock(ScanSource source);
void buildTwoLevelStreaming(ScanSource source);
void buildOneLaunchStreaming(ScanSource source);
void buildChained(ScanSource source);
void buildDecoupledLookback(ScanSource source);
void buildScanThenPropagate(ScanSource source);
void buildReduceThenScan(ScanSource source);

/// What a skeleton does with the tiles that it reads: see Skeletons.cpp.
enum class SkeletonPattern { In, InOut };

/// Builds the data movement of a plan's scan kernel alone. Errors: a strategy
/// or circuits that there are no skeletons of.
mlir::LogicalResult buildSkeleton(ScanSource source, SkeletonPattern pattern);

/// Scans elements `first` to `end` in the executing block alone, by whole or
/// partial tiles of the plan's `tail`, after `carry`.
void scanInOneBlock(ScanSource source, KernelBuilder &b, mlir::Value first,
                    mlir::Value end, mlir::ValueRange carry);

/// Scans all of `states` exclusively and in place in the executing block alone,
/// by the plan's `top`, after `carry`; gives the carry joined with all of them.
State scanStates(ScanSource source, KernelBuilder &b, const TileMemory &states,
                 mlir::ValueRange carry);
/// The same for the one tile that begins with state `first` (i64).
State scanTileOfStates(ScanSource source, KernelBuilder &b,
                       const TileMemory &states, mlir::Value first,
                       mlir::ValueRange carry);

} // namespace scanc::prefix

#endif // SCANC_LIB_CONVERSION_PREFIXTOGPU_STRATEGIES_H
