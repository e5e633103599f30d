//===- Context.h - The MLIR context of semantic tests -----------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TEST_UNIT_SEMANTICS_CONTEXT_H
#define SCANC_TEST_UNIT_SEMANTICS_CONTEXT_H

#include "mlir/IR/MLIRContext.h"

namespace scanc::test {

/// The context of all compilations of the process, with every dialect.
mlir::MLIRContext &context();

} // namespace scanc::test

#endif // SCANC_TEST_UNIT_SEMANTICS_CONTEXT_H
