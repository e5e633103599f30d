//===- ScalarTypes.h - MLIR's types that memory can hold --------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one bridge between the table of Machine/ScalarTypes.h and MLIR.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_IR_SCALARTYPES_H
#define SCANC_DIALECT_PREFIX_IR_SCALARTYPES_H

#include "scanc/Machine/ScalarTypes.h"

#include "mlir/IR/Types.h"

namespace scanc::prefix {

/// Null for a type that memory cannot hold.
const machine::ScalarType *scalarOf(mlir::Type type);

/// As a state: integers are signless.
mlir::Type stateTypeOf(const machine::ScalarType &type,
                       mlir::MLIRContext *context);

/// As an element: signless for i, unsigned for u.
mlir::Type elementTypeOf(const machine::ScalarType &type,
                         mlir::MLIRContext *context);

} // namespace scanc::prefix

#endif // SCANC_DIALECT_PREFIX_IR_SCALARTYPES_H
