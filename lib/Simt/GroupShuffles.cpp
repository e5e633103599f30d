//===- GroupShuffles.cpp - One wait for several shuffles ------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A state of several fields, or of 64 bits, is shuffled by a row of shuffles
// that do not depend on each other. Each would cost a switch a lane; the row
// needs only one:
//
//   %a = call i64 @scanc_simt_collective(i32 up, i32 -1, i64 %x, i32 1, i32 0)
//   %b = call i64 @scanc_simt_collective(i32 up, i32 -1, i64 %y, i32 1, i32 0)
// becomes
//   store the operands to %calls[0], %calls[1]
//   call void @scanc_simt_collectives(ptr %calls, i32 2)
//   %a = load the result of %calls[0]
//   %b = load the result of %calls[1]
//
// The lanes still meet shuffle by shuffle (see Machine::collectives): a lane
// that comes here by two separate calls meets the others as before.
//
// A shuffle joins a row in its block if what its operands need can move up to
// the first one: arithmetic that depends on none of the row's results. A row is
// at one place, if places are known.
//
//===----------------------------------------------------------------------===//

#include "HostLowering.h"
#include "Machine.h"
#include "Runtime.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace scanc::simt;
using llvm::CallInst;
using llvm::Instruction;
using llvm::Value;

namespace {

/// What bounds the stack that a row takes.
constexpr size_t maxRow = 64;

using Row = llvm::SmallVector<CallInst *>;

bool isShuffle(const Instruction &instruction) {
  auto *call = llvm::dyn_cast<CallInst>(&instruction);
  if (!call || !call->getCalledFunction() ||
      call->getCalledFunction()->getName() != runtime::collective)
    return false;
  switch (static_cast<WarpOp>(
      llvm::cast<llvm::ConstantInt>(call->getArgOperand(0))->getZExtValue())) {
  case WarpOp::ShuffleUp:
  case WarpOp::ShuffleDown:
  case WarpOp::ShuffleIdx:
  case WarpOp::ShuffleBfly:
    return true;
  default:
    return false;
  }
}

/// Gathers the instructions from `first` on that `value` needs, operands
/// before users; false if one cannot move above `first`.
bool gatherNeeds(Value *value, CallInst &first,
                 llvm::SetVector<Instruction *> &needs) {
  auto *instruction = llvm::dyn_cast<Instruction>(value);
  if (!instruction || instruction->getParent() != first.getParent() ||
      instruction->comesBefore(&first) || needs.contains(instruction))
    return true;
  if (llvm::isa<llvm::PHINode>(instruction) ||
      instruction->mayReadFromMemory() ||
      !llvm::isSafeToSpeculativelyExecute(instruction))
    return false;
  for (Value *operand : instruction->operands())
    if (!gatherNeeds(operand, first, needs))
      return false;
  needs.insert(instruction);
  return true;
}

/// Moves what `call` needs above the row, if it can join the row.
bool canJoin(CallInst &call, const Row &row) {
  CallInst &first = *row.front();
  if (row.size() == maxRow || call.getArgOperand(1) != first.getArgOperand(1) ||
      call.getDebugLoc() != first.getDebugLoc())
    return false;
  llvm::SetVector<Instruction *> needs;
  for (Value *operand : call.args())
    if (!gatherNeeds(operand, first, needs))
      return false;
  for (Instruction *instruction : needs)
    instruction->moveBefore(first.getIterator());
  return true;
}

/// The rows of at least two in a block. Between the shuffles of a row nothing
/// has a side effect, so that the later ones may happen earlier.
llvm::SmallVector<Row> findRows(llvm::BasicBlock &block) {
  llvm::SmallVector<Row> rows;
  Row row;
  auto close = [&] {
    if (row.size() > 1)
      rows.push_back(row);
    row.clear();
  };
  for (Instruction &instruction : llvm::make_early_inc_range(block)) {
    if (!isShuffle(instruction)) {
      if (instruction.mayHaveSideEffects())
        close();
      continue;
    }
    auto &call = llvm::cast<CallInst>(instruction);
    if (!row.empty() && !canJoin(call, row))
      close();
    row.push_back(&call);
  }
  close();
  return rows;
}

class RowLowering {
public:
  explicit RowLowering(llvm::Module &module)
      : module(module), builder(module.getContext()) {
    llvm::Type *i32 = builder.getInt32Ty(), *i64 = builder.getInt64Ty();
    // CollectiveCall: op, mask, value, b, c, result.
    callType = llvm::StructType::get(module.getContext(),
                                     {i32, i32, i64, i32, i32, i64});
  }

  void lower(llvm::Function &function) {
    llvm::SmallVector<Row> rows;
    size_t longest = 0;
    for (llvm::BasicBlock &block : function)
      for (Row &row : findRows(block)) {
        longest = std::max(longest, row.size());
        rows.push_back(std::move(row));
      }
    if (rows.empty())
      return;
    builder.SetInsertPointPastAllocas(&function);
    calls = builder.CreateAlloca(callType, builder.getInt32(longest));
    for (const Row &row : rows)
      lower(row);
  }

private:
  Value *field(size_t call, unsigned index) {
    return builder.CreateInBoundsGEP(
        callType, calls, {builder.getInt32(call), builder.getInt32(index)});
  }

  void lower(const Row &row) {
    builder.SetInsertPoint(row.front());
    for (auto [i, call] : llvm::enumerate(row))
      for (unsigned operand = 0; operand < call->arg_size(); ++operand)
        builder.CreateStore(call->getArgOperand(operand), field(i, operand));
    llvm::FunctionCallee callee =
        module.getOrInsertFunction(runtime::collectives, builder.getVoidTy(),
                                   builder.getPtrTy(), builder.getInt32Ty());
    CallInst *together =
        builder.CreateCall(callee, {calls, builder.getInt32(row.size())});
    together->setDoesNotThrow();
    together->setOnlyAccessesInaccessibleMemOrArgMem();
    constexpr unsigned resultField = 5;
    for (auto [i, call] : llvm::enumerate(row))
      call->replaceAllUsesWith(
          builder.CreateLoad(builder.getInt64Ty(), field(i, resultField)));
    for (CallInst *call : row)
      call->eraseFromParent();
  }

  llvm::Module &module;
  llvm::IRBuilder<> builder;
  llvm::StructType *callType;
  Value *calls = nullptr;
};

} // namespace

void scanc::simt::groupShuffles(llvm::Module &module) {
  RowLowering lowering(module);
  for (llvm::Function &function : module)
    if (!function.isDeclaration())
      lowering.lower(function);
}
