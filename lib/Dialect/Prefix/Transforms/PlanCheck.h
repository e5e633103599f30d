//===- PlanCheck.h - What a complete plan must satisfy ----------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_DIALECT_PREFIX_TRANSFORMS_PLANCHECK_H
#define SCANC_LIB_DIALECT_PREFIX_TRANSFORMS_PLANCHECK_H

#include "scanc/Dialect/Prefix/IR/Prefix.h"

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

/// Whether `plan`, which is complete, can be built: its circuits exist and have
/// the widths of their levels, its kernels fit the GPU and each other. Says
/// what does not, at `scan`.
mlir::LogicalResult
checkPlan(ScanOp scan, PlanAttr plan, MonoidOp monoid,
          const machine::GpuModel &gpu,
          llvm::function_ref<CircuitOp(mlir::FlatSymbolRefAttr)> lookup);

} // namespace scanc::prefix

#endif // SCANC_LIB_DIALECT_PREFIX_TRANSFORMS_PLANCHECK_H
