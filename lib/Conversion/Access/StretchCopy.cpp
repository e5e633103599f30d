//===- StretchCopy.cpp - A warp's stretch, to and from a slot -------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StretchCopy.h"

#include "AsyncCopy.h"

#include "scanc/Dialect/Prefix/IR/StretchLayout.h"

using namespace mlir;

namespace scanc::prefix {

static constexpr int64_t wordBytes = 16, warpSize = 32;

StretchCopy::StretchCopy(ValueBuilder &b, const WarpSteps &warp,
                         const StructArray &array, ArrayRef<Type> fields,
                         Value origin, Value region)
    : b(b), warp(warp), array(array),
      inShared(b, region, fields, /*items=*/1, /*domain=*/nullptr, /*number=*/0,
               /*isStreamed=*/false),
      region(region), size(array.getSize()) {
  ofRun = b.mul(warp.width, b.i32(warp.items));
  elements = b.mul(warp.steps, warp.width);
  first = origin;
  missing = b.i32(0);
  if (warp.isBackward) {
    first = b.add(b.sub(origin, b.toI64(elements)), b.toI64(warp.width));
    missing = b.mul(b.sub(warp.steps, warp.exist), warp.width);
  }
}

/// All steps are there, and all lanes' runs of them begin at a word.
Value StretchCopy::isWide() {
  Value start =
      LLVM::PtrToIntOp::create(b, b.getI64Type(), array.addressOf(first, 0));
  Value run = b.toI64(b.mul(ofRun, b.i32(size)));
  Value rest = b.both(b.oneOf(start, run), b.i64(wordBytes - 1));
  return b.both(b.compare(arith::CmpIPredicate::eq, rest, b.i64(0)),
                b.compare(arith::CmpIPredicate::eq, warp.exist, warp.steps));
}

void StretchCopy::forEachWord(function_ref<void(Value, Value)> copy) {
  const int64_t mostWords =
      llvm::divideCeil(warp.rows * warp.items * size, wordBytes);
  Value ofRunWords = b.udiv(b.mul(ofRun, b.i32(size)), b.i32(wordBytes));
  Value words = b.udiv(b.mul(elements, b.i32(size)), b.i32(wordBytes));
  // A quotient by ofRunWords: words are few enough for it to be exact.
  Value inverse =
      b.add(b.udiv(b.i64(0xffffffff), b.toI64(ofRunWords)), b.i64(1));
  auto loop = scf::ForOp::create(b, b.i32(0), b.i32(mostWords), b.i32(1));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value word =
      b.add(b.mul(loop.getInductionVar(), b.i32(warpSize)), b.laneId());
  b.onlyIf(b.compare(arith::CmpIPredicate::ult, word, words), [&] {
    Value run = b.toI32(
        arith::ShRUIOp::create(b, b.mul(b.toI64(word), inverse), b.i64(32)));
    Value byte = b.mul(word, b.i32(wordBytes));
    Value memory = LLVM::GEPOp::create(b, array.addressOf(first, 0).getType(),
                                       b.getI8Type(), array.addressOf(first, 0),
                                       ArrayRef<LLVM::GEPArg>{b.toI64(byte)});
    Value place = LLVM::GEPOp::create(
        b, region.getType(), b.getI8Type(), region,
        ArrayRef<LLVM::GEPArg>{
            b.add(byte, b.mul(run, b.i32(StretchLayout::padBytes)))});
    copy(memory, place);
  });
}

void StretchCopy::forEachElement(Value count, function_ref<void(Value)> copy) {
  auto loop = scf::ForOp::create(b, b.laneId(), count, b.i32(warpSize));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  copy(loop.getInductionVar());
}

StructArray StretchCopy::inRegion(Value element) {
  Value pads = b.mul(b.udiv(element, ofRun), b.i32(StretchLayout::padBytes));
  Value byte = b.add(b.mul(element, b.i32(size)), pads);
  return inShared.at(LLVM::GEPOp::create(b, region.getType(), b.getI8Type(),
                                         region, ArrayRef<LLVM::GEPArg>{byte}));
}

void StretchCopy::fetch(Value policy) {
  auto branch = scf::IfOp::create(b, isWide(), /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  forEachWord([&](Value memory, Value place) {
    copyAsync(b, place, memory, wordBytes, policy);
  });
  b.setInsertionPointToStart(branch.elseBlock());
  Value isAny = b.isNot(b.isZero(warp.exist));
  b.onlyIf(isAny, [&] {
    Value last = b.sub(b.add(missing, b.mul(warp.exist, warp.width)), b.i32(1));
    forEachElement(elements, [&](Value element) {
      Value near = arith::MinUIOp::create(
          b, arith::MaxUIOp::create(b, element, missing), last);
      inRegion(element).storeWhole(
          b.i64(0), array.loadElement(b.add(first, b.toI64(near))));
    });
  });
}

void StretchCopy::store(bool isStreamed) {
  auto branch = scf::IfOp::create(b, isWide(), /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  auto type = VectorType::get(wordBytes / 4, b.getI32Type());
  forEachWord([&](Value memory, Value place) {
    Value word = LLVM::LoadOp::create(b, type, place, wordBytes);
    LLVM::StoreOp::create(b, word, memory, wordBytes, /*isVolatile=*/false,
                          isStreamed);
  });
  b.setInsertionPointToStart(branch.elseBlock());
  forEachElement(b.mul(warp.exist, warp.width), [&](Value own) {
    Value element = b.add(own, missing);
    array.storeElement(b.add(first, b.toI64(element)),
                       inRegion(element).loadElement(b.i64(0)));
  });
}

} // namespace scanc::prefix
