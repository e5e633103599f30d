//===- LowerSharedMemory.cpp - A block's own shared variables -------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   @tile = internal addrspace(3) global [64 x i32] undef, align 16
//   ... getelementptr i32, ptr addrspace(3) @tile, i32 %i
// becomes
//   %base = call ptr addrspace(3) @scanc_simt_shared_base()   ; at the entry
//   %tile = getelementptr i8, ptr addrspace(3) %base, i64 128
//   ... getelementptr i32, ptr addrspace(3) %tile, i32 %i
//
// Between two variables lies a gap, so that whoever leaves one does not get to
// another by chance. Where ptxas lays them out, it leaves none.
//
//===----------------------------------------------------------------------===//

#include "HostLowering.h"
#include "Runtime.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace scanc::simt;
using llvm::GlobalVariable;
using llvm::Value;

namespace {

constexpr unsigned sharedSpace = 3;

class SharedMemory {
public:
  explicit SharedMemory(llvm::Module &module)
      : module(module), layout(module.getDataLayout()) {}

  llvm::Expected<SharedLayout> lower() {
    llvm::SmallVector<GlobalVariable *> sized, dynamic;
    for (GlobalVariable &variable : module.globals())
      if (variable.getAddressSpace() == sharedSpace)
        (bytes(variable) ? sized : dynamic).push_back(&variable);

    SharedLayout shared;
    uint64_t &end = shared.bytes;
    // A multiple of what all banks hold: each variable has its banks.
    constexpr uint64_t gapBytes = 128;
    auto addGap = [&](llvm::Align alignment) {
      const uint64_t begin = end;
      end = llvm::alignTo(end, alignment);
      if (begin == 0)
        return;
      end += llvm::alignTo(gapBytes, alignment);
      shared.gaps.push_back({begin, end});
    };
    for (GlobalVariable *variable : sized) {
      if (variable->hasInitializer() &&
          !llvm::isa<llvm::UndefValue>(variable->getInitializer()))
        return llvm::createStringError(
            llvm::formatv("shared variable '{0}' must not be initialised",
                          variable->getName()));
      addGap(alignment(*variable));
      offsets[variable] = end;
      end += bytes(*variable);
    }
    if (!dynamic.empty()) {
      llvm::Align most;
      for (GlobalVariable *variable : dynamic)
        most = std::max(most, alignment(*variable));
      addGap(most);
      for (GlobalVariable *variable : dynamic)
        offsets[variable] = end;
    }

    for (llvm::ArrayRef<GlobalVariable *> group : {sized, dynamic})
      for (GlobalVariable *variable : group)
        if (llvm::Error error = replace(*variable))
          return error;
    return shared;
  }

private:
  uint64_t bytes(const GlobalVariable &variable) const {
    return layout.getTypeAllocSize(variable.getValueType()).getFixedValue();
  }

  llvm::Align alignment(const GlobalVariable &variable) const {
    return std::max(variable.getAlign().valueOrOne(),
                    layout.getABITypeAlign(variable.getValueType()));
  }

  llvm::Error replace(GlobalVariable &variable) {
    llvm::convertUsersOfConstantsToInstructions({&variable});
    for (llvm::Use &use : llvm::make_early_inc_range(variable.uses())) {
      auto *user = llvm::dyn_cast<llvm::Instruction>(use.getUser());
      if (!user)
        return llvm::createStringError(llvm::formatv(
            "the address of shared variable '{0}' is used outside a function",
            variable.getName()));
      use.set(addressIn(*user->getFunction(), variable));
    }
    variable.eraseFromParent();
    return llvm::Error::success();
  }

  /// The variable's address, computed at the entry of the function.
  Value *addressIn(llvm::Function &function, GlobalVariable &variable) {
    Value *&address = addresses[{&function, &variable}];
    if (address)
      return address;
    Value *base = baseIn(function);
    llvm::IRBuilder<> builder(
        llvm::cast<llvm::Instruction>(base)->getNextNode());
    address = builder.CreatePtrAdd(
        base, builder.getInt64(offsets.lookup(&variable)), variable.getName());
    return address;
  }

  Value *baseIn(llvm::Function &function) {
    Value *&base = bases[&function];
    if (base)
      return base;
    llvm::BasicBlock &entry = function.getEntryBlock();
    llvm::IRBuilder<> builder(&entry, entry.begin());
    llvm::FunctionCallee callee = module.getOrInsertFunction(
        runtime::sharedBase, builder.getPtrTy(sharedSpace));
    auto *declaration = llvm::cast<llvm::Function>(callee.getCallee());
    declaration->setDoesNotAccessMemory();
    declaration->setWillReturn();
    declaration->setDoesNotThrow();
    return base = builder.CreateCall(callee, {}, "shared");
  }

  llvm::Module &module;
  const llvm::DataLayout &layout;
  llvm::DenseMap<const GlobalVariable *, uint64_t> offsets;
  llvm::DenseMap<llvm::Function *, Value *> bases;
  llvm::DenseMap<std::pair<llvm::Function *, GlobalVariable *>, Value *>
      addresses;
};

} // namespace

llvm::Expected<SharedLayout>
scanc::simt::lowerSharedMemory(llvm::Module &module) {
  return SharedMemory(module).lower();
}
