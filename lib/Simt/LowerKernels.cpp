//===- LowerKernels.cpp - Entries that the machine can call ---------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   define ptx_kernel void @k(ptr addrspace(1) %p, i32 %n)
// becomes an internal function of the host's convention, and gets
//   define void @simt.entry.k(ptr %args) {
//     %0 = load ptr addrspace(1), ptr %args
//     %1 = load i32, ptr (%args + 8)
//     call void @k(ptr addrspace(1) %0, i32 %1)
//     ret void
//   }
//
//===----------------------------------------------------------------------===//

#include "HostLowering.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FormatVariadic.h"

using namespace scanc::simt;

namespace {

constexpr uint64_t slotBytes = 8;

/// An attribute such as "nvvm.reqntid"="128,1,1"; missing extents are 1.
std::optional<Dim3> readExtent(const llvm::Function &function,
                               llvm::StringRef name) {
  if (!function.hasFnAttribute(name))
    return std::nullopt;
  Dim3 extent;
  unsigned *const parts[] = {&extent.x, &extent.y, &extent.z};
  llvm::SmallVector<llvm::StringRef, 3> texts;
  function.getFnAttribute(name).getValueAsString().split(texts, ',');
  for (auto [part, text] : llvm::zip(parts, texts))
    if (text.trim().getAsInteger(10, *part))
      return std::nullopt;
  return extent;
}

KernelInfo describe(const llvm::Function &kernel) {
  const llvm::DataLayout &layout = kernel.getDataLayout();
  KernelInfo info;
  info.name = kernel.getName();
  info.requiredBlock = readExtent(kernel, "nvvm.reqntid");
  info.maxBlock = readExtent(kernel, "nvvm.maxntid");
  info.requiredCluster = readExtent(kernel, "nvvm.cluster_dim");
  for (const llvm::Argument &argument : kernel.args()) {
    llvm::Type *type = argument.getType();
    uint64_t bytes =
        type->isSized() ? layout.getTypeStoreSize(type).getFixedValue() : 0;
    info.params.push_back(bytes);
    if (!type->isSingleValueType() || argument.hasByValAttr() || bytes == 0 ||
        bytes > slotBytes)
      info.unsupported =
          llvm::formatv("parameter #{0} is not a scalar of 1 to {1} bytes",
                        argument.getArgNo(), slotBytes);
  }
  return info;
}

void makeEntry(llvm::Function &kernel, llvm::StringRef name) {
  llvm::LLVMContext &context = kernel.getContext();
  auto *pointer = llvm::PointerType::get(context, 0);
  auto *none = llvm::Type::getVoidTy(context);
  auto *entry = llvm::Function::Create(
      llvm::FunctionType::get(none, {pointer}, false),
      llvm::GlobalValue::ExternalLinkage, name, kernel.getParent());
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", entry));
  llvm::SmallVector<llvm::Value *> args;
  for (llvm::Argument &argument : kernel.args()) {
    llvm::Value *slot = builder.CreateConstInBoundsGEP1_64(
        builder.getInt8Ty(), entry->getArg(0), argument.getArgNo() * slotBytes);
    args.push_back(builder.CreateLoad(argument.getType(), slot));
  }
  builder.CreateCall(&kernel, args);
  builder.CreateRetVoid();
}

} // namespace

std::vector<KernelInfo> scanc::simt::lowerKernels(llvm::Module &module) {
  llvm::SmallVector<llvm::Function *> kernels;
  for (llvm::Function &function : module) {
    if (function.getCallingConv() == llvm::CallingConv::PTX_Kernel &&
        !function.isDeclaration())
      kernels.push_back(&function);
    function.setCallingConv(llvm::CallingConv::C);
    for (llvm::Instruction &instruction : llvm::instructions(function))
      if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        call->setCallingConv(llvm::CallingConv::C);
  }

  std::vector<KernelInfo> infos;
  for (llvm::Function *kernel : kernels) {
    KernelInfo info = describe(*kernel);
    info.entry = "simt.entry." + info.name;
    kernel->setVisibility(llvm::GlobalValue::DefaultVisibility);
    kernel->setLinkage(llvm::GlobalValue::InternalLinkage);
    if (info.unsupported.empty())
      makeEntry(*kernel, info.entry);
    infos.push_back(std::move(info));
  }
  return infos;
}
