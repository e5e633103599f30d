//===- Passes.h - Passes over the prefix dialect ----------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_TRANSFORMS_PASSES_H
#define SCANC_DIALECT_PREFIX_TRANSFORMS_PASSES_H

#include "scanc/Dialect/Prefix/IR/Prefix.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

#include <memory>

namespace scanc::prefix {

class Tuning;

#define GEN_PASS_DECL
#include "scanc/Dialect/Prefix/Transforms/Passes.h.inc"

/// The pass with a tuning of one's own; null for the one that is built in.
std::unique_ptr<mlir::Pass>
createPrefixPlanScansPass(PrefixPlanScansPassOptions options,
                          std::shared_ptr<const Tuning> tuning);

#define GEN_PASS_REGISTRATION
#include "scanc/Dialect/Prefix/Transforms/Passes.h.inc"

} // namespace scanc::prefix

#endif // SCANC_DIALECT_PREFIX_TRANSFORMS_PASSES_H
