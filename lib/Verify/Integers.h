//===- Integers.h - What integer operations compute -------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_VERIFY_INTEGERS_H
#define SCANC_LIB_VERIFY_INTEGERS_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/APInt.h"

#include <functional>
#include <optional>

namespace scanc::verify {

/// The bits of a scalar; those of an index are 64.
unsigned widthOf(mlir::Type type);

/// The result for the operands in order; none where there is no result: a
/// division by zero, a shift by the width or more.
using IntegerFunction =
    std::function<std::optional<llvm::APInt>(llvm::ArrayRef<llvm::APInt>)>;

/// What `op` of the arith or math dialect computes from integers; empty if it
/// is not one of the operations that monoids are usually made of.
IntegerFunction integerFunctionOf(mlir::Operation *op);

} // namespace scanc::verify

#endif // SCANC_LIB_VERIFY_INTEGERS_H
