//===- FieldConversion.h - Between memory and state types -------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_CONVERSION_OPERATORS_FIELDCONVERSION_H
#define SCANC_CONVERSION_OPERATORS_FIELDCONVERSION_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace scanc::prefix {

/// `value` (of `from`, or of its signless form) as a value of the signless form
/// of `to`. Integers are widened by the signedness of `from`, signless being
/// signed, and i1 always by zeros; floats are rounded to nearest even.
mlir::Value convertField(mlir::ImplicitLocOpBuilder &b, mlir::Value value,
                         mlir::Type from, mlir::Type to);

/// `value` as the integer whose bits memory holds: a float's bits, and a byte
/// for an i1.
mlir::Value toBits(mlir::ImplicitLocOpBuilder &b, mlir::Value value);
/// The signless value of type `to` whose bits are `bits`.
mlir::Value fromBits(mlir::ImplicitLocOpBuilder &b, mlir::Value bits,
                     mlir::Type to);

} // namespace scanc::prefix

#endif // SCANC_CONVERSION_OPERATORS_FIELDCONVERSION_H
