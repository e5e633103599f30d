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
//              for what comes before the window; combines them in order
//   the last   of a window posts what all make up to its end, which the next
//              window waits for, in the place of its totals, which nobody needs
//
// A tile waits for tiles of lower numbers alone, so that it does not matter
// which blocks are there.
//
// *The ring.* A strip has places for R tiles, of 4 windows or more, one after
// another. What tile k posts is read by tiles of its window and of the next.
// So tile k + R, before it posts there, waits until these wait no more: a block
// marks which of its tiles is the next to wait, and has one mark for all of its
// tiles. Those that are waited for have lower numbers, too. What a block has
// seen of marks will often do for its next tiles.
//
// W is what the ring has room for with so many strips, and not more than the
// warps of a block can gather at once, some tiles each.
//
// *On the way.* A block has drawn some tiles ahead of the one that it scans,
// and their elements are on their way to shared memory. In one tile's time:
//
//   find the places of the tile that is furthest ahead
//   reduce                               barrier
//   begin to copy the one furthest ahead
//   post; draw another one; gather       barrier
//   mark; scan; store
//
//===----------------------------------------------------------------------===//

#include "../Attr.h"
#include "StripContext.h"

#include "scanc/Dialect/Prefix/IR/ExchangeLayout.h"

using namespace mlir;

namespace scanc::prefix {

namespace {

class Windows {
public:
  explicit Windows(const ScanSource &source)
      : c(source, "windows", getDrawn(source.plan), /*areDrawn=*/true), b(c.b),
        top(source.plan.getTop()), memory(c.skeleton, b.getStateTypes()) {}

  void build();

private:
  /// A tile of a strip, by its number, and as both are drawn; i64 all.
  struct Drawn {
    Value number, tile, strip;
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
  void post(const Drawn &own, ArrayRef<State> states);
  /// By the first warp, which knows that tiles before number `cleared` (i64)
  /// wait no more; gives from which number on some may.
  Value awaitReaders(const Drawn &own, Value cleared);
  void mark(Value number, bool isFirst);
  /// What the window has before the tile, and what comes before the window, to
  /// shared memory.
  void gather(const Drawn &own);
  void gatherCarry(Value window, ArrayRef<State> found);
  /// Of each chain, what all warps have gathered of a kind.
  SmallVector<State> gathered(const StateArray &array);

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
  Value shift(Value value, Value log) {
    return arith::ShLIOp::create(b, value, b.toI64(log));
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
  for (int64_t log = 1; int64_t(1) << log <= WindowLayout::tiles; ++log) {
    Value isRoom = b.compare(arith::CmpIPredicate::uge,
                             b.i64(WindowLayout::tiles >> log), c.strips);
    ringLog = b.add(ringLog, arith::ExtUIOp::create(b, b.getI32Type(), isRoom));
  }
  // Of 512 strips at most, a ring has 4 tiles.
  windowLog = arith::MinUIOp::create(
      b, b.sub(ringLog, b.i32(llvm::Log2_64(WindowLayout::windows))),
      b.i32(llvm::Log2_64(c.skeleton.getWarps() * top.getItems())));
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

void Windows::mark(Value number, bool isFirst) {
  b.onlyFirstThread([&] {
    Value last = b.sub(tiles, b.i64(1));
    MarkTileOp::create(b, entries,
                       isFirst ? number
                               : Value(arith::MinUIOp::create(b, number, last)),
                       b.toI32(b.blockId()), isFirst, memory.marks);
  });
}

void Windows::build() {
  open();
  b.onlyFirstThread([&] { OpenTilesOp::create(b, entries); });
  mark(b.i64(0), /*isFirst=*/true);
  SmallVector<Value> carried;
  for (int64_t i = 0; i <= ahead; ++i) {
    tell(draw(), b.i32(i % 2));
    gpu::BarrierOp::create(b);
    carried.push_back(c.shared.load(c.layout.drawn, b.i32(i % 2)));
  }
  // Also where that is no tile: others wait for the mark.
  mark(carried.front(), /*isFirst=*/false);
  for (int64_t i = 0; i < ahead; ++i)
    c.placeChains(find(carried[i]).strip, b.i32(i));
  Value drawing = draw();
  gpu::BarrierOp::create(b);
  for (int64_t i = 0; i < ahead; ++i) {
    const Drawn drawn = find(carried[i]);
    c.enter(drawn.strip, b.i32(i));
    c.fetch(firstStepOf(drawn), b.i32(i));
  }
  // What the first thread has drawn beyond these, and the first warp knows of
  // marks; the slots of the tile that is scanned, of the ring and of places;
  // where totals are, and what is drawn.
  carried.append({drawing, b.i64(0), b.i32(0), b.i32(0), b.i32(0)});

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

void Windows::scanTile(ValueRange carried) {
  ValueRange numbers = carried.take_front(ahead + 1);
  Value drawn = carried[ahead + 1], cleared = carried[ahead + 2],
        slot = carried[ahead + 3], places = carried[ahead + 4],
        parity = carried[ahead + 5];
  const int64_t slots = c.layout.ring.count, placeSlots = c.layout.placeSlots;
  const Drawn own = find(numbers.front()), next = find(numbers.back());
  Value nextPlaces = further(places, ahead, placeSlots);
  c.placeChains(next.strip, nextPlaces);
  tell(drawn, parity);
  AwaitChainsOp::create(b, ahead - 1);
  c.enter(own.strip, places);
  const StripContext::Tile tile = c.reduce(firstStepOf(own), slot, parity);
  gpu::BarrierOp::create(b);

  Value another = c.shared.load(c.layout.drawn, parity);
  c.enter(next.strip, nextPlaces);
  c.fetch(firstStepOf(next), further(slot, ahead, slots));
  c.enter(own.strip, places);
  auto [beforeWarp, all] = c.scanWarps(tile.totals);
  Value isLastOfWindow = isLastOf(own.tile, windowLog);
  Value isFirstWarp = b.isZero(b.warpId());
  Value isPosting = b.both(isFirstWarp, c.isFirstFollower());
  auto posting = scf::IfOp::create(b, TypeRange(b.getI64Type()), isFirstWarp,
                                   /*addThenBlock=*/true,
                                   /*addElseBlock=*/true);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(posting.thenBlock());
    Value now = awaitReaders(own, cleared);
    b.onlyIf(b.both(c.isFirstFollower(), b.isNot(isLastOfWindow)),
             [&, &all = all] { post(own, all); });
    scf::YieldOp::create(b, ValueRange(now));
    b.setInsertionPointToStart(posting.elseBlock());
    scf::YieldOp::create(b, ValueRange(cleared));
  }
  Value drawing = draw();
  gather(own);
  gpu::BarrierOp::create(b);

  mark(numbers[1], /*isFirst=*/false);
  SmallVector<State> before;
  for (int64_t row = 0; row < c.rows(); ++row)
    before.push_back(c.shared.load(c.layout.carries, c.chainOf(row)));
  before = c.combine(before, gathered(c.layout.gathered));
  const SmallVector<State> upTo = c.combine(before, all);
  b.onlyIf(b.both(isPosting, isLastOfWindow), [&] { post(own, upTo); });
  c.scan(tile, c.combine(before, beforeWarp));
  if (ScanOp scan = c.source.scan; scan.hasEmptyKernel()) {
    Value isLast = b.compare(arith::CmpIPredicate::eq,
                             b.add(own.tile, b.i64(1)), tilesOfStrip);
    b.onlyIf(isLast, [&] { c.finish(upTo); });
  }

  SmallVector<Value> following(numbers.drop_front());
  following.append({another, drawing, posting.getResult(0),
                    further(slot, 1, slots), further(places, 1, placeSlots),
                    b.sub(b.i32(1), parity)});
  scf::YieldOp::create(b, following);
}

void Windows::post(const Drawn &own, ArrayRef<State> states) {
  PostAcrossOp::create(b, StripContext::flat(states), entries, own.number,
                       indexOf(own.tile, own.strip), memory.states,
                       memory.count);
}

Value Windows::awaitReaders(const Drawn &own, Value cleared) {
  Value ring = shift(b.i64(1), ringLog);
  Value isAgain = b.compare(arith::CmpIPredicate::uge, own.tile, ring);
  // Behind the windows of those that read what is in the place.
  Value window = b.sub(own.tile, placeIn(own.tile, windowLog));
  Value end = numberOf(b.add(b.sub(window, ring), shift(b.i64(2), windowLog)),
                       b.i64(0));
  Value isUnknown =
      b.both(isAgain, b.compare(arith::CmpIPredicate::ult, cleared, end));
  auto branch = scf::IfOp::create(b, TypeRange(b.getI64Type()), isUnknown,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(
      b, ValueRange(AwaitMarksOp::create(b, b.getI64Type(), entries, end,
                                         b.toI32(b.blockCount()), memory.marks)
                        .getEarliest()));
  b.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(b, ValueRange(cleared));
  return branch.getResult(0);
}

void Windows::gather(const Drawn &own) {
  b.onlyIf(c.isFirstFollower(), [&] {
    const int64_t each = top.getItems();
    Value inWindow = placeIn(own.tile, windowLog);
    Value window = b.sub(own.tile, inWindow);
    Value isFirstWarp = b.isZero(b.warpId());
    SmallVector<Value> numbers, indices, exist;
    auto add = [&](Value tile, Value does) {
      numbers.push_back(numberOf(tile, own.strip));
      indices.push_back(indexOf(tile, own.strip));
      exist.push_back(does);
    };
    for (int64_t i = 0; i < each; ++i) {
      Value which = b.toI64(b.add(b.mul(b.warpId(), b.i32(each)), b.i32(i)));
      add(b.add(window, which),
          b.compare(arith::CmpIPredicate::ult, which, inWindow));
    }
    add(b.sub(window, b.i64(1)),
        b.both(isFirstWarp,
               b.compare(arith::CmpIPredicate::ne, window, b.i64(0))));
    SmallVector<Type> types;
    for (size_t state = 0; state < numbers.size() * c.rows(); ++state)
      llvm::append_range(types, b.getStateTypes());
    const SmallVector<State> found = c.split(
        GatherAcrossOp::create(b, types, entries, numbers, indices, exist,
                               memory.states, memory.count, c.rows())
            .getStates());
    const SmallVector<Value> places = c.placesOfTotals(b.i32(0));
    for (int64_t row = 0; row < c.rows(); ++row) {
      SmallVector<State> ofChain;
      for (int64_t i = 0; i < each; ++i)
        ofChain.push_back(found[i * c.rows() + row]);
      c.shared.store(c.layout.gathered, b.add(places[row], b.warpId()),
                     b.reduceTotals(top, b.acrossRows(ofChain)).state);
    }
    b.onlyIf(isFirstWarp,
             [&] { gatherCarry(window, ArrayRef(found).take_back(c.rows())); });
  });
}

void Windows::gatherCarry(Value window, ArrayRef<State> found) {
  Value isFirst = b.compare(arith::CmpIPredicate::eq, window, b.i64(0));
  const SmallVector<Value> states = StripContext::flat(found);
  auto branch = scf::IfOp::create(b, TypeRange{ValueRange(states)}, isFirst,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(branch.thenBlock());
    scf::YieldOp::create(b, StripContext::flat(c.startOfChains()));
    b.setInsertionPointToStart(branch.elseBlock());
    scf::YieldOp::create(b, states);
  }
  for (auto [row, state] : llvm::enumerate(c.split(branch.getResults())))
    c.shared.store(c.layout.carries, c.chainOf(row), state);
}

SmallVector<State> Windows::gathered(const StateArray &array) {
  SmallVector<State> states;
  for (Value place : c.placesOfTotals(b.i32(0)))
    states.push_back(b.scanGroup(c.skeleton, c.shared.named(array), place,
                                 b.warpId(), /*cuts=*/{}, /*byLanes=*/false)
                         .second.state);
  return states;
}

} // namespace

void buildWindows(const ScanSource &source) { Windows(source).build(); }

} // namespace scanc::prefix
