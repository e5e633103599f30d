//===- LowerAcross.h - Chains that lie side by side -------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_CONVERSION_ACCESS_LOWERACROSS_H
#define SCANC_LIB_CONVERSION_ACCESS_LOWERACROSS_H

#include "mlir/IR/Operation.h"

namespace scanc::prefix {

/// Lowers the ops in `root` that find, load and store chains that lie side by
/// side. A part of prefix-lower-tiles.
void lowerChainsAcross(mlir::Operation *root);

} // namespace scanc::prefix

#endif // SCANC_LIB_CONVERSION_ACCESS_LOWERACROSS_H
