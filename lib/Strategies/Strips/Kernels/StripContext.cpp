//===- StripContext.cpp - What kernels of strips share --------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StripContext.h"

#include "scanc/Dialect/Prefix/IR/StretchLayout.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;

namespace scanc::prefix {

StripContext::StripContext(const ScanSource &source, StringRef suffix,
                           SkeletonAttr skeleton, const StripLayout &layout)
    : ChainContext(source, suffix, skeleton, layout) {
  findLane();
}

Value StripContext::followersOf(Value chains) {
  Value groups = b.udiv(b.add(chains, b.i64(rows() - 1)), b.i64(rows()));
  Value few = b.toI32(arith::MinUIOp::create(b, groups, b.i64(32)));
  Value log = b.i32(0);
  for (int64_t lanes : {1, 2, 4, 8, 16})
    log = b.add(log, arith::ExtUIOp::create(b, b.getI32Type(),
                                            b.compare(arith::CmpIPredicate::ule,
                                                      few, b.i32(lanes))));
  return log;
}

Value StripContext::stepsOfTile(Value log) {
  return b.toI64(arith::ShLIOp::create(
      b, b.i32(skeleton.getWarps() * skeleton.getItems()), log));
}

Value StripContext::followersOfShort(Value all) {
  Value length = b.domain().chainLength(b);
  auto isAbove = [&](Value value, int64_t limit) {
    return b.compare(arith::CmpIPredicate::ugt, value, b.i64(limit));
  };
  const int64_t steps = skeleton.getWarps() * skeleton.getItems();
  Value log = b.i32(0);
  for (int64_t half = 0; half < layout.narrowest; ++half)
    log = b.add(log, arith::ExtUIOp::create(b, b.getI32Type(),
                                            isAbove(length, steps << half)));
  Value isLong =
      isAbove(length, StripLayout::soonWalked * steps << layout.narrowest);
  Value areMany = isAbove(arith::ShLIOp::create(b, all, b.toI64(log)),
                          StripLayout::mostNarrow * 32 * rows());
  return arith::SelectOp::create(b, b.oneOf(isLong, areMany), b.i32(0), log);
}

void StripContext::findLane() {
  Value all = b.domain().countChains(b);
  // A stretch of fewer chains than a warp has, and of at least half of a tile.
  // Where there is no other, it is one in any case.
  Value some = b.domain().chainsOfStretch(b);
  Value ofStretch = followersOf(some);
  Value areAny = b.compare(arith::CmpIPredicate::ne, some, b.i64(0));
  Value areFew = b.compare(arith::CmpIPredicate::ult, some, b.i64(32 * rows()));
  Value areLong = b.compare(arith::CmpIPredicate::uge,
                            b.mul(b.domain().chainLength(b), b.i64(2)),
                            stepsOfTile(ofStretch));
  Value areAll = b.compare(arith::CmpIPredicate::eq, some, all);
  areStretches = b.both(b.both(areAny, areFew), b.oneOf(areLong, areAll));
  width = b.toI32(some);
  Value ofAll = followersOf(all);
  Value halvings = b.i32(0);
  for (int64_t chains : layout.halvedUpTo)
    halvings = b.add(halvings,
                     arith::ExtUIOp::create(b, b.getI32Type(),
                                            b.compare(arith::CmpIPredicate::ult,
                                                      all, b.i64(chains))));
  ofAll = arith::MaxUIOp::create(b, ofAll, halvings);
  followersLog = arith::SelectOp::create(b, areStretches, ofStretch, ofAll);
  if (layout.narrowest) {
    Value ofShort = followersOfShort(all);
    Value areNarrow =
        b.compare(arith::CmpIPredicate::ugt, ofShort, followersLog);
    areStretches = b.both(areStretches, b.isNot(areNarrow));
    followersLog = arith::MaxUIOp::create(b, followersLog, ofShort);
  }
  followers = arith::ShLIOp::create(b, b.i32(1), followersLog);
  findBeside(all, some);
  columnsLog = b.sub(b.i32(5), followersLog);
  column =
      b.both(b.laneId(),
             b.sub(arith::ShLIOp::create(b, b.i32(1), columnsLog), b.i32(1)));
  follower = arith::ShRUIOp::create(b, b.laneId(), columnsLog);
  Value wide = arith::ShRUIOp::create(b, b.i32(32 * rows()), followersLog);
  tileSteps = stepsOfTile(followersLog);
  if (besideLog) {
    wide = arith::ShLIOp::create(b, wide, besideLog);
    tileSteps = arith::ShRUIOp::create(b, tileSteps, b.toI64(besideLog));
  }
  chainsOfStrip = arith::SelectOp::create(b, areStretches, some, b.toI64(wide));
  Value up = b.add(all, b.sub(chainsOfStrip, b.i64(1)));
  strips = b.udiv(up, chainsOfStrip);
  Value lanes = b.add(b.mul(warp, followers), follower);
  firstStep = b.toI64(b.mul(lanes, b.i32(skeleton.getItems())));
}

void StripContext::findBeside(Value all, Value some) {
  warp = b.warpId();
  if (!layout.wideFrom)
    return;
  auto isAtLeast = [&](Value value, int64_t limit) {
    return b.compare(arith::CmpIPredicate::uge, value, b.i64(limit));
  };
  Value areFar = isAtLeast(some, StripWidths::farApart);
  Value areMany = isAtLeast(all, layout.wideFrom);
  areBeside = b.both(b.both(areFar, areMany),
                     b.isNot(b.oneOf(areStretches, hasFollowers())));
  besideLog = arith::ExtUIOp::create(b, b.getI32Type(), areBeside);
  const int64_t half = skeleton.getWarps() / 2;
  Value isBeside = b.both(
      areBeside, b.compare(arith::CmpIPredicate::uge, warp, b.i32(half)));
  beside = arith::ExtUIOp::create(b, b.getI32Type(), isBeside);
  warp = b.sub(warp, b.mul(beside, b.i32(half)));
}

void StripContext::clearTotals() {
  if (!layout.wideFrom)
    return;
  b.onlyIf(areBeside, [&] {
    auto loop = scf::ForOp::create(b, b.threadId(), b.i32(2 * layout.chains),
                                   b.i32(skeleton.getThreads()));
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value first = b.mul(loop.getInductionVar(), b.i32(layout.pitch));
    for (int64_t absent = skeleton.getWarps() / 2; absent < skeleton.getWarps();
         ++absent)
      shared.store(layout.totals, b.add(first, b.i32(absent)), b.identity());
  });
}

void StripContext::placeChains(Value strip, Value slot, Value thread,
                               int64_t threads) {
  Value first = b.mul(strip, chainsOfStrip);
  Value last = b.sub(b.domain().countChains(b), b.i64(1));
  Value base = b.mul(slot, b.i32(placesOfSlot()));
  // Of those that the lanes of a warp have, or of warps beside each other.
  Value most = arith::ShRUIOp::create(b, b.i32(32 * rows()), followersLog);
  if (besideLog)
    most = arith::ShLIOp::create(b, most, besideLog);
  auto place = [&](Value own) {
    Value chain = arith::MinUIOp::create(b, b.add(first, b.toI64(own)), last);
    for (Side side : sides())
      for (auto [array, found] : llvm::enumerate(findChain(chain, side)))
        shared.store(layout.places,
                     b.add(b.add(own, base),
                           b.i32((firstArrayOf(side) + array) * layout.chains)),
                     found);
  };
  if (threads >= layout.chains) {
    b.onlyIf(b.compare(arith::CmpIPredicate::ult, thread, most),
             [&] { place(thread); });
    return;
  }
  auto loop = scf::ForOp::create(b, thread, most, b.i32(threads));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  place(loop.getInductionVar());
}

Value StripContext::countChains(Value strip) {
  Value left = b.sub(b.domain().countChains(b), b.mul(strip, chainsOfStrip));
  return b.toI32(arith::MinUIOp::create(b, left, chainsOfStrip));
}

void StripContext::enter(Value count, Value slot) {
  Value before = arith::MinUIOp::create(b, count, ownChain());
  chains = arith::MinUIOp::create(b, b.sub(count, before), b.i32(rows()));
  placeBase = b.mul(slot, b.i32(placesOfSlot()));
}

SmallVector<Value> StripContext::placesOf(Side side) {
  SmallVector<Value> places;
  const size_t arrays = arraysOf(side), before = firstArrayOf(side);
  for (int64_t row = 0; row < rows(); ++row)
    for (size_t array = 0; array < arrays; ++array) {
      Value index = b.add(b.add(placeBase, ownChain()),
                          b.i32((before + array) * layout.chains + row));
      places.push_back(shared.loadWide(layout.places, index));
    }
  return places;
}

WarpStretch StripContext::stretch(Side side, Value step) {
  const int64_t items = skeleton.getItems();
  const bool isBackward = b.domain().isBackward();
  WarpStretch own;
  // The warp's first step.
  Value first = b.sub(step, b.toI64(b.mul(follower, b.i32(items))));
  Value behind = b.mul(first, b.toI64(width));
  const size_t before = firstArrayOf(side);
  for (size_t array = 0; array < arraysOf(side); ++array) {
    Value origin = shared.loadWide(
        layout.places,
        b.add(placeBase, b.i32((before + array) * layout.chains)));
    own.origins.push_back(isBackward ? b.sub(origin, behind)
                                     : b.add(origin, behind));
  }
  Value length = b.domain().chainLength(b);
  own.steps = b.mul(followers, b.i32(items));
  Value left = b.sub(length, arith::MinUIOp::create(b, first, length));
  own.exist = b.toI32(arith::MinUIOp::create(b, left, b.toI64(own.steps)));
  own.width = width;
  // Lanes lie in the order of memory.
  Value run =
      isBackward ? b.sub(b.sub(followers, b.i32(1)), follower) : follower;
  Value item = b.mul(run, b.i32(items));
  own.pitch = width;
  if (isBackward) {
    item = b.add(item, b.i32(items - 1));
    own.pitch = b.sub(b.i32(0), width);
  }
  // Where the lane has no chains, it takes the first ones.
  Value chain = arith::SelectOp::create(b, b.isZero(chains), b.i32(0),
                                        b.mul(column, b.i32(rows())));
  own.at = b.add(b.mul(item, width), chain);
  own.pad = b.mul(run, b.i32(StretchLayout::padBytes));
  own.packed = b.isZero(b.both(width, b.i32(rows() - 1)));
  return own;
}

void StripContext::finish(ArrayRef<State> states) {
  b.onlyIf(isFirstFollower(), [&] { ChainContext::finish(states); });
}

Value StripContext::ofWarp(Value slot) {
  Value first = b.mul(slot, b.i32(skeleton.getWarps()));
  return shared.slot(layout.ring, b.add(first, b.warpId()), 0);
}

void StripContext::fetch(Value step, Value slot) {
  const LaneChains own = lane(Side::Input, step, skeleton.getItems());
  Value place = ofWarp(slot);
  auto branch = scf::IfOp::create(b, areStretches, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  input().fetchStretch(b, own, stretch(Side::Input, step), place);
  b.setInsertionPointToStart(branch.elseBlock());
  input().fetchAcross(b, own, place);
}

std::pair<SmallVector<State>, SmallVector<State>>
StripContext::scanLanes(ArrayRef<State> own) {
  SmallVector<Type> types;
  for (int64_t row = 0; row < 2 * rows(); ++row)
    llvm::append_range(types, b.getStateTypes());
  OpBuilder::InsertionGuard guard(b);
  auto yield = [&](ArrayRef<State> before, ArrayRef<State> totals) {
    SmallVector<Value> values = flat(before);
    llvm::append_range(values, flat(totals));
    scf::YieldOp::create(b, values);
  };
  auto choose = [&](Value condition) {
    return scf::IfOp::create(b, types, condition, /*addThenBlock=*/true,
                             /*addElseBlock=*/true);
  };
  auto branch = choose(hasFollowers());
  b.setInsertionPointToStart(branch.thenBlock());
  SmallVector<State> before, totals;
  // Of two lanes, one combine, by whatever circuit. It is more code, which pays
  // off where strips are halved.
  scf::IfOp pairs;
  if (!layout.halvedUpTo.empty()) {
    pairs = choose(b.compare(arith::CmpIPredicate::eq, followers, b.i32(2)));
    scf::YieldOp::create(b, pairs.getResults());
    b.setInsertionPointToStart(pairs.thenBlock());
    for (const State &state : own) {
      before.push_back(
          b.select(isFirstFollower(), b.identity(), b.readLane(state, column)));
      totals.push_back(b.combine(before.back(), state));
    }
    yield(before, totals);
    before.clear();
    totals.clear();
    b.setInsertionPointToStart(pairs.elseBlock());
  }
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

StripContext::Tile StripContext::load(Value step, Value slot) {
  const LaneChains own = lane(Side::Input, step, skeleton.getItems());
  Value place = ofWarp(slot);
  SmallVector<Type> types;
  for (int64_t row = 0; row < rows(); ++row)
    for (Type type : b.getStateTypes())
      types.push_back(VectorType::get(skeleton.getItems(), type));
  auto branch = scf::IfOp::create(b, types, areStretches, /*addThenBlock=*/true,
                                  /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  for (bool isStretch : {true, false}) {
    b.setInsertionPointToStart(isStretch ? branch.thenBlock()
                                         : branch.elseBlock());
    WarpStretch lies;
    if (isStretch) { // what other lanes of the warp have copied
      NVVM::SyncWarpOp::create(b, b.i32(-1));
      lies = stretch(Side::Input, step);
    }
    scf::YieldOp::create(
        b, b.input().loadAcross(b, own, isStretch ? &lies : nullptr, place,
                                /*isMasked=*/source.scan.hasEmptyKernel()));
  }
  return {step, slot, SmallVector<Value>(branch.getResults())};
}

SmallVector<State> StripContext::reduce(const Tile &tile,
                                        ArrayRef<Value> totals) {
  auto [before, own] = scanLanes(
      b.statesOfRows(skeleton, b.reduceRuns(skeleton, tile.elements)));
  storeTotals(layout.totals, own, totals, warp);
  return before;
}

SmallVector<Value> StripContext::placesOfTotals(Value place) {
  SmallVector<Value> places;
  for (int64_t row = 0; row < rows(); ++row)
    places.push_back(
        b.mul(b.add(b.mul(place, b.i32(layout.chains)), chainOf(row)),
              b.i32(layout.pitch)));
  return places;
}

void StripContext::storeTotals(const StateArray &array, ArrayRef<State> totals,
                               ArrayRef<Value> places, Value warp) {
  Value isLast =
      b.compare(arith::CmpIPredicate::eq, b.add(follower, b.i32(1)), followers);
  b.onlyIf(isLast, [&] {
    for (auto [place, total] : llvm::zip_equal(places, totals))
      shared.store(array, b.add(place, warp), total);
  });
}

std::pair<SmallVector<State>, SmallVector<State>>
StripContext::scanWarps(ArrayRef<Value> totals) {
  SmallVector<State> before, all;
  for (Value first : totals) {
    auto [beforeWarp, total] =
        b.scanGroup(skeleton, shared.named(layout.totals), first, warp,
                    /*cuts=*/{}, /*byLanes=*/false);
    before.push_back(beforeWarp.state);
    all.push_back(total.state);
  }
  return {before, all};
}

void StripContext::scan(const Tile &tile, ArrayRef<State> before) {
  SmallVector<Value> outputs;
  const ValueRange elements(tile.elements);
  for (auto [row, seed] : llvm::enumerate(before))
    llvm::append_range(
        outputs, b.scanRun(skeleton, elements.slice(row * fields(), fields()),
                           seed, outputsOf()));
  const LaneChains own = lane(Side::Output, tile.step, skeleton.getItems());
  Value place = ofWarp(tile.slot);
  const SmallVector<Value> inputPlaces = placesOf(Side::Input);
  auto branch = scf::IfOp::create(b, areStretches, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  const WarpStretch lies = stretch(Side::Output, tile.step);
  output().storeAcross(b, own, &lies, place, inputPlaces, outputs,
                       /*isLonger=*/false);
  b.setInsertionPointToStart(branch.elseBlock());
  output().storeAcross(b, own, /*stretch=*/nullptr, place, inputPlaces, outputs,
                       /*isLonger=*/false);
}

} // namespace scanc::prefix
