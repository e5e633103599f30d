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
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace scanc::prefix {

StripContext::StripContext(const ScanSource &source, StringRef suffix,
                           SkeletonAttr skeleton, const StripLayout &layout,
                           bool isPlain)
    : ChainContext(source, suffix, skeleton, layout) {
  findLane(isPlain);
}

void StripContext::findLane(bool isPlain) {
  Value all = b.domain().countChains(b);
  const int64_t logOfAll = llvm::Log2_64(32 * rows());
  warp = b.warpId();
  width = b.toI32(b.domain().chainsOfStretch(b));
  if (isPlain) {
    followersLog = b.i32(0);
    areStretches = b.boolean(false);
  } else {
    followersLog = b.both(b.streamingBlocks(), b.i32(LaneWord::followersLog));
    areStretches = isToldOf(LaneWord::stretches);
    findBeside();
    findIdle();
  }
  followers = arith::ShLIOp::create(b, b.i32(1), followersLog);
  columnsLog = b.sub(b.i32(5), followersLog);
  column =
      b.both(b.laneId(),
             b.sub(arith::ShLIOp::create(b, b.i32(1), columnsLog), b.i32(1)));
  follower = arith::ShRUIOp::create(b, b.laneId(), columnsLog);
  // As powers of two, chains of a strip that is no stretch, and how many times
  // longer than without followers a tile is; half as long with warps beside
  // each other.
  Value stripLog = b.sub(b.i32(logOfAll), followersLog);
  Value steps = working ? b.mul(working, b.i32(skeleton.getItems()))
                        : b.i32(skeleton.getWarps() * skeleton.getItems());
  tileSteps = b.toI64(arith::ShLIOp::create(b, steps, followersLog));
  if (besideLog) {
    stripLog = b.add(stripLog, besideLog);
    tileSteps = arith::ShRUIOp::create(b, tileSteps, b.toI64(besideLog));
  }
  chainsOfStrip = arith::SelectOp::create(
      b, areStretches, b.domain().chainsOfStretch(b),
      b.toI64(arith::ShLIOp::create(b, b.i32(1), stripLog)));
  // Shifted, where it can be: nothing is asked for before it is known.
  Value up = b.add(all, b.sub(chainsOfStrip, b.i64(1)));
  auto branch = scf::IfOp::create(b, b.getI64Type(), areStretches,
                                  /*withElseRegion=*/true);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(branch.thenBlock());
    scf::YieldOp::create(b, b.udiv(up, chainsOfStrip));
    b.setInsertionPointToStart(branch.elseBlock());
    Value shifted = arith::ShRUIOp::create(b, up, b.toI64(stripLog));
    scf::YieldOp::create(b, shifted);
  }
  strips = branch.getResult(0);
  Value lanes = b.add(b.mul(warp, followers), follower);
  firstStep = b.toI64(b.mul(lanes, b.i32(skeleton.getItems())));
}

void StripContext::findBeside() {
  if (!layout.wideFrom)
    return;
  areBeside = isToldOf(LaneWord::beside);
  besideLog = arith::ExtUIOp::create(b, b.getI32Type(), areBeside);
  const int64_t half = skeleton.getWarps() / 2;
  Value isBeside = b.both(
      areBeside, b.compare(arith::CmpIPredicate::uge, warp, b.i32(half)));
  beside = arith::ExtUIOp::create(b, b.getI32Type(), isBeside);
  warp = b.sub(warp, b.mul(beside, b.i32(half)));
}

void StripContext::findIdle() {
  if (!layout.idle)
    return;
  // Those that are not idle find where outputs go, of all chains of a strip.
  assert(skeleton.getWarps() - layout.idle >= rows() &&
         "a strip has more chains than threads");
  Value idle =
      arith::ShRUIOp::create(b, b.streamingBlocks(), b.i32(LaneWord::idleBit));
  working = b.sub(b.i32(skeleton.getWarps()), idle);
}

void StripContext::clearTotals() {
  if (!layout.wideFrom && !layout.idle)
    return;
  // Warps that have totals; as many that lie beside others have them elsewhere.
  Value present = working ? working : b.i32(skeleton.getWarps());
  if (besideLog)
    present = arith::ShRUIOp::create(b, present, besideLog);
  Value all = b.i32(skeleton.getWarps());
  b.onlyIf(b.compare(arith::CmpIPredicate::ult, present, all), [&] {
    auto chain = scf::ForOp::create(b, b.threadId(), b.i32(2 * layout.chains),
                                    b.i32(skeleton.getThreads()));
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(chain.getBody());
    Value first = b.mul(chain.getInductionVar(), b.i32(layout.pitch));
    auto absent = scf::ForOp::create(b, present, all, b.i32(1));
    b.setInsertionPointToStart(absent.getBody());
    shared.store(layout.totals, b.add(first, absent.getInductionVar()),
                 b.identity());
  });
}

void StripContext::either(function_ref<void()> atWork,
                          function_ref<void()> idle) {
  if (!working)
    return atWork();
  b.either(b.compare(arith::CmpIPredicate::ult, b.warpId(), working), atWork,
           idle);
}

void StripContext::placeChains(Value strip, Value slot, Value thread,
                               int64_t threads, ArrayRef<Side> sides) {
  Value first = b.mul(strip, chainsOfStrip);
  Value last = b.sub(b.domain().countChains(b), b.i64(1));
  Value base = b.mul(slot, b.i32(placesOfSlot()));
  // Of those that the lanes of a warp have, or of warps beside each other.
  Value most = arith::ShRUIOp::create(b, b.i32(32 * rows()), followersLog);
  if (besideLog)
    most = arith::ShLIOp::create(b, most, besideLog);
  auto place = [&](Value own) {
    Value chain = arith::MinUIOp::create(b, b.add(first, b.toI64(own)), last);
    for (Side side : sides)
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
