//===- SetDataLayout.cpp - Give kernels NVPTX's data layout ---------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Conversion/Passes.h"

using namespace mlir;

namespace scanc::prefix {
#define GEN_PASS_DEF_PREFIXSETDATALAYOUTPASS
#include "scanc/Conversion/Passes.h.inc"

namespace {
struct PrefixSetDataLayoutPass
    : impl::PrefixSetDataLayoutPassBase<PrefixSetDataLayoutPass> {
  void runOnOperation() override {
    getOperation()->setAttr(
        LLVM::LLVMDialect::getDataLayoutAttrName(),
        StringAttr::get(&getContext(), "e-p6:32:32-i64:64-i128:128-i256:256-"
                                       "v16:16-v32:32-n16:32:64"));
  }
};
} // namespace
} // namespace scanc::prefix
