//===- Clusters.cpp - Clusters of blocks draw the tiles of few chains -----===//
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

/// Tiles that are asked for at a time.
static constexpr int64_t tilesOnWay = 2;
/// Barriers of some of a block's warps.
static constexpr int64_t reducersMeet = 1, scannersMeet = 2;

void Clusters::build() {
  open();
  b.roles({{"loader", 1, [&] { load(); }},
           {"poster", 1, [&] { post(); }},
           {"scouts", m.scouts, [&] { scout(); }},
           {"reducers", m.reducers, [&] { reduce(); }},
           {"scanners", m.scanners, [&] { scan(); }}});
  // Others may still tell this block something.
  NVVM::ClusterArriveOp::create(b, /*aligned=*/UnitAttr());
  NVVM::ClusterWaitOp::create(b, /*aligned=*/UnitAttr());
}

void Clusters::open() {
  c.keepEntries();
  areAligned = c.areOutputsAligned();
  rank = NVVM::ClusterId::create(b, b.getI32Type());
  initBarriers();
  clear(m.mail);
  Value stepsOfGroup = b.mul(c.tileSteps, b.i64(m.cluster));
  // Shifted, so that only a constant is divided by.
  Value up = b.add(b.domain().chainLength(b), b.sub(stepsOfGroup, b.i64(1)));
  Value ofLane = arith::ShRUIOp::create(b, up, b.toI64(c.followersLog));
  groups = b.toI32(
      b.udiv(ofLane, b.i64(m.cluster * m.scanners * c.skeleton.getItems())));
  prefetch();
  b.waitForKernelBefore();
  Value epoch = LoadRelaxedOp::create(b, b.getI32Type(), b.workspace(),
                                      EntryLayout::epochOffset);
  entries = EntriesOp::create(b, b.getMonoid(), b.workspace(), epoch,
                              b.launchNumber(), b.getI64IntegerAttr(1))
                .getEntries();
  // Rank 0 draws the last numbers, and then sets the next epoch, when all ranks
  // have read this one.
  NVVM::ClusterArriveOp::create(b, /*aligned=*/UnitAttr());
  Value isDrawer = b.both(b.isZero(rank), b.isZero(b.threadId()));
  firstDrawn = valuesIf(
      isDrawer,
      [&] {
        OpenTilesOp::create(b, entries);
        return SmallVector<Value>{draw()};
      },
      b.i32(0))[0];
  NVVM::ClusterWaitOp::create(b, /*aligned=*/UnitAttr());
}

void Clusters::initBarriers() {
  Value isFirst = b.isZero(b.threadId());
  b.onlyIf(isFirst, [&] {
    shared.init(m.full, 1);
    shared.init(m.empty, 2); // reducers and scanners
    shared.init(m.turns, 1);
    NVVM::FenceMbarrierInitOp::create(b);
  });
}

void Clusters::prefetch() {
  // Not by the thread that readies mbarriers.
  Value isOne = b.compare(arith::CmpIPredicate::eq, b.threadId(), b.i32(32));
  b.onlyIf(isOne, [&] {
    Value clusters = b.udiv(b.blockCount(), b.i64(m.cluster));
    Value cluster = b.udiv(b.blockId(), b.i64(m.cluster));
    b.loop(b.i64(tilesOnWay), {}, [&](Value k, ValueRange) {
      Value group = b.add(cluster, b.mul(k, clusters));
      Value tile = b.add(b.mul(group, b.i64(m.cluster)), b.toI64(rank));
      c.prefetch(c.tileAt(b.mul(tile, c.tileSteps), b.i32(0)));
      return State();
    });
  });
}

void Clusters::clear(const WordArray &mail) {
  const int64_t threads = c.skeleton.getThreads() + 32 * m.otherWarps();
  auto loop =
      scf::ForOp::create(b, b.threadId(), b.i32(mail.count), b.i32(threads));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  shared.store(mail, loop.getInductionVar(), b.i64(0));
}

SmallVector<Value> Clusters::valuesIf(Value condition,
                                      function_ref<SmallVector<Value>()> body,
                                      ValueRange otherwise) {
  auto branch = scf::IfOp::create(b, otherwise.getTypes(), condition,
                                  /*addThenBlock=*/true,
                                  /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(b, body());
  b.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(b, otherwise);
  return SmallVector<Value>(branch.getResults());
}

void Clusters::forTurns(Value first, int64_t step,
                        function_ref<void(const Turn &)> body) {
  SmallVector<Value> start = {first, b.i32(0), b.i32(0)};
  SmallVector<Type> types(3, b.getI32Type()), after(4, b.getI32Type());
  auto loop = scf::WhileOp::create(b, after, start);
  OpBuilder::InsertionGuard guard(b);
  Block *before = b.createBlock(&loop.getBefore(), {}, types,
                                SmallVector<Location>(3, b.getLoc()));
  Value index = before->getArgument(0);
  waitFor(m.told, index);
  Value number = shared.load(m.drawn, placeIn(m.numbers, index));
  SmallVector<Value> passed(before->getArguments());
  passed.push_back(number);
  scf::ConditionOp::create(b, isGroup(number), passed);
  Block *inside = b.createBlock(&loop.getAfter(), {}, after,
                                SmallVector<Location>(4, b.getLoc()));
  const Turn turn{inside->getArgument(0), inside->getArgument(1),
                  inside->getArgument(2), inside->getArgument(3)};
  body(turn);
  scf::YieldOp::create(b, behind(turn, step));
}

SmallVector<Value> Clusters::behind(const Turn &turn, int64_t step) {
  Value slot = b.add(turn.slot, b.i32(1));
  Value wraps = b.compare(arith::CmpIPredicate::eq, slot, b.i32(m.slots));
  Value flip = arith::ExtUIOp::create(b, b.getI32Type(), wraps);
  return {b.add(turn.index, b.i32(step)),
          arith::SelectOp::create(b, wraps, b.i32(0), slot),
          arith::XOrIOp::create(b, turn.parity, flip)};
}

DenseContext::Tile Clusters::tileOf(const Turn &turn) {
  Value tile =
      b.add(b.mul(b.toI64(turn.number), b.i64(m.cluster)), b.toI64(rank));
  return c.tileAt(b.mul(tile, c.tileSteps), turn.slot);
}

//===----------------------------------------------------------------------===//
// The loader
//===----------------------------------------------------------------------===//

Value Clusters::draw() {
  return b.toI32(DrawTileOp::create(b, entries).getResult());
}

Value Clusters::tellNumber(Value index, Value number) {
  Value place = placeIn(m.numbers, index), tag = tagOf(index);
  // Each of some lanes tells a block.
  Value known = gpu::ShuffleOp::create(b, number, b.i32(0), b.i32(32),
                                       gpu::ShuffleMode::IDX)
                    .getShuffleResult();
  Value isTeller =
      b.compare(arith::CmpIPredicate::ult, b.laneId(), b.i32(m.cluster));
  b.onlyIf(b.both(b.isZero(rank), isTeller), [&] {
    TellOp::create(b, known, shared.named(m.mail), place, b.laneId(), tag,
                   /*apart=*/1);
  });
  Value heard = HearOp::create(b, b.getI32Type(), shared.named(m.mail), place,
                               b.boolean(true), tag, /*apart=*/1, /*each=*/1)
                    .getParts()[0];
  keepNumber(index, heard);
  return heard;
}

void Clusters::keepNumber(Value index, Value number) {
  b.onlyIf(b.isFirstLane(),
           [&] { shared.store(m.drawn, placeIn(m.numbers, index), number); });
  announce(m.told, index);
}

void Clusters::load() {
  Value isDrawer = b.both(b.isZero(rank), b.isFirstLane());
  const SmallVector<Type> types(4, b.getI32Type());
  const SmallVector<Location> locations(4, b.getLoc());
  auto loop = scf::WhileOp::create(
      b, types, ValueRange{b.i32(0), b.i32(0), b.i32(0), firstDrawn});
  {
    OpBuilder::InsertionGuard guard(b);
    SmallVector<Value> known(
        b.createBlock(&loop.getBefore(), {}, types, locations)->getArguments());
    known[3] = tellNumber(known[0], known[3]);
    scf::ConditionOp::create(b, isGroup(known[3]), known);
    const ValueRange inside =
        b.createBlock(&loop.getAfter(), {}, types, locations)->getArguments();
    const Turn turn{inside[0], inside[1], inside[2], inside[3]};
    fetch(turn);
    // A number takes about as long as a load, and is used in the next turn.
    SmallVector<Value> next = behind(turn, 1);
    llvm::append_range(
        next,
        valuesIf(
            isDrawer, [&] { return SmallVector<Value>{draw()}; }, b.i32(0)));
    scf::YieldOp::create(b, next);
  }
  Value end = loop.getResult(0), drawn = loop.getResult(3);
  // Scouts take turns, and look for a group later than others.
  for (int64_t more = 1; more < m.scouts; ++more)
    keepNumber(b.add(end, b.i32(more)), groups);
  // Of each cluster, one number is no group.
  b.onlyIf(isDrawer, [&] {
    Value clusters = b.udiv(b.toI32(b.blockCount()), b.i32(m.cluster));
    Value last = b.sub(b.add(groups, clusters), b.i32(1));
    // An odd number, so that replays of a graph, which are one launch by its
    // number, give a place tags that differ in their lower bits.
    b.onlyIf(b.compare(arith::CmpIPredicate::eq, drawn, last), [&] {
      CloseTilesOp::create(b, entries, b.toI64(b.oneOf(groups, b.i32(1))));
    });
  });
}

void Clusters::fetch(const Turn &turn) {
  Value isReused =
      b.compare(arith::CmpIPredicate::uge, turn.index, b.i32(m.slots));
  b.onlyIf(isReused, [&] {
    shared.acquire(m.empty, turn.slot,
                   arith::XOrIOp::create(b, turn.parity, b.i32(1)));
  });
  Value isBehind =
      b.compare(arith::CmpIPredicate::uge, turn.index, b.i32(tilesOnWay));
  b.onlyIf(isBehind, [&] {
    Value isOver =
        b.compare(arith::CmpIPredicate::ult, turn.slot, b.i32(tilesOnWay));
    Value wrapped = b.add(turn.slot, b.i32(m.slots - tilesOnWay));
    Value slot = arith::SelectOp::create(b, isOver, wrapped,
                                         b.sub(turn.slot, b.i32(tilesOnWay)));
    Value flip = arith::ExtUIOp::create(b, b.getI32Type(), isOver);
    shared.pace(m.full, slot, arith::XOrIOp::create(b, turn.parity, flip));
  });
  c.fetch(tileOf(turn));
}

//===----------------------------------------------------------------------===//
// Reducers
//===----------------------------------------------------------------------===//

void Clusters::reduce() {
  Value warp =
      b.sub(b.warpId(), b.i32(ClusterLayout::othersOfBlock + m.scouts));
  forTurns(b.i32(0), 1, [&](const Turn &turn) { reduceTile(turn, warp); });
}

void Clusters::reduceTile(const Turn &turn, Value warp) {
  const DenseContext::Tile tile = tileOf(turn);
  const int64_t pieces = m.scanners / m.reducers, items = c.skeleton.getItems();
  Value lanes = b.add(b.mul(warp, c.followers), c.follower);
  Value first = b.mul(lanes, b.i32(pieces * items));
  shared.acquire(m.full, turn.slot, turn.parity);
  SmallVector<State> total;
  for (int64_t piece = 0; piece < pieces; ++piece) {
    const SmallVector<State> next =
        c.reduce(c.load(tile, b.add(first, b.i32(piece * items))));
    total = piece == 0 ? next : c.combine(total, next);
  }
  Value turns = b.both(turn.index, b.i32(1));
  Value ofTile = b.mul(turns, b.i32(m.reducers * ClusterLayout::mostChains));
  Value place = b.add(ofTile, b.mul(warp, b.i32(ClusterLayout::mostChains)));
  c.storeTotals(m.ofReducers, place, c.upToLane(total));
  meet(reducersMeet, m.reducers);
  b.onlyIf(b.both(b.isZero(warp), b.isFirstLane()),
           [&] { shared.release(m.empty, turn.slot); });
  tellTotals(turn, warp, ofTile);
  b.onlyIf(b.isZero(warp), [&] { announce(m.reduced, turn.index); });
}

void Clusters::tellTotals(const Turn &turn, Value warp, Value ofTile) {
  // Chains side by side; then the same ones for the next rank.
  Value thread = b.add(b.mul(warp, b.i32(32)), b.laneId());
  Value chain = b.both(thread, b.sub(c.all, b.i32(1)));
  Value first = arith::ShRUIOp::create(b, thread, c.allLog);
  Value step = arith::ShRUIOp::create(b, b.i32(32 * m.reducers), c.allLog);
  State all;
  Value place = b.add(ofTile, chain);
  for (int64_t other = 0; other < m.reducers; ++other) {
    const State one = shared.load(
        m.ofReducers, b.add(place, b.i32(other * ClusterLayout::mostChains)));
    all = other == 0 ? one : b.combine(all, one);
  }
  const SmallVector<Value> parts = b.toParts(all);
  Value index = b.add(
      b.mul(b.add(b.mul(placeIn(m.exchanges, turn.index), b.i32(m.cluster)),
                  rank),
            b.i32(ClusterLayout::mostChains)),
      chain);
  auto loop = scf::ForOp::create(b, first, b.i32(m.cluster), step);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  TellOp::create(b, parts, shared.named(m.mail), b.add(index, b.i32(m.totals)),
                 loop.getInductionVar(), tagOf(turn.index), m.totalsApart());
}

//===----------------------------------------------------------------------===//
// Scanners
//===----------------------------------------------------------------------===//

void Clusters::scan() {
  Value warp = b.sub(
      b.warpId(), b.i32(ClusterLayout::othersOfBlock + m.scouts + m.reducers));
  forTurns(b.i32(0), 1, [&](const Turn &turn) { scanTile(turn, warp); });
}

void Clusters::scanTile(const Turn &turn, Value warp) {
  const DenseContext::Tile tile = tileOf(turn);
  Value lanes = b.add(b.mul(warp, c.followers), c.follower);
  Value first = b.mul(lanes, b.i32(c.skeleton.getItems()));
  shared.acquire(m.full, turn.slot, turn.parity);
  const SmallVector<Value> elements = c.load(tile, first);
  const SmallVector<State> upTo = c.upToLane(c.reduce(elements));
  Value ofTile = b.mul(b.both(turn.index, b.i32(1)),
                       b.i32(m.scanners * ClusterLayout::mostChains));
  c.storeTotals(m.ofScanners,
                b.add(ofTile, b.mul(warp, b.i32(ClusterLayout::mostChains))),
                upTo);
  meet(scannersMeet, m.scanners);
  // The tile is in registers.
  b.onlyIf(b.both(b.isZero(warp), b.isFirstLane()),
           [&] { shared.release(m.empty, turn.slot); });
  const SmallVector<State> ofLane = c.beforeLane(upTo);
  auto stateOf = [&](const StateArray &array, Value place, int64_t row) {
    return shared.load(array, b.add(b.add(place, c.ownChain), b.i32(row)));
  };
  const SmallVector<State> none(c.rows(), b.identity());
  const State beforeWarp =
      b.loop(b.toI64(warp), DenseContext::flat(none),
             [&](Value k, ValueRange carried) {
               Value place = b.add(
                   ofTile, b.mul(b.toI32(k), b.i32(ClusterLayout::mostChains)));
               SmallVector<State> next = c.split(carried);
               for (auto [row, state] : llvm::enumerate(next))
                 state = b.combine(state, stateOf(m.ofScanners, place, row));
               return State(DenseContext::flat(next));
             });
  SmallVector<State> before = c.combine(c.split(beforeWarp), ofLane);
  waitFor(m.preMade, turn.index);
  waitFor(m.carried, turn.index);
  Value place = exchangeOf(turn.index);
  for (auto [row, state] : llvm::enumerate(before))
    state = b.combine(
        b.combine(stateOf(m.carry, place, row), stateOf(m.pre, place, row)),
        state);
  // All steps of most tiles exist. Where that is known before, outputs need not
  // all be there before the first is stored.
  Value isWhole = b.both(
      areAligned, b.compare(arith::CmpIPredicate::eq, tile.exist, c.tileSteps));
  b.either(
      isWhole, [&] { c.scan(tile, first, elements, before, true); },
      [&] { c.scan(tile, first, elements, before, false); });
}

void buildClusters(const ScanSource &source) { Clusters(source).build(); }

} // namespace scanc::prefix
