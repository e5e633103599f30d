//===- SharedMemory.cpp - Dynamic shared memory, and who waits in it ------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Conversion/Kernels/SharedMemory.h"

#include "scanc/Conversion/Operators/FieldConversion.h"

#include "scanc/Dialect/Prefix/IR/StructLayout.h"

using namespace mlir;

namespace scanc::prefix {

static constexpr llvm::StringLiteral symbol = "dynamic_shared";

/// The array without a length that stands for what the launch gives.
static LLVM::GlobalOp findOrDeclare(OpBuilder &b) {
  auto module =
      b.getInsertionBlock()->getParentOp()->getParentOfType<gpu::GPUModuleOp>();
  if (auto global = module.lookupSymbol<LLVM::GlobalOp>(symbol))
    return global;
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(module.getBody());
  return LLVM::GlobalOp::create(
      b, module.getLoc(), LLVM::LLVMArrayType::get(b.getI8Type(), 0),
      /*isConstant=*/false, LLVM::Linkage::External, symbol, Attribute(),
      /*alignment=*/128, /*addrSpace=*/3);
}

SharedMemory::SharedMemory(KernelBuilder &b) : b(b) {
  LLVM::GlobalOp global = findOrDeclare(b);
  base = LLVM::AddressOfOp::create(
      b, LLVM::LLVMPointerType::get(b.getContext(), 3), global.getSymName());
}

Value SharedMemory::pointer(int64_t offset, Value index, int64_t stride) const {
  // The offset comes last: it is part of the instruction that takes the
  // address.
  Value byte = arith::MulIOp::create(b, index, b.i32(stride));
  auto from = [&](Value pointer, LLVM::GEPArg distance) -> Value {
    return LLVM::GEPOp::create(b, base.getType(), b.getI8Type(), pointer,
                               ArrayRef<LLVM::GEPArg>{distance});
  };
  return from(from(base, byte), static_cast<int32_t>(offset));
}

void SharedMemory::store(const StateArray &array, Value index,
                         ValueRange state) const {
  for (auto [offset, value] : llvm::zip_equal(array.offsets, state)) {
    const int64_t bytes = getFieldBytes(value.getType());
    LLVM::StoreOp::create(b, toBits(b, value), pointer(offset, index, bytes),
                          bytes);
  }
}

State SharedMemory::load(const StateArray &array, Value index) const {
  State state;
  for (auto [offset, type] :
       llvm::zip_equal(array.offsets, b.getStateTypes())) {
    const int64_t bytes = getFieldBytes(type);
    Value bits = LLVM::LoadOp::create(b, b.getIntegerType(8 * bytes),
                                      pointer(offset, index, bytes), bytes);
    state.push_back(fromBits(b, bits, type));
  }
  return state;
}

void SharedMemory::init(const BarrierArray &barriers, int64_t arrivals) const {
  for (int64_t i = 0; i < barriers.count; ++i)
    NVVM::MBarrierInitOp::create(b, pointer(barriers.offset, b.i32(i), 8),
                                 b.i32(arrivals), Value());
}

void SharedMemory::arrive(const BarrierArray &barriers, Value index) const {
  NVVM::MBarrierArriveOp::create(b, b.getI64Type(),
                                 pointer(barriers.offset, index, 8), Value());
}

void SharedMemory::arriveExpecting(const BarrierArray &barriers, Value index,
                                   Value bytes) const {
  NVVM::MBarrierArriveExpectTxOp::create(
      b, b.getI64Type(), pointer(barriers.offset, index, 8), bytes,
      NVVM::MemScopeKind::CTA, /*relaxed=*/false, Value());
}

static Value isMissing(ImplicitLocOpBuilder &b, Value barrier, Value parity,
                       bool paces) {
  auto wait = NVVM::MBarrierTryWaitOp::create(b, b.getI1Type(), barrier, parity,
                                              Value());
  if (paces)
    wait->setAttr(PrefixDialect::paceAttrName, b.getUnitAttr());
  Value one = arith::ConstantIntOp::create(b, 1, 1);
  return arith::XOrIOp::create(b, wait.getResult(), one);
}

void SharedMemory::waitWhile(function_ref<Value()> condition) const {
  auto loop = scf::WhileOp::create(b, TypeRange(), ValueRange());
  OpBuilder::InsertionGuard guard(b);
  b.createBlock(&loop.getBefore());
  scf::ConditionOp::create(b, condition(), ValueRange());
  b.createBlock(&loop.getAfter());
  scf::YieldOp::create(b);
}

void SharedMemory::wait(const BarrierArray &barriers, Value index, Value parity,
                        function_ref<void()> meanwhile) const {
  Value barrier = pointer(barriers.offset, index, 8);
  auto isAbsent = [&] {
    return isMissing(b, barrier, parity, /*paces=*/false);
  };
  if (!meanwhile)
    return waitWhile(isAbsent);
  b.onlyIf(isAbsent(), [&] {
    waitWhile([&] {
      meanwhile();
      return isAbsent();
    });
  });
}

void SharedMemory::pace(const BarrierArray &barriers, Value index,
                        Value parity) const {
  Value barrier = pointer(barriers.offset, index, 8);
  waitWhile([&] { return isMissing(b, barrier, parity, /*paces=*/true); });
}

void SharedMemory::copyIn(Value to, Value from, Value bytes,
                          const BarrierArray &barriers, Value index,
                          Value policy) const {
  // The cluster of a block without one is the block.
  Value cluster = LLVM::AddrSpaceCastOp::create(
      b, LLVM::LLVMPointerType::get(b.getContext(), 7), to);
  NVVM::CpAsyncBulkGlobalToSharedClusterOp::create(
      b, cluster, from, pointer(barriers.offset, index, 8), bytes,
      /*multicastMask=*/Value(), policy);
}

void SharedMemory::copyOut(Value to, Value from, Value bytes,
                           Value policy) const {
  NVVM::CpAsyncBulkSharedCTAToGlobalOp::create(b, to, from, bytes, policy,
                                               /*byteMask=*/Value());
}

void SharedMemory::prefetch(Value from, Value bytes, Value policy) const {
  NVVM::CpAsyncBulkPrefetchOp::create(b, from, bytes, policy);
}

} // namespace scanc::prefix
