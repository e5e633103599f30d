//===- Line.h - One element after another -----------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DOMAINS_LINE_H
#define SCANC_DOMAINS_LINE_H

#include "mlir/IR/DialectRegistry.h"

namespace scanc::prefix {

/// Adds `line` to the dialect.
void registerLine(mlir::DialectRegistry &registry);

} // namespace scanc::prefix

#endif // SCANC_DOMAINS_LINE_H
