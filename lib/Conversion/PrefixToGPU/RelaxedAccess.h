//===- RelaxedAccess.h - Words that blocks exchange -------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads and stores of the workspace that are atomic, of device scope, and order
// nothing else (ld.relaxed.gpu, st.relaxed.gpu).
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_CONVERSION_PREFIXTOGPU_RELAXEDACCESS_H
#define SCANC_LIB_CONVERSION_PREFIXTOGPU_RELAXEDACCESS_H

#include "KernelBuilder.h"

namespace scanc::prefix {

inline constexpr llvm::StringLiteral deviceScope = "device";

mlir::Value loadRelaxed(mlir::OpBuilder &b, mlir::Location location,
                        mlir::Type type, mlir::Value pointer);
void storeRelaxed(mlir::ImplicitLocOpBuilder &b, mlir::Value value,
                  mlir::Value pointer);

/// The number of the launch (i32): another for each, but for replays of one
/// graph.
mlir::Value launchNumber(mlir::ImplicitLocOpBuilder &b);

} // namespace scanc::prefix

#endif // SCANC_LIB_CONVERSION_PREFIXTOGPU_RELAXEDACCESS_H
