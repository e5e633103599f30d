//===- Pairs.h - Two chains side by side ------------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DOMAINS_PAIRS_H
#define SCANC_DOMAINS_PAIRS_H

#include "mlir/IR/DialectRegistry.h"

namespace scanc::prefix {

/// Adds `pairs` to the dialect, which `axis` needs. It needs `line`.
void registerPairs(mlir::DialectRegistry &registry);

} // namespace scanc::prefix

#endif // SCANC_DOMAINS_PAIRS_H
