//===- Presence.cpp - Which blocks of a launch have come ------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Presence.h"

#include "RelaxedAccess.h"

using namespace mlir;

namespace scanc::prefix {

static constexpr int64_t contentBits = 20, rankBits = 10;
static constexpr int64_t isTaken = 1;

static constexpr int64_t maskOf(int64_t bits) {
  return (int64_t(1) << bits) - 1;
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

Value Presence::wordOf(Value content) {
  Value high =
      arith::ShLIOp::create(b, b.toI64(descriptors.firstTag()), b.i64(32));
  Value more = descriptors.restOfEpoch();
  more = arith::ShLIOp::create(b, more, b.i32(contentBits));
  more = arith::OrIOp::create(b, more, content);
  return arith::OrIOp::create(b, high, b.toI64(more));
}

Value Presence::isOwn(Value word) {
  Value difference = arith::XOrIOp::create(b, word, wordOf(b.i32(0)));
  return arith::CmpIOp::create(b, arith::CmpIPredicate::ule, difference,
                               b.i64(maskOf(contentBits)));
}

Value Presence::contentOf(Value word) {
  Value low = arith::TruncIOp::create(b, b.getI32Type(), word);
  return arith::AndIOp::create(b, low, b.i32(maskOf(contentBits)));
}

Value Presence::pointer(int64_t offset, Value index) {
  Value workspace = b.getParameters().workspace;
  Value byte = b.add(b.mul(b.toI64(index), b.i64(8)), b.i64(offset));
  return LLVM::GEPOp::create(b, workspace.getType(), b.getI8Type(), workspace,
                             ArrayRef<LLVM::GEPArg>{byte});
}

Value Presence::swap(Value pointer, Value expected, Value desired) {
  Value pair = LLVM::AtomicCmpXchgOp::create(
      b, pointer, expected, desired, LLVM::AtomicOrdering::acq_rel,
      LLVM::AtomicOrdering::acquire, deviceScope);
  return LLVM::ExtractValueOp::create(b, pair, ArrayRef<int64_t>{0});
}

Value Presence::count(Value pointer) {
  auto after = [&](Value word) -> Value {
    Value more = b.add(word, b.i64(1));
    return arith::SelectOp::create(b, isOwn(word), more, wordOf(b.i32(1)));
  };
  Value found = loadRelaxed(b, b.getLoc(), b.getI64Type(), pointer);
  auto loop = scf::WhileOp::create(b, b.getI64Type(), found);
  {
    OpBuilder::InsertionGuard guard(b);
    Block *before =
        b.createBlock(&loop.getBefore(), {}, b.getI64Type(), b.getLoc());
    Value expected = before->getArgument(0);
    Value seen = swap(pointer, expected, after(expected));
    Value again =
        arith::CmpIOp::create(b, arith::CmpIPredicate::ne, seen, expected);
    scf::ConditionOp::create(b, again, seen);
    Block *body =
        b.createBlock(&loop.getAfter(), {}, b.getI64Type(), b.getLoc());
    scf::YieldOp::create(b, body->getArgument(0));
  }
  return contentOf(after(loop.getResult(0)));
}

Value Presence::takeLock() {
  Value lock = header(ExchangeLayout::lock);
  Value found = loadRelaxed(b, b.getLoc(), b.getI64Type(), lock);
  Value seen = swap(lock, found, wordOf(b.i32(isTaken)));
  Value isMine =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, seen, found);
  Value isFree = arith::XOrIOp::create(b, isOwn(found),
                                       arith::ConstantIntOp::create(b, 1, 1));
  return arith::AndIOp::create(b, isMine, isFree);
}

//===----------------------------------------------------------------------===//
// Closing
//===----------------------------------------------------------------------===//

Value Presence::countLanes(Value ballot) {
  return LLVM::CtPopOp::create(b, ballot);
}

void Presence::close(Value count) {
  Value lane = b.laneId();
  Value below = arith::ShLIOp::create(b, b.i32(1), lane);
  below = b.sub(below, b.i32(1));
  Value tag = descriptors.firstTag(), gone = descriptors.absentMark();
  auto hasCome = [&](Value word) -> Value {
    Value high = arith::ShRUIOp::create(b, word, b.i64(32));
    high = arith::TruncIOp::create(b, b.getI32Type(), high);
    return arith::CmpIOp::create(b, arith::CmpIPredicate::eq, high, tag);
  };

  auto forEntries =
      [&](ValueRange carry,
          function_ref<SmallVector<Value>(Value, ValueRange)> body)
      -> ValueRange {
    auto loop =
        scf::ForOp::create(b, b.i32(0), b.i32(perLane), b.i32(1), carry);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    scf::YieldOp::create(
        b, body(loop.getInductionVar(), loop.getRegionIterArgs()));
    return loop.getResults();
  };
  auto blockOf = [&](Value j) {
    return b.add(arith::MulIOp::create(b, lane, b.i32(perLane)), j);
  };

  // How many present blocks there are, in all and before the lane's, and which
  // of the lane's are, by bits.
  Value none = b.i32(0);
  ValueRange found = forEntries({none, none, none}, [&](Value j,
                                                        ValueRange before) {
    Value exists =
        arith::CmpIOp::create(b, arith::CmpIPredicate::ult, blockOf(j), count);
    auto look = scf::IfOp::create(b, b.getI1Type(), exists,
                                  /*withElseRegion=*/true);
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(look.elseBlock());
      scf::YieldOp::create(b,
                           ValueRange{arith::ConstantIntOp::create(b, 0, 1)});
      b.setInsertionPointToStart(look.thenBlock());
      Value at = descriptors.firstWord(lane, j);
      Value word = loadRelaxed(b, b.getLoc(), b.getI64Type(), at);
      auto decide = scf::IfOp::create(b, b.getI64Type(), hasCome(word),
                                      /*withElseRegion=*/true);
      scf::YieldOp::create(b, hasCome(decide.getResult(0)));
      b.setInsertionPointToStart(decide.thenBlock());
      scf::YieldOp::create(b, word);
      b.setInsertionPointToStart(decide.elseBlock());
      scf::YieldOp::create(b, swapRelaxed(b, at, word, gone));
    }
    Value is = look.getResult(0);
    Value ballot = NVVM::VoteSyncOp::create(b, b.getI32Type(), b.i32(-1), is,
                                            NVVM::VoteSyncKind::ballot);
    Value bit = arith::ExtUIOp::create(b, b.getI32Type(), is);
    bit = arith::ShLIOp::create(b, bit, j);
    return SmallVector<Value>{
        b.add(before[0], countLanes(ballot)),
        b.add(before[1], countLanes(arith::AndIOp::create(b, ballot, below))),
        arith::OrIOp::create(b, before[2], bit)};
  });
  Value all = found[0], are = found[2];

  Value isMissing =
      arith::CmpIOp::create(b, arith::CmpIPredicate::ne, all, count);
  b.onlyIf(isMissing, [&] {
    forEntries(found[1], [&](Value j, ValueRange rank) {
      Value bit = arith::ShRUIOp::create(b, are, j);
      bit = arith::AndIOp::create(b, bit, b.i32(1));
      Value is = arith::CmpIOp::create(b, arith::CmpIPredicate::ne, bit, none);
      b.onlyIf(is, [&] {
        Value content = arith::ShLIOp::create(b, rank[0], b.i32(rankBits));
        content = arith::OrIOp::create(b, content, all);
        storeRelaxed(b, wordOf(content),
                     pointer(descriptors.verdictsOffset(), blockOf(j)));
      });
      return SmallVector<Value>{b.add(rank[0], bit)};
    });
  });
}

Presence::Verdict Presence::verdictOf(Value block) {
  Value word = loadRelaxed(b, b.getLoc(), b.getI64Type(),
                           pointer(descriptors.verdictsOffset(), block));
  Value content = contentOf(word);
  return {
      isOwn(word),
      arith::ShRUIOp::create(b, content, b.i32(rankBits)).getResult(),
      arith::AndIOp::create(b, content, b.i32(maskOf(rankBits))).getResult()};
}

//===----------------------------------------------------------------------===//
// Meeting and departing
//===----------------------------------------------------------------------===//

void Presence::meet(Value present) {
  Value arrivals = header(ExchangeLayout::arrivals);
  count(arrivals);
  Value expected = wordOf(present);
  auto loop = scf::WhileOp::create(b, TypeRange(), ValueRange());
  OpBuilder::InsertionGuard guard(b);
  b.createBlock(&loop.getBefore());
  Value seen = LLVM::LoadOp::create(
      b, b.getI64Type(), arrivals, /*alignment=*/8, /*isVolatile=*/false,
      /*isNonTemporal=*/false, /*isInvariant=*/false,
      /*isInvariantGroup=*/false, LLVM::AtomicOrdering::acquire, deviceScope);
  scf::ConditionOp::create(
      b, arith::CmpIOp::create(b, arith::CmpIPredicate::ne, seen, expected),
      ValueRange());
  b.createBlock(&loop.getAfter());
  scf::YieldOp::create(b);
}

Value Presence::depart() { return count(header(ExchangeLayout::departures)); }

} // namespace scanc::prefix
