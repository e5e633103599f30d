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
// By then the text is gone. So an op that was parsed keeps the place of each
// figure beside its own, as the metadata of a fused location:
//
//   loc(fused<{size = loc("a.mlir":3:11)}>["a.mlir":1:1])
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_IR_EXPECT_H
#define SCANC_DIALECT_PREFIX_IR_EXPECT_H

#include "scanc/Circuits/Network.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"

namespace scanc::prefix {

/// The location of an op at `location` whose figures stand at `places`, by
/// name.
mlir::Location withPlacesOfFigures(mlir::Location location,
                                   mlir::DictionaryAttr places);

/// Whether `expect`, which may be null, maps names of figures to integers. Says
/// at `op` what does not.
mlir::LogicalResult verifyExpect(mlir::Operation *op,
                                 mlir::DictionaryAttr expect);

/// Whether `network` has the figures of `expect`, which may be null. Says of
/// each that differs what was expected and got, where `op` knows its place
/// there, otherwise at `op`.
mlir::LogicalResult checkExpect(mlir::Operation *op,
                                mlir::DictionaryAttr expect,
                                const circuits::Network &network);

} // namespace scanc::prefix

#endif // SCANC_DIALECT_PREFIX_IR_EXPECT_H
