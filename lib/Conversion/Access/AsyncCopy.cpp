//===- AsyncCopy.cpp - Asynchronous copies of a lane ----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsyncCopy.h"

#include "scanc/Dialect/Prefix/IR/CachePolicy.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

#include "llvm/Support/FormatVariadic.h"

using namespace mlir;

namespace scanc::prefix {

void copyAsync(ValueBuilder &b, Value place, Value memory, int64_t bytes,
               Value policy) {
  const bool isWide = bytes == 16;
  if (!policy) {
    NVVM::CpAsyncOp::create(b, place, memory, static_cast<uint32_t>(bytes),
                            isWide ? NVVM::LoadCacheModifierKind::CG
                                   : NVVM::LoadCacheModifierKind::CA,
                            /*cpSize=*/Value());
    return;
  }
  const auto name = llvm::formatv("llvm.nvvm.cp.async.{0}.shared.global.{1}",
                                  isWide ? "cg" : "ca", bytes)
                        .str();
  LLVM::CallIntrinsicOp::create(
      b, TypeRange(), name, ValueRange{place, memory},
      LLVM::FastmathFlags::none, ArrayRef<ValueRange>{policy},
      b.getStrArrayAttr({CachePolicy::bundle}),
      /*arg_attrs=*/ArrayAttr(), /*res_attrs=*/ArrayAttr());
}

} // namespace scanc::prefix
