//===- Axis.h - Chains along an axis of a tensor ----------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DOMAINS_AXIS_H
#define SCANC_DOMAINS_AXIS_H

#include "mlir/IR/DialectRegistry.h"

namespace scanc::prefix {

/// Adds `axis` to the dialect.
void registerAxis(mlir::DialectRegistry &registry);

} // namespace scanc::prefix

#endif // SCANC_DOMAINS_AXIS_H
