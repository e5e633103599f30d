//===- PlanChecker.h - What a complete plan must satisfy --------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_TRANSFORMS_PLANCHECKER_H
#define SCANC_DIALECT_PREFIX_TRANSFORMS_PLANCHECKER_H

#include "scanc/Dialect/Prefix/IR/Prefix.h"

#include <functional>

namespace scanc::prefix {

/// 32-bit registers that one value of each type takes.
int64_t registersOf(llvm::ArrayRef<mlir::Type> types);

/// Says at `scan` that a symbol of its plan names no circuit.
mlir::InFlightDiagnostic sayMissing(ScanOp scan, llvm::StringRef level,
                                    mlir::Attribute circuit);

/// Whether operands overlap in the circuits of `plan` only if `monoid` is
/// idempotent. Symbols of no circuit are passed over. Says at `scan` which
/// spans do overlap.
mlir::LogicalResult
checkOverlaps(ScanOp scan, PlanAttr plan, MonoidOp monoid,
              llvm::function_ref<CircuitOp(mlir::FlatSymbolRefAttr)> lookup);

/// Checks complete plans of one scan. Says at the scan what cannot be built.
class PlanChecker {
public:
  PlanChecker(ScanOp scan, MonoidOp monoid, const machine::GpuModel &gpu,
              std::function<CircuitOp(mlir::FlatSymbolRefAttr)> lookup)
      : scan(scan), monoid(monoid), state(monoid.getStateTypes()), gpu(gpu),
        lookup(std::move(lookup)) {}

  /// Whether the circuits exist and have the widths of their levels, and the
  /// kernels fit the GPU and each other.
  mlir::LogicalResult check(PlanAttr plan);

  //===--------------------------------------------------------------------===//
  // For strategies
  //===--------------------------------------------------------------------===//

  /// An error at the scan that begins with the strategy's name.
  mlir::InFlightDiagnostic refuse(PlanAttr plan) {
    return scan.emitError() << plan.getStrategy().getName() << ": ";
  }
  /// Of a reduction and a scan over the same tiles, and of a block over totals
  /// that also runs the tail.
  mlir::LogicalResult checkPasses(PlanAttr plan);
  /// Whether a multiprocessor has so many threads.
  mlir::LogicalResult checkBlocksPerSM(PlanAttr plan, int64_t threads);

  ScanOp scan;
  MonoidOp monoid;
  llvm::SmallVector<mlir::Type> state;
  const machine::GpuModel &gpu;

private:
  mlir::LogicalResult checkSkeleton(StrategyAttrInterface strategy,
                                    llvm::StringRef kernel,
                                    SkeletonAttr skeleton);
  mlir::LogicalResult checkEach(PlanAttr plan);
  mlir::LogicalResult checkCircuit(llvm::StringRef kernel,
                                   llvm::StringRef level,
                                   mlir::Attribute circuit, int64_t width,
                                   std::optional<int64_t> ofPiece = {});
  mlir::LogicalResult checkBlockLevels(llvm::StringRef kernel,
                                       SkeletonAttr skeleton);
  mlir::LogicalResult checkRegisters(llvm::StringRef kernel,
                                     SkeletonAttr skeleton);
  mlir::LogicalResult checkSharedMemory(llvm::StringRef kernel,
                                        SkeletonAttr skeleton);

  std::function<CircuitOp(mlir::FlatSymbolRefAttr)> lookup;
};

} // namespace scanc::prefix

#endif // SCANC_DIALECT_PREFIX_TRANSFORMS_PLANCHECKER_H
