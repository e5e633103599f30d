//===- LowerAsync.cpp - llvm.nvvm.* of asynchronous copies to calls -------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   mbarrier.*, cp.async.mbarrier.*   scanc_simt_mbarrier(op, address, operand,
//                                                         order)
//   cp.async.*, cp.async.bulk.*       scanc_simt_async_copy(kind, ...)
//   ... commit.group, wait.*          scanc_simt_async_groups(op, n)
//   fence.proxy.*, fence.mbarrier_init.*    scanc_simt_proxy_fence(kind)
//
// Threads arrive at the mbarriers of all blocks of their cluster. Copies are to
// and from the block's own shared memory: shared::cluster is shared::cta for
// them, and a copy to several blocks of a cluster is refused. Cache hints and
// time limits have no effect.
//
//===----------------------------------------------------------------------===//

#include "AsyncUnit.h"
#include "HostLowering.h"
#include "Runtime.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace scanc::simt;
using llvm::CallInst;
using llvm::StringRef;
using llvm::Value;

namespace {

template <class T> struct Named {
  StringRef name;
  T value;
};

// Without suffixes for scope, space, order and time limit.
constexpr Named<MbarrierOp> mbarrierOps[] = {
    {"init", MbarrierOp::Init},
    {"inval", MbarrierOp::Inval},
    {"arrive", MbarrierOp::Arrive},
    {"arrive.noComplete", MbarrierOp::ArriveNoComplete},
    {"arrive.expect.tx", MbarrierOp::ArriveExpectTx},
    {"arrive.drop", MbarrierOp::ArriveDrop},
    {"arrive.drop.noComplete", MbarrierOp::ArriveDropNoComplete},
    {"arrive.drop.expect.tx", MbarrierOp::ArriveDropExpectTx},
    {"expect.tx", MbarrierOp::ExpectTx},
    {"complete.tx", MbarrierOp::CompleteTx},
    {"test.wait", MbarrierOp::Wait},
    {"test.wait.parity", MbarrierOp::WaitParity},
    {"try.wait", MbarrierOp::Wait},
    {"try.wait.parity", MbarrierOp::WaitParity},
};

constexpr Named<MbarrierOp> arrivalsOfCopies[] = {
    {"cp.async.mbarrier.arrive", MbarrierOp::CopiesArrive},
    {"cp.async.mbarrier.arrive.noinc", MbarrierOp::CopiesArriveNoInc},
};

constexpr Named<unsigned> nonBulkCopies[] = {
    {"cp.async.ca.shared.global.4", 4},
    {"cp.async.ca.shared.global.8", 8},
    {"cp.async.ca.shared.global.16", 16},
    {"cp.async.cg.shared.global.16", 16},
};

constexpr Named<GroupOp> groupOps[] = {
    {"cp.async.commit.group", GroupOp::Commit},
    {"cp.async.wait.group", GroupOp::Wait},
    {"cp.async.wait.all", GroupOp::WaitAll},
    {"cp.async.bulk.commit.group", GroupOp::BulkCommit},
    {"cp.async.bulk.wait.group", GroupOp::BulkWait},
    {"cp.async.bulk.wait.group.read", GroupOp::BulkWaitRead},
};

constexpr Named<ProxyFence> proxyFences[] = {
    {"fence.proxy.alias", ProxyFence::Alias},
    {"fence.proxy.async", ProxyFence::Async},
    {"fence.proxy.async.global", ProxyFence::AsyncGlobal},
    {"fence.proxy.async.shared_cta", ProxyFence::AsyncSharedCta},
    {"fence.proxy.async.shared_cluster", ProxyFence::AsyncSharedCluster},
    {"fence.proxy.async_generic.acquire.sync_restrict.space.cluster.scope."
     "cluster",
     ProxyFence::AsyncGenericAcquire},
    {"fence.proxy.async_generic.release.sync_restrict.space.cta.scope.cluster",
     ProxyFence::AsyncGenericRelease},
    {"fence.mbarrier_init.release.cluster", ProxyFence::MbarrierInit},
};

template <class T, size_t n>
const T *lookup(const Named<T> (&table)[n], StringRef name) {
  for (const Named<T> &entry : table)
    if (entry.name == name)
      return &entry.value;
  return nullptr;
}

class AsyncLowering {
public:
  explicit AsyncLowering(CallInst &call)
      : call(call), builder(&call), none(builder.getVoidTy()) {}

  bool lower(StringRef name) {
    return lowerMbarrier(name) || lowerArrivalOfCopies(name) ||
           lowerNonBulkCopy(name) || lowerBulkCopy(name) || lowerGroups(name) ||
           lowerProxyFence(name);
  }

private:
  bool lowerMbarrier(StringRef name) {
    if (!name.consume_front("mbarrier."))
      return false;
    if (name == "pending.count")
      return lowerPendingCount();
    for (StringRef suffix : {".space.cta", ".space.cluster", ".shared"})
      name.consume_back(suffix);
    MbarrierOrder order = name.consume_back(".scope.cluster")
                              ? MbarrierOrder::Cluster
                              : MbarrierOrder::Block;
    name.consume_back(".scope.cta");
    // Nobody may count on the order of a wait that is for the pace alone.
    if (name.consume_back(".relaxed") || call.hasMetadata("prefix.pace"))
      order = MbarrierOrder::Relaxed;
    name.consume_back(".tl");
    const MbarrierOp *op = lookup(mbarrierOps, name);
    if (!op)
      return false;
    Value *operand = call.arg_size() > 1 ? call.getArgOperand(1)
                                         : builder.getInt32(1); // arrivals
    Value *result = callMbarrier(*op, operand, order);
    llvm::Type *type = call.getType();
    return replace(type->isVoidTy() ? nullptr
                                    : builder.CreateTrunc(result, type));
  }

  bool lowerPendingCount() {
    Value *count = builder.CreateTrunc(call.getArgOperand(0), call.getType());
    return replace(builder.CreateAnd(
        count, (uint64_t(1) << Mbarrier::tokenPendingBits) - 1));
  }

  bool lowerArrivalOfCopies(StringRef name) {
    name.consume_back(".shared");
    const MbarrierOp *op = lookup(arrivalsOfCopies, name);
    if (!op)
      return false;
    callMbarrier(*op, builder.getInt32(0), MbarrierOrder::Block);
    return replace(nullptr);
  }

  /// cp.async.{ca,cg}.shared.global.{4,8,16}[.s](destination, source[, bytes])
  bool lowerNonBulkCopy(StringRef name) {
    bool sized = name.consume_back(".s");
    const unsigned *bytes = lookup(nonBulkCopies, name);
    if (!bytes)
      return false;
    Value *written = builder.getInt32(*bytes);
    callCopy(CopyKind::NonBulk, address(0), address(1), written,
             sized ? call.getArgOperand(2) : written, null());
    return replace(nullptr);
  }

  bool lowerBulkCopy(StringRef name) {
    if (!name.consume_front("cp.async.bulk."))
      return false;
    if (name == "global.to.shared.cluster") {
      // Operand 6 says whether operand 4, a set of blocks, is used.
      auto *several = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(6));
      if (!several || !several->isZero())
        return false;
      return bulkCopy(CopyKind::GlobalToShared, address(0), address(2), 3,
                      address(1));
    }
    if (name == "global.to.shared.cta")
      return bulkCopy(CopyKind::GlobalToShared, address(0), address(2), 3,
                      address(1));
    if (name == "shared.cta.to.cluster")
      return bulkCopy(CopyKind::SharedToShared, address(0), address(2), 3,
                      address(1));
    if (name == "shared.cta.to.global")
      return bulkCopy(CopyKind::SharedToGlobal, address(0), address(1), 2,
                      null());
    if (name == "prefetch.L2")
      return bulkCopy(CopyKind::Prefetch, null(), address(0), 1, null());
    return false;
  }

  bool lowerGroups(StringRef name) {
    const GroupOp *op = lookup(groupOps, name);
    if (!op)
      return false;
    Value *count =
        call.arg_size() ? call.getArgOperand(0) : builder.getInt32(0);
    callRuntime(builder, runtime::asyncGroups, none, {number(*op), count});
    return replace(nullptr);
  }

  bool lowerProxyFence(StringRef name) {
    const ProxyFence *kind = lookup(proxyFences, name);
    if (!kind)
      return false;
    callRuntime(builder, runtime::proxyFence, none, {number(*kind)});
    return replace(nullptr);
  }

  Value *callMbarrier(MbarrierOp op, Value *operand, MbarrierOrder order) {
    return callRuntime(builder, runtime::mbarrier, builder.getInt64Ty(),
                       {number(op), address(0),
                        builder.CreateZExt(operand, builder.getInt64Ty()),
                        number(order)});
  }

  bool bulkCopy(CopyKind kind, Value *destination, Value *source,
                unsigned sizeOperand, Value *mbarrier) {
    Value *bytes = call.getArgOperand(sizeOperand);
    callCopy(kind, destination, source, bytes, bytes, mbarrier);
    return replace(nullptr);
  }

  void callCopy(CopyKind kind, Value *destination, Value *source, Value *bytes,
                Value *sourceBytes, Value *mbarrier) {
    callRuntime(
        builder, runtime::asyncCopy, none,
        {number(kind), destination, source, bytes, sourceBytes, mbarrier});
  }

  bool replace(Value *value) {
    if (value)
      call.replaceAllUsesWith(value);
    call.eraseFromParent();
    return true;
  }

  Value *address(unsigned operand) {
    return builder.CreateAddrSpaceCast(call.getArgOperand(operand),
                                       builder.getPtrTy());
  }
  Value *null() { return llvm::ConstantPointerNull::get(builder.getPtrTy()); }

  template <class Enum> Value *number(Enum value) {
    return builder.getInt32(static_cast<uint32_t>(value));
  }

  CallInst &call;
  llvm::IRBuilder<> builder;
  llvm::Type *none;
};

} // namespace

bool scanc::simt::lowerAsync(CallInst &call, StringRef name) {
  // LLVM has checked the operands of the intrinsics that it knows, only.
  return call.getIntrinsicID() != llvm::Intrinsic::not_intrinsic &&
         AsyncLowering(call).lower(name);
}
