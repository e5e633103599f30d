//===- Passes.h - From scans to kernels in the gpu dialect ------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_CONVERSION_PASSES_H
#define SCANC_CONVERSION_PASSES_H

#include "scanc/Dialect/Prefix/IR/Prefix.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace scanc::prefix {

#define GEN_PASS_DECL
#include "scanc/Conversion/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "scanc/Conversion/Passes.h.inc"

} // namespace scanc::prefix

#endif // SCANC_CONVERSION_PASSES_H
