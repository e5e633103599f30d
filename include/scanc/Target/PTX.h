//===- PTX.h - From the llvm phase to PTX -----------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's own NVPTX backend: no CUDA is needed, except for the math functions
// that only libdevice has.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TARGET_PTX_H
#define SCANC_TARGET_PTX_H

#include "scanc/Target/Places.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/DialectRegistry.h"
#include "llvm/IR/Module.h"

#include <memory>
#include <string>
#include <vector>

namespace scanc::target {

struct PtxOptions {
  std::string arch;
  /// Path of libdevice.10.bc; where empty, it is searched in CUDA_PATH,
  /// CUDA_HOME and /usr/local/cuda. Only read if a math function needs it.
  std::string libdevice;
};

/// `kernels` is in the llvm phase. The module has NVVM intrinsics and, where
/// math functions are used, undefined `__nv_*` functions. Null on failure, with
/// a diagnostic. Given `places`, fills that table, and the debug location of
/// each instruction has a line that is its index + 1.
std::unique_ptr<llvm::Module>
translateToLlvmIR(mlir::gpu::GPUModuleOp kernels, llvm::LLVMContext &context,
                  std::vector<Place> *places = nullptr);

/// The PTX of all kernels. Fails, with a diagnostic, for an unknown
/// architecture, for kernels that it cannot run, and where libdevice is needed
/// and cannot be found.
mlir::FailureOr<std::string> emitPtx(mlir::gpu::GPUModuleOp kernels,
                                     const PtxOptions &options);
/// The same of the kernels of several scans, side by side.
mlir::FailureOr<std::vector<std::string>>
emitPtx(llvm::ArrayRef<mlir::gpu::GPUModuleOp> kernels,
        const PtxOptions &options);

/// What `translateToLlvmIR` needs to know of the dialects.
void registerTranslations(mlir::DialectRegistry &registry);

} // namespace scanc::target

#endif // SCANC_TARGET_PTX_H
