//===- Rows.h - Rows of a matrix, each by itself ----------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DOMAINS_ROWS_H
#define SCANC_DOMAINS_ROWS_H

#include "mlir/IR/DialectRegistry.h"

namespace scanc::prefix {

/// Adds `rows` to the dialect, and `strided_rows`, which it needs.
void registerRows(mlir::DialectRegistry &registry);

} // namespace scanc::prefix

#endif // SCANC_DOMAINS_ROWS_H
