//===- CheckAlignment.cpp - Misaligned accesses are errors ----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   %v = load <4 x i32>, ptr addrspace(1) %p, align 16
// becomes
//   if (%p & 15) call void @scanc_simt_misaligned(ptr %p, i32 16, i32 16)
//   %v = load <4 x i32>, ptr addrspace(1) %p, align 16
//
// A GPU traps when an address is no multiple of what the instruction asks for.
// A host faults on some instructions, which would end the process, and lets
// others pass, which would hide the mistake.
//
//===----------------------------------------------------------------------===//

#include "HostLowering.h"
#include "Runtime.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace scanc::simt;
using llvm::Instruction;
using llvm::Value;

/// Whether the address may be misaligned for all that the module says: not
/// that of a variable of the thread itself, nor one known to be aligned.
static bool needsCheck(Instruction &instruction) {
  Value *pointer = llvm::getLoadStorePointerOperand(&instruction);
  if (!pointer ||
      llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(pointer)))
    return false;
  llvm::Align align = llvm::getLoadStoreAlignment(&instruction);
  return align > pointer->getPointerAlignment(instruction.getDataLayout());
}

void scanc::simt::checkAlignment(llvm::Module &module) {
  llvm::IRBuilder<> builder(module.getContext());
  llvm::Type *i32 = builder.getInt32Ty(), *i64 = builder.getInt64Ty();
  llvm::FunctionCallee report = module.getOrInsertFunction(
      runtime::misaligned, builder.getVoidTy(), builder.getPtrTy(), i32, i32);
  auto *declaration = llvm::cast<llvm::Function>(report.getCallee());
  declaration->setDoesNotReturn();
  declaration->setDoesNotThrow();
  declaration->addFnAttr(llvm::Attribute::Cold);
  llvm::MDNode *unlikely =
      llvm::MDBuilder(module.getContext()).createUnlikelyBranchWeights();

  for (llvm::Function &function : module) {
    llvm::SmallVector<Instruction *> accesses;
    for (Instruction &instruction : llvm::instructions(function))
      if (needsCheck(instruction))
        accesses.push_back(&instruction);
    for (Instruction *access : accesses) {
      uint64_t align = llvm::getLoadStoreAlignment(access).value();
      uint64_t bytes = function.getDataLayout()
                           .getTypeStoreSize(llvm::getLoadStoreType(access))
                           .getFixedValue();
      builder.SetInsertPoint(access);
      Value *pointer = builder.CreateAddrSpaceCast(
          llvm::getLoadStorePointerOperand(access), builder.getPtrTy());
      Value *offset = builder.CreateAnd(builder.CreatePtrToInt(pointer, i64),
                                        builder.getInt64(align - 1));
      builder.SetInsertPoint(llvm::SplitBlockAndInsertIfThen(
          builder.CreateIsNotNull(offset), access, /*Unreachable=*/true,
          unlikely));
      builder.CreateCall(
          report, {pointer, builder.getInt32(bytes), builder.getInt32(align)});
    }
  }
}
