//===- TileEntries.cpp - What tiles tell the tiles after them -------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileEntries.h"

#include "scanc/Conversion/Kernels/RelaxedAccess.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace scanc::prefix {

static constexpr int64_t countBits = 40, kindBits = 2, launchBits = 16;
static constexpr int64_t lapShift = kindBits + launchBits;

TileEntries::TileEntries(KernelBuilder &b, SkeletonAttr top)
    : b(b), layout(top, b.getStateTypes()), tagged(b) {
  epoch = loadRelaxed(b, b.getLoc(), b.getI32Type(),
                      headerPointer(EntryLayout::epochOffset));
  launch = launchNumber(b);
}

Value TileEntries::headerPointer(int64_t offset) {
  Value workspace = b.workspace();
  return LLVM::GEPOp::create(b, workspace.getType(), b.getI8Type(), workspace,
                             ArrayRef<LLVM::GEPArg>{int32_t(offset)});
}

//===----------------------------------------------------------------------===//
// The counter
//===----------------------------------------------------------------------===//

void TileEntries::openCounter() {
  Value counter = headerPointer(EntryLayout::counterOffset);
  Value own = arith::ShLIOp::create(b, b.toI64(launch), b.i64(countBits));
  Value found = loadRelaxed(b, b.getLoc(), b.getI64Type(), counter);
  // The launch's number, but for its upper bits.
  Value difference = arith::ShRUIOp::create(
      b, arith::XOrIOp::create(b, found, own), b.i64(countBits));
  Value isOther =
      arith::CmpIOp::create(b, arith::CmpIPredicate::ne, difference, b.i64(0));
  b.onlyIf(isOther, [&] {
    LLVM::AtomicCmpXchgOp::create(b, counter, found, own,
                                  LLVM::AtomicOrdering::monotonic,
                                  LLVM::AtomicOrdering::monotonic, deviceScope);
  });
}

Value TileEntries::draw() {
  Value drawn = LLVM::AtomicRMWOp::create(
      b, LLVM::AtomicBinOp::add, headerPointer(EntryLayout::counterOffset),
      b.i64(1), LLVM::AtomicOrdering::monotonic, deviceScope);
  return arith::AndIOp::create(b, drawn, b.i64((int64_t(1) << countBits) - 1));
}

void TileEntries::finish(Value tiles) {
  storeRelaxed(b, number(tiles), headerPointer(EntryLayout::epochOffset));
  storeRelaxed(b, b.i64(0), headerPointer(EntryLayout::counterOffset));
}

//===----------------------------------------------------------------------===//
// Entries
//===----------------------------------------------------------------------===//

Value TileEntries::number(Value tile) {
  Value low = arith::TruncIOp::create(b, b.getI32Type(), tile);
  return b.add(epoch, low);
}

Value TileEntries::tag(Value number) {
  const unsigned bits = llvm::Log2_64(layout.entries());
  Value lap = arith::ShRUIOp::create(b, number, b.i32(bits));
  lap = arith::ShLIOp::create(b, lap, b.i32(lapShift));
  Value own =
      arith::AndIOp::create(b, launch, b.i32((int64_t(1) << launchBits) - 1));
  own = arith::ShLIOp::create(b, own, b.i32(kindBits));
  return arith::OrIOp::create(b, lap, own);
}

/// The entries of a lane are side by side in number, so that a lane combines
/// neighbours, and far apart in memory, so that a warp reads whole lines,
/// wherever a window begins.
Value TileEntries::wordPointer(Value number, int64_t word) {
  const int64_t perLane = layout.perLane, entries = layout.entries();
  Value slot = arith::AndIOp::create(b, number, b.i32(entries - 1));
  Value column = arith::ShRUIOp::create(b, slot, b.i32(llvm::Log2_64(perLane)));
  Value row = arith::AndIOp::create(b, slot, b.i32(perLane - 1));
  Value index = b.add(b.mul(row, b.i32(entries / perLane)), column);
  constexpr int64_t wordBytes = TaggedWords::bytes;
  Value byte =
      b.add(b.mul(index, b.i32(wordBytes)),
            b.i32(EntryLayout::headerBytes + word * entries * wordBytes));
  Value workspace = b.workspace();
  return LLVM::GEPOp::create(b, workspace.getType(), b.getI8Type(), workspace,
                             ArrayRef<LLVM::GEPArg>{b.toI64(byte)});
}

Value TileEntries::position(int64_t j) {
  return b.add(b.mul(b.laneId(), b.i32(layout.perLane)), b.i32(j));
}

void TileEntries::post(Kind kind, Value tile, ValueRange state) {
  Value own = number(tile);
  Value raised =
      tagged.raise(b.add(tag(own), b.i32(static_cast<int64_t>(kind))));
  for (auto [word, value] : llvm::enumerate(tagged.pack(raised, state)))
    storeRelaxed(b, value, wordPointer(own, word));
}

Value TileEntries::areAll(ValueRange words, Value tag, Kind kind) {
  Value expected = b.add(tag, b.i32(static_cast<int64_t>(kind))), all;
  for (Value word : words) {
    Value is = arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                     tagged.tagOf(word), expected);
    all = all ? arith::AndIOp::create(b, all, is) : is;
  }
  return all;
}

SmallVector<Value> TileEntries::poll(
    ArrayRef<Value> pointers, TypeRange others,
    function_ref<Value(ValueRange, SmallVectorImpl<Value> &)> isReady) {
  SmallVector<Type> types(pointers.size(), tagged.type());
  llvm::append_range(types, others);
  SmallVector<Location> locations(types.size(), b.getLoc());
  auto loop = scf::WhileOp::create(b, types, ValueRange());
  OpBuilder::InsertionGuard guard(b);
  b.createBlock(&loop.getBefore());
  SmallVector<Value> values;
  for (Value pointer : pointers)
    values.push_back(loadRelaxed(b, b.getLoc(), tagged.type(), pointer));
  Value ready = isReady(SmallVector<Value>(values), values);
  scf::ConditionOp::create(b, arith::XOrIOp::create(b, ready, isTrue()),
                           values);
  b.createBlock(&loop.getAfter(), {}, types, locations);
  scf::YieldOp::create(b);
  return SmallVector<Value>(loop.getResults());
}

State TileEntries::readPrefix(Value tile) {
  Value own = number(tile), expected = tag(own);
  SmallVector<Value> pointers;
  for (int64_t word = 0; word < layout.words; ++word)
    pointers.push_back(wordPointer(own, word));
  return tagged.stateOf(poll(pointers, {}, [&](ValueRange words, auto &) {
    return areAll(words, expected, Kind::Prefix);
  }));
}

void TileEntries::waitForReaders(Value tile) {
  const int64_t window = layout.window();
  Value isLate = arith::CmpIOp::create(b, arith::CmpIPredicate::ugt, tile,
                                       b.i64(layout.entries() - window));
  b.onlyIf(isLate, [&] {
    Value first = b.sub(tile, b.i64(layout.entries()));
    SmallVector<Value> pointers, expected, exists;
    for (int64_t j = 0; j < layout.perLane; ++j) {
      Value other = b.add(first, b.toI64(position(j)));
      exists.push_back(
          arith::CmpIOp::create(b, arith::CmpIPredicate::sge, other, b.i64(0)));
      Value own = number(other);
      expected.push_back(tag(own));
      for (int64_t word = 0; word < layout.words; ++word)
        pointers.push_back(wordPointer(own, word));
    }
    poll(pointers, {}, [&](ValueRange words, auto &) {
      Value ready;
      for (auto [index, word] : llvm::enumerate(words)) {
        const size_t j = index / layout.words;
        // Its prefix, or an entry a lap later, of either kind.
        Value lead = b.sub(tagged.tagOf(word), expected[j]);
        Value is =
            arith::CmpIOp::create(b, arith::CmpIPredicate::eq, lead,
                                  b.i32(static_cast<int64_t>(Kind::Prefix)));
        Value beyond = b.sub(lead, b.i32((int64_t(1) << lapShift) + 1));
        Value isLater = arith::CmpIOp::create(b, arith::CmpIPredicate::ult,
                                              beyond, b.i32(2));
        is = arith::OrIOp::create(b, is, isLater);
        is = arith::OrIOp::create(b, is, isNot(exists[j]));
        ready = ready ? arith::AndIOp::create(b, ready, is) : is;
      }
      return ofAllLanes(ready);
    });
  });
}

SmallVector<Value> TileEntries::lookBack(Value tile, ValueRange start) {
  const int64_t window = layout.window(), perLane = layout.perLane,
                count = layout.words;
  Value first = b.sub(tile, b.i64(window - 1));
  SmallVector<Value> pointers, tags, exists, isStart, isOwn, places;
  for (int64_t j = 0; j < perLane; ++j) {
    Value at = position(j);
    Value other = b.add(first, b.toI64(at));
    places.push_back(b.add(at, b.i32(1)));
    isOwn.push_back(arith::CmpIOp::create(b, arith::CmpIPredicate::eq, at,
                                          b.i32(window - 1)));
    Value isBelow =
        arith::CmpIOp::create(b, arith::CmpIPredicate::slt, other, b.i64(0));
    exists.push_back(isNot(arith::OrIOp::create(b, isBelow, isOwn[j])));
    isStart.push_back(
        arith::CmpIOp::create(b, arith::CmpIPredicate::eq, other, b.i64(-1)));
    Value own = number(other);
    tags.push_back(tag(own));
    for (int64_t word = 0; word < layout.words; ++word)
      pointers.push_back(wordPointer(own, word));
  }

  // Words, then the place of the last prefix, from 1 on.
  SmallVector<Value> polled =
      poll(pointers, b.getI32Type(), [&](ValueRange words, auto &others) {
        SmallVector<Value> isThere;
        Value last = b.i32(0);
        for (int64_t j = 0; j < perLane; ++j) {
          ValueRange own = words.slice(j * count, count);
          Value isPrefix = arith::AndIOp::create(
              b, exists[j], areAll(own, tags[j], Kind::Prefix));
          isPrefix = arith::OrIOp::create(b, isPrefix, isStart[j]);
          Value isTotal = arith::AndIOp::create(
              b, exists[j], areAll(own, tags[j], Kind::Total));
          Value is = arith::OrIOp::create(b, isPrefix, isTotal);
          isThere.push_back(arith::OrIOp::create(b, is, isOwn[j]));
          last = arith::SelectOp::create(b, isPrefix, places[j], last);
        }
        last = NVVM::ReduxOp::create(b, b.getI32Type(), last,
                                     NVVM::ReduxKind::UMAX, b.i32(-1));
        Value ready =
            arith::CmpIOp::create(b, arith::CmpIPredicate::ne, last, b.i32(0));
        for (int64_t j = 0; j < perLane; ++j) {
          Value isBefore = arith::CmpIOp::create(b, arith::CmpIPredicate::ult,
                                                 places[j], last);
          ready = arith::AndIOp::create(
              b, ready, arith::OrIOp::create(b, isThere[j], isBefore));
        }
        others.push_back(last);
        return ofAllLanes(ready);
      });

  State identity = b.identity();
  SmallVector<State> entries;
  for (int64_t j = 0; j < perLane; ++j) {
    Value counts = arith::CmpIOp::create(b, arith::CmpIPredicate::uge,
                                         places[j], polled.back());
    counts = arith::AndIOp::create(b, counts, isNot(isOwn[j]));
    State state = tagged.stateOf(ValueRange(polled).slice(j * count, count));
    state = b.select(isStart[j], start, state);
    entries.push_back(b.select(counts, state, identity));
  }
  return b.acrossRows(entries);
}

/// Of the entries that lookBack leaves out, those before the last prefix have
/// one behind them that counts: what they say is lost all the same.
Value TileEntries::cutsBefore(Value tile, int64_t tileLength) {
  const Restarts *restarts = b.domain().restarts();
  if (!restarts)
    return {};
  Value first = b.sub(tile, b.i64(layout.window() - 1)), cuts;
  for (int64_t j = 0; j < layout.perLane; ++j) {
    Value other = b.add(first, b.toI64(position(j)));
    Value isCut =
        restarts->any(b, b.mul(other, b.i64(tileLength)), b.i64(tileLength));
    // Signed: there is nothing before the first tile.
    Value isTile =
        arith::CmpIOp::create(b, arith::CmpIPredicate::sge, other, b.i64(0));
    Value isBefore =
        arith::CmpIOp::create(b, arith::CmpIPredicate::slt, other, tile);
    isCut = b.both(isCut, b.both(isTile, isBefore));
    Value bit =
        arith::SelectOp::create(b, isCut, b.i32(int64_t(1) << j), b.i32(0));
    cuts = cuts ? arith::OrIOp::create(b, cuts, bit) : bit;
  }
  return cuts;
}

Value TileEntries::isTrue() { return arith::ConstantIntOp::create(b, 1, 1); }

Value TileEntries::isNot(Value condition) {
  return arith::XOrIOp::create(b, condition, isTrue());
}

Value TileEntries::ofAllLanes(Value condition) {
  return NVVM::VoteSyncOp::create(b, b.getI1Type(), b.i32(-1), condition,
                                  NVVM::VoteSyncKind::all);
}

} // namespace scanc::prefix
