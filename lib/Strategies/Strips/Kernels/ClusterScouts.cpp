//===- ClusterScouts.cpp - How clusters tell each other -------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Clusters.h.
//
//===----------------------------------------------------------------------===//

#include "Clusters.h"

#include "scanc/Dialect/Prefix/IR/ExchangeLayout.h"

using namespace mlir;

namespace scanc::prefix {

//===----------------------------------------------------------------------===//
// The poster
//===----------------------------------------------------------------------===//

void Clusters::post() {
  forTurns(b.i32(0), 1, [&](const Turn &turn) {
    // The others' tiles are there at about the same time.
    waitFor(m.reduced, turn.index);
    auto loop = scf::ForOp::create(b, b.laneId(), c.all, b.i32(32));
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(loop.getBody());
      postChain(turn, loop.getInductionVar());
    }
    announce(m.preMade, turn.index);
  });
}

void Clusters::postChain(const Turn &turn, Value chain) {
  Value first = b.add(b.mul(placeIn(m.exchanges, turn.index),
                            b.i32(m.cluster * ClusterLayout::mostChains)),
                      chain);
  SmallVector<Value> indices, exist(m.cluster, b.boolean(true));
  for (int64_t other = 0; other < m.cluster; ++other)
    indices.push_back(
        b.add(first, b.i32(m.totals + other * ClusterLayout::mostChains)));
  const SmallVector<Type> types(m.cluster * m.parts, b.getI32Type());
  const SmallVector<Value> parts(
      HearOp::create(b, types, shared.named(m.mail), indices, exist,
                     tagOf(turn.index), m.totalsApart(), m.parts)
          .getParts());
  State all, before = b.identity();
  for (int64_t other = 0; other < m.cluster; ++other) {
    const State own =
        b.fromParts(ArrayRef(parts).slice(other * m.parts, m.parts));
    if (other > 0)
      before = b.select(isRank(b.i32(other)), all, before);
    all = other == 0 ? own : b.combine(all, own);
  }
  Value perRankLog = b.sub(c.allLog, b.i32(llvm::Log2_64(m.cluster)));
  b.onlyIf(isRank(arith::ShRUIOp::create(b, chain, perRankLog)), [&] {
    Value index =
        b.add(b.mul(turn.number, b.i32(ClusterLayout::mostChains)), chain);
    PostAcrossOp::create(b, all, entries, b.toI64(turn.number), index,
                         /*whole=*/false, groupsIn.states, /*count=*/1);
  });
  Value place = b.add(exchangeOf(turn.index), chain);
  shared.store(m.made, place, all);
  shared.store(m.pre, place, before);
}

//===----------------------------------------------------------------------===//
// Scouts
//===----------------------------------------------------------------------===//

void Clusters::scout() {
  ownLog = b.sub(c.allLog, b.i32(llvm::Log2_64(m.cluster)));
  Value ofRank = arith::ShLIOp::create(b, b.i32(1), ownLog);
  own = b.both(b.laneId(), b.sub(ofRank, b.i32(1)));
  ownChain = b.add(b.mul(rank, ofRank), own);
  half = b.both(arith::ShRUIOp::create(b, b.laneId(), ownLog), b.i32(1));
  State start = b.start();
  if (Value initial = b.initialStates())
    start =
        State(StartAcrossOp::create(
                  b, b.getStateTypes(), b.getMonoid(), initial, placeOfState(),
                  b.i32(1), c.source.scan.getInit().value_or(ArrayAttr()))
                  .getStates());
  Value first = b.sub(b.warpId(), b.i32(ClusterLayout::othersOfBlock));
  forTurns(first, m.scouts, [&](const Turn &turn) { findCarry(turn, start); });
}

SmallVector<Value> Clusters::placeOfState() {
  return {c.placeOf(b.toI64(ownChain), Side::States)};
}

void Clusters::findCarry(const Turn &turn, ArrayRef<Value> start) {
  Value isFirst = b.isZero(turn.index);
  Value last = b.sub(turn.index, b.i32(1));
  Value from = valuesIf(
      b.isNot(isFirst),
      [&] {
        Value before = shared.load(m.drawn, placeIn(m.numbers, last));
        return SmallVector<Value>{b.add(before, b.i32(1))};
      },
      b.i32(0))[0];
  Value count = b.sub(turn.number, from);
  // The group itself is there before all that come before it are.
  waitFor(m.preMade, turn.index);
  const State made =
      shared.load(m.made, b.add(exchangeOf(turn.index), ownChain));
  // A cluster that comes late has more of them to gather than its lanes can at
  // once.
  const int64_t atOnce = 2 * entriesOfLane;
  auto loop = scf::ForOp::create(b, b.i32(0),
                                 arith::MaxUIOp::create(b, count, b.i32(1)),
                                 b.i32(atOnce), start);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value done = loop.getInductionVar();
    const ValueRange upTo = loop.getRegionIterArgs();
    auto handedOn = [&] {
      waitFor(m.handed, last);
      Value place = exchangeOf(last, ClusterLayout::mostChains / m.cluster);
      return SmallVector<Value>(shared.load(m.after, b.add(place, own)));
    };
    scf::YieldOp::create(
        b, gather(b.add(from, done), b.sub(count, done), [&] {
          return State(valuesIf(b.both(b.isZero(done), b.isNot(isFirst)),
                                handedOn, upTo));
        }));
  }
  const State before(loop.getResults());
  const State behind = b.combine(before, made);
  Value isHalf = b.both(b.isZero(half),
                        b.compare(arith::CmpIPredicate::ult, b.laneId(),
                                  arith::ShLIOp::create(b, b.i32(1), ownLog)));
  b.onlyIf(isHalf, [&] {
    shared.store(
        m.after,
        b.add(exchangeOf(turn.index, ClusterLayout::mostChains / m.cluster),
              own),
        behind);
  });
  announce(m.handed, turn.index);
  if (Value final = b.finalStates()) {
    Value isLast = b.compare(arith::CmpIPredicate::eq,
                             b.add(turn.number, b.i32(1)), groups);
    b.onlyIf(b.both(isLast, isHalf), [&] {
      EndAcrossOp::create(b, b.getMonoid(), behind, final, placeOfState(),
                          b.i32(1));
    });
  }
  tellCarry(turn, before);
  hearCarry(turn);
}

State Clusters::gather(Value first, Value count, function_ref<State()> run) {
  Value behind = b.mul(half, b.i32(entriesOfLane));
  Value own = b.add(first, behind);
  SmallVector<Value> numbers, exist;
  for (int64_t i = 0; i < entriesOfLane; ++i) {
    numbers.push_back(b.toI64(b.add(own, b.i32(i))));
    exist.push_back(
        b.compare(arith::CmpIPredicate::slt, b.add(behind, b.i32(i)), count));
  }
  Value index = b.add(b.mul(own, b.i32(ClusterLayout::mostChains)), ownChain);
  SmallVector<Type> types;
  for (int64_t i = 0; i < entriesOfLane; ++i)
    llvm::append_range(types, b.getStateTypes());
  const SmallVector<State> found =
      c.split(GatherAcrossOp::create(b, types, entries, numbers, index, exist,
                                     ClusterLayout::mostChains, /*eager=*/true,
                                     groupsIn.states, /*count=*/1, /*rows=*/1)
                  .getStates());
  // One after another: first the lanes that have the first half of them, then
  // the others. All lanes know what comes of it.
  return b.loop(b.i64(2), run(), [&](Value k, ValueRange before) {
    State upTo(before);
    for (auto [state, exists] : llvm::zip_equal(found, exist))
      upTo = b.select(exists, b.combine(upTo, state), upTo);
    Value whose = arith::ShLIOp::create(b, b.toI32(k), ownLog);
    return b.readLane(upTo, b.add(whose, this->own));
  });
}

void Clusters::tellCarry(const Turn &turn, const State &before) {
  const SmallVector<Value> parts = b.toParts(before);
  Value index = b.add(exchangeOf(turn.index), ownChain);
  Value isActive = b.compare(arith::CmpIPredicate::ult, b.laneId(),
                             arith::ShLIOp::create(b, b.i32(2), ownLog));
  b.onlyIf(isActive, [&] {
    for (int64_t other = 0; other < m.cluster; other += 2)
      TellOp::create(b, parts, shared.named(m.mail),
                     b.add(index, b.i32(m.carries)), b.add(half, b.i32(other)),
                     tagOf(turn.index), m.carriesApart());
  });
}

void Clusters::hearCarry(const Turn &turn) {
  SmallVector<Value> indices, places, exist;
  for (int64_t row = 0; row < ClusterLayout::mostChains / 32; ++row) {
    Value chain = b.add(b.laneId(), b.i32(32 * row));
    places.push_back(b.add(exchangeOf(turn.index), chain));
    indices.push_back(b.add(places.back(), b.i32(m.carries)));
    exist.push_back(b.compare(arith::CmpIPredicate::ult, chain, c.all));
  }
  const SmallVector<Type> types(indices.size() * m.parts, b.getI32Type());
  const SmallVector<Value> parts(
      HearOp::create(b, types, shared.named(m.mail), indices, exist,
                     tagOf(turn.index), m.carriesApart(), m.parts)
          .getParts());
  for (auto [row, place] : llvm::enumerate(places))
    b.onlyIf(exist[row], [&, row = row, place = place] {
      shared.store(m.carry, place,
                   b.fromParts(ArrayRef(parts).slice(row * m.parts, m.parts)));
    });
  announce(m.carried, turn.index);
}

} // namespace scanc::prefix
