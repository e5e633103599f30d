//===- InsertChecks.cpp - What traps must not end the process -------------===//
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
// others pass, which would hide the mistake. The same goes for divisions
// without a result, which on a GPU give an unspecified number. The program's
// own traps become calls, too.
//
//===----------------------------------------------------------------------===//

#include "HostLowering.h"
#include "Machine.h"
#include "Runtime.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace scanc::simt;
using llvm::Instruction;
using llvm::Value;

namespace {

class CheckInserter {
public:
  CheckInserter(llvm::Module &module, bool alignment)
      : builder(module.getContext()), alignment(alignment) {
    llvm::Type *none = builder.getVoidTy(), *i32 = builder.getInt32Ty();
    misaligned = module.getOrInsertFunction(runtime::misaligned, none,
                                            builder.getPtrTy(), i32, i32);
    trap = module.getOrInsertFunction(runtime::trap, none, i32);
    for (llvm::FunctionCallee callee : {misaligned, trap}) {
      auto *declaration = llvm::cast<llvm::Function>(callee.getCallee());
      declaration->setDoesNotReturn();
      declaration->setDoesNotThrow();
      declaration->addFnAttr(llvm::Attribute::Cold);
    }
    unlikely =
        llvm::MDBuilder(module.getContext()).createUnlikelyBranchWeights();
  }

  void visit(Instruction &instruction) {
    if (llvm::getLoadStorePointerOperand(&instruction)) {
      if (alignment)
        visitAccess(instruction);
      return;
    }
    if (instruction.isIntDivRem())
      return visitDivision(llvm::cast<llvm::BinaryOperator>(instruction));
    if (auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
      if (call->getIntrinsicID() == llvm::Intrinsic::trap ||
          call->getIntrinsicID() == llvm::Intrinsic::debugtrap ||
          call->getIntrinsicID() == llvm::Intrinsic::ubsantrap) {
        builder.SetInsertPoint(call);
        callTrap(TrapKind::Trap);
        call->eraseFromParent();
      }
  }

private:
  /// Continues in a block that is left for `before` unless `condition`.
  void enterIf(Value *condition, Instruction &before) {
    builder.SetInsertPoint(llvm::SplitBlockAndInsertIfThen(
        condition, &before, /*Unreachable=*/true, unlikely));
  }

  void callTrap(TrapKind kind) {
    builder.CreateCall(trap, builder.getInt32(static_cast<uint32_t>(kind)));
  }

  void visitAccess(Instruction &access) {
    const llvm::DataLayout &layout = access.getDataLayout();
    Value *pointer = llvm::getLoadStorePointerOperand(&access);
    llvm::Align align = llvm::getLoadStoreAlignment(&access);
    if (align <= pointer->getPointerAlignment(layout) ||
        llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(pointer)))
      return;
    uint64_t bytes = layout.getTypeStoreSize(llvm::getLoadStoreType(&access))
                         .getFixedValue();
    builder.SetInsertPoint(&access);
    pointer = builder.CreateAddrSpaceCast(pointer, builder.getPtrTy());
    Value *offset =
        builder.CreateAnd(builder.CreatePtrToInt(pointer, builder.getInt64Ty()),
                          builder.getInt64(align.value() - 1));
    enterIf(builder.CreateIsNotNull(offset), access);
    builder.CreateCall(misaligned, {pointer, builder.getInt32(bytes),
                                    builder.getInt32(align.value())});
  }

  void visitDivision(llvm::BinaryOperator &division) {
    Value *by = division.getOperand(1);
    llvm::Type *type = by->getType();
    builder.SetInsertPoint(&division);
    if (Value *isZero = any(builder.CreateIsNull(by))) {
      enterIf(isZero, division);
      callTrap(TrapKind::DivisionByZero);
    }
    if (division.getOpcode() != Instruction::SDiv &&
        division.getOpcode() != Instruction::SRem)
      return;
    builder.SetInsertPoint(&division);
    Value *least = llvm::ConstantInt::get(
        type, llvm::APInt::getSignedMinValue(type->getScalarSizeInBits()));
    Value *overflows = any(builder.CreateAnd(
        builder.CreateICmpEQ(by, llvm::Constant::getAllOnesValue(type)),
        builder.CreateICmpEQ(division.getOperand(0), least)));
    if (overflows) {
      enterIf(overflows, division);
      callTrap(TrapKind::DivisionOverflow);
    }
  }

  /// Whether any element of an i1 or vector of i1 is set; null if none can be.
  Value *any(Value *bits) {
    if (auto *constant = llvm::dyn_cast<llvm::Constant>(bits))
      if (constant->isNullValue())
        return nullptr;
    return bits->getType()->isVectorTy() ? builder.CreateOrReduce(bits) : bits;
  }

  llvm::IRBuilder<> builder;
  bool alignment;
  llvm::FunctionCallee misaligned, trap;
  llvm::MDNode *unlikely;
};

} // namespace

void scanc::simt::insertChecks(llvm::Module &module, bool alignment) {
  CheckInserter inserter(module, alignment);
  for (llvm::Function &function : module) {
    // Checks split blocks, so the instructions are gathered first.
    llvm::SmallVector<Instruction *> instructions;
    for (Instruction &instruction : llvm::instructions(function))
      instructions.push_back(&instruction);
    for (Instruction *instruction : instructions)
      inserter.visit(*instruction);
  }
}
