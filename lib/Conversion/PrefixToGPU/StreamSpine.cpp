//===- StreamSpine.cpp - What comes before each tile ----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StreamSpine.h"

#include "CombineTimes.h"

using namespace mlir;

namespace scanc::prefix {

/// How long a block waits for the others before it asks who is there, in
/// nanoseconds: far longer than a grid takes to start, and than most kernels
/// that may be in its way.
static constexpr int64_t patience = 20'000'000;

/// Looks at an early row before a warp looks around.
static constexpr int64_t looksTogether = 8;

void StreamSpine::carryPrefixes() {
  Descriptors descriptors(b, spine.getItems());
  Value isLeader = compare(arith::CmpIPredicate::eq, b.laneId(), b.i32(0));
  Value own = toI32(block);
  Value warp = b.sub(b.warpId(), b.i32(1));
  Value tiles = countTiles();
  auto body = [&](Position at, ValueRange) {
    // The tiles of this cycle.
    Value first = b.mul(b.toI64(at.k), blocks);
    Value count = toI32(arith::MinUIOp::create(b, b.sub(tiles, first), blocks));
    Value awaited = arith::SelectOp::create(b, isAlone, b.i32(0), count);
    // The slot is full again, so that its last seed has been read. Until then
    // there is nothing to gather: the block's own total is missing.
    shared.wait(layout.full, at.slot, at.parity);
    Value looks = arith::SelectOp::create(b, isEarly(at.k),
                                          b.i32(looksTogether), b.i32(1 << 30));
    auto use = [&](ValueRange totals) {
      Value isFirst = both(isZero(at.k), isLeader);
      // Scanners get ready while the totals are combined.
      b.onlyIf(isFirst, [&] { decide(); });
      auto [below, all] = combineRow(descriptors, totals, own);
      b.onlyIf(isLeader, [&, below = below, all = all] {
        shared.wait(layout.carried, at.slot, at.parity);
        State carry = shared.load(layout.carries, at.slot);
        shared.store(layout.seeds, at.slot, b.combine(carry, below));
        shared.arrive(layout.ready, at.slot);
        Value following = advance(at, b.i32(1)).slot;
        shared.store(layout.carries, following, b.combine(carry, all));
        shared.arrive(layout.carried, following);
      });
      endRow(descriptors, at.k, count, awaited);
      Value isLast =
          compare(arith::CmpIPredicate::eq, add(at.k, b.i32(1)), ownTiles);
      b.onlyIf(both(isLast, isNot(isAlone)), [&] {
        markRare();
        endTiles(descriptors, at, tiles);
      });
    };
    descriptors.gather(at.k, awaited,
                       {looks, [&] { return lookAround(at, tiles); }}, use);
    NVVM::SyncWarpOp::create(b, b.i32(-1));
    return State();
  };
  forTilesAsDecided(warp, spine.getWarps(), {}, body);
}

/// After the block's last tile. Every block has read the epoch, and none uses
/// the row after the last one any more: no two are 32 cycles apart.
void StreamSpine::endTiles(Descriptors &descriptors, const Position &at,
                           Value tiles) {
  Value isLeader = compare(arith::CmpIPredicate::eq, b.laneId(), b.i32(0));
  Value cycles = countCycles(tiles);
  Value end = add(b.mul(b.toI64(at.k), blocks), add(block, b.i64(1)));
  Value ends = compare(arith::CmpIPredicate::eq, end, tiles);
  // The row may be complete because of blocks that do not know yet that they
  // are late. The leader has had the carry, and thus the decision.
  b.onlyIf(isLeader, [&] {
    b.onlyIf(isMode(Mode::Normal), [&] {
      descriptors.clearFirstWord(cycles, toI32(block));
      b.onlyIf(ends, [&] { descriptors.advance(cycles); });
    });
  });
  Value count = participants(tiles);
  Value isFew =
      compare(arith::CmpIPredicate::ult, count, descriptors.mostBlocks());
  b.onlyIf(both(ends, isFew),
           [&] { descriptors.clearFirstWordsFrom(cycles, count); });
}

//===----------------------------------------------------------------------===//
// Who is there
//===----------------------------------------------------------------------===//

// The epoch is read anew in what hardly ever happens, so that no register holds
// what comes of it.

Value StreamSpine::lookAround(const Position &at, Value tiles) {
  Value isLeader = compare(arith::CmpIPredicate::eq, b.laneId(), b.i32(0));
  auto vote = [&](Value mine) -> Value {
    return NVVM::VoteSyncOp::create(b, b.getI1Type(), b.i32(-1), mine,
                                    NVVM::VoteSyncKind::any);
  };
  auto early = scf::IfOp::create(b, b.getI1Type(), isEarly(at.k),
                                 /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(early.elseBlock());
  scf::YieldOp::create(b, constant(false));
  b.setInsertionPointToStart(early.thenBlock());

  Value isFirst = isZero(at.k);
  b.onlyIf(isFirst, [&] {
    markRare();
    auto look = scf::IfOp::create(b, b.getI1Type(), isLeader,
                                  /*withElseRegion=*/true);
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(look.thenBlock());
      scf::YieldOp::create(b, lookAtTime());
      b.setInsertionPointToStart(look.elseBlock());
      scf::YieldOp::create(b, constant(false));
    }
    b.onlyIf(vote(look.getResult(0)), [&] {
      Descriptors own(b, spine.getItems());
      Presence(b, own, spine.getItems()).close(participants(tiles));
    });
  });
  Value leaves = vote(isNot(isMode(Mode::Normal)));
  b.onlyIf(both(leaves, isLeader), [&] {
    b.onlyIf(isFirst, [&] { decide(); });
    // A warp may have found the next row complete: totals of early tiles come
    // from late blocks, too. It waits for a carry, whatever it is.
    Value following = advance(at, b.i32(1)).slot;
    shared.store(layout.carries, following, b.start());
    shared.arrive(layout.carried, following);
  });
  scf::YieldOp::create(b, leaves);
  return early.getResult(0);
}

Value StreamSpine::lookAtTime() {
  Value now =
      LLVM::CallIntrinsicOp::create(
          b, b.getI64Type(),
          b.getStringAttr("llvm.nvvm.read.ptx.sreg.globaltimer"), ValueRange())
          .getResult(0);
  // 0 before the first look.
  Value at = shared.pointer(layout.deadline, b.i32(0), 8);
  Value deadline = LLVM::LoadOp::create(b, b.getI64Type(), at, 8);
  b.onlyIf(compare(arith::CmpIPredicate::eq, deadline, b.i64(0)),
           [&] { LLVM::StoreOp::create(b, add(now, b.i64(patience)), at, 8); });
  // No deadline is far away.
  Value isOver = compare(arith::CmpIPredicate::ugt, b.sub(now, b.i64(1)),
                         b.sub(deadline, b.i64(1)));
  auto asks = scf::IfOp::create(b, b.getI1Type(), isOver,
                                /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(asks.elseBlock());
  scf::YieldOp::create(b, constant(false));
  b.setInsertionPointToStart(asks.thenBlock());
  Descriptors descriptors(b, spine.getItems());
  Presence presence(b, descriptors, spine.getItems());
  Presence::Verdict verdict = presence.verdictOf(toI32(block));
  b.onlyIf(verdict.isThere, [&] {
    storeWord(layout.rank, verdict.rank);
    storeWord(layout.present, verdict.present);
    setMode(Mode::Slow);
  });
  scf::YieldOp::create(b, presence.takeLock());
  return asks.getResult(0);
}

//===----------------------------------------------------------------------===//
// A row
//===----------------------------------------------------------------------===//

/// The last block of a row clears the rest of it.
void StreamSpine::endRow(Descriptors &descriptors, Value row, Value count,
                         Value awaited) {
  Value isLast =
      compare(arith::CmpIPredicate::eq, add(toI32(block), b.i32(1)), awaited);
  Value isShort =
      compare(arith::CmpIPredicate::ult, count, descriptors.mostBlocks());
  b.onlyIf(arith::AndIOp::create(b, isLast, isShort), [&] {
    markRare();
    descriptors.clearFrom(row, count);
  });
}

/// Two reductions side by side give both; or one scan does, with half the
/// combines, and the entries of one lane to join last.
std::pair<State, State> StreamSpine::combineRow(Descriptors &descriptors,
                                                ValueRange totals, Value end) {
  const CombineTimes times(source.scan, source.monoid);
  const circuits::Cost inLane =
      circuits::computeCost(b.networkOf(spine.getThread()));
  const int64_t depth =
      circuits::computeCost(b.networkOf(spine.getWarp())).depth;
  const double twice = times.inThread(inLane, 2) + times.acrossLanes(depth, 2),
               once = times.inThread(inLane) + times.acrossLanes(depth) +
                      times.ofOneStep();
  if (once < twice)
    return scanRow(totals, end);
  return {combineBelow(descriptors, totals, end), combineAll(totals)};
}

std::pair<State, State> StreamSpine::scanRow(ValueRange totals, Value end) {
  const int64_t perLane = spine.getItems();
  SmallVector<State> entries(perLane);
  for (auto [j, entry] : llvm::enumerate(entries))
    for (Value vector : totals)
      entry.push_back(vector::ExtractOp::create(b, vector, j));
  SmallVector<State> upTo = b.scanStates(spine.getThread(), entries);
  auto [before, all] = b.scanWarp(spine, {upTo.back()});

  // Of the entries of the lane that `end` is in, so many are below.
  Value count = arith::RemUIOp::create(b, end, b.i32(perLane));
  State below = before.front();
  for (int64_t j = 1; j < perLane; ++j) {
    Value is = compare(arith::CmpIPredicate::eq, count, b.i32(j));
    below = b.select(is, upTo[j - 1], below);
  }
  Value isAny = compare(arith::CmpIPredicate::ne, count, b.i32(0));
  below = b.select(isAny, b.combine(before.front(), below), below);
  Value lane = arith::DivUIOp::create(b, end, b.i32(perLane));
  return {b.readLane(below, lane), all};
}

/// The warp's entries, combined.
State StreamSpine::combineAll(ValueRange totals) {
  return b.reduceWarp(spine, b.reduceRun(spine, totals));
}

/// Those of blocks below `end`.
State StreamSpine::combineBelow(Descriptors &descriptors, ValueRange totals,
                                Value end) {
  Value lane = b.laneId();
  State identity = b.identity();
  SmallVector<State> entries(spine.getItems());
  for (auto [j, entry] : llvm::enumerate(entries)) {
    Value isBelow =
        compare(arith::CmpIPredicate::ult, descriptors.blockOf(lane, j), end);
    for (auto [vector, none] : llvm::zip_equal(totals, identity))
      entry.push_back(arith::SelectOp::create(
          b, isBelow, vector::ExtractOp::create(b, vector, j), none));
  }
  return combineAll(b.acrossRows(entries));
}

} // namespace scanc::prefix
