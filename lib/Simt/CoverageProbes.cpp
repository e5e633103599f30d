//===- CoverageProbes.cpp - Where coverage is counted ---------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CoverageProbes.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ModuleSlotTracker.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace scanc::simt;
using llvm::formatv;
using llvm::Instruction;
using llvm::Value;

namespace {

/// Which values of a function come from memory or from other threads, and which
/// conditions decide about more than these.
class DataFlow {
public:
  explicit DataFlow(llvm::Function &function) {
    // A PHI may depend on a later instruction.
    for (bool changed = true; changed;) {
      changed = false;
      for (Instruction &instruction : llvm::instructions(function))
        if (!data.contains(&instruction) && comesFromData(instruction))
          changed |= data.insert(&instruction).second;
    }
  }

  /// Whether a comparison is the kernel's and not the operator's.
  bool decides(const llvm::ICmpInst &compare) {
    auto [known, isNew] = decided.try_emplace(&compare, false);
    if (!isNew)
      return known->second;
    bool result = llvm::any_of(compare.operands(), [&](const llvm::Use &use) {
      return !llvm::isa<llvm::Constant>(use.get()) && !data.contains(use.get());
    });
    llvm::SmallPtrSet<const Value *, 8> seen;
    result = result || reachesControl(compare, seen);
    return decided[&compare] = result;
  }

  /// The same for a bit that selects.
  bool decides(const Value &condition) {
    llvm::SmallPtrSet<const Value *, 8> seen;
    return decides(condition, seen);
  }

private:
  bool comesFromData(const Instruction &instruction) const {
    if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
      const llvm::Function *callee = call->getCalledFunction();
      if (!callee)
        return true;
      llvm::StringRef name = callee->getName();
      if (name.consume_front("llvm.nvvm."))
        return name.starts_with("shfl") || name.starts_with("redux") ||
               name.starts_with("match");
      if (!callee->isIntrinsic())
        return !call->getType()->isVoidTy();
    } else if (instruction.mayReadFromMemory()) {
      return true;
    } else if (auto *part =
                   llvm::dyn_cast<llvm::ExtractValueInst>(&instruction);
               part && part->getType()->isIntegerTy(1) &&
               isShuffle(*part->getAggregateOperand())) {
      // Whether a shuffle has a source depends on lanes alone.
      return false;
    }
    return llvm::any_of(instruction.operands(), [&](const llvm::Use &use) {
      return data.contains(use.get());
    });
  }

  static bool isShuffle(const Value &value) {
    auto *call = llvm::dyn_cast<llvm::CallInst>(&value);
    return call && call->getCalledFunction() &&
           call->getCalledFunction()->getName().starts_with("llvm.nvvm.shfl");
  }

  /// Whether a branch, a vote or the like depends on a bit.
  bool reachesControl(const Value &bit,
                      llvm::SmallPtrSetImpl<const Value *> &seen) {
    if (!seen.insert(&bit).second)
      return false;
    return llvm::any_of(bit.users(), [&](const llvm::User *user) {
      auto *instruction = llvm::cast<Instruction>(user);
      if (instruction->isTerminator() ||
          (llvm::isa<llvm::CallInst>(instruction) &&
           !llvm::cast<llvm::CallInst>(instruction)
                ->getCalledOperand()
                ->getName()
                .starts_with("llvm.assume")))
        return true;
      const bool isLogic =
          instruction->getType()->isIntegerTy(1) ||
          llvm::isa<llvm::ZExtInst, llvm::SExtInst>(instruction);
      return isLogic && !llvm::isa<llvm::CmpInst>(instruction) &&
             reachesControl(*instruction, seen);
    });
  }

  bool decides(const Value &condition,
               llvm::SmallPtrSetImpl<const Value *> &seen) {
    if (!seen.insert(&condition).second || llvm::isa<llvm::Constant>(condition))
      return false;
    if (auto *compare = llvm::dyn_cast<llvm::ICmpInst>(&condition))
      return decides(*compare);
    if (llvm::isa<llvm::BinaryOperator, llvm::SelectInst, llvm::PHINode,
                  llvm::FreezeInst>(condition))
      return llvm::any_of(
          llvm::cast<Instruction>(condition).operands(),
          [&](const llvm::Use &use) { return decides(*use.get(), seen); });
    return !data.contains(&condition);
  }

  llvm::SmallPtrSet<const Value *, 32> data;
  llvm::DenseMap<const llvm::ICmpInst *, bool> decided;
};

/// "store of 4 bytes"; empty if an instruction is no access, no meeting.
std::string nameAccess(const Instruction &instruction) {
  const llvm::DataLayout &layout = instruction.getDataLayout();
  auto sized = [&](const char *what, const llvm::Type *type) {
    const uint64_t bytes =
        layout.getTypeStoreSize(const_cast<llvm::Type *>(type)).getFixedValue();
    return formatv("{0}{1} of {2} byte{3}",
                   instruction.isAtomic() ? "atomic " : "", what, bytes,
                   bytes == 1 ? "" : "s")
        .str();
  };
  auto isPrivate = [](const Value *pointer) {
    return llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(pointer));
  };
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return isPrivate(load->getPointerOperand())
               ? ""
               : sized("load", load->getType());
  if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return isPrivate(store->getPointerOperand())
               ? ""
               : sized("store", store->getValueOperand()->getType());
  if (auto *rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
    return sized(
        llvm::AtomicRMWInst::getOperationName(rmw->getOperation()).data(),
        rmw->getType());
  if (auto *swap = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
    return sized("compare-and-swap", swap->getNewValOperand()->getType());
  if (llvm::isa<llvm::FenceInst>(instruction))
    return "fence";
  auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  if (!call || !call->getCalledFunction())
    return "";
  llvm::StringRef name = call->getCalledFunction()->getName();
  if (name.consume_front("llvm.nvvm."))
    // Registers, conversions and arithmetic have no effects.
    return call->mayHaveSideEffects() ? name.str() : "";
  if (call->getCalledFunction()->isIntrinsic())
    return llvm::isa<llvm::MemIntrinsic>(call) ? "copy of memory" : "";
  return call->mayReadOrWriteMemory() ? name.str() : "";
}

/// Where a loop ends its second trip, or a later one: a branch to a block of
/// its own there, which does nothing.
///
///   %again = phi i1 [ false, %before ], [ true, %latch ]    ; in the header
///   br i1 %again, label %repeated, label %latch             ; at the end
///
/// What one trip does must be ordered before what the next one does, which
/// nobody sees where there is no next one. So this is about loops whose threads
/// meet each other.
class RepeatMarker {
public:
  explicit RepeatMarker(llvm::Function &function) {
    llvm::DominatorTree dominators(function);
    llvm::LoopInfo loops(dominators);
    llvm::SmallVector<std::pair<llvm::PHINode *, Instruction *>> trips;
    for (llvm::Loop *loop : loops.getLoopsInPreorder())
      if (llvm::BasicBlock *latch = loop->getLoopLatch();
          latch && llvm::any_of(loop->blocks(), meets))
        trips.emplace_back(addAgain(*loop), latch->getTerminator());
    // Last, because it splits blocks.
    for (auto [again, end] : trips) {
      Instruction *branch =
          llvm::SplitBlockAndInsertIfThen(again, end, /*Unreachable=*/false);
      branches[branch->getParent()->getUniquePredecessor()->getTerminator()] =
          branch->getParent();
    }
  }

  /// The block that a branch goes to in later trips; null for other branches.
  llvm::BasicBlock *repeated(const Instruction &branch) const {
    return branches.lookup(&branch);
  }

private:
  static bool meets(const llvm::BasicBlock *block) {
    return llvm::any_of(*block, [](const Instruction &instruction) {
      auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      if (!call || !call->getCalledFunction())
        return false;
      llvm::StringRef name = call->getCalledFunction()->getName();
      return name.starts_with("llvm.nvvm.bar.warp.sync") ||
             name.starts_with("llvm.nvvm.barrier");
    });
  }

  static llvm::PHINode *addAgain(const llvm::Loop &loop) {
    llvm::BasicBlock *header = loop.getHeader();
    llvm::IRBuilder<> builder(header, header->begin());
    llvm::PHINode *again = builder.CreatePHI(builder.getInt1Ty(), 2, "again");
    for (llvm::BasicBlock *from : llvm::predecessors(header))
      again->addIncoming(builder.getInt1(loop.contains(from)), from);
    return again;
  }

  llvm::DenseMap<const Instruction *, llvm::BasicBlock *> branches;
};

class ProbeFinder {
public:
  ProbeFinder(const llvm::Module &module,
              const std::function<Place(const Instruction &)> &placeOf,
              CoverageProbes &probes)
      : slots(&module), placeOf(placeOf), probes(probes) {}

  void run(llvm::Function &function) {
    const RepeatMarker repeats(function);
    slots.incorporateFunction(function);
    DataFlow flow(function);
    for (llvm::BasicBlock &block : function) {
      choices.clear();
      for (Instruction &instruction : block) {
        if (std::string name = nameAccess(instruction); !name.empty())
          addPoint(CoveragePoint::Kind::Access, instruction, std::move(name),
                   countOf(block));
        if (auto *compare = llvm::dyn_cast<llvm::ICmpInst>(&instruction))
          if (isCounted(*compare) && flow.decides(*compare))
            addComparison(*compare);
        if (auto *select = llvm::dyn_cast<llvm::SelectInst>(&instruction))
          if (select->getCondition()->getType()->isIntegerTy(1) &&
              flow.decides(*select->getCondition()))
            addChoice(*select);
      }
      Instruction &end = *block.getTerminator();
      if (llvm::BasicBlock *repeated = repeats.repeated(end))
        addPoint(CoveragePoint::Kind::Edge, end, "again", countOf(*repeated));
      else
        addEdges(end);
    }
  }

private:
  static bool isCounted(const llvm::ICmpInst &compare) {
    const llvm::Type *type = compare.getOperand(0)->getType();
    return type->isIntegerTy() && type->getIntegerBitWidth() >= 8 &&
           type->getIntegerBitWidth() <= 64;
  }

  uint32_t newCounts(uint32_t number) {
    const uint32_t first = probes.map.counts;
    probes.map.counts += number;
    return first;
  }

  /// The count of entries of a block.
  uint32_t countOf(llvm::BasicBlock &block) {
    auto [known, isNew] = entries.try_emplace(&block, 0);
    if (isNew) {
      known->second = newCounts(1);
      probes.entries.push_back({&block, known->second});
    }
    return known->second;
  }

  void addPoint(CoveragePoint::Kind kind, const Instruction &at,
                std::string what, uint32_t count,
                std::optional<uint32_t> comparison = std::nullopt,
                CoveragePoint::Next next = CoveragePoint::Next::No) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    at.print(stream, slots);
    const llvm::StringRef line = llvm::StringRef(text).split(", !dbg").first;
    probes.map.points.push_back({kind, at.getFunction()->getName().str(),
                                 placeOf(at), std::move(what),
                                 line.trim().str(), count, comparison, next});
  }

  void addComparison(llvm::ICmpInst &compare) {
    const uint32_t count = newCounts(4);
    const uint32_t number = probes.comparisons.size();
    probes.comparisons.push_back({&compare, count});
    probes.map.comparisons.push_back(count);
    const llvm::StringRef predicate =
        llvm::CmpInst::getPredicateName(compare.getPredicate());
    auto outcome = [&](const char *name, uint32_t which,
                       CoveragePoint::Next next = CoveragePoint::Next::No) {
      addPoint(CoveragePoint::Kind::Outcome, compare,
               (predicate + ": " + name).str(), count + which, number, next);
    };
    if (compare.isEquality()) {
      // Less and greater are one outcome; the compiler's order of the operands
      // says nothing.
      outcome("equal", 1);
      outcome("different", 0);
      return;
    }
    outcome("less", 0);
    outcome("equal", 1);
    if (!countsUp(compare))
      outcome("greater", 2);
    // On the side on which it decides otherwise than for equal operands.
    if (probes.comparisons.back().isNextBelow())
      outcome("one less", 3, CoveragePoint::Next::Below);
    else
      outcome("one more", 3, CoveragePoint::Next::Above);
  }

  /// Whether a loop compares a counter, from 0 on by ones, with what it counts
  /// to. The counter is less, and then equal.
  static bool countsUp(const llvm::ICmpInst &compare) {
    auto *counter = llvm::dyn_cast<llvm::PHINode>(compare.getOperand(0));
    return counter && counter->getParent() == compare.getParent() &&
           compare.isRelational() && compare.isStrictPredicate() &&
           compare.isFalseWhenEqual() &&
           llvm::all_of(counter->incoming_values(), [&](Value *value) {
             using namespace llvm::PatternMatch;
             return match(value, m_Zero()) ||
                    match(value, m_Add(m_Specific(counter), m_One()));
           });
  }

  void addChoice(llvm::SelectInst &select) {
    auto [known, isNew] = choices.try_emplace(select.getCondition(), 0);
    if (!isNew)
      return;
    known->second = newCounts(2);
    probes.choices.push_back({select.getCondition(), &select, known->second});
    addPoint(CoveragePoint::Kind::Choice, select, "false", known->second);
    addPoint(CoveragePoint::Kind::Choice, select, "true", known->second + 1);
  }

  void addEdges(Instruction &terminator) {
    if (terminator.getNumSuccessors() < 2)
      return;
    auto *branch = llvm::dyn_cast<llvm::BranchInst>(&terminator);
    for (unsigned i = 0; i < terminator.getNumSuccessors(); ++i) {
      llvm::BasicBlock *to = terminator.getSuccessor(i);
      uint32_t count;
      if (to->getUniquePredecessor() &&
          llvm::count(llvm::successors(terminator.getParent()), to) == 1) {
        count = countOf(*to);
      } else {
        count = newCounts(1);
        probes.edges.push_back({&terminator, i, count});
      }
      addPoint(CoveragePoint::Kind::Edge, terminator,
               branch ? (i == 0 ? "taken" : "not taken")
                      : formatv("case {0}", i).str(),
               count);
    }
  }

  llvm::ModuleSlotTracker slots;
  const std::function<Place(const Instruction &)> &placeOf;
  CoverageProbes &probes;
  llvm::DenseMap<llvm::BasicBlock *, uint32_t> entries;
  llvm::DenseMap<Value *, uint32_t> choices; // of the block at hand
};

} // namespace

bool CoverageProbes::Comparison::isNextBelow() const {
  const auto predicate = compare->getUnsignedPredicate();
  return predicate == llvm::CmpInst::ICMP_ULT ||
         predicate == llvm::CmpInst::ICMP_UGE;
}

CoverageProbes scanc::simt::findCoverageProbes(
    llvm::Module &module,
    const std::function<Place(const Instruction &)> &placeOf) {
  CoverageProbes probes;
  ProbeFinder finder(module, placeOf, probes);
  for (llvm::Function &function : module)
    if (!function.isDeclaration())
      finder.run(function);
  return probes;
}
