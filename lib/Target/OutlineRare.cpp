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

/// Outlines a marked part of `function` in which there is no other mark.
static void outlineOne(llvm::Function &function,
                       llvm::ArrayRef<llvm::Instruction *> marks) {
  llvm::DominatorTree dominators(function);
  // A part inside of another one has its mark behind the other's.
  auto isInner = [&](llvm::Instruction *mark) {
    return llvm::none_of(marks, [&](llvm::Instruction *other) {
      return other != mark && dominators.dominates(mark, other);
    });
  };
  llvm::Instruction *mark = *llvm::find_if(marks, isInner);
  llvm::BasicBlock *entry =
      llvm::SplitBlock(mark->getParent(), mark, &dominators);
  mark->eraseFromParent();
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
  // Nobody waits for its speed, but everybody for its compilation.
  for (auto kind : {llvm::Attribute::Cold, llvm::Attribute::MinSize,
                    llvm::Attribute::OptimizeForSize})
    outlined->addFnAttr(kind);
}

void outlineRareParts(llvm::Module &module) {
  llvm::SmallVector<llvm::Function *> functions;
  for (llvm::Function &function : module)
    if (!function.isDeclaration())
      functions.push_back(&function);
  for (llvm::Function *function : functions)
    for (auto marks = findMarks(*function); !marks.empty();
         marks = findMarks(*function))
      outlineOne(*function, marks);
}

} // namespace scanc::target
