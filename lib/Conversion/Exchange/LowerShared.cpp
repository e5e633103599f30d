//===- LowerShared.cpp - What a block keeps in shared memory --------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A wait is a loop around try_wait, which suspends the thread for a while
// itself (PTX ISA 9.0, section 9.7.13.15).
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "RelaxedAccess.h"

#include "scanc/Conversion/Operators/FieldConversion.h"
#include "scanc/Dialect/Prefix/IR/StructLayout.h"

using namespace mlir;

namespace scanc::prefix {

static constexpr llvm::StringLiteral symbol = "dynamic_shared";

void declareSharedMemory(gpu::GPUModuleOp module) {
  if (Operation *holder = module.lookupSymbol(symbol)) {
    if (isa<LLVM::GlobalOp>(holder))
      return;
    // A monoid or a circuit that somebody called so.
    (void)SymbolTable(module).renameToUnique(holder, {});
  }
  auto b = OpBuilder::atBlockBegin(module.getBody());
  LLVM::GlobalOp::create(
      b, module.getLoc(), LLVM::LLVMArrayType::get(b.getI8Type(), 0),
      /*isConstant=*/false, LLVM::Linkage::External, symbol, Attribute(),
      /*alignment=*/128, /*addrSpace=*/3);
}

Value sharedPointer(ValueBuilder &b, int64_t offset, Value index,
                    int64_t stride) {
  Value base = LLVM::AddressOfOp::create(
      b, LLVM::LLVMPointerType::get(b.getContext(), 3), symbol);
  // The offset comes last: it is part of the instruction that takes the
  // address.
  Value byte = b.mul(index, b.i32(stride));
  return behind(b, behind(b, base, byte), offset);
}

Value barrierPointer(ValueBuilder &b, TypedValue<BarriersType> barriers,
                     Value index) {
  return sharedPointer(b, barriers.getDefiningOp<BarriersOp>().getOffset(),
                       index, /*stride=*/8);
}

void meet(ValueBuilder &b, Value barrier, int64_t threads) {
  NVVM::BarrierOp::create(b, TypeRange(), barrier, b.i32(threads),
                          NVVM::BarrierReductionAttr(), Value());
}

Value readRegister(ValueBuilder &b, StringRef name) {
  return LLVM::CallIntrinsicOp::create(
             b, b.getI32Type(),
             b.getStringAttr("llvm.nvvm.read.ptx.sreg." + name), ValueRange())
      .getResult(0);
}

Value wordPointer(ValueBuilder &b, TypedValue<WordsType> words, Value index) {
  return sharedPointer(b, words.getDefiningOp<WordsOp>().getOffset(), index,
                       words.getType().getWord().getWidth() / 8);
}

namespace {

using Rewriter = ConversionPatternRewriter;

Values lowerLoadWord(LoadWordOp op, Rewriter &rewriter) {
  ValueBuilder b(op.getLoc(), rewriter);
  Type type = op.getWords().getType().getWord();
  Value pointer = wordPointer(b, op.getWords(), op.getIndex());
  Value word = op.getRelaxed()
                   ? loadRelaxed(b, type, pointer, blockScope)
                   : LLVM::LoadOp::create(b, type, pointer,
                                          type.getIntOrFloatBitWidth() / 8);
  if (type != op.getWord().getType())
    word = arith::ExtUIOp::create(b, op.getWord().getType(), word);
  return {word};
}

Values lowerWordIs(WordIsOp op, Rewriter &rewriter) {
  ValueBuilder b(op.getLoc(), rewriter);
  Type type = op.getWords().getType().getWord();
  Value word = LLVM::LoadOp::create(
      b, type, wordPointer(b, op.getWords(), op.getIndex()),
      type.getIntOrFloatBitWidth() / 8);
  Value number = arith::ConstantIntOp::create(b, type, op.getNumber());
  return {b.compare(arith::CmpIPredicate::eq, word, number)};
}

Values lowerStoreWord(StoreWordOp op, Rewriter &rewriter) {
  ValueBuilder b(op.getLoc(), rewriter);
  Type type = op.getWords().getType().getWord();
  Value word = op.getWord();
  if (type != word.getType())
    word = arith::TruncIOp::create(b, type, word);
  Value pointer = wordPointer(b, op.getWords(), op.getIndex());
  if (op.getRelaxed())
    storeRelaxed(b, word, pointer, blockScope);
  else
    LLVM::StoreOp::create(b, word, pointer,
                          word.getType().getIntOrFloatBitWidth() / 8);
  return {};
}

Values lowerLoadState(LoadStateOp op, Rewriter &rewriter) {
  ValueBuilder b(op.getLoc(), rewriter);
  Values state;
  for (auto [offset, type] :
       llvm::zip_equal(op.getStates().getDefiningOp<StatesOp>().getOffsets(),
                       op.getState().getTypes())) {
    const int64_t bytes = getFieldBytes(type);
    Value bits = LLVM::LoadOp::create(
        b, b.getIntegerType(8 * bytes),
        sharedPointer(b, offset, op.getIndex(), bytes), bytes);
    state.push_back(fromBits(b, bits, type));
  }
  return state;
}

Values lowerStoreState(StoreStateOp op, Rewriter &rewriter) {
  ValueBuilder b(op.getLoc(), rewriter);
  for (auto [offset, value] :
       llvm::zip_equal(op.getStates().getDefiningOp<StatesOp>().getOffsets(),
                       op.getState())) {
    const int64_t bytes = getFieldBytes(value.getType());
    LLVM::StoreOp::create(b, toBits(b, value),
                          sharedPointer(b, offset, op.getIndex(), bytes),
                          bytes);
  }
  return {};
}

Values lowerSlot(SlotOp op, Rewriter &rewriter) {
  ValueBuilder b(op.getLoc(), rewriter);
  auto slots = op.getSlots().getDefiningOp<SlotsOp>();
  return {sharedPointer(b, slots.getOffset() + op.getByte(), op.getIndex(),
                        slots.getBytes())};
}

Values lowerInit(InitBarriersOp op, Rewriter &rewriter) {
  ValueBuilder b(op.getLoc(), rewriter);
  const int64_t count = op.getBarriers().getDefiningOp<BarriersOp>().getCount();
  auto initOne = [&](Value index) {
    NVVM::MBarrierInitOp::create(b, barrierPointer(b, op.getBarriers(), index),
                                 b.i32(op.getArrivals()), Value());
  };
  // Of many, a loop is less to read and to compile.
  constexpr int64_t many = 32;
  if (count < many) {
    for (int64_t i = 0; i < count; ++i)
      initOne(b.i32(i));
    return {};
  }
  auto loop = scf::ForOp::create(b, b.i32(0), b.i32(count), b.i32(1));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  initOne(loop.getInductionVar());
  return {};
}

Values lowerRelease(ReleaseOp op, Rewriter &rewriter) {
  ValueBuilder b(op.getLoc(), rewriter);
  Value barrier = barrierPointer(b, op.getBarriers(), op.getIndex());
  if (op.getBytes())
    NVVM::MBarrierArriveExpectTxOp::create(
        b, b.getI64Type(), barrier, op.getBytes(), NVVM::MemScopeKind::CTA,
        /*relaxed=*/false, Value());
  else
    NVVM::MBarrierArriveOp::create(b, b.getI64Type(), barrier, Value());
  return {};
}

/// While the phase is not complete. Before each look, what `meanwhile` has.
void waitWhileMissing(ValueBuilder &b, function_ref<Value()> isMissing,
                      function_ref<void(Block *)> meanwhile = {}) {
  auto loop = scf::WhileOp::create(b, TypeRange(), ValueRange());
  OpBuilder::InsertionGuard guard(b);
  Block *before = b.createBlock(&loop.getBefore());
  if (meanwhile) {
    meanwhile(before);
    b.setInsertionPointToEnd(before);
  }
  scf::ConditionOp::create(b, isMissing(), ValueRange());
  b.createBlock(&loop.getAfter());
  scf::YieldOp::create(b);
}

Values lowerAcquire(AcquireOp op, Rewriter &rewriter) {
  ValueBuilder b(op.getLoc(), rewriter);
  Value barrier = barrierPointer(b, op.getBarriers(), op.getIndex());
  auto isMissing = [&] {
    auto wait = NVVM::MBarrierTryWaitOp::create(b, b.getI1Type(), barrier,
                                                op.getParity(), Value());
    if (op.getPaces())
      wait->setAttr(PrefixDialect::paceAttrName, b.getUnitAttr());
    return b.isNot(wait.getResult());
  };
  if (op.getMeanwhile().empty()) {
    waitWhileMissing(b, isMissing);
    return {};
  }
  b.onlyIf(isMissing(), [&] {
    waitWhileMissing(b, isMissing, [&](Block *before) {
      rewriter.inlineBlockBefore(&op.getMeanwhile().front(), before,
                                 before->end());
    });
  });
  return {};
}

Values lowerThread(ThreadOp op, Rewriter &rewriter) {
  ValueBuilder b(op.getLoc(), rewriter);
  return {b.threadId()};
}
Values lowerWarp(WarpOp op, Rewriter &rewriter) {
  ValueBuilder b(op.getLoc(), rewriter);
  return {b.warpId()};
}
Values lowerLane(LaneOp op, Rewriter &rewriter) {
  ValueBuilder b(op.getLoc(), rewriter);
  return {b.laneId()};
}

Values lowerBlock(BlockIndexOp op, Rewriter &rewriter) {
  ValueBuilder b(op.getLoc(), rewriter);
  Value block = gpu::BlockIdOp::create(b, gpu::Dimension::x);
  return {b.toI64(arith::IndexCastOp::create(b, b.getI32Type(), block))};
}

Values lowerFirstLane(FirstLaneOp op, Rewriter &rewriter) {
  ValueBuilder b(op.getLoc(), rewriter);
  return {b.isZero(b.laneId())};
}

Values lowerGiveUp(GiveUpOp op, Rewriter &rewriter) {
  ValueBuilder b(op.getLoc(), rewriter);
  Value none = b.i32(0);
  Value isLater =
      b.compare(arith::CmpIPredicate::uge, op.getTile(), b.i32(op.getEarly()));
  Value mode = loadRelaxed(b, b.getI32Type(),
                           wordPointer(b, op.getMode(), none), blockScope);
  Value isOther = b.compare(arith::CmpIPredicate::ne, mode, none);
  auto leave = [&] {
    NVVM::MBarrierArriveOp::create(
        b, b.getI64Type(), barrierPointer(b, op.getLeft(), none), Value());
  };
  b.onlyIf(b.both(isLater, isOther), [&] {
    if (op.getLeader())
      b.onlyIf(op.getLeader(), leave);
    else
      leave();
    NVVM::Exit::create(b);
  });
  return {};
}

Values lowerLaunchNumber(LaunchNumberOp op, Rewriter &rewriter) {
  ValueBuilder b(op.getLoc(), rewriter);
  return {readRegister(b, "gridid")};
}

Values lowerNextSlot(NextSlotOp op, Rewriter &rewriter) {
  ValueBuilder b(op.getLoc(), rewriter);
  Value slot = b.add(op.getSlot(), op.getStep());
  Value count = b.i32(op.getSlots().getDefiningOp<SlotsOp>().getCount());
  Value wraps = b.compare(arith::CmpIPredicate::uge, slot, count);
  Value flip = arith::ExtUIOp::create(b, b.getI32Type(), wraps);
  Value tile = b.add(op.getTile(), op.getStep());
  slot = arith::SelectOp::create(b, wraps, b.sub(slot, count), slot);
  return {tile, slot, arith::XOrIOp::create(b, op.getParity(), flip)};
}

} // namespace

void addSharedMemoryPatterns(RewritePatternSet &patterns) {
  lowerBy(patterns, lowerThread);
  lowerBy(patterns, lowerWarp);
  lowerBy(patterns, lowerLane);
  lowerBy(patterns, lowerBlock);
  lowerBy(patterns, lowerFirstLane);
  lowerBy(patterns, lowerGiveUp);
  lowerBy(patterns, lowerLaunchNumber);
  lowerBy(patterns, lowerLoadWord);
  lowerBy(patterns, lowerWordIs);
  lowerBy(patterns, lowerStoreWord);
  lowerBy(patterns, lowerLoadState);
  lowerBy(patterns, lowerStoreState);
  lowerBy(patterns, lowerSlot);
  lowerBy(patterns, lowerNextSlot);
  lowerBy(patterns, lowerInit);
  lowerBy(patterns, lowerRelease);
  lowerBy(patterns, lowerAcquire);
}

} // namespace scanc::prefix
