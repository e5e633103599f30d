//===- InsertPolls.cpp - Let spinning loops make progress -----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   %v = load atomic i32, ptr addrspace(1) %flag syncscope("device") acquire
//   call void @scanc_simt_poll(ptr %flag, i32 4)
//
// All fibres share one OS thread, so a loop that waits for another thread has
// to let it run. Only volatile and atomic accesses can wait for anything: the
// optimiser may hoist every other load out of the loop.
//
//===----------------------------------------------------------------------===//

#include "HostLowering.h"
#include "Runtime.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace scanc::simt;
using llvm::Instruction;
using llvm::Value;

namespace {

class PollInserter {
public:
  explicit PollInserter(llvm::Module &module)
      : layout(module.getDataLayout()), builder(module.getContext()) {
    llvm::Type *none = builder.getVoidTy();
    llvm::Type *pointer = builder.getPtrTy(), *i32 = builder.getInt32Ty();
    poll = module.getOrInsertFunction(runtime::poll, none, pointer, i32);
    update = module.getOrInsertFunction(runtime::pollUpdate, none, pointer, i32,
                                        builder.getInt64Ty());
    wrote = module.getOrInsertFunction(runtime::wrote, none);
  }

  void visit(Instruction &instruction) {
    if (!instruction.isVolatile() && !instruction.isAtomic())
      return;
    if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
      return afterLoad(*load);
    if (auto *rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
      return afterUpdate(*rmw, rmw->getPointerOperand());
    if (auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
      return afterUpdate(*exchange, exchange->getPointerOperand());
    if (llvm::isa<llvm::StoreInst>(instruction)) {
      moveBehind(instruction);
      builder.CreateCall(wrote);
    }
  }

private:
  void moveBehind(Instruction &instruction) {
    builder.SetInsertPoint(instruction.getNextNode());
    builder.SetCurrentDebugLocation(instruction.getDebugLoc());
  }

  Value *flat(Value *pointer) {
    return builder.CreateAddrSpaceCast(pointer, builder.getPtrTy());
  }

  Value *bytes(llvm::Type *type) {
    return builder.getInt32(layout.getTypeStoreSize(type).getFixedValue());
  }

  void afterLoad(llvm::LoadInst &load) {
    moveBehind(load);
    builder.CreateCall(poll,
                       {flat(load.getPointerOperand()), bytes(load.getType())});
  }

  /// `instruction` yields the value that it has replaced, alone or as the
  /// first of two.
  void afterUpdate(Instruction &instruction, Value *pointer) {
    moveBehind(instruction);
    Value *old = &instruction;
    if (old->getType()->isStructTy())
      old = builder.CreateExtractValue(old, 0);
    llvm::Type *type = old->getType();
    Value *size = bytes(type);
    if (type->isPointerTy())
      old = builder.CreatePtrToInt(old, builder.getInt64Ty());
    else if (!type->isIntegerTy())
      old = builder.CreateBitCast(
          old, builder.getIntNTy(layout.getTypeSizeInBits(type)));
    old = builder.CreateZExtOrTrunc(old, builder.getInt64Ty());
    builder.CreateCall(update, {flat(pointer), size, old});
  }

  const llvm::DataLayout &layout;
  llvm::IRBuilder<> builder;
  llvm::FunctionCallee poll, update, wrote;
};

} // namespace

void scanc::simt::insertPolls(llvm::Module &module) {
  PollInserter inserter(module);
  for (llvm::Function &function : module)
    for (Instruction &instruction :
         llvm::make_early_inc_range(llvm::instructions(function)))
      inserter.visit(instruction);
}
