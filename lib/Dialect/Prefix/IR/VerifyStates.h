//===- VerifyStates.h - What ops have in common that take states *- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_DIALECT_PREFIX_IR_VERIFYSTATES_H
#define SCANC_LIB_DIALECT_PREFIX_IR_VERIFYSTATES_H

#include "scanc/Dialect/Prefix/IR/Prefix.h"

namespace scanc::prefix {

/// The types of the state of the monoid `name`, as seen from `op`, which says
/// so if there is no such monoid.
mlir::FailureOr<llvm::SmallVector<mlir::Type>>
stateOf(mlir::Operation *op, mlir::FlatSymbolRefAttr name);

/// Whether `what` of `op` are of the types `expected`; `op` says so if not.
mlir::LogicalResult checkTypes(mlir::Operation *op, llvm::StringRef what,
                               mlir::TypeRange got,
                               llvm::ArrayRef<mlir::Type> expected);

/// Whether what chains start from where there is nothing else is a state.
mlir::LogicalResult verifyInit(mlir::Operation *op,
                               std::optional<mlir::ArrayAttr> init,
                               llvm::ArrayRef<mlir::Type> state);

/// `types`, `times` over.
llvm::SmallVector<mlir::Type> repeat(llvm::ArrayRef<mlir::Type> types,
                                     int64_t times);

/// The fields that lie in `bases` arrays of `types`.
llvm::SmallVector<mlir::Type> fieldsIn(size_t bases, mlir::ArrayAttr types);

/// A vector of `length` for each of `types`.
llvm::SmallVector<mlir::Type> vectorsOf(llvm::ArrayRef<mlir::Type> types,
                                        int64_t length);

} // namespace scanc::prefix

#endif // SCANC_LIB_DIALECT_PREFIX_IR_VERIFYSTATES_H
