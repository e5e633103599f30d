//===- InsertCoverage.cpp - Count what runs -------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   %c = icmp ult i64 %i, %n
// becomes, with the words of the launch at %w,
//   %c = icmp ult i64 %i, %n
//   ++w[12 + (i == n) + 2 * (i > n)]
//   w[40 + (i > n)] = min(w[40 + (i > n)], |i - n|)    unless i == n
//
// and the entry of a block is ++w[7]. No calls: code is generated without
// optimisation, and a kernel compares a lot. Words are in the address space of
// what belongs to a thread alone, so that no check looks at accesses to them.
//
//===----------------------------------------------------------------------===//

#include "CoverageProbes.h"
#include "HostLowering.h"
#include "Runtime.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace scanc::simt;
using llvm::Instruction;
using llvm::Value;

namespace {

constexpr unsigned privateSpace = 5;

class CoverageInserter {
public:
  CoverageInserter(llvm::Module &module, const CoverageMap &map)
      : builder(module.getContext()), map(map),
        words(module.getOrInsertFunction(runtime::coverage,
                                         builder.getPtrTy(privateSpace))) {
    // So that no optimisation moves or doubles the call.
    llvm::cast<llvm::Function>(words.getCallee())->setDoesNotThrow();
  }

  void insert(const CoverageProbes &probes) {
    for (const auto &[number, probe] : llvm::enumerate(probes.comparisons))
      count(probe, map.counts + 2 * number);
    for (const CoverageProbes::Choice &probe : probes.choices) {
      builder.SetInsertPoint(probe.at);
      Value *side = builder.CreateZExt(builder.CreateFreeze(probe.condition),
                                       builder.getInt64Ty());
      increment(word(builder.CreateAdd(side, builder.getInt64(probe.count))));
    }
    for (const CoverageProbes::Entry &probe : probes.entries) {
      builder.SetInsertPoint(&*probe.block->getFirstInsertionPt());
      // Behind the call that gives the words.
      if (probe.block->isEntryBlock())
        builder.SetInsertPoint(llvm::cast<Instruction>(base())->getNextNode());
      increment(word(builder.getInt64(probe.count)));
    }
    // Last, because it adds blocks.
    for (const CoverageProbes::Edge &probe : probes.edges)
      count(probe);
  }

private:
  /// The words, in the function at hand.
  Value *base() {
    llvm::Function *function = builder.GetInsertBlock()->getParent();
    Value *&known = bases[function];
    if (!known) {
      llvm::IRBuilder<>::InsertPointGuard guard(builder);
      llvm::BasicBlock &entry = function->getEntryBlock();
      builder.SetInsertPoint(&entry, entry.begin());
      known = builder.CreateCall(words, {}, "coverage");
    }
    return known;
  }

  Value *word(Value *index) {
    return builder.CreateGEP(builder.getInt64Ty(), base(), index);
  }

  void increment(Value *address) {
    Value *old = builder.CreateAlignedLoad(builder.getInt64Ty(), address,
                                           llvm::Align(1));
    builder.CreateAlignedStore(builder.CreateAdd(old, builder.getInt64(1)),
                               address, llvm::Align(1));
  }

  void count(const CoverageProbes::Comparison &probe, uint32_t distances) {
    llvm::ICmpInst &compare = *probe.compare;
    builder.SetInsertPoint(compare.getNextNode());
    llvm::Type *i64 = builder.getInt64Ty();
    const bool isSigned = compare.isSigned();
    auto widen = [&](Value *value) {
      return builder.CreateIntCast(builder.CreateFreeze(value), i64, isSigned);
    };
    Value *a = widen(compare.getOperand(0)), *b = widen(compare.getOperand(1));
    Value *isEqual = builder.CreateICmpEQ(a, b);
    Value *equal = builder.CreateZExt(isEqual, i64);
    Value *isGreater =
        isSigned ? builder.CreateICmpSGT(a, b) : builder.CreateICmpUGT(a, b);
    Value *greater = builder.CreateZExt(isGreater, i64);
    Value *which =
        compare.isEquality()
            ? equal
            : builder.CreateAdd(equal, builder.CreateShl(greater, uint64_t(1)));
    increment(word(builder.CreateAdd(which, builder.getInt64(probe.count))));

    // Less 1, so that an equal pair has the word that stands for none.
    Value *distance = builder.CreateSelect(isGreater, builder.CreateSub(a, b),
                                           builder.CreateSub(b, a));
    distance = builder.CreateSub(distance, builder.getInt64(1));
    Value *address =
        word(builder.CreateAdd(greater, builder.getInt64(distances)));
    Value *least = builder.CreateAlignedLoad(i64, address, llvm::Align(1));
    Value *isLess = builder.CreateICmpULT(distance, least);
    builder.CreateAlignedStore(builder.CreateSelect(isLess, distance, least),
                               address, llvm::Align(1));
  }

  void count(const CoverageProbes::Edge &probe) {
    llvm::BasicBlock *from = probe.branch->getParent();
    llvm::BasicBlock *to = probe.branch->getSuccessor(probe.successor);
    llvm::BasicBlock *between = llvm::BasicBlock::Create(
        builder.getContext(), "edge", from->getParent(), to);
    builder.SetInsertPoint(between);
    increment(word(builder.getInt64(probe.count)));
    builder.CreateBr(to);
    probe.branch->setSuccessor(probe.successor, between);
    // Several ways may lead from one block to another.
    for (llvm::PHINode &phi : to->phis())
      phi.setIncomingBlock(phi.getBasicBlockIndex(from), between);
  }

  llvm::IRBuilder<> builder;
  const CoverageMap &map;
  llvm::FunctionCallee words;
  llvm::DenseMap<llvm::Function *, Value *> bases;
};

} // namespace

CoverageMap
scanc::simt::insertCoverage(llvm::Module &module,
                            const Instrumentation &instrumentation) {
  CoverageProbes probes =
      findCoverageProbes(module, [&](const Instruction &instruction) {
        return placeOf(instruction, instrumentation.places);
      });
  CoverageInserter(module, probes.map).insert(probes);
  return std::move(probes.map);
}

//===----------------------------------------------------------------------===//
// What was counted
//===----------------------------------------------------------------------===//

llvm::StringRef scanc::simt::toString(CoveragePoint::Kind kind) {
  switch (kind) {
  case CoveragePoint::Kind::Access:
    return "access";
  case CoveragePoint::Kind::Edge:
    return "edge";
  case CoveragePoint::Kind::Choice:
    return "choice";
  case CoveragePoint::Kind::Outcome:
    return "outcome";
  }
  llvm_unreachable("unknown kind of point");
}

/// Distances are kept less 1; this stands for none.
static constexpr uint64_t noDistance = ~uint64_t(0);

CoverageCounts::CoverageCounts(const CoverageMap &map) : counts(map.counts) {
  words.assign(counts, 0);
  words.resize(counts + 2 * map.comparisons.size(), noDistance);
}

uint64_t CoverageCounts::of(const CoveragePoint &point) const {
  switch (point.next) {
  case CoveragePoint::Next::No:
    return words[point.count];
  case CoveragePoint::Next::Below:
    return below(*point.comparison) == 1;
  case CoveragePoint::Next::Above:
    return above(*point.comparison) == 1;
  }
  llvm_unreachable("unknown distance");
}

static std::optional<uint64_t> decode(uint64_t word) {
  if (word == noDistance)
    return std::nullopt;
  return word + 1;
}

std::optional<uint64_t> CoverageCounts::below(uint32_t comparison) const {
  return decode(words[counts + 2 * comparison]);
}

std::optional<uint64_t> CoverageCounts::above(uint32_t comparison) const {
  return decode(words[counts + 2 * comparison + 1]);
}

void CoverageCounts::add(const CoverageCounts &other) {
  for (uint32_t i = 0; i < counts; ++i)
    words[i] += other.words[i];
  for (size_t i = counts; i < words.size(); ++i)
    words[i] = std::min(words[i], other.words[i]);
}
