//===- InsertObservations.cpp - Announce accesses to memory ---------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   store i32 %v, ptr addrspace(3) %p              !dbg !7
// becomes
//   call void @scanc_simt_access(i32 4, ptr %p, i64 4, i64 %trip, ptr null)
//   store i32 %v, ptr addrspace(3) %p              !dbg !7
//
// and 4 is the index of the store in the list of sites. Accesses to a thread's
// own stack and to constants of the module are nobody's business.
//
// A module that counts its combines (the pass prefix-count-combines) calls
// scanc_count_combine(i1 kept), a function without a body, for each; that call
// becomes one that knows its site.
//
// %trip counts the trips of the loops around the access, a PHI each at the
// loop's header. Every so many trips the machine is told, so that a loop that
// never ends does not go unnoticed.
//
//===----------------------------------------------------------------------===//

#include "HostLowering.h"
#include "Machine.h"
#include "Runtime.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace scanc::simt;
using llvm::formatv;
using llvm::Instruction;
using llvm::Value;

/// What a module that counts its combines calls for each.
static constexpr llvm::StringLiteral countCombine = "scanc_count_combine";

namespace {

AccessOrder orderOf(llvm::AtomicOrdering ordering) {
  switch (ordering) {
  case llvm::AtomicOrdering::NotAtomic:
    return AccessOrder::Plain;
  case llvm::AtomicOrdering::Unordered:
  case llvm::AtomicOrdering::Monotonic:
    return AccessOrder::Relaxed;
  case llvm::AtomicOrdering::Acquire:
    return AccessOrder::Acquire;
  case llvm::AtomicOrdering::Release:
    return AccessOrder::Release;
  case llvm::AtomicOrdering::AcquireRelease:
    return AccessOrder::AcquireRelease;
  case llvm::AtomicOrdering::SequentiallyConsistent:
    return AccessOrder::SequentiallyConsistent;
  }
  return AccessOrder::SequentiallyConsistent;
}

AccessScope scopeOf(const Instruction &instruction) {
  std::optional<llvm::SyncScope::ID> id =
      llvm::getAtomicSyncScopeID(&instruction);
  if (!id)
    return AccessScope::System;
  llvm::StringRef name =
      instruction.getContext().getSyncScopeName(*id).value_or("");
  if (name == "block" || name == "singlethread")
    return AccessScope::Block;
  if (name == "cluster")
    return AccessScope::Cluster;
  if (name == "device")
    return AccessScope::Device;
  return AccessScope::System;
}

/// Whether an access through this pointer concerns nobody but the thread.
bool isPrivate(const Value *pointer) {
  constexpr unsigned localSpace = 5;
  if (pointer->getType()->getPointerAddressSpace() == localSpace)
    return true;
  const Value *object = llvm::getUnderlyingObject(pointer, /*MaxLookup=*/0);
  return llvm::isa<llvm::AllocaInst, llvm::GlobalVariable>(object);
}

class ObservationInserter {
public:
  ObservationInserter(llvm::Module &module,
                      const Instrumentation &instrumentation,
                      std::vector<AccessSite> &sites)
      : layout(module.getDataLayout()), instrumentation(instrumentation),
        sites(sites), builder(module.getContext()) {
    llvm::Type *none = builder.getVoidTy(), *i32 = builder.getInt32Ty();
    llvm::Type *i64 = builder.getInt64Ty();
    access = module.getOrInsertFunction(runtime::access, none, i32,
                                        builder.getPtrTy(), i64, i64,
                                        builder.getPtrTy());
    atSite = module.getOrInsertFunction(runtime::atSite, none, i32);
    longLoop = module.getOrInsertFunction(runtime::longLoop, none, i32);
    combined = module.getOrInsertFunction(runtime::combined, none, i32, i32);
    for (llvm::FunctionCallee callee : {access, atSite, longLoop, combined})
      llvm::cast<llvm::Function>(callee.getCallee())->setDoesNotThrow();
  }

  void run(llvm::Function &function) {
    llvm::DominatorTree dominators(function);
    llvm::LoopInfo loops(dominators);
    llvm::SmallVector<Instruction *> instructions;
    for (Instruction &instruction : llvm::instructions(function))
      instructions.push_back(&instruction);
    counters.clear();
    countTrips(loops);
    for (Instruction *instruction : instructions) {
      builder.SetInsertPoint(instruction);
      iteration = nullptr;
      loop = loops.getLoopFor(instruction->getParent());
      visit(*instruction);
    }
    // Last, because it splits blocks.
    for (auto [_, trip] : counters)
      announceLongLoop(*trip);
  }

private:
  /// A PHI in each loop's header that is 0, 1, 2, ... in its trips.
  void countTrips(llvm::LoopInfo &loops) {
    for (llvm::Loop *inner : loops.getLoopsInPreorder()) {
      llvm::BasicBlock *header = inner->getHeader();
      builder.SetInsertPoint(header, header->begin());
      llvm::PHINode *trip = builder.CreatePHI(builder.getInt64Ty(), 2, "trip");
      builder.SetInsertPoint(header, header->getFirstInsertionPt());
      Value *next = builder.CreateAdd(trip, builder.getInt64(1));
      for (llvm::BasicBlock *from : llvm::predecessors(header))
        trip->addIncoming(inner->contains(from) ? next : builder.getInt64(0),
                          from);
      counters[inner] = trip;
    }
  }

  /// Calls the machine in each trip whose number is a multiple of
  /// tripsOfLongLoop, but 0.
  void announceLongLoop(llvm::PHINode &trip) {
    Instruction *place = &*trip.getParent()->getFirstInsertionPt();
    builder.SetInsertPoint(place);
    Value *low =
        builder.CreateAnd(&trip, builder.getInt64(tripsOfLongLoop - 1));
    Value *isLong = builder.CreateAnd(builder.CreateIsNull(low),
                                      builder.CreateIsNotNull(&trip));
    uint32_t site = add(makeSite(*trip.getParent()->getTerminator(),
                                 AccessKind::Meeting, "loop"));
    builder.SetInsertPoint(
        llvm::SplitBlockAndInsertIfThen(isLong, place, /*Unreachable=*/false));
    builder.CreateCall(longLoop, builder.getInt32(site));
  }

  /// Distinct for the trips of the loops around the insertion point, but for
  /// collisions of a 64-bit mixture.
  Value *currentIteration() {
    if (iteration)
      return iteration;
    iteration = builder.getInt64(0);
    for (llvm::Loop *around = loop; around; around = around->getParentLoop())
      iteration = builder.CreateAdd(
          builder.CreateMul(iteration, builder.getInt64(0x9e3779b97f4a7c15u)),
          counters.lookup(around));
    return iteration;
  }

  void visit(Instruction &instruction) {
    if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
      return observe(instruction, AccessKind::Load, load->getPointerOperand(),
                     load->getType(), load->getAlign(), "load");
    if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
      return observe(instruction, AccessKind::Store, store->getPointerOperand(),
                     store->getValueOperand()->getType(), store->getAlign(),
                     "store");
    if (auto *rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
      return observe(
          instruction, AccessKind::Update, rmw->getPointerOperand(),
          rmw->getType(), rmw->getAlign(),
          llvm::AtomicRMWInst::getOperationName(rmw->getOperation()));
    if (auto *swap = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
      return observe(instruction, AccessKind::Update, swap->getPointerOperand(),
                     swap->getNewValOperand()->getType(), swap->getAlign(),
                     "compare-and-swap", /*length=*/nullptr,
                     inMemory(swap->getCompareOperand()));
    if (llvm::isa<llvm::FenceInst>(instruction)) {
      AccessSite site = makeSite(instruction, AccessKind::Fence, "fence");
      builder.CreateCall(atSite, builder.getInt32(add(std::move(site))));
      return;
    }
    if (auto *call = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction))
      return visitMemory(*call);
    if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction))
      visitCall(*call);
  }

  /// memcpy, memmove, memset.
  void visitMemory(llvm::MemIntrinsic &call) {
    if (auto *transfer = llvm::dyn_cast<llvm::MemTransferInst>(&call))
      observe(call, AccessKind::Load, transfer->getSource(), nullptr,
              transfer->getSourceAlign().valueOrOne(), "copy from memory",
              call.getLength());
    observe(call, AccessKind::Store, call.getDest(), nullptr,
            call.getDestAlign().valueOrOne(), "copy to memory",
            call.getLength());
  }

  /// Barriers and warp collectives say where they are, for messages.
  void visitCall(llvm::CallInst &call) {
    llvm::Function *callee = call.getCalledFunction();
    if (callee && callee->getName() == countCombine)
      return visitCombine(call);
    if (!callee || (callee->getName() != runtime::barrier &&
                    callee->getName() != runtime::collective &&
                    callee->getName() != runtime::collectives &&
                    callee->getName() != runtime::mbarrier &&
                    callee->getName() != runtime::asyncCopy &&
                    callee->getName() != runtime::asyncGroups &&
                    callee->getName() != runtime::awaitLaunchBefore &&
                    callee->getName() != runtime::clusterArrive &&
                    callee->getName() != runtime::clusterWait &&
                    callee->getName() != runtime::mapShared &&
                    callee->getName() != runtime::trap))
      return;
    llvm::StringRef what = "meeting";
    if (callee->getName() == runtime::mbarrier)
      what = nameOf(static_cast<MbarrierOp>(
          llvm::cast<llvm::ConstantInt>(call.getArgOperand(0))
              ->getZExtValue()));
    builder.CreateCall(atSite, builder.getInt32(add(
                                   makeSite(call, AccessKind::Meeting, what))));
  }

  void visitCombine(llvm::CallInst &call) {
    AccessSite site = makeSite(call, AccessKind::Combine, "combine");
    builder.CreateCall(combined, {builder.getInt32(add(std::move(site))),
                                  builder.CreateZExt(call.getArgOperand(0),
                                                     builder.getInt32Ty())});
    call.eraseFromParent();
  }

  void observe(Instruction &instruction, AccessKind kind, Value *pointer,
               llvm::Type *type, llvm::Align align, llvm::StringRef verb,
               Value *length = nullptr, Value *expected = nullptr) {
    if (isPrivate(pointer))
      return;
    uint64_t bytes = type ? layout.getTypeStoreSize(type).getFixedValue() : 0;
    AccessSite site = makeSite(instruction, kind, verb);
    if (instruction.isAtomic())
      site.what = "atomic " + site.what;
    if (bytes)
      site.what += formatv(" of {0} byte{1}", bytes, bytes == 1 ? "" : "s");
    site.bytes = bytes;
    site.align = align.value();
    unsigned space = pointer->getType()->getPointerAddressSpace();
    site.space = space == 3   ? AccessSpace::Shared
                 : space == 7 ? AccessSpace::SharedCluster
                 : space == 1 ? AccessSpace::Global
                              : AccessSpace::Generic;
    Value *size = length
                      ? builder.CreateZExtOrTrunc(length, builder.getInt64Ty())
                      : builder.getInt64(bytes);
    builder.CreateCall(
        access,
        {builder.getInt32(add(std::move(site))),
         builder.CreateAddrSpaceCast(pointer, builder.getPtrTy()), size,
         currentIteration(),
         expected ? expected
                  : llvm::ConstantPointerNull::get(builder.getPtrTy())});
  }

  /// A pointer to a copy of `value`.
  Value *inMemory(Value *value) {
    llvm::Function *function = builder.GetInsertBlock()->getParent();
    llvm::IRBuilder<> atEntry(&*function->getEntryBlock().begin());
    Value *place = atEntry.CreateAlloca(value->getType());
    builder.CreateStore(value, place);
    return place;
  }

  AccessSite makeSite(const Instruction &instruction, AccessKind kind,
                      llvm::StringRef what) {
    AccessSite site;
    site.kind = kind;
    site.what = what.str();
    if (auto ordering = orderingOf(instruction)) {
      site.order = orderOf(*ordering);
      site.scope = scopeOf(instruction);
    }
    if (llvm::isa<llvm::AtomicRMWInst>(instruction)) {
      // The NVPTX backend prints atom.op.type without order and scope, which
      // PTX takes for .relaxed.gpu.
      site.order = AccessOrder::Relaxed;
      site.scope = AccessScope::Device;
    }
    if (site.order == AccessOrder::Plain && instruction.isVolatile())
      site.order = AccessOrder::Relaxed;
    site.place = placeOf(instruction, instrumentation.places);
    return site;
  }

  static std::optional<llvm::AtomicOrdering>
  orderingOf(const Instruction &instruction) {
    if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
      return load->getOrdering();
    if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
      return store->getOrdering();
    if (auto *rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
      return rmw->getOrdering();
    if (auto *swap = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
      return swap->getMergedOrdering();
    if (auto *fence = llvm::dyn_cast<llvm::FenceInst>(&instruction))
      return fence->getOrdering();
    return std::nullopt;
  }

  uint32_t add(AccessSite site) {
    sites.push_back(std::move(site));
    return sites.size() - 1;
  }

  const llvm::DataLayout &layout;
  const Instrumentation &instrumentation;
  std::vector<AccessSite> &sites;
  llvm::IRBuilder<> builder;
  llvm::FunctionCallee access, atSite, longLoop, combined;
  llvm::DenseMap<llvm::Loop *, llvm::PHINode *> counters;
  llvm::Loop *loop = nullptr;
  Value *iteration = nullptr;
};

} // namespace

std::vector<AccessSite>
scanc::simt::insertObservations(llvm::Module &module,
                                const Instrumentation &instrumentation) {
  std::vector<AccessSite> sites;
  ObservationInserter inserter(module, instrumentation, sites);
  for (llvm::Function &function : module)
    if (!function.isDeclaration())
      inserter.run(function);
  return sites;
}
