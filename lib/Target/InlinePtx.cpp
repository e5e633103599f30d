//===- InlinePtx.cpp - Instructions that LLVM cannot express --------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InlinePtx.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InlineAsm.h"

using namespace llvm;

namespace scanc::target {

CallInst *writeAccess(IRBuilder<> &b, Type *result, StringRef code,
                      StringRef constraints, ArrayRef<Value *> operands) {
  auto types = map_to_vector(operands,
                             [](Value *operand) { return operand->getType(); });
  auto *type = FunctionType::get(result, types, /*isVarArg=*/false);
  return b.CreateCall(InlineAsm::get(type, code,
                                     (constraints + ",~{memory}").str(),
                                     /*hasSideEffects=*/true),
                      operands);
}

} // namespace scanc::target
