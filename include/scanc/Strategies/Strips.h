//===- Strips.h - Lanes have chains of their own ----------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_STRATEGIES_STRIPS_H
#define SCANC_STRATEGIES_STRIPS_H

#include "mlir/IR/DialectRegistry.h"

namespace scanc::prefix {

/// Adds `strips` to the dialect.
void registerStrips(mlir::DialectRegistry &registry);

} // namespace scanc::prefix

#endif // SCANC_STRATEGIES_STRIPS_H
