//===- InlinePtx.h - Instructions that LLVM cannot express ------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_TARGET_INLINEPTX_H
#define SCANC_LIB_TARGET_INLINEPTX_H

#include "llvm/IR/IRBuilder.h"

namespace scanc::target {

/// Accesses memory by `code`, whose $0, $1, ... are the results, then the
/// operands, by `constraints`: r and l are registers of 32 and 64 bits, q of
/// 128. Nothing moves across it that may touch memory.
llvm::CallInst *writeAccess(llvm::IRBuilder<> &b, llvm::Type *result,
                            llvm::StringRef code, llvm::StringRef constraints,
                            llvm::ArrayRef<llvm::Value *> operands);

} // namespace scanc::target

#endif // SCANC_LIB_TARGET_INLINEPTX_H
