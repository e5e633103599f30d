//===- VerifyMaps.h - What a map takes and yields ---------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scans say what their maps are given, and so do the tile ops of kernels.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_DIALECT_PREFIX_IR_VERIFYMAPS_H
#define SCANC_LIB_DIALECT_PREFIX_IR_VERIFYMAPS_H

#include "scanc/Dialect/Prefix/IR/Prefix.h"

namespace scanc::prefix {

/// Whether `body` has the arguments that `takes` counts, the index an i64.
llvm::LogicalResult verifyMapArguments(mlir::Operation *op, bool isLoad,
                                       MapArgumentsAttr takes,
                                       mlir::Region &body);

/// Whether a `load` takes the values of an element, and yields a state.
llvm::LogicalResult verifyLoad(mlir::Operation *op, mlir::Region &body,
                               MapArgumentsAttr takes,
                               llvm::ArrayRef<mlir::Type> element,
                               llvm::ArrayRef<mlir::Type> state);

/// Whether a `store` takes states and the values of an element, and yields what
/// can be stored.
llvm::LogicalResult verifyStore(mlir::Operation *op, mlir::Region &body,
                                MapArgumentsAttr takes,
                                llvm::ArrayRef<mlir::Type> element,
                                llvm::ArrayRef<mlir::Type> state,
                                llvm::ArrayRef<mlir::Type> output);

} // namespace scanc::prefix

#endif // SCANC_LIB_DIALECT_PREFIX_IR_VERIFYMAPS_H
