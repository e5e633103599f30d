//===- OutlineRare.cpp - Functions for what hardly ever runs --------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OutlineRare.h"

#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/CodeExtractor.h"

namespace scanc::target {

static llvm::SmallVector<llvm::Instruction *>
findMarks(llvm::Function &function) {
  llvm::SmallVector<llvm::Instruction *> marks;
  for (llvm::Instruction &instruction : llvm::instructions(function))
    if (auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
      if (call->getIntrinsicID() == llvm::Intrinsic::sideeffect)
        marks.push_back(call);
  return marks;
}

static void outline(llvm::Function &function, llvm::Instruction *mark) {
  llvm::BasicBlock *entry = llvm::SplitBlock(mark->getParent(), mark);
  mark->eraseFromParent();
  llvm::DominatorTree dominators(function);
  llvm::SmallVector<llvm::BasicBlock *> part;
  dominators.getDescendants(entry, part);
  llvm::CodeExtractorAnalysisCache cache(function);
  llvm::CodeExtractor extractor(part, &dominators, /*AggregateArgs=*/false,
                                /*BFI=*/nullptr, /*BPI=*/nullptr,
                                /*AC=*/nullptr, /*AllowVarArgs=*/false,
                                /*AllowAlloca=*/false,
                                /*AllocationBlock=*/nullptr, "rare");
  assert(extractor.isEligible() && "a part has one way in");
  llvm::Function *outlined = extractor.extractCodeRegion(cache);
  outlined->addFnAttr(llvm::Attribute::NoInline);
  outlined->addFnAttr(llvm::Attribute::Convergent);
}

void outlineRareParts(llvm::Module &module) {
  llvm::SmallVector<llvm::Function *> functions;
  for (llvm::Function &function : module)
    if (!function.isDeclaration())
      functions.push_back(&function);
  for (llvm::Function *function : functions)
    for (llvm::Instruction *mark : findMarks(*function))
      outline(*function, mark);
}

} // namespace scanc::target
