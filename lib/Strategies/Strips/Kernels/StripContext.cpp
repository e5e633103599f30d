//===- StripContext.cpp - What kernels of strips share --------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StripContext.h"

using namespace mlir;

namespace scanc::prefix {

StripContext::StripContext(const ScanSource &source, StringRef suffix,
                           bool areDrawn)
    : source(source), b(open(this->source, suffix)),
      skeleton(source.plan.getScan()),
      layout(StripLayout::of(
          skeleton, ScanTypes::of(source.scan, source.monoid), areDrawn)),
      shared(b) {
  b.waitForKernelBefore();
  findLane();
}

KernelBuilder StripContext::open(ScanSource &source, StringRef suffix) {
  const ScanTypes types = ScanTypes::of(source.scan, source.monoid);
  for (const PlannedKernel &kernel : getKernels(source.plan, types))
    if (kernel.suffix == suffix)
      return KernelBuilder::open(source.module, source.scan, source.monoid,
                                 kernel);
  return KernelBuilder::open(source.module, source.scan, source.monoid,
                             emptyKernel(source.plan, types));
}

void StripContext::findLane() {
  Value all = b.domain().countChains(b);
  Value groups = b.udiv(b.add(all, b.i64(rows() - 1)), b.i64(rows()));
  Value few = b.toI32(arith::MinUIOp::create(b, groups, b.i64(32)));
  followersLog = b.i32(0);
  for (int64_t lanes : {1, 2, 4, 8, 16})
    followersLog =
        b.add(followersLog,
              arith::ExtUIOp::create(
                  b, b.getI32Type(),
                  b.compare(arith::CmpIPredicate::ule, few, b.i32(lanes))));
  followers = arith::ShLIOp::create(b, b.i32(1), followersLog);
  hasFollowers = b.compare(arith::CmpIPredicate::ugt, followers, b.i32(1));
  columnsLog = b.sub(b.i32(5), followersLog);
  column =
      b.both(b.laneId(),
             b.sub(arith::ShLIOp::create(b, b.i32(1), columnsLog), b.i32(1)));
  follower = arith::ShRUIOp::create(b, b.laneId(), columnsLog);
  Value wide = arith::ShRUIOp::create(b, b.i32(32 * rows()), followersLog);
  chainsOfStrip = b.toI64(wide);
  tileSteps = b.toI64(arith::ShLIOp::create(
      b, b.i32(skeleton.getWarps() * skeleton.getItems()), followersLog));
  Value up = b.add(all, b.sub(chainsOfStrip, b.i64(1)));
  strips = b.udiv(up, chainsOfStrip);
  Value lanes = b.add(b.mul(b.warpId(), followers), follower);
  firstStep = b.toI64(b.mul(lanes, b.i32(skeleton.getItems())));
}

size_t StripContext::arraysOf(Side side) {
  return side == Side::Input    ? source.scan.getInput().count()
         : side == Side::Output ? source.scan.getOutput().count()
                                : 1;
}

size_t StripContext::firstArrayOf(Side side) {
  return side == Side::Input ? 0
         : side == Side::Output
             ? arraysOf(Side::Input)
             : arraysOf(Side::Input) + arraysOf(Side::Output);
}

SmallVector<Value> StripContext::flat(ArrayRef<State> states) {
  SmallVector<Value> values;
  for (const State &state : states)
    llvm::append_range(values, state);
  return values;
}

SmallVector<State> StripContext::split(ValueRange values) {
  SmallVector<State> states;
  for (; !values.empty(); values = values.drop_front(fields()))
    states.emplace_back(values.take_front(fields()));
  return states;
}

SmallVector<State> StripContext::combine(ArrayRef<State> low,
                                         ArrayRef<State> high) {
  SmallVector<State> both;
  for (auto [one, other] : llvm::zip_equal(low, high))
    both.push_back(b.combine(one, other));
  return both;
}

void StripContext::placeChains(Value strip, Value slot) {
  Value first = b.mul(strip, chainsOfStrip);
  Value last = b.sub(b.domain().countChains(b), b.i64(1));
  Value base = b.mul(slot, b.i32(placesOfSlot()));
  SmallVector<Side> sides = {Side::Input, Side::Output};
  if (source.scan.hasStates())
    sides.push_back(Side::States);
  const int64_t threads = skeleton.getThreads();
  for (int64_t at = 0; at < layout.chains; at += threads) {
    Value own = b.add(b.threadId(), b.i32(at));
    auto place = [&] {
      Value chain = arith::MinUIOp::create(b, b.add(first, b.toI64(own)), last);
      for (Side side : sides) {
        const size_t arrays = arraysOf(side), before = firstArrayOf(side);
        auto places = PlaceChainOp::create(
            b, SmallVector<Type>(arrays, b.getI64Type()), chain, b.walk(side),
            side == Side::Output && source.scan.getTotal());
        for (auto [array, found] : llvm::enumerate(places.getPlaces()))
          shared.store(
              layout.places,
              b.add(b.add(own, base), b.i32((before + array) * layout.chains)),
              found);
      }
    };
    if (at + threads <= layout.chains)
      place();
    else
      b.onlyIf(b.compare(arith::CmpIPredicate::ult, own, b.i32(layout.chains)),
               place);
  }
}

void StripContext::enter(Value strip, Value slot) {
  Value all = b.domain().countChains(b);
  Value first =
      b.add(b.mul(strip, chainsOfStrip), b.toI64(b.mul(column, b.i32(rows()))));
  Value left = b.sub(all, arith::MinUIOp::create(b, first, all));
  chains = b.toI32(arith::MinUIOp::create(b, left, b.i64(rows())));
  placeBase = b.mul(slot, b.i32(placesOfSlot()));
}

SmallVector<Value> StripContext::placesOf(Side side) {
  SmallVector<Value> places;
  const size_t arrays = arraysOf(side), before = firstArrayOf(side);
  for (int64_t row = 0; row < rows(); ++row)
    for (size_t array = 0; array < arrays; ++array) {
      Value index = b.add(b.add(placeBase, b.mul(column, b.i32(rows()))),
                          b.i32((before + array) * layout.chains + row));
      places.push_back(shared.loadWide(layout.places, index));
    }
  return places;
}

LaneChains StripContext::lane(Side side, Value step, int64_t items) {
  return {placesOf(side), step, chains, rows(), items};
}

SmallVector<State> StripContext::startOfChains() {
  if (Value initial = b.initialStates()) {
    SmallVector<Type> types;
    for (int64_t row = 0; row < rows(); ++row)
      llvm::append_range(types, b.getStateTypes());
    return split(StartAcrossOp::create(
                     b, types, b.getMonoid(), initial, placesOf(Side::States),
                     chains, source.scan.getInit().value_or(ArrayAttr()))
                     .getStates());
  }
  return SmallVector<State>(rows(), b.start());
}

void StripContext::fetch(Value step, Value slot) {
  b.input().fetchAcross(b, lane(Side::Input, step, skeleton.getItems()),
                        shared.slot(layout.ring, slot, 0));
}

void StripContext::finish(ArrayRef<State> states) {
  ScanOp scanOp = source.scan;
  if (!scanOp.hasEmptyKernel())
    return;
  // One lane of each chain, of the first warp.
  Value isOne = b.both(b.isZero(b.warpId()), b.isZero(follower));
  b.onlyIf(isOne, [&] {
    if (Value final = b.finalStates())
      EndAcrossOp::create(b, b.getMonoid(), flat(states), final,
                          placesOf(Side::States), chains);
    if (!scanOp.getTotal())
      return;
    SmallVector<Value> vectors;
    for (Value value : flat(states))
      vectors.push_back(vector::FromElementsOp::create(
          b, VectorType::get(1, value.getType()), value));
    b.output().storeAcross(b, lane(Side::Output, b.domain().chainLength(b), 1),
                           /*slot=*/{}, {}, vectors, /*isLonger=*/true);
  });
}

std::pair<SmallVector<State>, SmallVector<State>>
StripContext::scanLanes(ArrayRef<State> own) {
  SmallVector<Type> types;
  for (int64_t row = 0; row < 2 * rows(); ++row)
    llvm::append_range(types, b.getStateTypes());
  auto branch = scf::IfOp::create(b, types, hasFollowers, /*addThenBlock=*/true,
                                  /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  auto yield = [&](ArrayRef<State> before, ArrayRef<State> totals) {
    SmallVector<Value> values = flat(before);
    llvm::append_range(values, flat(totals));
    scf::YieldOp::create(b, values);
  };
  b.setInsertionPointToStart(branch.thenBlock());
  SmallVector<State> before, totals;
  // The lane whose state a lane scans, and the one that scans its own: as
  // numbers, the two halves of each in the other order.
  Value low = b.both(b.laneId(), b.sub(followers, b.i32(1)));
  Value isFirst = b.isZero(low);
  Value taken = b.add(arith::ShLIOp::create(b, low, columnsLog),
                      arith::ShRUIOp::create(b, b.laneId(), followersLog));
  Value taker = b.add(arith::ShLIOp::create(b, column, followersLog), follower);
  for (const State &state : own) {
    State lower =
        b.scanWarp(skeleton, {Part(b.readLane(state, taken), isFirst)})
            .first.front()
            .state;
    lower = b.select(isFirst, b.identity(), lower);
    before.push_back(b.readLane(lower, taker));
    totals.push_back(b.combine(before.back(), state));
  }
  yield(before, totals);
  b.setInsertionPointToStart(branch.elseBlock());
  yield(SmallVector<State>(own.size(), b.identity()), own);
  SmallVector<State> all = split(branch.getResults());
  return {SmallVector<State>(ArrayRef(all).take_front(own.size())),
          SmallVector<State>(ArrayRef(all).take_back(own.size()))};
}

StripContext::Tile StripContext::reduce(Value step, Value slot, Value parity) {
  Tile tile{step, slot};
  tile.elements =
      b.input().loadAcross(b, lane(Side::Input, step, skeleton.getItems()),
                           shared.slot(layout.ring, slot, 0),
                           /*isMasked=*/source.scan.hasEmptyKernel());
  const SmallVector<State> own =
      b.statesOfRows(skeleton, b.reduceRuns(skeleton, tile.elements));
  auto [before, totals] = scanLanes(own);
  tile.before = before;
  for (int64_t row = 0; row < rows(); ++row)
    tile.totals.push_back(
        b.mul(b.add(b.mul(parity, b.i32(layout.chains)), chainOf(row)),
              b.i32(layout.pitch)));
  // The last lane of each chain has the warp's total.
  Value isLast =
      b.compare(arith::CmpIPredicate::eq, b.add(follower, b.i32(1)), followers);
  b.onlyIf(isLast, [&, &totals = totals] {
    for (auto [first, total] : llvm::zip_equal(tile.totals, totals))
      shared.store(layout.totals, b.add(first, b.warpId()), total);
  });
  return tile;
}

std::pair<SmallVector<State>, SmallVector<State>>
StripContext::scanWarps(const Tile &tile) {
  SmallVector<State> before, all;
  for (Value first : tile.totals) {
    auto [beforeWarp, total] =
        b.scanGroup(skeleton, shared.named(layout.totals), first, b.warpId(),
                    /*cuts=*/{}, /*byLanes=*/false);
    before.push_back(beforeWarp.state);
    all.push_back(total.state);
  }
  return {before, all};
}

void StripContext::scan(const Tile &tile, ArrayRef<State> beforeWarp) {
  SmallVector<Value> outputs;
  const ValueRange elements(tile.elements);
  for (auto [row, seed] : llvm::enumerate(combine(beforeWarp, tile.before)))
    llvm::append_range(
        outputs, b.scanRun(skeleton, elements.slice(row * fields(), fields()),
                           seed, outputsOf()));
  b.output().storeAcross(b, lane(Side::Output, tile.step, skeleton.getItems()),
                         shared.slot(layout.ring, tile.slot, 0),
                         placesOf(Side::Input), outputs, /*isLonger=*/false);
}

} // namespace scanc::prefix
