//===- OneLaunchStreaming.cpp - Reduce, then scan, in one launch ----------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   NAME_stream   C blocks, one for each multiprocessor   reads, writes n
//   NAME_short    the same, at most one tile a block      reads, writes n
//
// The second, if the plan has one, is the same kernel with no more than one
// tile a block: without loops over tiles, and without carries. There reducers
// have nothing else to do once they have reduced, and scan.
//
// In cycle k block b scans tile k * C + b. Each element is read once: a tile
// stays in shared memory, a slot of a ring, from its load to its store. The
// warps of a block have roles, and proceed tile by tile on their own:
//
//   loader     1 warp    empty slot       -> bulk copy from `in`      -> full
//   reducers   groups    full slot        -> each thread's prefix within the
//                                            tile, in shared memory   -> ready
//                                         -> the tile's total, to all blocks
//   spine      warps     totals of the    -> what comes before the
//                        cycle's C tiles     tile                     -> ready
//   scanners   groups    ready slot       -> outputs, in the slot
//                                         -> bulk copy to `out`       -> empty
//
// Outputs that are not as large as the input have places of their own, and
// leave the slot as soon as they are there.
//
// This is two-level reduce-then-scan (Merrill and Grimshaw 2009, section 3.4),
// pipelined: what were launches are roles, and what was the top-level scan is
// the spine of every block, whose warps combine the C totals of a cycle as they
// come. No total waits for another: one hop through memory a cycle, in a fixed
// order, so that the same bits come out every time. A look at a row of totals
// takes longer than a cycle when memory is busy, so the warps of the spine take
// turns, and hand on the carry.
//
// A cycle's spine waits for all C totals, also for those behind its own tile.
// It keeps the blocks at the same cycle, and thus what they read and write
// close together in memory, which is worth 5 % on an H200. The loader runs at
// most `ahead` tiles ahead of the spine for the same reason, and has only as
// much under way at once as memory needs to be busy (StreamLayout::underWay),
// so that a cycle's tiles come at about the same time.
//
// Nothing promises that all blocks run at once. Where some do not come in time,
// the others do their work, too, with the same bits (StreamModes.h,
// StreamPresence.h, StreamStandIn.h). Until it is known that all have come,
// nobody scans anything.
//
// The tiles of a launch are equally long, as short as lets all blocks have as
// many of them.
//
// Where inputs are short, the time before the first load counts. While the
// launch before this one ends, L2 fetches the first tiles; the first one is
// loaded as soon as that launch has ended, before the roles part. The next
// launch may begin once a tile of every block is there: before, its blocks
// would be in the way of these. A short launch leaves half of the
// multiprocessors to them (oneLaunchRule).
//
// Bulk copies move multiples of 16 bytes between addresses of 16 bytes. What
// they cannot move - the last bytes of the input, or everything where a pointer
// is not aligned - the reducers and scanners copy by threads, element by
// element.
//
// Tiles are whole runs, but for the last one. It ends in its slot with whole
// runs all the same: the end of an array is what all blocks wait for, and is no
// place for a loop over elements.
//
//===----------------------------------------------------------------------===//

#include "../Attr.h"
#include "StreamStandIn.h"

using namespace mlir;

namespace scanc::prefix {
namespace {

class StreamKernel : StreamStandIn {
public:
  StreamKernel(ScanSource source, KernelBuilder &b)
      : StreamStandIn(source, b) {}

  void build() {
    divideWork();
    chooseCachePolicy();
    Load first = prefetchTiles();
    initBarriers();
    NVVM::GriddepcontrolOp::create(b, NVVM::GridDepActionKind::wait);
    loadFirst(first);
    openEarly();
    Value hasTiles = compare(arith::CmpIPredicate::ne, ownTiles, b.i32(0));
    b.onlyIf(hasTiles, [&] { divideRoles(); });
  }

private:
  void divideRoles() {
    Value warp = b.warpId();
    auto isBelow = [&](int64_t limit) {
      return compare(arith::CmpIPredicate::ult, warp, b.i32(limit));
    };
    either(
        isBelow(firstReducer()),
        [&] {
          either(isBelow(1), [&] { loadTiles(); }, [&] { carryPrefixes(); });
        },
        [&] {
          if (source.hasOneTile)
            return reduceAndScanTile();
          either(
              isBelow(firstScanner()), [&] { reduceTiles(); },
              [&] { scanTiles(); });
        });
  }

  //===--------------------------------------------------------------------===//
  // Before the roles
  //===--------------------------------------------------------------------===//

  /// What bulk copies load of a tile.
  struct Load {
    Tile tile;
    SmallVector<Stretch> from;
  };

  Load loadOf(Value k) {
    Tile tile = tileAt(k);
    return {tile, inputOf(tile)};
  }

  /// Has L2 fetch the block's first tiles while the launch before this one
  /// ends. What that launch has yet to write goes through L2, too, so that the
  /// loads see it. Of few tiles only the first half: it is waited for, and
  /// comes the later the more is asked for with it. Gives the load of the first
  /// tile, if there is one, in thread 0.
  Load prefetchTiles() {
    Value k = b.laneId();
    Value half = arith::DivUIOp::create(b, ownTiles, b.i32(2));
    Value most = arith::MinUIOp::create(b, half, b.i32(layout.underWayFirst));
    Value isFirst = both(isZero(k), isNot(isZero(ownTiles)));
    Value exists = arith::OrIOp::create(
        b, isFirst, compare(arith::CmpIPredicate::ult, k, most));
    Value isWarp = compare(arith::CmpIPredicate::eq, b.warpId(), b.i32(0));
    Load load = loadOf(k);
    auto areBulk = llvm::map_to_vector(
        load.from, [&](const Stretch &from) { return isNonzero(from.bulk); });
    Value isOwn = both(isWarp, exists);
    for (auto [from, isBulk] : llvm::zip_equal(load.from, areBulk))
      b.onlyIf(both(isBulk, isOwn), [&, &from = from] {
        shared.prefetch(from.address, from.bulk, loadPolicy);
      });
    return load;
  }

  /// As soon as may be, before the threads know their roles.
  void loadFirst(const Load &load) {
    Value isFirst = compare(arith::CmpIPredicate::eq, b.threadId(), b.i32(0));
    Value exists = compare(arith::CmpIPredicate::ne, ownTiles, b.i32(0));
    b.onlyIf(arith::AndIOp::create(b, isFirst, exists),
             [&] { startLoad(load, b.i32(0)); });
  }

  /// So too for what all roles of the block wait for; by the spine's first
  /// thread.
  void openEarly() {
    Value isFirst = compare(arith::CmpIPredicate::eq, b.threadId(), b.i32(32));
    b.onlyIf(isFirst, [&] { open(); });
  }

  void startLoad(const Load &load, Value slot) {
    note(load.tile, slot);
    shared.arriveExpecting(layout.full, slot, bulkOf(load.from));
    for (const Stretch &from : load.from)
      b.onlyIf(isNonzero(from.bulk), [&] {
        shared.copyIn(inputPointer(slot, load.tile, from.region), from.address,
                      from.bulk, layout.full, slot, loadPolicy);
      });
  }

  /// By one thread: lanes of a warp would take turns, and more time.
  void initBarriers() {
    Value isFirst = compare(arith::CmpIPredicate::eq, b.threadId(), b.i32(32));
    b.onlyIf(isFirst, [&] {
      shared.init(layout.full, 1);
      // The spine, and a group of reducers if others scan.
      shared.init(layout.ready, source.hasOneTile ? 1 : down.getThreads() + 1);
      if (!source.hasOneTile) {
        shared.init(layout.empty, 1);
        if (passesCarry())
          shared.init(layout.carried, 1);
      }
      // The loader, if it loads more than one tile; the leaders of the spine's
      // warps; all reducers.
      initMode(firstReducer() - (source.hasOneTile ? 1 : 0) +
               32 * (firstScanner() - firstReducer()));
      shared.init(layout.opened, 1);
      NVVM::FenceMbarrierInitOp::create(b);
      if (!source.hasOneTile) {
        shared.store(layout.carries, b.i32(0), b.start());
        if (passesCarry())
          shared.arrive(layout.carried, b.i32(0));
      }
    });
    NVVM::BarrierOp::create(b);
  }

  //===--------------------------------------------------------------------===//
  // The loader
  //===--------------------------------------------------------------------===//

  /// The loader stays at most `tiles` tiles ahead of what a barrier tells of.
  struct Behind {
    const BarrierArray &barriers;
    int64_t tiles;
  };

  /// Waits for the tile `behind.tiles` before `at`, if there is one, at `slot`
  /// (slot and parity, i32); gives that of the next.
  State waitBehind(const Behind &behind, Position at, ValueRange slot) {
    Value exists =
        compare(arith::CmpIPredicate::uge, at.k, b.i32(behind.tiles));
    b.onlyIf(exists, [&] { shared.pace(behind.barriers, slot[0], slot[1]); });
    Position next = advance({at.k, slot[0], slot[1]},
                            arith::ExtUIOp::create(b, b.getI32Type(), exists));
    return {next.slot, next.parity};
  }

  /// The first tiles of a long launch: half as many under way. That is as fast,
  /// and the first cycle, which all blocks wait for, is there earlier. In a
  /// short one everything is better asked for at once.
  void startSlowly(Value k) {
    const int64_t few = layout.underWayFirst, first = layout.underWay + few;
    Value isEarly = arith::AndIOp::create(
        b, compare(arith::CmpIPredicate::uge, k, b.i32(few)),
        compare(arith::CmpIPredicate::ult, k, b.i32(first)));
    Value isLong = compare(arith::CmpIPredicate::ugt, ownTiles, b.i32(first));
    b.onlyIf(arith::AndIOp::create(b, isEarly, isLong), [&] {
      // No slot has been used twice yet.
      shared.pace(layout.full, b.sub(k, b.i32(few)), b.i32(0));
    });
  }

  void loadTiles() {
    Value isLeader = compare(arith::CmpIPredicate::eq, b.laneId(), b.i32(0));
    b.onlyIf(isLeader, [&] {
      if (source.hasOneTile) {
        decideByArrivals();
        return;
      }
      // What to wait for next: a tile's landing, and its prefix.
      const Behind landed{layout.full, layout.underWay},
          passed{layout.ready, getAhead(down)};
      State first(4, b.i32(0));
      auto load = [&](Position at, ValueRange behind) {
        Load next = loadOf(at.k);
        // The slot's use before this one was of the other parity.
        Value isReused =
            compare(arith::CmpIPredicate::uge, at.k, b.i32(down.getStages()));
        b.onlyIf(isReused, [&] {
          Value before = arith::XOrIOp::create(b, at.parity, b.i32(1));
          waitForUse(layout.empty, {at.k, at.slot, before}, [&] { leave(); });
        });
        startSlowly(at.k);
        State then = waitBehind(landed, at, behind.take_front(2));
        llvm::append_range(then, waitBehind(passed, at, behind.drop_front(2)));
        startLoad(next, at.slot);
        return then;
      };
      forTiles(b.i32(1), 1, first, load);
      leave();
    });
  }

  //===--------------------------------------------------------------------===//
  // The reducers
  //===--------------------------------------------------------------------===//

  void reduceTiles() {
    Member member = memberOf(firstReducer());
    Value barrier = add(member.group, b.i32(1));
    Descriptors descriptors = exchange();
    State turn = {b.i32(0)};
    auto reduce = [&](Position at, ValueRange turn) {
      State before = reduceTile(at, member, barrier, turn.front(), descriptors);
      Value prefix =
          arith::MulIOp::create(b, at.slot, b.i32(down.getThreads()));
      shared.store(layout.prefixes, add(prefix, member.thread), before);
      shared.arrive(layout.ready, at.slot);
      return State{arith::XOrIOp::create(b, turn.front(), b.i32(1))};
    };
    forTiles(member.group, getGroups(down), turn, reduce);
    leave();
  }

  /// Tells the other blocks the total. Gives what comes before the thread's run
  /// within the tile.
  State reduceTile(const Position &at, const Member &member, Value barrier,
                   Value turn, Descriptors &descriptors) {
    Tile tile = tileAt(at.k);
    SmallVector<Stretch> input = inputOf(tile);
    const Descriptors::Entry entry = descriptors.entry(at.k, toI32(block));
    waitForUse(layout.full, at, [&] { leave(); });
    for (const Stretch &from : input)
      copyRest(inputPointer(at.slot, tile, from.region), from.address,
               from.bulk, tile, from.region, member.thread, barrier);
    b.letNextBegin();
    auto [before, total] = reduceInGroup(at, member, tile, barrier, turn);
    Value isFirst = compare(arith::CmpIPredicate::eq, member.thread, b.i32(0));
    b.onlyIf(both(isFirst, isNot(isAlone)),
             [&, total = total] { descriptors.post(entry, total); });
    return before;
  }

  /// In place of reducers and scanners, where there is nothing to overlap with.
  void reduceAndScanTile() {
    const Position at{b.i32(0), b.i32(0), b.i32(0)};
    Member member = memberOf(firstReducer());
    Value barrier = b.i32(scannersBarrier());
    Descriptors descriptors = exchange();
    State before = reduceTile(at, member, barrier, at.k, descriptors);
    awaitDecision();
    either(
        isMode(Mode::Normal),
        [&] {
          shared.wait(layout.ready, at.slot, at.parity);
          State seed = shared.load(layout.seeds, at.slot);
          scanRun(at, member, noted(at.slot), b.combine(seed, before));
          storeTile(at, member, barrier);
          awaitStores(member);
        },
        [&] { goOnSlowly(member.group); });
  }

  //===--------------------------------------------------------------------===//
  // The scanners
  //===--------------------------------------------------------------------===//

  void scanTiles() {
    Member member = memberOf(firstScanner());
    Value barrier = add(member.group, b.i32(scannersBarrier()));
    Value isFirst = compare(arith::CmpIPredicate::eq, member.thread, b.i32(0));
    b.onlyIf(both(isFirst, isZero(member.group)), [&] { decideByArrivals(); });
    awaitDecision();
    either(
        isMode(Mode::Normal),
        [&] {
          auto scan = [&](Position at, ValueRange) {
            awaitPlace(barrier, isFirst);
            shared.wait(layout.ready, at.slot, at.parity);
            scanTile(at, member);
            storeTile(at, member, barrier);
            return State();
          };
          forTiles(member.group, getGroups(down), {}, scan);
          awaitStores(member);
        },
        [&] { goOnSlowly(member.group); });
  }

  /// Before shared memory is another block's: until bulk copies have read all
  /// that the thread has had them copy out, if storeTile() has not waited.
  void awaitStores(const Member &member) {
    if (!emptiesAfterStores())
      b.onlyIf(isZero(member.thread), [&] { waitForOutputs(); });
  }

  void scanTile(const Position &at, const Member &member) {
    Value index = arith::MulIOp::create(b, at.slot, b.i32(down.getThreads()));
    scanRun(at, member, noted(at.slot),
            b.combine(shared.load(layout.seeds, at.slot),
                      shared.load(layout.prefixes, add(index, member.thread))));
  }

  void storeTile(const Position &at, const Member &member, Value barrier) {
    Value isFirst = isZero(member.thread);
    const bool inPlace = !layout.outputPlaces;
    // Whoever gives the slot back knows that all have read it.
    Value met = emptiesAfterStores() ? barrier : Value();
    // Once the group has met, the slot may be another tile's.
    Tile tile = noted(at.slot);
    NVVM::FenceProxyOp::create(
        b, NVVM::ProxyKind::async_shared,
        NVVM::SharedSpaceAttr::get(b.getContext(),
                                   NVVM::SharedSpace::shared_cta));
    waitForGroup(barrier);
    if (!inPlace)
      b.onlyIf(isFirst, [&] { empty(at.slot); });
    SmallVector<Stretch> output = outputOf(tile);
    for (const Stretch &to : output)
      copyRest(to.address, outputPointer(at, tile, to.region), to.bulk, tile,
               to.region, member.thread, met);
    b.onlyIf(isFirst, [&] {
      b.onlyIf(isNonzero(bulkOf(output)), [&] {
        copyOut(output, at, tile);
        NVVM::CpAsyncBulkCommitGroupOp::create(b);
        if (emptiesAfterStores())
          waitForOutputs();
      });
      if (inPlace)
        empty(at.slot);
    });
  }

  /// Whether outputs lie in their tile's slot, which another tile may get.
  bool emptiesAfterStores() {
    return !layout.outputPlaces && !source.hasOneTile;
  }

  /// Starts the bulk copies of a tile, at least one of which has bytes.
  void copyOut(ArrayRef<Stretch> output, const Position &at, const Tile &tile) {
    for (const Stretch &to : output) {
      auto copy = [&] {
        shared.copyOut(to.address, outputPointer(at, tile, to.region), to.bulk,
                       storePolicy);
      };
      if (output.size() == 1)
        return copy();
      b.onlyIf(isNonzero(to.bulk), copy);
    }
  }

  /// Gives `slot` back, if another tile comes.
  void empty(Value slot) {
    if (!source.hasOneTile)
      shared.arrive(layout.empty, slot);
  }

  /// Where outputs have places of their own: until the group's is free.
  void awaitPlace(Value barrier, Value isFirst) {
    if (!layout.outputPlaces)
      return;
    b.onlyIf(isFirst, [&] { waitForOutputs(); });
    waitForGroup(barrier);
  }

  /// Until bulk copies have read all that the thread has had them copy out.
  void waitForOutputs() {
    NVVM::CpAsyncBulkWaitGroupOp::create(b, 0, b.getUnitAttr());
  }
};

} // namespace

void buildOneLaunchStreaming(ScanSource source) {
  const PlanAttr plan = source.plan;
  KernelBuilder stream = source.openEarly("stream");
  StreamKernel(source, stream).build();
  if (!getShortScan(plan))
    return;
  KernelBuilder shorter = source.openEarly("short");
  source.plan = getShort(plan);
  source.hasOneTile = true;
  StreamKernel(source, shorter).build();
}

} // namespace scanc::prefix
