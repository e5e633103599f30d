//===- ThreadTables.h - What a thread is, as code ---------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds the number that an index attribute gives the executing thread, and the
// condition that a set of threads is. Tables of at most a warp's threads are
// constants, one for each bit of the numbers, shifted by the thread; longer
// ones lie in constant memory of the module, each once.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_CONVERSION_LEVELS_THREADTABLES_H
#define SCANC_LIB_CONVERSION_LEVELS_THREADTABLES_H

#include "scanc/Dialect/Prefix/IR/Prefix.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace scanc::prefix {

class ThreadTables {
public:
  explicit ThreadTables(mlir::gpu::GPUModuleOp module) : module(module) {}

  /// i32: the number of the executing thread.
  mlir::Value number(mlir::ImplicitLocOpBuilder &b, IndexAttr index);
  /// i1: whether the executing thread is in the set.
  mlir::Value condition(mlir::ImplicitLocOpBuilder &b, ThreadSetAttr threads);

private:
  /// i32: entry `index` (i32) of `table`.
  mlir::Value lookUp(mlir::ImplicitLocOpBuilder &b,
                     mlir::DenseI32ArrayAttr table, mlir::Value index);

  mlir::gpu::GPUModuleOp module;
  llvm::DenseMap<mlir::Attribute, mlir::LLVM::GlobalOp> globals;
};

} // namespace scanc::prefix

#endif // SCANC_LIB_CONVERSION_LEVELS_THREADTABLES_H
