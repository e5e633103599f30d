//===- Expect.h - What an op expects of its circuit -------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// `expect {size = 5, depth = 2}` states figures of a circuit (Cost.h). That it
// is well formed is for verifiers to say; that it holds, for whoever has the
// network: verifiers of ops that make it cheaply, and the expansion of others.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_IR_EXPECT_H
#define SCANC_DIALECT_PREFIX_IR_EXPECT_H

#include "scanc/Circuits/Network.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"

namespace scanc::prefix {

/// Whether `expect`, which may be null, maps names of figures to integers. Says
/// at `op` what does not.
mlir::LogicalResult verifyExpect(mlir::Operation *op,
                                 mlir::DictionaryAttr expect);

/// Whether `network` has the figures of `expect`, which may be null. Says at
/// `op` of each that differs what was expected and got.
mlir::LogicalResult checkExpect(mlir::Operation *op,
                                mlir::DictionaryAttr expect,
                                const circuits::Network &network);

} // namespace scanc::prefix

#endif // SCANC_DIALECT_PREFIX_IR_EXPECT_H
