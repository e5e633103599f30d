//===- WideAtomics.cpp - Atomic words of 16 bytes -------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WideAtomics.h"

#include "InlinePtx.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace scanc::target {
namespace {

/// Whether it is of the device's scope, and of global memory.
bool isOfDevice(const Instruction &access, unsigned addressSpace) {
  constexpr unsigned global = 1;
  std::optional<SyncScope::ID> id = getAtomicSyncScopeID(&access);
  return addressSpace == global && id &&
         access.getContext().getSyncScopeName(*id) == "device";
}

bool isWide(const Instruction &access) {
  if (auto *load = dyn_cast<LoadInst>(&access))
    return load->getOrdering() == AtomicOrdering::Monotonic &&
           load->getType()->isIntegerTy(128) &&
           isOfDevice(*load, load->getPointerAddressSpace());
  if (auto *store = dyn_cast<StoreInst>(&access))
    return store->getOrdering() == AtomicOrdering::Monotonic &&
           store->getValueOperand()->getType()->isIntegerTy(128) &&
           isOfDevice(*store, store->getPointerAddressSpace());
  return false;
}

/// A pointer as what an instruction adds up: an address and a distance.
class Address {
public:
  Address(IRBuilder<> &b, const DataLayout &layout, Value *pointer) {
    APInt bytes(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
    Value *from = pointer->stripAndAccumulateConstantOffsets(
        layout, bytes, /*AllowNonInbounds=*/true);
    const int64_t by = bytes.getSExtValue();
    if (isInt<32>(by) && from->getType() == pointer->getType())
      distance = by;
    else
      from = pointer;
    base = b.CreatePtrToInt(from, layout.getIntPtrType(from->getType()));
  }

  /// Of operand number `operand`.
  std::string spell(unsigned operand) const {
    return distance ? formatv("[${0}+{1}]", operand, distance).str()
                    : formatv("[${0}]", operand).str();
  }

  Value *base;

private:
  int64_t distance = 0;
};

/// An instruction by its halves, before and after what is said of L2. ptxas
/// makes a constant of the policy.
std::string spell(const Instruction &access, StringRef name,
                  StringRef operands) {
  if (!access.hasMetadata(LLVMContext::MD_nontemporal))
    return formatv("{0}.b128 {1};", name, operands);
  return formatv("{{ .reg .b64 keep; "
                 "createpolicy.fractional.L2::evict_last.b64 keep, 1.0; "
                 "{0}.L2::cache_hint.b128 {1}, keep; }",
                 name, operands);
}

void replace(LoadInst &load) {
  IRBuilder<> b(&load);
  const Address from(b, load.getDataLayout(), load.getPointerOperand());
  load.replaceAllUsesWith(
      writeAccess(b, load.getType(),
                  spell(load, "ld.relaxed.gpu.global", "$0, " + from.spell(1)),
                  "=q,l", from.base));
  load.eraseFromParent();
}

void replace(StoreInst &store) {
  IRBuilder<> b(&store);
  const Address to(b, store.getDataLayout(), store.getPointerOperand());
  writeAccess(b, b.getVoidTy(),
              spell(store, "st.relaxed.gpu.global", to.spell(0) + ", $1"),
              "l,q", {to.base, store.getValueOperand()});
  store.eraseFromParent();
}

} // namespace

bool hasWideAtomics(const Module &module) {
  return any_of(module, [](const Function &function) {
    return any_of(instructions(function), isWide);
  });
}

void writeWideAtomics(Module &module) {
  for (Function &function : module)
    for (Instruction &access : make_early_inc_range(instructions(function)))
      if (isWide(access)) {
        if (auto *load = dyn_cast<LoadInst>(&access))
          replace(*load);
        else
          replace(cast<StoreInst>(access));
      }
}

} // namespace scanc::target
