//===- OneLaunchStreaming.cpp - Reduce, then scan, in one launch ----------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   NAME_stream   C blocks, one for each multiprocessor   reads, writes n
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
// the others do their work, too, with the same bits (StreamJobs.h, Presence.h).
//
// The tiles of a launch are equally long, as short as lets all blocks have as
// many of them.
//
// Bulk copies move multiples of 16 bytes between addresses of 16 bytes. What
// they cannot move - the last bytes of the input, or everything where a pointer
// is not aligned - the reducers and scanners copy by threads, element by
// element.
//
//===----------------------------------------------------------------------===//

#include "StreamSpine.h"

using namespace mlir;

namespace scanc::prefix {
namespace {

class StreamKernel : StreamSpine {
public:
  StreamKernel(ScanSource source, KernelBuilder &b)
      : StreamSpine(source, b), up(source.plan.getReduce()) {}

  void build() {
    NVVM::GriddepcontrolOp::create(b,
                                   NVVM::GridDepActionKind::launch_dependents);
    divideWork();
    initBarriers();
    NVVM::GriddepcontrolOp::create(b, NVVM::GridDepActionKind::wait);
    Value hasTiles = compare(arith::CmpIPredicate::ne, ownTiles, b.i32(0));
    b.onlyIf(hasTiles, [&] { divideRoles(); });
  }

private:
  //===--------------------------------------------------------------------===//
  // Before the roles
  //===--------------------------------------------------------------------===//

  void divideRoles() {
    Value warp = b.warpId();
    const int64_t firstReducer = 1 + spine.getWarps();
    const int64_t firstScanner =
        firstReducer + down.getGroups() * down.getWarps();
    auto isBelow = [&](int64_t limit) {
      return compare(arith::CmpIPredicate::ult, warp, b.i32(limit));
    };
    either(
        isBelow(firstReducer),
        [&] {
          either(isBelow(1), [&] { loadTiles(); }, [&] { carryPrefixes(); });
        },
        [&] {
          either(
              isBelow(firstScanner), [&] { reduceTiles(firstReducer); },
              [&] { scanTiles(firstScanner); });
        });
  }

  void initBarriers() {
    Value isFirst = compare(arith::CmpIPredicate::eq, b.threadId(), b.i32(0));
    b.onlyIf(isFirst, [&] {
      shared.init(layout.full, 1);
      // A group of reducers, and the spine.
      shared.init(layout.ready, down.getThreads() + 1);
      shared.init(layout.empty, 1);
      shared.init(layout.carried, 1);
      shared.init(layout.decided, 1);
      NVVM::FenceMbarrierInitOp::create(b);
      shared.store(layout.carries, b.i32(0), b.start());
      setMode(StreamMode::Unknown);
      shared.arrive(layout.carried, b.i32(0));
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
    b.onlyIf(exists, [&] { shared.wait(behind.barriers, slot[0], slot[1]); });
    Position next = advance({at.k, slot[0], slot[1]},
                            arith::ExtUIOp::create(b, b.getI32Type(), exists));
    return {next.slot, next.parity};
  }

  /// The first tiles of a long launch: half as many under way. That is as fast,
  /// and the first cycle, which all blocks wait for, is there earlier. In a
  /// short one everything is better asked for at once.
  void startSlowly(Value k) {
    const int64_t few = std::max<int64_t>(1, layout.underWay / 2),
                  first = layout.underWay + few;
    Value isEarly = arith::AndIOp::create(
        b, compare(arith::CmpIPredicate::uge, k, b.i32(few)),
        compare(arith::CmpIPredicate::ult, k, b.i32(first)));
    Value isLong = compare(arith::CmpIPredicate::ugt, ownTiles, b.i32(first));
    b.onlyIf(arith::AndIOp::create(b, isEarly, isLong), [&] {
      // No slot has been used twice yet.
      shared.wait(layout.full, b.sub(k, b.i32(few)), b.i32(0));
    });
  }

  void loadTiles() {
    Value isLeader = compare(arith::CmpIPredicate::eq, b.laneId(), b.i32(0));
    b.onlyIf(isLeader, [&] {
      // What to wait for next: a tile's landing, and its prefix.
      const Behind landed{layout.full, layout.underWay},
          passed{layout.ready, down.getAhead()};
      State first(4, b.i32(0));
      auto load = [&](Job job, ValueRange behind) {
        const Position &at = job.at;
        // The slot's use before this one was of the other parity.
        Value isReused =
            compare(arith::CmpIPredicate::uge, at.k, b.i32(down.getStages()));
        b.onlyIf(isReused, [&] {
          shared.wait(layout.empty, at.slot,
                      arith::XOrIOp::create(b, at.parity, b.i32(1)));
        });
        startSlowly(at.k);
        // What threads stored in a slot that was not scanned.
        b.onlyIf(job.isSlow, [&] { fenceSlots(); });
        State next = waitBehind(landed, at, behind.take_front(2));
        llvm::append_range(next, waitBehind(passed, at, behind.drop_front(2)));

        Tile tile = tileAt(workOf(job).tile);
        Value from = addressOf(b.getParameters().in, tile, types.element);
        Value bytes = bulkBytes(from, tile, types.element);
        shared.arriveExpecting(layout.full, at.slot, bytes);
        Value isBulk = compare(arith::CmpIPredicate::ne, bytes, b.i32(0));
        b.onlyIf(isBulk, [&] {
          shared.copyIn(slotPointer(at.slot, tile, types.element, 0), from,
                        bytes, layout.full, at.slot);
        });
        return next;
      };
      forJobs(b.i32(0), 1, Needs::Later, first, load, [&] { meetOthers(); });
    });
  }

  //===--------------------------------------------------------------------===//
  // The reducers
  //===--------------------------------------------------------------------===//

  /// Which group of a role the thread is in, and where in it; i32 all.
  struct Member {
    Value group, warp, thread;
  };

  Member memberOf(int64_t firstWarp) {
    Value warp = b.sub(b.warpId(), b.i32(firstWarp));
    Value group = arith::DivUIOp::create(b, warp, b.i32(down.getWarps()));
    Value first = arith::MulIOp::create(b, group, b.i32(down.getWarps()));
    Value own = b.sub(warp, first);
    Value thread = arith::MulIOp::create(b, own, b.i32(32));
    return {group, own, add(thread, b.laneId())};
  }

  /// Orders what threads store in slots before what bulk copies do there.
  void fenceSlots() {
    NVVM::FenceProxyOp::create(
        b, NVVM::ProxyKind::async_shared,
        NVVM::SharedSpaceAttr::get(b.getContext(),
                                   NVVM::SharedSpace::shared_cta));
  }

  /// The part of a slot from byte `offset` on, as an array.
  TileMemory inSlot(TileMemory memory, const Position &at, const Tile &tile,
                    int64_t offset) {
    memory.base = slotPointer(at.slot, tile, memory.fields, offset);
    if (source.scan.getReverse())
      memory.reversedLength = tile.elements;
    memory.isAligned = true;
    return memory;
  }

  Value firstOf(const Member &member) {
    return arith::MulIOp::create(b, member.thread, b.i32(down.getItems()));
  }

  /// For each of the `count` (i32) elements of a run that the end of the input
  /// cuts short, in order: `body` has the element's index in the tile (i64),
  /// whether it exists, what comes before it and what it is. A few of them are
  /// read at once.
  State forElements(
      const TileMemory &in, const Member &member, Value count, ValueRange carry,
      function_ref<void(Value index, Value exists, State before, State next)>
          body) {
    const int64_t fields = carry.size();
    const int64_t together = std::clamp<int64_t>(8 / fields, 1, 8);
    Value first = firstOf(member), last = b.sub(count, b.i32(1));
    auto loop = scf::ForOp::create(b, b.i32(0), count, b.i32(together), carry);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    SmallVector<State> elements;
    for (int64_t j = 0; j < together; ++j) {
      Value i = add(loop.getInductionVar(), b.i32(j));
      i = arith::MinUIOp::create(b, i, last);
      elements.push_back(b.loadElement(in, b.toI64(add(first, i))));
    }
    State before(loop.getRegionIterArgs());
    for (auto [j, element] : llvm::enumerate(elements)) {
      Value i = add(loop.getInductionVar(), b.i32(j));
      Value exists = compare(arith::CmpIPredicate::ult, i, count);
      State next = b.select(exists, b.combine(before, element), before);
      body(b.toI64(add(first, i)), exists, before, next);
      before = next;
    }
    scf::YieldOp::create(b, before);
    return State(loop.getResults());
  }

  /// The state of the thread's run, of which `count` (i32) elements exist.
  State reduceRun(const Position &at, const Member &member, const Tile &tile,
                  Value count) {
    TileMemory in = inSlot(b.input(), at, tile, 0);
    Value isWhole =
        compare(arith::CmpIPredicate::uge, count, b.i32(down.getItems()));
    auto branch = scf::IfOp::create(b, b.getStateTypes(), isWhole,
                                    /*addThenBlock=*/true,
                                    /*addElseBlock=*/true);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(branch.thenBlock());
    scf::YieldOp::create(b, b.reduceRun(up, b.load(in, up, warpStart(member))));
    b.setInsertionPointToStart(branch.elseBlock());
    State elements = forElements(in, member, count, b.identity(),
                                 [](Value, Value, State, State) {});
    scf::YieldOp::create(b, elements);
    return State(branch.getResults());
  }

  Value warpStart(const Member &member) {
    return b.toI64(
        arith::MulIOp::create(b, member.warp, b.i32(32 * down.getItems())));
  }

  /// How many elements there are from the thread's first one on; 0 if none.
  Value countRun(const Member &member, const Tile &tile) {
    Value elements = toI32(tile.elements);
    return b.sub(elements,
                 arith::MinUIOp::create(b, firstOf(member), elements));
  }

  void reduceTiles(int64_t firstWarp) {
    Member member = memberOf(firstWarp);
    Value barrier = add(member.group, b.i32(1));
    Descriptors descriptors(b, spine.getItems());
    State turn = {b.i32(0)};
    forJobs(member.group, down.getGroups(), Needs::Later, turn,
            [&](Job job, ValueRange turn) {
              const Position &at = job.at;
              Work work = workOf(job);
              Tile tile = tileAt(work.tile);
              shared.wait(layout.full, at.slot, at.parity);
              Value from = addressOf(b.getParameters().in, tile, types.element);
              Value isThere =
                  copyRest(slotPointer(at.slot, tile, types.element, 0), from,
                           bulkBytes(from, tile, types.element), tile,
                           types.element, member.thread, barrier,
                           [&] { return isAdmitted(loadMode()); });
              tile.elements =
                  arith::SelectOp::create(b, isThere, tile.elements, b.i64(0));
              reduceTile(job, work, member, tile, barrier, turn.front(),
                         descriptors);
              return State{arith::XOrIOp::create(b, turn.front(), b.i32(1))};
            });
  }

  /// Whether the block came in time, once that is known: a late one leaves its
  /// input alone, which may have been replaced, and says nothing.
  Value isAdmitted(Value mode) {
    return isNot(isMode(awaitAdmission(mode), StreamMode::Late));
  }

  /// `turn` says which of the group's two rows of totals is free: with two, one
  /// barrier a tile does.
  void reduceTile(const Job &job, const Work &work, const Member &member,
                  const Tile &tile, Value barrier, Value turn,
                  Descriptors &descriptors) {
    const Position &at = job.at;
    State run = reduceRun(at, member, tile, countRun(member, tile));
    auto [beforeLane, warpTotal] = b.scanWarp(up, {run});

    Value row = add(arith::MulIOp::create(b, member.group, b.i32(2)), turn);
    row = arith::MulIOp::create(b, row, b.i32(down.getWarps()));
    Value isFirstLane = compare(arith::CmpIPredicate::eq, b.laneId(), b.i32(0));
    b.onlyIf(isFirstLane, [&, total = warpTotal] {
      shared.store(layout.totals, add(row, member.warp), total);
    });
    Value mode = loadMode();
    waitForGroup(barrier);
    auto [beforeWarp, total] = scanWarps(row, member.warp);

    Value isFirst = compare(arith::CmpIPredicate::eq, member.thread, b.i32(0));
    Value posts = both(isFirst, both(work.posts, isNot(isAlone())));
    b.onlyIf(posts, [&, total = total] {
      b.onlyIf(isAdmitted(mode),
               [&] { descriptors.post(work.cycle, work.entry, total); });
    });
    Value prefix = arith::MulIOp::create(b, at.slot, b.i32(down.getThreads()));
    shared.store(layout.prefixes, add(prefix, member.thread),
                 b.combine(beforeWarp, beforeLane.front()));
    shared.arrive(layout.ready, at.slot);
  }

  /// Each thread combines the totals of the group's warps on its own: what
  /// comes before warp `warp`, and all of them.
  std::pair<State, State> scanWarps(Value row, Value warp) {
    SmallVector<State> totals;
    for (int64_t w = 0; w < down.getWarps(); ++w)
      totals.push_back(shared.load(layout.totals, add(row, b.i32(w))));
    SmallVector<Value> vectors = b.acrossRows(totals);
    SmallVector<Value> seeded{ValueRange(b.identity())};
    llvm::append_range(seeded, vectors);
    auto before = ThreadScanOp::create(
        b, TypeRange(ValueRange(vectors)), b.getMonoid(),
        cast<FlatSymbolRefAttr>(up.getBlock()), seeded, b.getUnitAttr());
    State own;
    for (Value vector : before.getResults()) {
      Value value = vector::ExtractOp::create(b, vector, 0);
      for (int64_t w = 1; w < down.getWarps(); ++w) {
        Value is = compare(arith::CmpIPredicate::eq, warp, b.i32(w));
        value = arith::SelectOp::create(
            b, is, vector::ExtractOp::create(b, vector, w), value);
      }
      own.push_back(value);
    }
    State all(ThreadReduceOp::create(b, b.getStateTypes(), b.getMonoid(),
                                     cast<FlatSymbolRefAttr>(up.getBlock()),
                                     vectors)
                  .getResults());
    return {own, all};
  }

  //===--------------------------------------------------------------------===//
  // The scanners
  //===--------------------------------------------------------------------===//

  void scanTiles(int64_t firstWarp) {
    Member member = memberOf(firstWarp);
    Value barrier = add(member.group, b.i32(1 + down.getGroups()));
    Value isFirst = compare(arith::CmpIPredicate::eq, member.thread, b.i32(0));
    forJobs(member.group, down.getGroups(), Needs::First, {},
            [&](Job job, ValueRange) {
              const Position &at = job.at;
              Work work = workOf(job);
              // What is not scanned is as good as empty.
              Tile tile = tileAt(
                  arith::SelectOp::create(b, work.scans, work.tile, tiles));
              shared.wait(layout.ready, at.slot, at.parity);
              scanTile(at, member, tile);
              storeTile(at, member, tile, barrier, isFirst);
              return State();
            });
    b.onlyIf(isFirst,
             [&] { NVVM::CpAsyncBulkWaitGroupOp::create(b, 0, UnitAttr()); });
  }

  void scanTile(const Position &at, const Member &member, const Tile &tile) {
    Value index = arith::MulIOp::create(b, at.slot, b.i32(down.getThreads()));
    State seed =
        b.combine(shared.load(layout.seeds, at.slot),
                  shared.load(layout.prefixes, add(index, member.thread)));
    TileMemory in = inSlot(b.input(), at, tile, 0);
    TileMemory out = inSlot(b.output(), at, tile, layout.outputs);
    Value count = countRun(member, tile);
    Value isWhole =
        compare(arith::CmpIPredicate::uge, count, b.i32(down.getItems()));
    either(
        isWhole,
        [&] {
          SmallVector<Value> seeded{ValueRange(seed)};
          llvm::append_range(seeded, b.load(in, down, warpStart(member)));
          auto scanned = ThreadScanOp::create(
              b, TypeRange(ValueRange(seeded)).drop_front(seed.size()),
              b.getMonoid(), cast<FlatSymbolRefAttr>(down.getThread()), seeded,
              source.isExclusive() ? b.getUnitAttr() : UnitAttr());
          b.store(out, down, warpStart(member), scanned.getResults());
        },
        [&] {
          forElements(in, member, count, seed,
                      [&](Value index, Value exists, State before, State next) {
                        b.onlyIf(exists, [&] {
                          b.storeElement(out, index,
                                         source.isExclusive() ? before : next);
                        });
                      });
        });
  }

  void storeTile(const Position &at, const Member &member, const Tile &tile,
                 Value barrier, Value isFirst) {
    fenceSlots();
    waitForGroup(barrier);
    Value to = addressOf(b.getParameters().out, tile, types.output);
    Value bytes = bulkBytes(to, tile, types.output);
    Value from = slotPointer(at.slot, tile, types.output, layout.outputs);
    copyRest(to, from, bytes, tile, types.output, member.thread, barrier);
    b.onlyIf(isFirst, [&] {
      Value isBulk = compare(arith::CmpIPredicate::ne, bytes, b.i32(0));
      b.onlyIf(isBulk, [&] {
        shared.copyOut(to, from, bytes);
        NVVM::CpAsyncBulkCommitGroupOp::create(b);
        NVVM::CpAsyncBulkWaitGroupOp::create(b, 0, b.getUnitAttr());
      });
      shared.arrive(layout.empty, at.slot);
    });
  }

  SkeletonAttr up;
};

} // namespace

void buildOneLaunchStreaming(ScanSource source) {
  KernelBuilder b = source.open("stream");
  StreamKernel(source, b).build();
}

} // namespace scanc::prefix
