//===- ProveUnreachable.cpp - Code that no launch can reach ---------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   %c = icmp ult i64 %i, %n
// becomes
//   %c = icmp ult i64 %i, %n
//   %e = icmp eq i64 %i, %n
//   br i1 %e, label %then, label %else
// then:
//   call void @scanc_reached_13()
//
// What is known of the launch becomes ranges of the registers and assumptions
// about the arguments. A call that O3 removes cannot happen.
//
//===----------------------------------------------------------------------===//

#include "CoverageProbes.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace scanc::simt;
using llvm::Instruction;
using llvm::Value;

static constexpr llvm::StringLiteral markerPrefix = "scanc_reached_";

namespace {

class MarkerInserter {
public:
  MarkerInserter(llvm::Module &module, llvm::ArrayRef<uint32_t> counts)
      : module(module), builder(module.getContext()),
        wanted(counts.begin(), counts.end()) {}

  void insert(const CoverageProbes &probes) {
    for (const CoverageProbes::Entry &probe : probes.entries)
      if (wanted.contains(probe.count)) {
        builder.SetInsertPoint(&*probe.block->getFirstInsertionPt());
        mark(probe.count);
      }
    for (const CoverageProbes::Choice &probe : probes.choices)
      for (uint32_t side : {0, 1})
        if (wanted.contains(probe.count + side)) {
          builder.SetInsertPoint(probe.at);
          markIf(side ? probe.condition : builder.CreateNot(probe.condition),
                 *probe.at, probe.count + side);
        }
    for (const CoverageProbes::Comparison &probe : probes.comparisons)
      insert(probe);
    for (const CoverageProbes::Edge &probe : probes.edges)
      if (wanted.contains(probe.count))
        insert(probe);
  }

private:
  void mark(uint32_t count) {
    auto callee = module.getOrInsertFunction(
        (markerPrefix + llvm::Twine(count)).str(), builder.getVoidTy());
    auto *marker = llvm::cast<llvm::Function>(callee.getCallee());
    // So that what is around the call is optimised as without it.
    marker->setMemoryEffects(llvm::MemoryEffects::inaccessibleMemOnly());
    marker->setDoesNotThrow();
    marker->setWillReturn();
    builder.CreateCall(callee);
  }

  void markIf(Value *condition, Instruction &before, uint32_t count) {
    builder.SetInsertPoint(llvm::SplitBlockAndInsertIfThen(
        condition, &before, /*Unreachable=*/false));
    mark(count);
  }

  void insert(const CoverageProbes::Comparison &probe) {
    llvm::ICmpInst &compare = *probe.compare;
    Value *a = compare.getOperand(0), *b = compare.getOperand(1);
    const bool isSigned = compare.isSigned();
    const llvm::CmpInst::Predicate predicates[] = {
        compare.isEquality() ? llvm::CmpInst::ICMP_NE
        : isSigned           ? llvm::CmpInst::ICMP_SLT
                             : llvm::CmpInst::ICMP_ULT,
        llvm::CmpInst::ICMP_EQ,
        isSigned ? llvm::CmpInst::ICMP_SGT : llvm::CmpInst::ICMP_UGT};
    for (uint32_t which = 0; which < (compare.isEquality() ? 2 : 3); ++which)
      if (wanted.contains(probe.count + which)) {
        Instruction *after = compare.getNextNode();
        builder.SetInsertPoint(after);
        markIf(builder.CreateICmp(predicates[which], a, b), *after,
               probe.count + which);
      }
    if (const uint32_t next = probe.count + 3; wanted.contains(next)) {
      if (!probe.isNextBelow())
        std::swap(a, b);
      Instruction *after = compare.getNextNode();
      builder.SetInsertPoint(after);
      Value *isOneLess = builder.CreateICmpEQ(
          builder.CreateAdd(a, llvm::ConstantInt::get(a->getType(), 1)), b);
      Value *isLess = builder.CreateICmp(
          isSigned ? llvm::CmpInst::ICMP_SLT : llvm::CmpInst::ICMP_ULT, a, b);
      markIf(builder.CreateAnd(isOneLess, isLess), *after, next);
    }
  }

  void insert(const CoverageProbes::Edge &probe) {
    llvm::BasicBlock *from = probe.branch->getParent();
    llvm::BasicBlock *to = probe.branch->getSuccessor(probe.successor);
    llvm::BasicBlock *between = llvm::BasicBlock::Create(
        builder.getContext(), "edge", from->getParent(), to);
    builder.SetInsertPoint(between);
    mark(probe.count);
    builder.CreateBr(to);
    probe.branch->setSuccessor(probe.successor, between);
    for (llvm::PHINode &phi : to->phis())
      phi.setIncomingBlock(phi.getBasicBlockIndex(from), between);
  }

  llvm::Module &module;
  llvm::IRBuilder<> builder;
  llvm::DenseSet<uint32_t> wanted;
};

/// Tells LLVM what is known of a kernel's launches.
class FactTeller {
public:
  FactTeller(llvm::Function &kernel, const KernelFacts &facts)
      : kernel(kernel), facts(facts), builder(kernel.getContext()) {}

  void tell() {
    builder.SetInsertPoint(&*kernel.getEntryBlock().getFirstInsertionPt());
    for (const KernelFacts::Range &range : facts.arguments) {
      llvm::Argument *argument = kernel.getArg(range.argument);
      auto number = [&](uint64_t value) {
        return llvm::ConstantInt::get(argument->getType(), value);
      };
      builder.CreateAssumption(
          builder.CreateICmpUGE(argument, number(range.least)));
      builder.CreateAssumption(
          builder.CreateICmpULE(argument, number(range.greatest)));
    }
    if (facts.share && facts.gridArgument) {
      llvm::Argument *whole = kernel.getArg(facts.share->argument);
      Value *shares = builder.CreateMul(
          builder.CreateZExt(kernel.getArg(*facts.gridArgument),
                             whole->getType()),
          llvm::ConstantInt::get(whole->getType(), facts.share->perBlock), "",
          /*HasNUW=*/true, /*HasNSW=*/true);
      builder.CreateAssumption(facts.share->isMore
                                   ? builder.CreateICmpUGT(whole, shares)
                                   : builder.CreateICmpULE(whole, shares));
    }
    for (unsigned argument : facts.aligned)
      kernel.getArg(argument)->addAttr(llvm::Attribute::getWithAlignment(
          kernel.getContext(), llvm::Align(16)));
    llvm::SmallVector<llvm::CallInst *> calls;
    for (Instruction &instruction : llvm::instructions(kernel))
      if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction))
        calls.push_back(call);
    for (llvm::CallInst *call : calls)
      tellOf(*call);
  }

private:
  void tellOf(llvm::CallInst &call) {
    const llvm::Function *callee = call.getCalledFunction();
    llvm::StringRef name = callee ? callee->getName() : "";
    if (!name.consume_front("llvm.nvvm.read.ptx.sreg."))
      return;
    const uint64_t threads = facts.threads, grid = facts.greatestGrid;
    if (name == "laneid")
      below(call, 32);
    else if (threads && name == "tid.x")
      below(call, threads);
    else if (threads && name == "ntid.x")
      within(call, threads, threads + 1);
    else if (threads && (name == "ntid.y" || name == "ntid.z"))
      within(call, 1, 2);
    else if (threads && (name == "tid.y" || name == "tid.z"))
      below(call, 1);
    else if (grid && name == "nctaid.x") {
      within(call, 1, grid + 1);
      if (facts.gridArgument)
        assumeBefore(call, llvm::CmpInst::ICMP_EQ);
    } else if (grid && name == "ctaid.x") {
      below(call, grid);
      if (facts.gridArgument)
        assumeBefore(call, llvm::CmpInst::ICMP_ULT);
    }
  }

  static void within(llvm::CallInst &call, uint64_t least, uint64_t end) {
    const unsigned bits = call.getType()->getIntegerBitWidth();
    call.addRangeRetAttr(
        llvm::ConstantRange(llvm::APInt(bits, least), llvm::APInt(bits, end)));
  }
  static void below(llvm::CallInst &call, uint64_t end) {
    within(call, 0, end);
  }

  /// Compares a register with the argument that is the grid's size.
  void assumeBefore(llvm::CallInst &call, llvm::CmpInst::Predicate predicate) {
    builder.SetInsertPoint(call.getNextNode());
    Value *grid = builder.CreateZExtOrTrunc(kernel.getArg(*facts.gridArgument),
                                            call.getType());
    builder.CreateAssumption(builder.CreateICmp(predicate, &call, grid));
  }

  llvm::Function &kernel;
  const KernelFacts &facts;
  llvm::IRBuilder<> builder;
};

} // namespace

static void optimiseAll(llvm::Module &module) {
  llvm::PipelineTuningOptions tuning;
  // What is worth nothing here.
  tuning.LoopUnrolling = tuning.LoopInterleaving = false;
  tuning.LoopVectorization = tuning.SLPVectorization = false;
  llvm::PassBuilder builder(nullptr, tuning);
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager callGraph;
  llvm::ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(callGraph);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, callGraph, modules);
  builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O3)
      .run(module, modules);
}

std::vector<bool> scanc::simt::proveUnreachable(
    llvm::Module &module, llvm::ArrayRef<uint32_t> counts,
    const std::function<KernelFacts(llvm::StringRef)> &facts) {
  CoverageProbes probes =
      findCoverageProbes(module, [](const Instruction &) { return Place(); });
  // Functions without a point in question need no optimisation.
  llvm::DenseSet<uint32_t> wanted(counts.begin(), counts.end());
  llvm::StringSet<> concerned;
  for (const CoveragePoint &point : probes.map.points)
    if (wanted.contains(point.count))
      concerned.insert(point.function);
  MarkerInserter(module, counts).insert(probes);
  for (llvm::Function &function : module) {
    if (function.isDeclaration() ||
        function.getCallingConv() != llvm::CallingConv::PTX_Kernel)
      continue;
    const KernelFacts known = facts(function.getName());
    if (concerned.contains(function.getName()) && known.isLaunched)
      FactTeller(function, known).tell();
    else
      function.deleteBody();
  }
  optimiseAll(module);
  std::vector<bool> result;
  for (uint32_t count : counts) {
    const llvm::Function *marker =
        module.getFunction((markerPrefix + llvm::Twine(count)).str());
    result.push_back(!marker || marker->use_empty());
  }
  return result;
}
