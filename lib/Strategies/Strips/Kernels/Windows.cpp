//===- Windows.cpp - Blocks draw the tiles of few strips ------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where strips are too few for all multiprocessors, blocks draw their tiles, in
// order: of S strips, number t is tile t / S of strip t mod S. Operands are
// combined in a fixed order, whoever is first:
//
//   a window   W tiles of a strip; W is a power of two
//   a tile     posts its totals; waits for those of its window before it, and
//              looks back for what comes before the window; combines them in
//              order
//   the last   of a window posts what the window makes, in the place of its
//              totals, which nobody needs; looks back, and then posts what all
//              make up to its end in the same place
//
// Who looks back takes the last window of which the latter is there, and joins
// the windows behind it one by one, as their last tiles do: so it is the same
// state whichever it finds. Windows do not wait for each other, as long as no
// tile finds none of the latter in the windows that it looks at.
//
// A tile waits for tiles of lower numbers alone, so that it does not matter
// which blocks are there.
//
// *The ring.* A strip has places for R tiles, of 4 windows or more, one after
// another. What tile k posts is read by tiles of its window and of some that
// follow. So tile k + R, before it posts there, waits until these wait no more:
// a block marks which of its tiles is the next to wait, and has one mark for
// all of its tiles. Those that are waited for have lower numbers, too. What a
// block has seen of marks will often do for its next tiles. What makes all up
// to the end of a window may be read by nobody; so it is there before the block
// marks another tile.
//
// W is what the ring has room for with so many strips, and not more than half
// of the warps of a block can gather at once, a lane some tiles. The last warp
// looks back.
//
// *On the way.* A block has drawn some tiles ahead of the one that it scans,
// and their elements are on their way to shared memory. The totals of the next
// one are posted before this one looks back, and those of its window before it
// reduces the next one, so that they are there when others want them: blocks
// that post and then wait would go as slow as the slowest. The next tile's
// place in the ring must be free for that; a block does not wait for it there,
// since others may wait for the tile that it scans, but posts later, in the
// tile's own time. In one tile's time:
//
//   gather                        barrier, if it is the last of a window
//   post the window, if so
//   find the places of the tile that is furthest ahead
//   reduce the next tile          barrier
//   post it; draw another one; look back
//                                 barrier
//   begin to copy the one furthest ahead; mark; scan; store
//
// What a thread posts or gathers waits behind what its multiprocessor has asked
// memory for before, even behind asynchronous copies: these come last.
//
//===----------------------------------------------------------------------===//

#include "../Attr.h"
#include "StripContext.h"

#include "scanc/Dialect/Prefix/IR/ExchangeLayout.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;

namespace scanc::prefix {

namespace {

class Windows {
public:
  explicit Windows(const ScanSource &source)
      : c(source, "windows", getDrawn(source.plan), /*areDrawn=*/true), b(c.b),
        top(source.plan.getTop()), memory(c.skeleton, top, b.getStateTypes()) {}

  void build();

private:
  /// A tile of a strip, by its number, and as both are drawn; i64 all.
  struct Drawn {
    Value number, tile, strip;
  };
  /// What is known of a tile once it is reduced.
  struct Reduced {
    SmallVector<State> before; // the lane, of each of its chains
    SmallVector<State> all;    // of each chain
  };
  Drawn find(Value number) {
    Value tile = b.udiv(number, c.strips);
    return {number, tile, b.sub(number, b.mul(tile, c.strips))};
  }
  Value firstStepOf(const Drawn &drawn) {
    return b.add(c.firstStep, b.mul(drawn.tile, c.tileSteps));
  }

  void open();
  void chooseWindows();
  /// By the first thread: gives the number there.
  Value draw();
  /// Tells all threads, behind a barrier, what it drew.
  void tell(Value drawn, Value place);
  void scanTile(ValueRange carried);
  void post(const Drawn &own, ArrayRef<State> states, bool isWhole = false);
  /// Leaves the totals of each warp in shared memory; a barrier is to follow.
  /// Gives what comes before the lane in its warp.
  SmallVector<State> reduce(const Drawn &tile, Value slot);
  SmallVector<State> reduceIf(Value isTile, const Drawn &tile, Value slot);
  /// Behind it.
  Reduced reduced(ArrayRef<State> before);
  /// The number before which tiles have to wait no more, so that there is room
  /// for what `tile` posts; 0 if there is in any case (i64).
  Value lastReader(const Drawn &tile);
  /// What `body` gives in the first warp: from which number on tiles may still
  /// wait (i64), and whether there is room for what a tile posts (i1); in other
  /// warps what is given.
  std::pair<Value, Value>
  byFirstWarp(Value cleared, Value hasRoom,
              function_ref<std::pair<Value, Value>()> body);
  /// By the first warp, which knows that tiles before number `cleared` (i64)
  /// wait no more: unless there was room before, waits until there is, and
  /// posts. Gives from which number on tiles may still wait.
  Value postLate(const Drawn &tile, ArrayRef<State> all, Value hasRoom,
                 Value cleared);
  /// By the first warp: posts, if there is room. Gives what it then knows, and
  /// whether there is (i1).
  std::pair<Value, Value> postAhead(const Drawn &tile, ArrayRef<State> all,
                                    Value cleared);
  /// Posts, unless the tile is the last of a window.
  void postTotals(const Drawn &tile, ArrayRef<State> all);
  /// By the first thread, before the block draws, and when it has.
  void markFirst(Value number, bool isFirst);
  /// By a warp, which may have posted what the mark is to come behind.
  void mark(Value number, bool isBehind);
  /// What the window has before the tile, to shared memory.
  void gather(const Drawn &own, Value place);
  /// By the last warp: what comes before the window, to shared memory.
  void lookBack(const Drawn &own);
  /// By the last tile of a window, behind a barrier: posts what it makes.
  void postWindow(const Drawn &own, ArrayRef<State> all, Value place);
  /// Of each chain, what all warps have gathered of a kind.
  SmallVector<State> gathered(Value place);

  /// Where the lane's first state is of what a tile of a strip posts (i32).
  Value indexOf(Value tile, Value strip) {
    Value place =
        b.toI32(b.add(b.mul(placeIn(tile, ringLog), c.strips), strip));
    return b.add(b.mul(place, b.i32(c.layout.chains)), c.chainOf(0));
  }
  /// Tile `tile` of a strip among all (i64).
  Value numberOf(Value tile, Value strip) {
    return b.add(b.mul(tile, c.strips), strip);
  }
  /// The warps that gather: the first half. The last one looks back.
  int64_t gatherers() {
    return std::max<int64_t>(1, c.skeleton.getWarps() / 2);
  }
  Value isLastWarp() {
    return b.compare(arith::CmpIPredicate::eq, b.warpId(),
                     b.i32(c.skeleton.getWarps() - 1));
  }
  Value shift(Value value, Value log) {
    return arith::ShLIOp::create(b, value, b.toI64(log));
  }
  Value shift32(Value value, Value log) {
    return arith::ShLIOp::create(b, value, log);
  }
  /// The place of a tile in 2^log of them (i64).
  Value placeIn(Value tile, Value log) {
    return b.both(tile, b.sub(shift(b.i64(1), log), b.i64(1)));
  }
  Value isLastOf(Value tile, Value log) {
    return b.compare(arith::CmpIPredicate::eq,
                     b.add(placeIn(tile, log), b.i64(1)), shift(b.i64(1), log));
  }

  /// The place after `place` in a ring of `count` (i32), `steps` further.
  Value further(Value place, int64_t steps, int64_t count) {
    Value sum = b.add(place, b.i32(steps));
    Value isOver = b.compare(arith::CmpIPredicate::uge, sum, b.i32(count));
    return arith::SelectOp::create(b, isOver, b.sub(sum, b.i32(count)), sum);
  }

  StripContext c;
  KernelBuilder &b;
  SkeletonAttr top;
  WindowLayout memory;
  TypedValue<EntriesType> entries;
  Value tilesOfStrip, tiles; // i64
  // Tiles of a window, and of the ring of a strip (i32).
  Value windowLog, ringLog;
  Value reach; // windows that a tile looks back at (i32)
  /// Tiles that are drawn ahead of the one that is scanned.
  int64_t ahead = 0;
};

void Windows::open() {
  ahead = c.layout.ring.count - 1;
  tilesOfStrip =
      b.udiv(b.add(b.domain().chainLength(b), b.sub(c.tileSteps, b.i64(1))),
             c.tileSteps);
  tiles = b.mul(tilesOfStrip, c.strips);
  chooseWindows();
  Value epoch = LoadRelaxedOp::create(b, b.getI32Type(), b.workspace(),
                                      EntryLayout::epochOffset);
  entries = EntriesOp::create(b, b.getMonoid(), b.workspace(), epoch,
                              b.launchNumber(), b.getI64IntegerAttr(1))
                .getEntries();
}

void Windows::chooseWindows() {
  ringLog = b.i32(0);
  for (int64_t log = 1; int64_t(1) << log <= memory.tiles; ++log) {
    Value isRoom = b.compare(arith::CmpIPredicate::uge,
                             b.i64(memory.tiles >> log), c.strips);
    ringLog = b.add(ringLog, arith::ExtUIOp::create(b, b.getI32Type(), isRoom));
  }
  // There are at least 4 places for each strip.
  windowLog = arith::MinUIOp::create(
      b, b.sub(ringLog, b.i32(llvm::Log2_64(WindowLayout::windows))),
      arith::MinUIOp::create(
          b, b.i32(llvm::Log2_64(WindowLayout::mostOfWindow)),
          b.add(b.i32(llvm::Log2_64(gatherers() * top.getItems())),
                c.followersLog)));
  // Half of the windows in the ring can be looked at.
  Value half = shift32(b.i32(1), b.sub(b.sub(ringLog, windowLog), b.i32(1)));
  reach = arith::MinUIOp::create(b, half, b.i32(WindowLayout::reach));
}

Value Windows::draw() {
  Value isFirst = b.compare(arith::CmpIPredicate::eq, b.threadId(), b.i32(0));
  auto branch = scf::IfOp::create(b, TypeRange(b.getI64Type()), isFirst,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(b,
                       ValueRange(DrawTileOp::create(b, entries).getResult()));
  b.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(b, ValueRange(b.i64(0)));
  return branch.getResult(0);
}

void Windows::tell(Value drawn, Value place) {
  b.onlyFirstThread([&] { c.shared.store(c.layout.drawn, place, drawn); });
}

void Windows::markFirst(Value number, bool isFirst) {
  b.onlyFirstThread([&] {
    MarkTileOp::create(b, entries, number, b.toI32(b.blockId()), isFirst,
                       /*behind=*/false, memory.marks);
  });
}

void Windows::mark(Value number, bool isBehind) {
  b.onlyIf(b.isZero(b.laneId()), [&] {
    Value last = b.sub(tiles, b.i64(1));
    MarkTileOp::create(b, entries, arith::MinUIOp::create(b, number, last),
                       b.toI32(b.blockId()), /*first=*/false, isBehind,
                       memory.marks);
  });
}

void Windows::build() {
  open();
  b.onlyFirstThread([&] { OpenTilesOp::create(b, entries); });
  markFirst(b.i64(0), /*isFirst=*/true);
  SmallVector<Value> carried;
  Value drawing = draw();
  for (int64_t i = 0; i <= ahead; ++i) {
    tell(drawing, b.i32(i % 2));
    gpu::BarrierOp::create(b);
    carried.push_back(c.shared.load(c.layout.drawn, b.i32(i % 2)));
    drawing = draw();
    if (i == 0) // also where that is no tile: others wait for the mark
      markFirst(
          arith::MinUIOp::create(b, carried.front(), b.sub(tiles, b.i64(1))),
          /*isFirst=*/false);
    if (i == ahead)
      break;
    const Drawn drawn = find(carried.back());
    c.placeChains(drawn.strip, b.i32(i));
    gpu::BarrierOp::create(b);
    c.enter(drawn.strip, b.i32(i));
    c.fetch(firstStepOf(drawn), b.i32(i));
  }
  const Drawn first = find(carried.front());
  AwaitChainsOp::create(b, ahead - 1);
  c.enter(first.strip, b.i32(0));
  const SmallVector<State> before = reduce(first, b.i32(0));
  gpu::BarrierOp::create(b);
  const Reduced own = reduced(before);
  gpu::BarrierOp::create(b); // the next tile's totals come into the same place
  auto [cleared, isPosted] = byFirstWarp(b.i64(0), b.boolean(false), [&] {
    return postAhead(first, own.all, b.i64(0));
  });
  // What the first thread has drawn beyond these, and the first warp knows of
  // marks; whether the tile that is scanned had room; its slots, of the ring
  // and of places; where the drawn number is told; what is known of the tile.
  carried.append({drawing, cleared, isPosted, b.i32(0), b.i32(0), b.i32(0)});
  llvm::append_range(carried, StripContext::flat(own.before));
  llvm::append_range(carried, StripContext::flat(own.all));

  const SmallVector<Type> types(TypeRange{ValueRange(carried)});
  const SmallVector<Location> locations(types.size(), b.getLoc());
  auto loop = scf::WhileOp::create(b, types, carried);
  {
    OpBuilder::InsertionGuard guard(b);
    Block *before = b.createBlock(&loop.getBefore(), {}, types, locations);
    Value isTile =
        b.compare(arith::CmpIPredicate::ult, before->getArgument(0), tiles);
    scf::ConditionOp::create(b, isTile, before->getArguments());
    Block *after = b.createBlock(&loop.getAfter(), {}, types, locations);
    scanTile(after->getArguments());
  }
  // Each block draws until the first of its numbers is no tile's.
  Value last =
      b.sub(b.add(tiles, b.mul(b.blockCount(), b.i64(ahead + 2))), b.i64(1));
  b.onlyFirstThread([&] {
    Value isLast =
        b.compare(arith::CmpIPredicate::eq, loop.getResult(ahead + 1), last);
    b.onlyIf(isLast, [&] { CloseTilesOp::create(b, entries, tiles); });
  });
}

std::pair<Value, Value>
Windows::byFirstWarp(Value cleared, Value isFree,
                     function_ref<std::pair<Value, Value>()> body) {
  auto branch = scf::IfOp::create(b, TypeRange{b.getI64Type(), b.getI1Type()},
                                  b.isZero(b.warpId()), /*addThenBlock=*/true,
                                  /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  auto [now, is] = body();
  scf::YieldOp::create(b, ValueRange{now, is});
  b.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(b, ValueRange{cleared, isFree});
  return {branch.getResult(0), branch.getResult(1)};
}

void Windows::scanTile(ValueRange carried) {
  ValueRange numbers = carried.take_front(ahead + 1);
  Value drawn = carried[ahead + 1], cleared = carried[ahead + 2],
        hasRoom = carried[ahead + 3], slot = carried[ahead + 4],
        places = carried[ahead + 5], parity = carried[ahead + 6];
  const SmallVector<State> known = c.split(carried.drop_front(ahead + 7));
  const SmallVector<State> beforeLane(ArrayRef(known).take_front(c.rows())),
      all(ArrayRef(known).take_back(c.rows()));
  const int64_t slots = c.layout.ring.count, placeSlots = c.layout.placeSlots;
  const Drawn own = find(numbers.front()), next = find(numbers[1]),
              furthest = find(numbers.back());
  Value placesOfNext = further(places, 1, placeSlots),
        placesOfFurthest = further(places, ahead, placeSlots);
  Value isLastOfWindow = isLastOf(own.tile, windowLog);
  Value isPosting = b.both(isLastWarp(), c.isFirstFollower());
  c.enter(own.strip, places);
  Value late =
      byFirstWarp(cleared, b.boolean(false), [&]() -> std::pair<Value, Value> {
        return {postLate(own, all, hasRoom, cleared), b.boolean(false)};
      }).first;
  gather(own, parity);
  b.onlyIf(isLastOfWindow, [&, &all = all] {
    gpu::BarrierOp::create(b);
    b.onlyIf(isPosting, [&] { postWindow(own, all, parity); });
  });
  c.placeChains(furthest.strip, placesOfFurthest);
  tell(drawn, parity);
  AwaitChainsOp::create(b, ahead - 2);
  c.enter(next.strip, placesOfNext);
  Value isNext = b.compare(arith::CmpIPredicate::ult, next.number, tiles);
  const SmallVector<State> beforeNext =
      reduceIf(isNext, next, further(slot, 1, slots));
  gpu::BarrierOp::create(b);

  Value another = c.shared.load(c.layout.drawn, parity);
  const Reduced nextReduced = reduced(beforeNext);
  auto [clearedNow, nextHasRoom] = byFirstWarp(late, b.boolean(false), [&] {
    return postAhead(next, nextReduced.all, late);
  });
  Value drawing = draw();
  c.enter(own.strip, places);
  b.onlyIf(isPosting, [&] { lookBack(own); });
  gpu::BarrierOp::create(b);

  c.enter(furthest.strip, placesOfFurthest);
  c.fetch(firstStepOf(furthest), further(slot, ahead, slots));
  c.enter(own.strip, places);
  SmallVector<State> before;
  for (int64_t row = 0; row < c.rows(); ++row)
    before.push_back(c.shared.load(c.layout.carries, c.chainOf(row)));
  const SmallVector<State> inWindow = gathered(parity);
  const SmallVector<State> upTo = c.combine(before, c.combine(inWindow, all));
  before = c.combine(before, inWindow);
  b.onlyIf(isLastWarp(), [&] {
    b.either(
        isLastOfWindow,
        [&] {
          b.onlyIf(c.isFirstFollower(),
                   [&] { post(own, upTo, /*isWhole=*/true); });
          NVVM::SyncWarpOp::create(b, b.i32(-1));
          mark(next.number, /*isBehind=*/true);
        },
        [&] { mark(next.number, /*isBehind=*/false); });
  });
  c.scan(c.load(firstStepOf(own), slot), c.combine(before, beforeLane));
  if (ScanOp scan = c.source.scan; scan.hasEmptyKernel()) {
    Value isLast = b.compare(arith::CmpIPredicate::eq,
                             b.add(own.tile, b.i64(1)), tilesOfStrip);
    b.onlyIf(isLast, [&] { c.finish(upTo); });
  }
  SmallVector<Value> following(numbers.drop_front());
  following.append({another, drawing, clearedNow, nextHasRoom,
                    further(slot, 1, slots), placesOfNext,
                    b.sub(b.i32(1), parity)});
  llvm::append_range(following, StripContext::flat(nextReduced.before));
  llvm::append_range(following, StripContext::flat(nextReduced.all));
  scf::YieldOp::create(b, following);
}

SmallVector<State> Windows::reduce(const Drawn &tile, Value slot) {
  return c.reduce(c.load(firstStepOf(tile), slot), c.placesOfTotals(b.i32(0)));
}

SmallVector<State> Windows::reduceIf(Value isTile, const Drawn &tile,
                                     Value slot) {
  SmallVector<Type> types;
  for (int64_t row = 0; row < c.rows(); ++row)
    llvm::append_range(types, b.getStateTypes());
  auto branch = scf::IfOp::create(b, types, isTile, /*addThenBlock=*/true,
                                  /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(b, StripContext::flat(reduce(tile, slot)));
  b.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(
      b, StripContext::flat(SmallVector<State>(c.rows(), b.identity())));
  return c.split(branch.getResults());
}

Windows::Reduced Windows::reduced(ArrayRef<State> before) {
  auto [beforeWarp, all] = c.scanWarps(c.placesOfTotals(b.i32(0)));
  return {c.combine(beforeWarp, before), all};
}

void Windows::post(const Drawn &own, ArrayRef<State> states, bool isWhole) {
  PostAcrossOp::create(b, StripContext::flat(states), entries, own.number,
                       indexOf(own.tile, own.strip), isWhole, memory.states,
                       memory.count);
}

void Windows::postTotals(const Drawn &tile, ArrayRef<State> all) {
  b.onlyIf(b.both(c.isFirstFollower(), b.isNot(isLastOf(tile.tile, windowLog))),
           [&] { post(tile, all); });
}

Value Windows::lastReader(const Drawn &tile) {
  Value ring = shift(b.i64(1), ringLog);
  Value isAgain = b.compare(arith::CmpIPredicate::uge, tile.tile, ring);
  // Behind the windows of those that read what is in the place.
  Value window = b.sub(tile.tile, placeIn(tile.tile, windowLog));
  Value readers = shift(b.add(b.toI64(reach), b.i64(1)), windowLog);
  Value end = numberOf(b.add(b.sub(window, ring), readers), b.i64(0));
  return arith::SelectOp::create(b, isAgain, end, b.i64(0));
}

Value Windows::postLate(const Drawn &tile, ArrayRef<State> all, Value hasRoom,
                        Value cleared) {
  auto branch = scf::IfOp::create(b, TypeRange(b.getI64Type()), hasRoom,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(b, ValueRange(cleared));
  b.setInsertionPointToStart(branch.elseBlock());
  Value now = AwaitMarksOp::create(b, b.getI64Type(), entries, lastReader(tile),
                                   b.toI32(b.blockCount()), memory.marks)
                  .getEarliest();
  postTotals(tile, all);
  scf::YieldOp::create(b, ValueRange(now));
  return branch.getResult(0);
}

std::pair<Value, Value> Windows::postAhead(const Drawn &tile,
                                           ArrayRef<State> all, Value cleared) {
  Value end = lastReader(tile);
  auto isUpTo = [&](Value known) {
    return b.compare(arith::CmpIPredicate::ule, end, known);
  };
  auto look = scf::IfOp::create(b, TypeRange(b.getI64Type()), isUpTo(cleared),
                                /*addThenBlock=*/true, /*addElseBlock=*/true);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(look.thenBlock());
    scf::YieldOp::create(b, ValueRange(cleared));
    b.setInsertionPointToStart(look.elseBlock());
    scf::YieldOp::create(
        b, ValueRange(ReadMarksOp::create(b, b.getI64Type(), entries,
                                          b.toI32(b.blockCount()), memory.marks)
                          .getEarliest()));
  }
  Value known = look.getResult(0);
  Value hasRoom = b.both(
      isUpTo(known), b.compare(arith::CmpIPredicate::ult, tile.number, tiles));
  b.onlyIf(hasRoom, [&] { postTotals(tile, all); });
  return {known, hasRoom};
}

void Windows::gather(const Drawn &own, Value place) {
  const SmallVector<Value> places = c.placesOfTotals(place);
  auto gatherSome = [&] {
    const int64_t each = top.getItems();
    Value inWindow = placeIn(own.tile, windowLog);
    Value window = b.sub(own.tile, inWindow);
    Value lane = b.add(b.mul(b.warpId(), c.followers), c.follower);
    SmallVector<Value> numbers, indices, exist;
    for (int64_t i = 0; i < each; ++i) {
      Value which = b.toI64(b.add(b.mul(lane, b.i32(each)), b.i32(i)));
      Value tile = b.add(window, which);
      numbers.push_back(numberOf(tile, own.strip));
      indices.push_back(indexOf(tile, own.strip));
      exist.push_back(b.compare(arith::CmpIPredicate::ult, which, inWindow));
    }
    SmallVector<Type> types;
    for (size_t state = 0; state < numbers.size() * c.rows(); ++state)
      llvm::append_range(types, b.getStateTypes());
    const SmallVector<State> found = c.split(
        GatherAcrossOp::create(b, types, entries, numbers, indices, exist,
                               memory.states, memory.count, c.rows())
            .getStates());
    SmallVector<State> ofLane;
    for (int64_t row = 0; row < c.rows(); ++row) {
      SmallVector<State> ofChain;
      for (int64_t i = 0; i < each; ++i)
        ofChain.push_back(found[i * c.rows() + row]);
      ofLane.push_back(b.reduceTotals(top, b.acrossRows(ofChain)).state);
    }
    c.storeTotals(c.layout.gathered, c.scanLanes(ofLane).second, places);
  };
  if (gatherers() == c.skeleton.getWarps())
    return gatherSome();
  b.either(b.compare(arith::CmpIPredicate::ult, b.warpId(), b.i32(gatherers())),
           gatherSome, [&] {
             c.storeTotals(c.layout.gathered,
                           SmallVector<State>(c.rows(), b.identity()), places);
           });
}

void Windows::postWindow(const Drawn &own, ArrayRef<State> all, Value place) {
  post(own, c.combine(gathered(place), all));
}

void Windows::lookBack(const Drawn &own) {
  Value window = b.sub(own.tile, placeIn(own.tile, windowLog));
  Value before = arith::ShRUIOp::create(b, window, b.toI64(windowLog));
  SmallVector<Value> numbers, indices, exist;
  for (int64_t i = WindowLayout::reach; i > 0; --i) {
    Value last = b.sub(b.sub(window, shift(b.i64(i - 1), windowLog)), b.i64(1));
    numbers.push_back(numberOf(last, own.strip));
    indices.push_back(indexOf(last, own.strip));
    exist.push_back(
        b.both(b.compare(arith::CmpIPredicate::uge, before, b.i64(i)),
               b.compare(arith::CmpIPredicate::uge, reach, b.i32(i))));
  }
  Value reaches = b.compare(arith::CmpIPredicate::ule, before, b.toI64(reach));
  const SmallVector<Value> start = StripContext::flat(c.startOfChains());
  const SmallVector<Type> types(TypeRange{ValueRange(start)});
  auto look = LookAcrossOp::create(b, types, entries, numbers, indices, exist,
                                   reaches, start, memory.states, memory.count);
  for (auto [row, state] : llvm::enumerate(c.split(look.getStates())))
    c.shared.store(c.layout.carries, c.chainOf(row), state);
}

SmallVector<State> Windows::gathered(Value place) {
  SmallVector<State> states;
  for (Value first : c.placesOfTotals(place))
    states.push_back(b.scanGroup(c.skeleton, c.shared.named(c.layout.gathered),
                                 first, b.warpId(), /*cuts=*/{},
                                 /*byLanes=*/false)
                         .second.state);
  return states;
}

} // namespace

void buildWindows(const ScanSource &source) { Windows(source).build(); }

} // namespace scanc::prefix
