//===- Clusters.cpp - Clusters of blocks draw the tiles of few chains -----===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Few chains that together are a stretch of memory. A cluster of C blocks draws
// groups of C tiles that follow each other: its rank r has tile r of each. So
// blocks tell each other what tiles make through shared memory, and clusters
// tell each other what groups make through L2: one way there for each tile.
//
// *Roles.* Each goes on as soon as it can, at its own pace:
//
//   loader      draws groups, by rank 0, which tells the others; brings tiles by
//               bulk copies, two at once
//   poster      hears what the tiles of a group make; posts what the group
//               makes, and finds what the ranks before this one make
//   scouts      gather what the groups posted that come between the cluster's
//               group before and its own; join that to what comes before these,
//               which the scout of the group before hands on; tell all ranks
//   reducers    reduce a tile when it is there, and tell all ranks what it makes
//   scanners    take a tile to their registers, so that another one can come to
//               its slot; wait for what comes before it; store its outputs
//
// Of the chains, each rank posts and gathers a part, and tells all others.
//
// *The same states, whoever is first.* What groups make is joined one after
// another, from the first to the last, whichever clusters draw them.
//
// *Who waits for whom.* A group waits for groups of lower numbers, which others
// have drawn before, so that it does not matter which clusters are there. The
// blocks of a cluster are there at the same time.
//
// *Rings.* Of S slots, scanners have finished tile i - S - 1 when reducers reduce
// tile i, since tile i - S has left its slot. To finish that, all ranks have
// told what comes before it, for which each has heard what all tiles of group
// i - S - 1 make, and its scout was done with the group before. So words of
// group i may overwrite those of group i - S - 2, and of all before. A loader
// draws one number ahead of what it loads, at most S ahead of its reducers; of
// two ranks, one is at most S + 2 ahead of the other: twice as many places do
// for numbers.
//
// *Mail* is words with tags: the tag of turn i is i + 1. It is cleared before
// anybody can tell anything. An arrival at another block's mbarrier would wait
// for all that its warp has stored before.
//
//===----------------------------------------------------------------------===//

#include "../Attr.h"
#include "DenseContext.h"

#include "scanc/Dialect/Prefix/IR/ExchangeLayout.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace scanc::prefix {

namespace {

/// Tiles that are asked for at a time.
constexpr int64_t tilesOnWay = 2;
/// Barriers of some of a block's warps.
constexpr int64_t reducersMeet = 1, scannersMeet = 2;

class Clusters {
public:
  explicit Clusters(const ScanSource &source)
      : c(source, "clusters", getClustered(source.plan),
          ClusterLayout(getClustered(source.plan), getClusteredTop(source.plan),
                        ScanTypes::of(source.scan, source.monoid))),
        b(c.b), m(c.memory), shared(c.shared),
        top(getClusteredTop(source.plan)), groupsIn(top, b.getStateTypes()),
        entriesOfLane(top.getItems()) {}

  void build();

private:
  /// A turn of a role: which one, the slot of its tile, and the parity of that
  /// slot's use; the number of its group. i32 all.
  struct Turn {
    Value index, slot, parity, number;
  };

  void open();
  void initBarriers();
  void clear(const WordArray &mail);

  /// Turns `first`, `first` + `step`, .. (i32), as long as the cluster has a
  /// group. Gives the first turn that has none.
  Value forTurns(Value first, int64_t step, function_ref<void(const Turn &)> body);
  /// Where a turn's word, or barrier, is in a ring of `count`, and the parity of
  /// its use (i32 both).
  Value placeIn(int64_t count, Value index) {
    return b.both(index, b.i32(count - 1));
  }
  Value parityIn(int64_t count, Value index) {
    return b.both(
        arith::ShRUIOp::create(b, index, b.i32(llvm::Log2_64(count))),
        b.i32(1));
  }
  void waitFor(const BarrierArray &barriers, Value index) {
    shared.acquire(barriers, placeIn(barriers.count, index),
                   parityIn(barriers.count, index));
  }
  void announce(const BarrierArray &barriers, Value index) {
    NVVM::SyncWarpOp::create(b, b.i32(-1));
    b.onlyIf(b.isFirstLane(), [&] {
      shared.release(barriers, placeIn(barriers.count, index));
    });
  }
  Value tagOf(Value index) { return b.add(index, b.i32(1)); }
  /// Where what the exchange of a turn has is, of chain 0 (i32).
  Value exchangeOf(Value index, int64_t chains = ClusterLayout::mostChains) {
    return b.mul(placeIn(m.exchanges, index), b.i32(chains));
  }
  DenseContext::Tile tileOf(const Turn &turn);
  Value isGroup(Value number) {
    return b.compare(arith::CmpIPredicate::ult, number, groups);
  }
  Value isRank(Value other) {
    return b.compare(arith::CmpIPredicate::eq, rank, other);
  }
  void meet(int64_t barrier, int64_t warps) {
    NVVM::BarrierOp::create(b, TypeRange(), b.i32(barrier), b.i32(32 * warps),
                            NVVM::BarrierReductionAttr(), Value());
  }
  /// What `body` gives, where `condition` holds; else `otherwise`.
  SmallVector<Value> valuesIf(Value condition,
                              function_ref<SmallVector<Value>()> body,
                              ValueRange otherwise);

  // What the loader does.
  void load();
  /// In the first lane of rank 0.
  Value draw();
  /// Has all warps of the cluster know the number of a turn's group.
  void tellNumber(Value index, Value number);
  void fetch(const Turn &turn);

  // What reducers do.
  void reduce();
  void reduceTile(const Turn &turn, Value warp);
  void tellTotals(const Turn &turn, Value warp, Value ofTile);

  // What the poster does.
  void post();
  /// Hears what each rank's tile makes of chain `chain` (i32), if it `exists`.
  SmallVector<State> hearTotals(Value index, Value chain, Value exists);

  // What scouts do.
  void scout();
  void findCarry(const Turn &turn, ArrayRef<Value> start);
  /// Joins `run` with what `count` groups (i32) from `first` (i32) on have
  /// posted of the lane's chain: at most as many as the warp has entries.
  State gather(Value first, Value count, function_ref<State()> run);
  void tellCarry(const Turn &turn, const State &before);
  void hearCarry(const Turn &turn);
  SmallVector<Value> placeOfState();

  // What scanners do.
  void scan();
  void scanTile(const Turn &turn, Value warp);

  DenseContext c;
  KernelBuilder &b;
  const ClusterLayout &m;
  const SharedMemory &shared;
  SkeletonAttr top;
  GroupLayout groupsIn;
  const int64_t entriesOfLane;
  TypedValue<EntriesType> entries;
  Value rank;           // i32
  Value groups;         // of the launch (i32)
  Value firstDrawn;     // by rank 0's loader (i32)
  Value areAligned;     // whether outputs begin at multiples of 16 bytes (i1)
  // Of a scout's lane: as a power of two, chains of a rank; which of them is
  // its own, among the rank's and among all; whether its entries are the first
  // or the second half. i32 all.
  Value ownLog, own, ownChain, half;
};

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
  for (const WordArray *mail : {&m.drawnMail, &m.totals, &m.carries})
    clear(*mail);
  Value stepsOfGroup = b.mul(c.tileSteps, b.i64(m.cluster));
  // Shifted, so that only a constant is divided by.
  Value up = b.add(b.domain().chainLength(b), b.sub(stepsOfGroup, b.i64(1)));
  Value ofLane = arith::ShRUIOp::create(b, up, b.toI64(c.followersLog));
  groups = b.toI32(b.udiv(
      ofLane, b.i64(m.cluster * m.scanners * c.skeleton.getItems())));
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
    for (const BarrierArray *each :
         {&m.told, &m.reduced, &m.preMade, &m.carried, &m.handed})
      shared.init(*each, 1);
    NVVM::FenceMbarrierInitOp::create(b);
  });
}

void Clusters::clear(const WordArray &mail) {
  const int64_t threads = c.skeleton.getThreads() + 32 * m.otherWarps();
  auto loop = scf::ForOp::create(b, b.threadId(), b.i32(mail.count),
                                 b.i32(threads));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  shared.store(mail, loop.getInductionVar(), b.i64(0));
}

SmallVector<Value>
Clusters::valuesIf(Value condition, function_ref<SmallVector<Value>()> body,
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

Value Clusters::forTurns(Value first, int64_t step,
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
  Value slot = b.add(turn.slot, b.i32(1));
  Value wraps = b.compare(arith::CmpIPredicate::eq, slot, b.i32(m.slots));
  scf::YieldOp::create(
      b, ValueRange{b.add(turn.index, b.i32(step)),
                    arith::SelectOp::create(b, wraps, b.i32(0), slot),
                    arith::XOrIOp::create(
                        b, turn.parity,
                        arith::ExtUIOp::create(b, b.getI32Type(), wraps))});
  return loop.getResult(0);
}

DenseContext::Tile Clusters::tileOf(const Turn &turn) {
  Value tile = b.add(b.mul(b.toI64(turn.number), b.i64(m.cluster)),
                     b.toI64(rank));
  return c.tileAt(b.mul(tile, c.tileSteps), turn.slot);
}

//===----------------------------------------------------------------------===//
// The loader
//===----------------------------------------------------------------------===//

Value Clusters::draw() {
  return b.toI32(DrawTileOp::create(b, entries).getResult());
}

void Clusters::tellNumber(Value index, Value number) {
  Value place = placeIn(m.numbers, index), tag = tagOf(index);
  b.onlyIf(b.both(b.isZero(rank), b.isFirstLane()), [&] {
    for (int64_t other = 0; other < m.cluster; ++other)
      TellOp::create(b, number, shared.named(m.drawnMail), place, b.i32(other),
                     tag, /*apart=*/1);
  });
  Value heard = HearOp::create(b, b.getI32Type(), shared.named(m.drawnMail),
                               place, b.boolean(true), tag, /*apart=*/1,
                               /*each=*/1)
                    .getParts()[0];
  b.onlyIf(b.isFirstLane(), [&] { shared.store(m.drawn, place, heard); });
  announce(m.told, index);
}

void Clusters::load() {
  tellNumber(b.i32(0), firstDrawn);
  Value isDrawer = b.both(b.isZero(rank), b.isFirstLane());
  Value end = forTurns(b.i32(0), 1, [&](const Turn &turn) {
    fetch(turn);
    // A number takes about as long as a load, and is used in the next turn.
    Value next = valuesIf(
        isDrawer, [&] { return SmallVector<Value>{draw()}; }, b.i32(0))[0];
    tellNumber(b.add(turn.index, b.i32(1)), next);
  });
  // Scouts go through turns by threes, say, and look for a group later.
  for (int64_t more = 1; more < m.scouts; ++more) {
    Value index = b.add(end, b.i32(more));
    b.onlyIf(b.isFirstLane(), [&] {
      shared.store(m.drawn, placeIn(m.numbers, index), groups);
    });
    announce(m.told, index);
  }
  // Of each cluster, one number is no group.
  b.onlyIf(isDrawer, [&] {
    Value clusters = b.udiv(b.toI32(b.blockCount()), b.i32(m.cluster));
    Value last = b.sub(b.add(groups, clusters), b.i32(1));
    Value drawn = shared.load(m.drawn, placeIn(m.numbers, end));
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
    Value slot = arith::SelectOp::create(
        b, isOver, wrapped, b.sub(turn.slot, b.i32(tilesOnWay)));
    Value flip = arith::ExtUIOp::create(b, b.getI32Type(), isOver);
    shared.pace(m.full, slot, arith::XOrIOp::create(b, turn.parity, flip));
  });
  c.fetch(tileOf(turn));
}

//===----------------------------------------------------------------------===//
// Reducers
//===----------------------------------------------------------------------===//

void Clusters::reduce() {
  Value warp = b.sub(
      b.warpId(), b.i32(ClusterLayout::othersOfBlock + m.scouts));
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
  Value ofTile =
      b.mul(turns, b.i32(m.reducers * ClusterLayout::mostChains));
  Value place = b.add(
      ofTile, b.mul(warp, b.i32(ClusterLayout::mostChains)));
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
        m.ofReducers,
        b.add(place, b.i32(other * ClusterLayout::mostChains)));
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
  TellOp::create(b, parts, shared.named(m.totals), index,
                 loop.getInductionVar(), tagOf(turn.index), m.totalsApart());
}

//===----------------------------------------------------------------------===//
// The poster
//===----------------------------------------------------------------------===//

SmallVector<State> Clusters::hearTotals(Value index, Value chain,
                                        Value exists) {
  Value first = b.add(
      b.mul(placeIn(m.exchanges, index),
            b.i32(m.cluster * ClusterLayout::mostChains)),
      chain);
  SmallVector<Value> indices, exist(m.cluster, exists);
  for (int64_t other = 0; other < m.cluster; ++other)
    indices.push_back(
        b.add(first, b.i32(other * ClusterLayout::mostChains)));
  const SmallVector<Type> types(m.cluster * m.parts, b.getI32Type());
  const SmallVector<Value> parts(
      HearOp::create(b, types, shared.named(m.totals), indices, exist,
                     tagOf(index), m.totalsApart(), m.parts)
          .getParts());
  SmallVector<State> totals;
  for (int64_t other = 0; other < m.cluster; ++other)
    totals.push_back(
        b.fromParts(ArrayRef(parts).slice(other * m.parts, m.parts)));
  return totals;
}

void Clusters::post() {
  Value perRankLog = b.sub(c.allLog, b.i32(llvm::Log2_64(m.cluster)));
  forTurns(b.i32(0), 1, [&](const Turn &turn) {
    // The others' tiles are there at about the same time.
    waitFor(m.reduced, turn.index);
    for (int64_t row = 0; row < ClusterLayout::mostChains / 32; ++row) {
      Value chain = b.add(b.laneId(), b.i32(32 * row));
      Value exists = b.compare(arith::CmpIPredicate::ult, chain, c.all);
      const SmallVector<State> totals = hearTotals(turn.index, chain, exists);
      State all = totals.front(), before = b.identity();
      for (int64_t other = 1; other < m.cluster; ++other) {
        before = b.select(isRank(b.i32(other)), all, before);
        all = b.combine(all, totals[other]);
      }
      Value isOwn = isRank(arith::ShRUIOp::create(b, chain, perRankLog));
      b.onlyIf(b.both(exists, isOwn), [&] {
        Value index = b.add(
            b.mul(turn.number, b.i32(ClusterLayout::mostChains)), chain);
        PostAcrossOp::create(b, all, entries, b.toI64(turn.number), index,
                             /*whole=*/false, groupsIn.states, /*count=*/1);
      });
      b.onlyIf(exists, [&] {
        shared.store(m.pre, b.add(exchangeOf(turn.index), chain), before);
      });
    }
    announce(m.preMade, turn.index);
  });
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
    start = State(StartAcrossOp::create(
                      b, b.getStateTypes(), b.getMonoid(), initial,
                      placeOfState(), b.i32(1),
                      c.source.scan.getInit().value_or(ArrayAttr()))
                      .getStates());
  Value first = b.sub(b.warpId(), b.i32(ClusterLayout::othersOfBlock));
  forTurns(first, m.scouts,
           [&](const Turn &turn) { findCarry(turn, start); });
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
  // The group itself is there before all that come before it are. The poster
  // has heard it: whoever waits for words is in the way of others.
  waitFor(m.preMade, turn.index);
  const SmallVector<State> totals =
      hearTotals(turn.index, ownChain, b.boolean(true));
  State made = totals.front();
  for (int64_t other = 1; other < m.cluster; ++other)
    made = b.combine(made, totals[other]);
  const int64_t atOnce = 2 * entriesOfLane;
  State before = gather(from, count, [&] {
    return State(valuesIf(
        b.isNot(isFirst),
        [&] {
          waitFor(m.handed, last);
          Value place =
              exchangeOf(last, ClusterLayout::mostChains / m.cluster);
          return SmallVector<Value>(
              shared.load(m.after, b.add(place, own)));
        },
        start));
  });
  // A cluster that comes late has more of them to gather.
  Value some = b.i32(atOnce);
  const SmallVector<Type> types(TypeRange{ValueRange(before)});
  auto more = scf::ForOp::create(b, some, count, some, before);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(more.getBody());
    Value done = more.getInductionVar();
    const State run(more.getRegionIterArgs());
    scf::YieldOp::create(b, gather(b.add(from, done), b.sub(count, done),
                                   [&] { return run; }));
  }
  before = State(more.getResults());
  const State behind = b.combine(before, made);
  Value isHalf = b.both(b.isZero(half),
                        b.compare(arith::CmpIPredicate::ult, b.laneId(),
                                  arith::ShLIOp::create(b, b.i32(1), ownLog)));
  b.onlyIf(isHalf, [&] {
    shared.store(m.after,
                 b.add(exchangeOf(turn.index,
                                  ClusterLayout::mostChains / m.cluster),
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
    exist.push_back(b.compare(arith::CmpIPredicate::slt,
                              b.add(behind, b.i32(i)), count));
  }
  Value index = b.add(b.mul(own, b.i32(ClusterLayout::mostChains)), ownChain);
  SmallVector<Type> types;
  for (int64_t i = 0; i < entriesOfLane; ++i)
    llvm::append_range(types, b.getStateTypes());
  const SmallVector<State> found = c.split(
      GatherAcrossOp::create(b, types, entries, numbers, index, exist,
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
      TellOp::create(b, parts, shared.named(m.carries), index,
                     b.add(half, b.i32(other)), tagOf(turn.index),
                     m.carriesApart());
  });
}

void Clusters::hearCarry(const Turn &turn) {
  SmallVector<Value> indices, exist;
  for (int64_t row = 0; row < ClusterLayout::mostChains / 32; ++row) {
    Value chain = b.add(b.laneId(), b.i32(32 * row));
    indices.push_back(b.add(exchangeOf(turn.index), chain));
    exist.push_back(b.compare(arith::CmpIPredicate::ult, chain, c.all));
  }
  const SmallVector<Type> types(indices.size() * m.parts, b.getI32Type());
  const SmallVector<Value> parts(
      HearOp::create(b, types, shared.named(m.carries), indices, exist,
                     tagOf(turn.index), m.carriesApart(), m.parts)
          .getParts());
  for (auto [row, index] : llvm::enumerate(indices))
    b.onlyIf(exist[row], [&, row = row, index = index] {
      shared.store(
          m.carry, index,
          b.fromParts(ArrayRef(parts).slice(row * m.parts, m.parts)));
    });
  announce(m.carried, turn.index);
}

//===----------------------------------------------------------------------===//
// Scanners
//===----------------------------------------------------------------------===//

void Clusters::scan() {
  Value warp = b.sub(b.warpId(), b.i32(ClusterLayout::othersOfBlock + m.scouts +
                                       m.reducers));
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
  c.storeTotals(
      m.ofScanners,
      b.add(ofTile, b.mul(warp, b.i32(ClusterLayout::mostChains))), upTo);
  meet(scannersMeet, m.scanners);
  // The tile is in registers.
  b.onlyIf(b.both(b.isZero(warp), b.isFirstLane()),
           [&] { shared.release(m.empty, turn.slot); });
  const SmallVector<State> ofLane = c.beforeLane(upTo);
  auto stateOf = [&](const StateArray &array, Value place, int64_t row) {
    return shared.load(array,
                       b.add(b.add(place, c.ownChain), b.i32(row)));
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
    state = b.combine(b.combine(stateOf(m.carry, place, row),
                                stateOf(m.pre, place, row)),
                      state);
  // All steps of most tiles exist. Where that is known before, outputs need not
  // all be there before the first is stored.
  Value isWhole = b.both(areAligned, b.compare(arith::CmpIPredicate::eq,
                                               tile.exist, c.tileSteps));
  b.either(
      isWhole, [&] { c.scan(tile, first, elements, before, true); },
      [&] { c.scan(tile, first, elements, before, false); });
}

} // namespace

void buildClusters(const ScanSource &source) { Clusters(source).build(); }

} // namespace scanc::prefix
