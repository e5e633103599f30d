//===- RelaxedAccess.h - Words that blocks exchange -------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads and stores that are atomic and order nothing else: of the workspace, of
// device scope (ld.relaxed.gpu, st.relaxed.gpu), and of words in shared memory,
// of block scope.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_CONVERSION_KERNELS_RELAXEDACCESS_H
#define SCANC_CONVERSION_KERNELS_RELAXEDACCESS_H

#include "scanc/Conversion/Kernels/KernelBuilder.h"

namespace scanc::prefix {

inline constexpr llvm::StringLiteral deviceScope = "device";
inline constexpr llvm::StringLiteral blockScope = "block";

/// `isKept`: L2 is to keep what is there (WideAtomics.h; of words of 16 bytes).
mlir::Value loadRelaxed(mlir::OpBuilder &b, mlir::Location location,
                        mlir::Type type, mlir::Value pointer,
                        llvm::StringRef scope = deviceScope,
                        bool isKept = false);
void storeRelaxed(mlir::ImplicitLocOpBuilder &b, mlir::Value value,
                  mlir::Value pointer, llvm::StringRef scope = deviceScope,
                  bool isKept = false);

/// What was at `pointer`; `desired` is there now if that was `expected`.
mlir::Value swapRelaxed(mlir::ImplicitLocOpBuilder &b, mlir::Value pointer,
                        mlir::Value expected, mlir::Value desired);

/// The number of the launch (i32): another for each, but for replays of one
/// graph.
mlir::Value launchNumber(mlir::ImplicitLocOpBuilder &b);

} // namespace scanc::prefix

#endif // SCANC_CONVERSION_KERNELS_RELAXEDACCESS_H
