//===- StreamedAccess.cpp - Accesses that tell L2 what to evict -----------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StreamedAccess.h"

#include "InlinePtx.h"

#include "scanc/Dialect/Prefix/IR/CachePolicy.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace scanc::target {
namespace {

/// Of one function; each access becomes inline PTX.
class PolicyWriter {
public:
  explicit PolicyWriter(Function &function) : function(function) {}

  void replace(LoadInst &load) {
    IRBuilder<> b(&load);
    auto *type = cast<FixedVectorType>(load.getType());
    const unsigned count = type->getNumElements();
    SmallVector<Type *> fields(count, type->getElementType());
    std::string outputs;
    for (unsigned i = 0; i < count; ++i)
      outputs += formatv("{0}${1}", i ? ", " : "", i);
    CallInst *call = writeAccess(
        b, StructType::get(b.getContext(), fields),
        formatv("ld.global.L1::no_allocate.L2::cache_hint.v{0}.b{1} {{{2}}, "
                "[${3}], ${4};",
                count, type->getScalarSizeInBits(), outputs, count, count + 1)
            .str(),
        repeated("=" + registerOf(type), count) + ",l,l",
        {address(b, load.getPointerOperand()), policy("evict_last")});
    Value *loaded = PoisonValue::get(type);
    for (unsigned i = 0; i < count; ++i)
      loaded = b.CreateInsertElement(loaded, b.CreateExtractValue(call, i), i);
    load.replaceAllUsesWith(loaded);
    load.eraseFromParent();
  }

  void replace(StoreInst &store) {
    IRBuilder<> b(&store);
    auto *type = cast<FixedVectorType>(store.getValueOperand()->getType());
    const unsigned count = type->getNumElements();
    SmallVector<Value *> operands = {address(b, store.getPointerOperand())};
    std::string values;
    for (unsigned i = 0; i < count; ++i) {
      operands.push_back(b.CreateExtractElement(store.getValueOperand(), i));
      values += formatv("{0}${1}", i ? ", " : "", i + 1);
    }
    operands.push_back(policy("evict_first"));
    writeAccess(
        b, b.getVoidTy(),
        formatv("st.global.L1::no_allocate.L2::cache_hint.v{0}.b{1} [$0], "
                "{{{2}}, ${3};",
                count, type->getScalarSizeInBits(), values, count + 1)
            .str(),
        "l," + repeated(registerOf(type), count) + ",l", operands);
    store.eraseFromParent();
  }

private:
  static std::string registerOf(FixedVectorType *type) {
    return type->getScalarSizeInBits() == 64 ? "l" : "r";
  }

  static std::string repeated(StringRef constraint, unsigned count) {
    SmallVector<StringRef> all(count, constraint);
    return join(all, ",");
  }

  static Value *address(IRBuilder<> &b, Value *pointer) {
    return b.CreatePtrToInt(pointer, b.getInt64Ty());
  }

  /// Of whole accesses; once at the function's beginning.
  Value *policy(StringRef priority) {
    Value *&known = policies[priority];
    if (!known) {
      IRBuilder<> b(&*function.getEntryBlock().getFirstInsertionPt());
      auto *type = FunctionType::get(b.getInt64Ty(), /*isVarArg=*/false);
      auto *code = InlineAsm::get(
          type,
          formatv("createpolicy.fractional.L2::{0}.b64 $0, 1.0;", priority)
              .str(),
          "=l", /*hasSideEffects=*/false);
      known = b.CreateCall(code);
    }
    return known;
  }

  Function &function;
  StringMap<Value *> policies;
};

/// Whether an access of `type`, which has `least` bits or more, is one that the
/// pass is for.
bool isStreamed(const Instruction &access, const Type *type, unsigned space,
                unsigned least) {
  constexpr unsigned globalSpace = 1, most = 128;
  if (!access.hasMetadata(LLVMContext::MD_nontemporal) || space != globalSpace)
    return false;
  auto *vector = dyn_cast<FixedVectorType>(type);
  if (!vector || vector->getScalarSizeInBits() < 32 ||
      vector->getNumElements() < 2)
    return false;
  const unsigned bits = vector->getPrimitiveSizeInBits();
  return isPowerOf2_32(bits) && bits >= least && bits <= most;
}

/// An asynchronous copy by a thread that says what L2 is to evict.
void replaceCopy(CallInst &call) {
  StringRef name = call.getCalledFunction()->getName();
  name.consume_front("llvm.nvvm.");
  const auto [code, bytes] = name.rsplit('.');
  IRBuilder<> b(&call);
  Value *policy =
      call.getOperandBundle(prefix::CachePolicy::bundle)->Inputs.front();
  writeAccess(
      b, b.getVoidTy(),
      formatv("{0}.L2::cache_hint [$0], [$1], {1}, $2;", code, bytes).str(),
      "l,l,l",
      {b.CreatePtrToInt(call.getArgOperand(0), b.getInt64Ty()),
       b.CreatePtrToInt(call.getArgOperand(1), b.getInt64Ty()), policy});
  call.eraseFromParent();
}

} // namespace

void addCachePolicies(Module &module) {
  for (Function &function : module) {
    PolicyWriter writer(function);
    for (BasicBlock &block : function)
      for (Instruction &access : make_early_inc_range(block))
        if (auto *load = dyn_cast<LoadInst>(&access)) {
          if (isStreamed(access, load->getType(),
                         load->getPointerAddressSpace(), /*least=*/128))
            writer.replace(*load);
        } else if (auto *store = dyn_cast<StoreInst>(&access)) {
          if (isStreamed(access, store->getValueOperand()->getType(),
                         store->getPointerAddressSpace(), /*least=*/64))
            writer.replace(*store);
        } else if (auto *call = dyn_cast<CallInst>(&access)) {
          if (call->getOperandBundle(prefix::CachePolicy::bundle))
            replaceCopy(*call);
        }
  }
}

} // namespace scanc::target
