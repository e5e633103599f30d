//===- Passes.h - Passes over the prefix dialect ------------------- -*- C++
//-*-===//
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

namespace scanc::prefix {

#define GEN_PASS_DECL
#include "scanc/Dialect/Prefix/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "scanc/Dialect/Prefix/Transforms/Passes.h.inc"

} // namespace scanc::prefix

#endif // SCANC_DIALECT_PREFIX_TRANSFORMS_PASSES_H
