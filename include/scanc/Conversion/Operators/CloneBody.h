//===- CloneBody.h - A body in the place of an op ---------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_CONVERSION_OPERATORS_CLONEBODY_H
#define SCANC_CONVERSION_OPERATORS_CLONEBODY_H

#include "mlir/IR/Builders.h"

namespace scanc::prefix {

/// Clones the ops of `body`, a block that ends with a yield, with `arguments`
/// for its own, and gives what it yields. What is cloned stays where it was
/// written, and is part of the step that `place` is in.
llvm::SmallVector<mlir::Value> cloneBody(mlir::OpBuilder &b, mlir::Region &body,
                                         mlir::ValueRange arguments,
                                         mlir::Location place);

} // namespace scanc::prefix

#endif // SCANC_CONVERSION_OPERATORS_CLONEBODY_H
