//===- EverySecond.h - Every second element ---------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TEST_UNIT_DOMAINS_EVERYSECOND_EVERYSECOND_H
#define SCANC_TEST_UNIT_DOMAINS_EVERYSECOND_EVERYSECOND_H

#include "mlir/IR/DialectRegistry.h"

namespace scanc::prefix {

/// Adds `every_second` to the dialect: elements 0, 2, .. of an array. What lies
/// between them is neither read nor written.
void registerEverySecond(mlir::DialectRegistry &registry);

} // namespace scanc::prefix

#endif // SCANC_TEST_UNIT_DOMAINS_EVERYSECOND_EVERYSECOND_H
