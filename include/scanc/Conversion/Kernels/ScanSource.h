//===- ScanSource.h - What kernels are built from ---------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The grid level: a strategy builds its kernels (StrategyKernels) from a
// planned scan, out of KernelBuilder's parts and of what is here.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_CONVERSION_KERNELS_SCANSOURCE_H
#define SCANC_CONVERSION_KERNELS_SCANSOURCE_H

#include "scanc/Conversion/Kernels/KernelBuilder.h"

namespace scanc::prefix {

/// What kernels are built from: a planned scan, and the module that they go
/// into, where a copy of the scan's monoid is.
struct ScanSource {
  ScanSource(ScanOp scan, MonoidOp monoid, mlir::gpu::GPUModuleOp module)
      : scan(scan), plan(scan.getPlanAttr()), monoid(monoid), module(module) {}

  ScanOutputs outputs() { return scan.getScanOutputs(); }
  /// Opens the plan's kernel of this suffix, which waits for the kernel before.
  KernelBuilder open(llvm::StringRef suffix);
  /// The same of a kernel that has something else to do first.
  KernelBuilder openEarly(llvm::StringRef suffix);

  ScanOp scan;
  PlanAttr plan;
  MonoidOp monoid;
  mlir::gpu::GPUModuleOp module;
};

/// Builds the kernel for chains without elements, of a scan that leaves final
/// states or has an output more than elements.
void buildEmpty(ScanSource source);

/// Builds the single block's kernel, which every scan has.
void buildSingleBlock(ScanSource source);

/// Scans elements `first` to `end` in the executing block alone, by whole or
/// partial tiles of the plan's `tail`, after `carry`.
void scanInOneBlock(ScanSource source, KernelBuilder &b, mlir::Value first,
                    mlir::Value end, mlir::ValueRange carry);

/// Scans all of `states` exclusively and in place in the executing block alone,
/// by the plan's `top`, after `carry`; gives the carry joined with all of them.
State scanStates(ScanSource source, KernelBuilder &b, const Place &states,
                 mlir::ValueRange carry);
/// The same for the one tile that begins with state `first` (i64).
State scanTileOfStates(ScanSource source, KernelBuilder &b, const Place &states,
                       mlir::Value first, mlir::ValueRange carry);

} // namespace scanc::prefix

#endif // SCANC_CONVERSION_KERNELS_SCANSOURCE_H
