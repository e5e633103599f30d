//===- SecondHalf.h - The second half of an array ---------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TEST_UNIT_DOMAINS_SECONDHALF_SECONDHALF_H
#define SCANC_TEST_UNIT_DOMAINS_SECONDHALF_SECONDHALF_H

#include "mlir/IR/DialectRegistry.h"

namespace scanc::prefix {

/// Adds `second_half` to the dialect: of an array of twice as many elements
/// as are scanned, those that come last. They lie side by side.
void registerSecondHalf(mlir::DialectRegistry &registry);

} // namespace scanc::prefix

#endif // SCANC_TEST_UNIT_DOMAINS_SECONDHALF_SECONDHALF_H
