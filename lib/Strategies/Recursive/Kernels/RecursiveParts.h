//===- RecursiveParts.h - What the recursive strategies share ---*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Level 0 is the input; the elements of level k + 1 are the totals of the tiles
// of level k, states in the workspace. On the way up, kernels give each tile of
// a level its total; NAME_top scans the last level, of one tile, from the init;
// on the way down, kernels give each tile what comes before it. n = 10, tiles
// of 2:
//
//   level 0    x0 x1 | x2 x3 | x4 x5 | x6 x7 | x8 x9      up 0     down 0
//   level 1     t0      t1   |  t2      t3   |  t4        up 1     down 1
//   level 2             u0              u1   |  u2        up 2     down 2
//   level 3                             v0      v1            top
//
// A kernel's `in` and `out` are its level's elements and outputs, `workspace`
// the totals of its tiles, and n the number of its elements. Totals are scanned
// exclusively and in place. The grid has a block for each tile; where there are
// more tiles than blocks, block b of C takes tiles b, b + C, and so on.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_STRATEGIES_RECURSIVE_KERNELS_RECURSIVEPARTS_H
#define SCANC_LIB_STRATEGIES_RECURSIVE_KERNELS_RECURSIVEPARTS_H

#include "scanc/Conversion/Kernels/ScanSource.h"

namespace scanc::prefix {

/// Which elements a kernel is over.
enum class Over { Input, Totals };

/// A kernel, with what it is over.
struct LevelKernel {
  static LevelKernel open(ScanSource source, llvm::StringRef suffix, Over over);

  /// The tiles of the executing block: the index of each, and its first
  /// element.
  void forEachTile(
      llvm::function_ref<void(mlir::Value index, mlir::Value first)> body);

  KernelBuilder b;
  Place in, out, totals;
  SkeletonAttr skeleton; // of a tile that has one total
  ScanOutputs outputs;
};

/// Scans each tile from the total of `workspace` that belongs to it.
void buildSeededScan(const ScanSource &source, llvm::StringRef suffix,
                     Over over);
void buildTop(ScanSource source);

} // namespace scanc::prefix

#endif // SCANC_LIB_STRATEGIES_RECURSIVE_KERNELS_RECURSIVEPARTS_H
