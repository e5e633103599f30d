//===- LowerIntrinsics.cpp - llvm.nvvm.* to run-time calls ----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Families of intrinsics, each with one way to become a call:
//
//   special registers    scanc_simt_register(number), free of side effects
//   warp collectives     scanc_simt_collective(op, mask, value, b, c) -> i64
//   block barriers       scanc_simt_barrier(op, id, counted, threads, pred)
//   clusters             scanc_simt_cluster_{arrive,wait}(orders), map_shared
//   asynchronous copies  see LowerAsync.cpp
//   fences               LLVM's fence, of the same scope
//   dot products         arithmetic on the bytes of words
//   mathematics          a function of the same type, by table
//
// Run-time calls are opaque to the optimiser, except that a warp collective
// keeps the intrinsic's promise to touch no memory the kernel can see:
// bar.warp.sync makes no such promise, shuffles do.
//
//===----------------------------------------------------------------------===//

#include "HostLowering.h"
#include "Machine.h"
#include "Runtime.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FormatVariadic.h"

using namespace scanc::simt;
using llvm::CallInst;
using llvm::StringRef;
using llvm::Value;

namespace {

/// Which operands an intrinsic has, in order.
enum class Shape { Mask, MaskValueBC, MaskValue, ValueMask };

struct WarpIntrinsic {
  StringRef name; // after llvm.nvvm.; a final dot stands for any type suffix
  WarpOp op;
  Shape shape;
};

constexpr WarpIntrinsic warpIntrinsics[] = {
    {"bar.warp.sync", WarpOp::Sync, Shape::Mask},
    {"shfl.sync.up.", WarpOp::ShuffleUp, Shape::MaskValueBC},
    {"shfl.sync.down.", WarpOp::ShuffleDown, Shape::MaskValueBC},
    {"shfl.sync.idx.", WarpOp::ShuffleIdx, Shape::MaskValueBC},
    {"shfl.sync.bfly.", WarpOp::ShuffleBfly, Shape::MaskValueBC},
    {"vote.all.sync", WarpOp::VoteAll, Shape::MaskValue},
    {"vote.any.sync", WarpOp::VoteAny, Shape::MaskValue},
    {"vote.uni.sync", WarpOp::VoteUni, Shape::MaskValue},
    {"vote.ballot.sync", WarpOp::VoteBallot, Shape::MaskValue},
    {"redux.sync.add", WarpOp::ReduxAdd, Shape::ValueMask},
    {"redux.sync.min", WarpOp::ReduxMin, Shape::ValueMask},
    {"redux.sync.max", WarpOp::ReduxMax, Shape::ValueMask},
    {"redux.sync.umin", WarpOp::ReduxUMin, Shape::ValueMask},
    {"redux.sync.umax", WarpOp::ReduxUMax, Shape::ValueMask},
    {"redux.sync.and", WarpOp::ReduxAnd, Shape::ValueMask},
    {"redux.sync.or", WarpOp::ReduxOr, Shape::ValueMask},
    {"redux.sync.xor", WarpOp::ReduxXor, Shape::ValueMask},
    {"redux.sync.fmin", WarpOp::ReduxFMin, Shape::ValueMask},
    {"redux.sync.fmin.abs", WarpOp::ReduxFMinAbs, Shape::ValueMask},
    {"redux.sync.fmin.NaN", WarpOp::ReduxFMinNaN, Shape::ValueMask},
    {"redux.sync.fmin.abs.NaN", WarpOp::ReduxFMinAbsNaN, Shape::ValueMask},
    {"redux.sync.fmax", WarpOp::ReduxFMax, Shape::ValueMask},
    {"redux.sync.fmax.abs", WarpOp::ReduxFMaxAbs, Shape::ValueMask},
    {"redux.sync.fmax.NaN", WarpOp::ReduxFMaxNaN, Shape::ValueMask},
    {"redux.sync.fmax.abs.NaN", WarpOp::ReduxFMaxAbsNaN, Shape::ValueMask},
    {"match.any.sync.", WarpOp::MatchAny, Shape::MaskValue},
    {"match.all.sync.", WarpOp::MatchAll, Shape::MaskValue},
    {"elect.sync", WarpOp::Elect, Shape::Mask},
};

constexpr std::pair<StringRef, Register> registers[] = {
#define REGISTER(enumerator, name, value) {name, Register::enumerator},
#include "Registers.def"
};

class IntrinsicLowering {
public:
  explicit IntrinsicLowering(llvm::Module &module)
      : module(module), builder(module.getContext()) {}

  /// Replaces a call of llvm.nvvm.`name`; false if it is unknown.
  bool lower(CallInst &call, StringRef name) {
    builder.SetInsertPoint(&call);
    return lowerRegister(call, name) || lowerClock(call, name) ||
           lowerCollective(call, name) || lowerBarrier(call, name) ||
           lowerCluster(call, name) || lowerAsync(call, name) ||
           lowerMemory(call, name) || lowerControl(call, name) ||
           lowerDotProduct(call, name) || lowerMath(call, name);
  }

private:
  bool lowerRegister(CallInst &call, StringRef name) {
    // Which lanes are together is nowhere guaranteed by PTX; here every fibre
    // is alone, so the calling lane is all there is.
    if (name == "activemask")
      name = "lanemask.eq";
    else if (!name.consume_front("read.ptx.sreg."))
      return false;
    for (auto [spelling, which] : registers)
      if (name == spelling) {
        CallInst *value =
            callRuntime(runtime::readRegister, i32(), {number(which)});
        value->setDoesNotAccessMemory();
        value->addFnAttr(llvm::Attribute::WillReturn);
        return replace(call, value);
      }
    return false;
  }

  bool lowerClock(CallInst &call, StringRef name) {
    if (name != "read.ptx.sreg.clock" && name != "read.ptx.sreg.clock64" &&
        name != "read.ptx.sreg.globaltimer" &&
        name != "read.ptx.sreg.globaltimer_lo")
      return false;
    Value *now = callRuntime(runtime::clock, i64(), {});
    return replace(call, builder.CreateZExtOrTrunc(now, call.getType()));
  }

  bool lowerCollective(CallInst &call, StringRef name) {
    for (const WarpIntrinsic &known : warpIntrinsics) {
      if (known.name.ends_with(".") ? !name.starts_with(known.name)
                                    : name != known.name)
        continue;
      Value *zero = builder.getInt32(0);
      Value *mask = call.getArgOperand(known.shape == Shape::ValueMask);
      Value *value = builder.getInt64(0), *b = zero, *c = zero;
      if (known.shape != Shape::Mask)
        value = toI64(call.getArgOperand(known.shape != Shape::ValueMask));
      if (known.shape == Shape::MaskValueBC) {
        b = call.getArgOperand(2);
        c = call.getArgOperand(3);
      }
      CallInst *result = callRuntime(runtime::collective, i64(),
                                     {number(known.op), mask, value, b, c});
      if (known.op != WarpOp::Sync)
        result->setOnlyAccessesInaccessibleMemory();
      return replace(call, fromI64(result, call.getType()));
    }
    return false;
  }

  /// barrier.cta.{sync,arrive,red.popc,red.and,red.or}[.aligned].{all,count}
  bool lowerBarrier(CallInst &call, StringRef name) {
    if (!name.consume_front("barrier.cta."))
      return false;
    BarrierOp op;
    if (name.consume_front("sync."))
      op = BarrierOp::Sync;
    else if (name.consume_front("arrive."))
      op = BarrierOp::Arrive;
    else if (name.consume_front("red.popc."))
      op = BarrierOp::ReduxPopc;
    else if (name.consume_front("red.and."))
      op = BarrierOp::ReduxAnd;
    else if (name.consume_front("red.or."))
      op = BarrierOp::ReduxOr;
    else
      return false;
    name.consume_front("aligned.");
    bool counted = name == "count";
    if (!counted && name != "all")
      return false;
    bool reduces = op != BarrierOp::Sync && op != BarrierOp::Arrive;
    Value *zero = builder.getInt32(0);
    Value *predicate =
        reduces
            ? builder.CreateZExt(call.getArgOperand(call.arg_size() - 1), i32())
            : zero;
    Value *result = callRuntime(
        runtime::barrier, i32(),
        {number(op), call.getArgOperand(0), builder.getInt32(counted),
         counted ? call.getArgOperand(1) : zero, predicate});
    return replace(call, reduces ? builder.CreateTrunc(result, call.getType())
                                 : nullptr);
  }

  /// barrier.cluster.{arrive[.relaxed],wait}[.aligned], mapa, getctarank,
  /// is_explicit_cluster
  bool lowerCluster(CallInst &call, StringRef name) {
    if (name == "is_explicit_cluster") {
      Value *count = callRuntime(runtime::readRegister, i32(),
                                 {number(Register::ClusterNctarank)});
      return replace(call, builder.CreateICmpUGT(count, builder.getInt32(1)));
    }
    if (name.starts_with("mapa")) {
      Value *place =
          callRuntime(runtime::mapShared, builder.getPtrTy(),
                      {flat(call.getArgOperand(0)), call.getArgOperand(1)});
      return replace(call, builder.CreateAddrSpaceCast(place, call.getType()));
    }
    if (name.starts_with("getctarank"))
      return replace(call, callRuntime(runtime::rankOf, i32(),
                                       {flat(call.getArgOperand(0))}));
    if (!name.consume_front("barrier.cluster."))
      return false;
    name.consume_back(".aligned");
    const bool isRelaxed = name.consume_back(".relaxed");
    if (name != "arrive" && name != "wait")
      return false;
    callRuntime(name == "arrive" ? runtime::clusterArrive
                                 : runtime::clusterWait,
                builder.getVoidTy(), {builder.getInt32(!isRelaxed)});
    return replace(call, nullptr);
  }

  Value *flat(Value *pointer) {
    return builder.CreateAddrSpaceCast(pointer, builder.getPtrTy());
  }

  /// The scope in LLVM's spelling: membar.{cta,gl,sys},
  /// fence.{sc,acq_rel}.{cta,cluster,gpu,sys}.
  static StringRef scopeOfFence(StringRef name) {
    if (name.ends_with(".cta"))
      return "block";
    if (name.ends_with(".cluster"))
      return "cluster";
    return name.ends_with(".gl") || name.ends_with(".gpu") ? "device" : "";
  }

  bool lowerMemory(CallInst &call, StringRef name) {
    if (name.starts_with("membar.") || name.starts_with("fence.")) {
      builder.CreateFence(
          name.starts_with("fence.acq_rel")
              ? llvm::AtomicOrdering::AcquireRelease
              : llvm::AtomicOrdering::SequentiallyConsistent,
          call.getContext().getOrInsertSyncScopeID(scopeOfFence(name)));
      return replace(call, nullptr);
    }
    if (name.starts_with("isspacep.shared") || name == "isspacep.global") {
      Value *shared = callRuntime(
          runtime::isShared, i32(),
          {call.getArgOperand(0), builder.getInt32(name != "isspacep.shared")});
      Value *answer = name == "isspacep.global"
                          ? builder.CreateIsNull(shared)
                          : builder.CreateIsNotNull(shared);
      return replace(call, answer);
    }
    return false;
  }

  bool lowerControl(CallInst &call, StringRef name) {
    if (name == "exit") {
      callRuntime(runtime::exit, builder.getVoidTy(), {});
      return replace(call, nullptr);
    }
    if (name == "nanosleep") {
      callRuntime(runtime::pause, builder.getVoidTy(), {});
      return replace(call, nullptr);
    }
    if (name.starts_with("griddepcontrol.")) {
      callRuntime(name.ends_with("wait") ? runtime::awaitLaunchBefore
                                         : runtime::letNextBegin,
                  builder.getVoidTy(), {});
      return replace(call, nullptr);
    }
    return false;
  }

  /// idp4a.{s,u}.{s,u}(a, b, c): c plus the products of four bytes each;
  /// idp2a.{s,u}.{s,u}(a, b, upper, c): of two halves of a and the lower or
  /// upper two bytes of b.
  bool lowerDotProduct(CallInst &call, StringRef name) {
    const bool hasHalves = name.consume_front("idp2a.");
    if (!hasHalves && !name.consume_front("idp4a."))
      return false;
    const bool isSignedA = name.starts_with("s"),
               isSignedB = name.ends_with("s");
    Value *a = call.getArgOperand(0), *b = call.getArgOperand(1);
    if (hasHalves)
      b = builder.CreateLShr(b, builder.CreateSelect(call.getArgOperand(2),
                                                     builder.getInt32(16),
                                                     builder.getInt32(0)));
    auto lane = [&](Value *word, unsigned bits, unsigned index, bool isSigned) {
      word = builder.CreateShl(word, 32 - bits * (index + 1));
      return isSigned ? builder.CreateAShr(word, 32 - bits)
                      : builder.CreateLShr(word, 32 - bits);
    };
    Value *sum = call.getArgOperand(call.arg_size() - 1);
    const unsigned count = hasHalves ? 2 : 4;
    for (unsigned i = 0; i < count; ++i)
      sum = builder.CreateAdd(
          sum, builder.CreateMul(lane(a, 32 / count, i, isSignedA),
                                 lane(b, 8, i, isSignedB)));
    return replace(call, sum);
  }

  bool lowerMath(CallInst &call, StringRef name) {
    for (const HostFunction &known : nvvmMathFunctions())
      if (name == known.name) {
        llvm::FunctionCallee callee = module.getOrInsertFunction(
            ("nvvm." + name).str(), call.getFunctionType());
        auto *function = llvm::cast<llvm::Function>(callee.getCallee());
        function->setDoesNotAccessMemory();
        function->setWillReturn();
        llvm::SmallVector<Value *> args(call.args());
        return replace(call, builder.CreateCall(callee, args));
      }
    return false;
  }

  CallInst *callRuntime(StringRef name, llvm::Type *result,
                        llvm::ArrayRef<Value *> args) {
    return scanc::simt::callRuntime(builder, name, result, args);
  }

  bool replace(CallInst &call, Value *value) {
    if (value)
      call.replaceAllUsesWith(value);
    call.eraseFromParent();
    return true;
  }

  /// Zero-extended bits of an i1, i32, i64 or f32.
  Value *toI64(Value *value) {
    if (value->getType()->isFloatTy())
      value = builder.CreateBitCast(value, i32());
    return builder.CreateZExt(value, i64());
  }

  /// The packed result of a collective, as void, i1, i32, f32, or one of the
  /// last two with a predicate. Null for void.
  Value *fromI64(Value *packed, llvm::Type *type) {
    if (type->isVoidTy())
      return nullptr;
    if (auto *pair = llvm::dyn_cast<llvm::StructType>(type)) {
      Value *predicate = builder.CreateTrunc(
          builder.CreateLShr(packed, predicateBit), builder.getInt1Ty());
      Value *result = llvm::PoisonValue::get(pair);
      result = builder.CreateInsertValue(
          result, fromI64(packed, pair->getElementType(0)), 0);
      return builder.CreateInsertValue(result, predicate, 1);
    }
    if (type->isFloatTy())
      return builder.CreateBitCast(builder.CreateTrunc(packed, i32()), type);
    return builder.CreateTrunc(packed, type);
  }

  template <class Enum> Value *number(Enum value) {
    return builder.getInt32(static_cast<uint32_t>(value));
  }
  llvm::Type *i32() { return builder.getInt32Ty(); }
  llvm::Type *i64() { return builder.getInt64Ty(); }

  llvm::Module &module;
  llvm::IRBuilder<> builder;
};

} // namespace

CallInst *scanc::simt::callRuntime(llvm::IRBuilderBase &builder, StringRef name,
                                   llvm::Type *result,
                                   llvm::ArrayRef<Value *> args) {
  llvm::SmallVector<llvm::Type *> types;
  for (Value *arg : args)
    types.push_back(arg->getType());
  llvm::FunctionCallee callee =
      builder.GetInsertBlock()->getModule()->getOrInsertFunction(
          name, llvm::FunctionType::get(result, types, false));
  CallInst *call = builder.CreateCall(callee, args);
  call->setDoesNotThrow();
  return call;
}

llvm::Error scanc::simt::lowerIntrinsics(llvm::Module &module) {
  IntrinsicLowering lowering(module);
  for (llvm::Function &function : llvm::make_early_inc_range(module)) {
    StringRef name = function.getName();
    if (!name.starts_with("llvm."))
      continue;
    bool isGeneric =
        function.isIntrinsic() && function.getIntrinsicID() &&
        !llvm::Intrinsic::isTargetIntrinsic(function.getIntrinsicID());
    if (isGeneric)
      continue;
    StringRef nvvmName = name;
    bool isNVVM = nvvmName.consume_front("llvm.nvvm.");
    for (llvm::User *user : llvm::make_early_inc_range(function.users())) {
      auto *call = llvm::cast<CallInst>(user);
      std::string caller = quotedFunction(*call);
      if (!isNVVM || !lowering.lower(*call, nvvmName))
        return llvm::createStringError(
            llvm::formatv("the executor does not know the intrinsic '{0}' that "
                          "{1} uses",
                          name, caller));
    }
    function.eraseFromParent();
  }
  return llvm::Error::success();
}
