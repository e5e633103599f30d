//===- Strips.cpp - A block walks along a strip of chains -----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A strip has 32 x `rows` chains, or fewer: the lanes of a warp lie side by
// side, or 16, 8, .. of them do where that is enough for all chains there are,
// and the others follow them along the chains:
//
//              lanes side by side
//          lane 0   lane 1   ..  lane 7        `items` steps each
//   steps  lane 8   lane 9   ..  lane 15
//    |     ..
//    v     lane 24  ..           lane 31
//          lane 0   of the next warp
//
// A warp scans all of its chains by one circuit, which begins anew with each:
// for that, lanes hand their states to others, so that those of one chain
// follow each other in number.
//
// Tiles come to shared memory by asynchronous copies, some tiles ahead. A lane
// reads what it has brought itself and no other lane's, so that it waits for
// its own copies; a tile takes one barrier, for the totals of its warps.
//
//===----------------------------------------------------------------------===//

#include "../Attr.h"
#include "../StripLayout.h"

#include "scanc/Conversion/Kernels/SharedMemory.h"

using namespace mlir;

namespace scanc::prefix {

namespace {

class Strips {
public:
  Strips(const ScanSource &source, StringRef suffix)
      : source(source), b(open(this->source, suffix)),
        scan(source.plan.getScan()),
        layout(
            StripLayout::of(scan, ScanTypes::of(source.scan, source.monoid))),
        shared(b) {}

  void build(bool hasTiles);

private:
  static KernelBuilder open(ScanSource &source, StringRef suffix);

  /// Where the executing lane is in a strip, of all kernels' strips.
  void findLane();
  /// Where the chains of strip `strip` (i64) begin, for all of its lanes.
  void placeChains(Value strip);
  void scanStrip(Value strip, bool hasTiles);

  /// The lane's chains along some steps of a side.
  LaneChains lane(Side side, Value step, int64_t items);
  SmallVector<Value> placesOf(Side side);
  SmallVector<State> startOfChains();
  /// Behind the last tile: what each chain leaves.
  void finish(ArrayRef<State> states);
  /// The outputs of a tile, and what each chain's carry becomes.
  SmallVector<State> scanTile(Value step, Value parity, Value slot,
                              ArrayRef<State> carries);
  /// Of each chain, what lanes before this one have in the warp, and what all
  /// have, of lanes that have `own`.
  std::pair<SmallVector<State>, SmallVector<State>>
  scanLanes(ArrayRef<State> own);

  /// What is stored of each element. With one output more, those before
  /// elements and one behind them, also where the scan goes backwards.
  ScanOutputs outputsOf() {
    ScanOp scanOp = source.scan;
    return scanOp.getTotal() ? ScanOutputs::Before : scanOp.getStored();
  }

  int64_t rows() const { return scan.getRows(); }
  size_t fields() { return b.getStateTypes().size(); }
  size_t arraysOf(Side side) {
    return side == Side::Input    ? source.scan.getInput().count()
           : side == Side::Output ? source.scan.getOutput().count()
                                  : 1;
  }
  size_t firstArrayOf(Side side) {
    return side == Side::Input ? 0
           : side == Side::Output
               ? arraysOf(Side::Input)
               : arraysOf(Side::Input) + arraysOf(Side::Output);
  }

  static SmallVector<Value> flat(ArrayRef<State> states) {
    SmallVector<Value> values;
    for (const State &state : states)
      llvm::append_range(values, state);
    return values;
  }
  SmallVector<State> split(ValueRange values) {
    SmallVector<State> states;
    for (; !values.empty(); values = values.drop_front(fields()))
      states.emplace_back(values.take_front(fields()));
    return states;
  }

  ScanSource source;
  KernelBuilder b;
  SkeletonAttr scan;
  StripLayout layout;
  SharedMemory shared;
  // Of the lane: the column and the place along the chain in the warp, and
  // whether others of the warp have the same chains. Lanes of a chain are a
  // power of two. i32 all.
  Value column, follower, followersLog, followers, columnsLog;
  Value hasFollowers;             // i1
  Value chainsOfStrip, tileSteps; // i64
  // Of the strip: the lane's first chain (i64), and how many there are (i32).
  Value firstChain, chains;
};

KernelBuilder Strips::open(ScanSource &source, StringRef suffix) {
  const ScanTypes types = ScanTypes::of(source.scan, source.monoid);
  for (const PlannedKernel &kernel : getKernels(source.plan, types))
    if (kernel.suffix == suffix)
      return KernelBuilder::open(source.module, source.scan, source.monoid,
                                 kernel);
  return KernelBuilder::open(source.module, source.scan, source.monoid,
                             emptyKernel(source.plan, types));
}

void Strips::findLane() {
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
      b, b.i32(scan.getWarps() * scan.getItems()), followersLog));
}

void Strips::build(bool hasTiles) {
  b.waitForKernelBefore();
  findLane();
  Value all = b.domain().countChains(b);
  Value up = b.add(all, b.sub(chainsOfStrip, b.i64(1)));
  Value strips = b.udiv(up, chainsOfStrip);
  auto loop = scf::ForOp::create(b, b.blockId(), strips, b.blockCount());
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  scanStrip(loop.getInductionVar(), hasTiles);
}

void Strips::placeChains(Value strip) {
  Value first = b.mul(strip, chainsOfStrip);
  Value all = b.domain().countChains(b);
  Value last = b.sub(all, b.i64(1));
  SmallVector<Side> sides = {Side::Input, Side::Output};
  if (source.scan.hasStates())
    sides.push_back(Side::States);
  // Those of the strip before may still be read.
  gpu::BarrierOp::create(b);
  const int64_t threads = scan.getThreads();
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
          shared.store(layout.places,
                       b.add(own, b.i32((before + array) * layout.chains)),
                       found);
      }
    };
    if (at + threads <= layout.chains)
      place();
    else
      b.onlyIf(b.compare(arith::CmpIPredicate::ult, own, b.i32(layout.chains)),
               place);
  }
  gpu::BarrierOp::create(b);

  firstChain = b.add(first, b.toI64(b.mul(column, b.i32(rows()))));
  Value left = b.sub(all, arith::MinUIOp::create(b, firstChain, all));
  chains = b.toI32(arith::MinUIOp::create(b, left, b.i64(rows())));
}

SmallVector<Value> Strips::placesOf(Side side) {
  SmallVector<Value> places;
  const size_t arrays = arraysOf(side), before = firstArrayOf(side);
  for (int64_t row = 0; row < rows(); ++row)
    for (size_t array = 0; array < arrays; ++array) {
      Value index = b.add(b.mul(column, b.i32(rows())),
                          b.i32((before + array) * layout.chains + row));
      places.push_back(shared.loadWide(layout.places, index));
    }
  return places;
}

LaneChains Strips::lane(Side side, Value step, int64_t items) {
  return {placesOf(side), step, chains, rows(), items};
}

SmallVector<State> Strips::startOfChains() {
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

void Strips::finish(ArrayRef<State> states) {
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
Strips::scanLanes(ArrayRef<State> own) {
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
    State lower = b.scanWarp(scan, {Part(b.readLane(state, taken), isFirst)})
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

SmallVector<State> Strips::scanTile(Value step, Value parity, Value slot,
                                    ArrayRef<State> carries) {
  const bool isMasked = source.scan.hasEmptyKernel();
  const SmallVector<Value> loaded = b.input().loadAcross(
      b, lane(Side::Input, step, scan.getItems()), slot, isMasked);
  const ValueRange elements(loaded);
  SmallVector<State> own = b.statesOfRows(scan, b.reduceRuns(scan, elements));
  auto [before, totals] = scanLanes(own);

  // The last lane of each chain has the warp's total.
  Value isLast =
      b.compare(arith::CmpIPredicate::eq, b.add(follower, b.i32(1)), followers);
  SmallVector<Value> firsts; // of each chain, its totals
  for (int64_t row = 0; row < rows(); ++row) {
    Value chain = b.add(b.mul(parity, b.i32(layout.chains)),
                        b.add(column, b.i32(row * 32)));
    firsts.push_back(b.mul(chain, b.i32(layout.pitch)));
  }
  b.onlyIf(isLast, [&, &totals = totals] {
    for (auto [first, total] : llvm::zip_equal(firsts, totals))
      shared.store(layout.totals, b.add(first, b.warpId()), total);
  });
  gpu::BarrierOp::create(b);

  SmallVector<State> next;
  SmallVector<Value> outputs;
  for (int64_t row = 0; row < rows(); ++row) {
    auto [beforeWarp, all] =
        b.scanGroup(scan, shared.named(layout.totals), firsts[row], b.warpId(),
                    /*cuts=*/{}, /*byLanes=*/false);
    State seed =
        b.combine(carries[row], b.combine(beforeWarp.state, before[row]));
    llvm::append_range(outputs,
                       b.scanRun(scan, elements.slice(row * fields(), fields()),
                                 seed, outputsOf()));
    next.push_back(b.combine(carries[row], all.state));
  }
  b.output().storeAcross(b, lane(Side::Output, step, scan.getItems()), slot,
                         placesOf(Side::Input), outputs, /*isLonger=*/false);
  return next;
}

void Strips::scanStrip(Value strip, bool hasTiles) {
  placeChains(strip);
  SmallVector<State> starts = startOfChains();
  if (!hasTiles)
    return finish(starts);

  Value length = b.domain().chainLength(b);
  Value lanes = b.add(b.mul(b.warpId(), followers), follower);
  Value first = b.toI64(b.mul(lanes, b.i32(scan.getItems())));
  auto fetch = [&](Value step, Value slot) {
    b.input().fetchAcross(b, lane(Side::Input, step, scan.getItems()),
                          shared.slot(layout.ring, slot, 0));
  };
  // Tile k is in slot k mod the number of slots, and as many tiles but one are
  // ahead of it. What the lane had in that slot before, it has read.
  const int64_t ahead = layout.ring.count - 1;
  for (int64_t k = 0; k < ahead; ++k)
    fetch(b.add(first, b.mul(tileSteps, b.i64(k))), b.i32(k));
  SmallVector<Value> carried = flat(starts);
  carried.push_back(b.i32(0));
  Value tiles = b.udiv(b.add(length, b.sub(tileSteps, b.i64(1))), tileSteps);
  State last = b.loop(tiles, carried, [&](Value k, ValueRange carried) {
    Value slot = carried.back();
    Value step = b.add(first, b.mul(k, tileSteps));
    Value isFirst = b.isZero(slot);
    Value before = arith::SelectOp::create(b, isFirst, b.i32(ahead),
                                           b.sub(slot, b.i32(1)));
    fetch(b.add(step, b.mul(tileSteps, b.i64(ahead))), before);
    AwaitChainsOp::create(b, ahead);
    Value parity = b.both(b.toI32(k), b.i32(1));
    State next(flat(scanTile(step, parity, shared.slot(layout.ring, slot, 0),
                             split(carried.drop_back()))));
    Value isLast = b.compare(arith::CmpIPredicate::eq, slot, b.i32(ahead));
    next.push_back(
        arith::SelectOp::create(b, isLast, b.i32(0), b.add(slot, b.i32(1))));
    return next;
  });
  finish(split(ValueRange(last).drop_back()));
}

} // namespace

void buildStrips(const ScanSource &source) {
  Strips(source, "strips").build(/*hasTiles=*/true);
  if (ScanOp scan = source.scan; scan.hasEmptyKernel())
    Strips(source, "empty").build(/*hasTiles=*/false);
}

} // namespace scanc::prefix
