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
// *The ring.* A strip has places for 4 W tiles, one after another. Tile k's
// entry is read by tiles of its window and of the next one. So tile k + 4 W,
// before it posts there, waits for the marks of both: a tile marks itself once
// it has read all that it waits for. These tiles have lower numbers, too.
//
// W is what the ring has room for with so many strips, and not more than the
// warps of a block can gather at once, some tiles each.
//
// *On the way.* A block has drawn some tiles ahead of the one that it scans,
// and their elements are on their way to shared memory. In one tile's time:
//
//   find the places of the tile that is furthest ahead; draw another one
//   reduce                              barrier
//   begin to copy the one furthest ahead
//   post; gather                        barrier
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
      : c(source, "windows", /*areDrawn=*/true), b(c.b),
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

  void open();
  /// By the first thread, for all, behind a barrier.
  void draw(Value place);
  void scanTile(ValueRange carried);
  void post(const Drawn &own, ArrayRef<State> states, bool isPrefix);
  void awaitReaders(const Drawn &own);
  /// What the window has before the tile, and what comes before the window, to
  /// shared memory.
  void gather(const Drawn &own);
  void gatherCarry(const Drawn &own, Value window);
  SmallVector<State> prefixesOf();

  /// Where tile `tile` of a strip has its mark (i32), and where the lane's
  /// first state is.
  Value placeOf(Value tile, Value strip) {
    Value mask =
        b.sub(arith::ShLIOp::create(b, windowTiles, b.i64(2)), b.i64(1));
    return b.toI32(b.add(b.mul(b.both(tile, mask), c.strips), strip));
  }
  Value indexOf(Value tile, Value strip) {
    return b.add(b.mul(placeOf(tile, strip), b.i32(c.layout.chains)),
                 c.chainOf(0));
  }
  /// Tile `tile` of a strip among all (i64).
  Value numberOf(Value tile, Value strip) {
    return b.add(b.mul(tile, c.strips), strip);
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
  Value tilesOfStrip, tiles, windowTiles; // i64
  /// Tiles that are drawn ahead of the one that is scanned.
  int64_t ahead = 0;
};

void Windows::open() {
  ahead = c.layout.ring.count - 1;
  tilesOfStrip =
      b.udiv(b.add(b.domain().chainLength(b), b.sub(c.tileSteps, b.i64(1))),
             c.tileSteps);
  tiles = b.mul(tilesOfStrip, c.strips);
  // As many as there is room for, a power of two.
  Value room =
      b.udiv(b.i64(WindowLayout::tiles / WindowLayout::windows), c.strips);
  windowTiles = b.i64(1);
  const int64_t most = c.skeleton.getWarps() * top.getItems();
  for (int64_t power = 2; power <= most; power *= 2)
    windowTiles = arith::SelectOp::create(
        b, b.compare(arith::CmpIPredicate::uge, room, b.i64(power)),
        b.i64(power), windowTiles);
  Value epoch = LoadRelaxedOp::create(b, b.getI32Type(), b.workspace(),
                                      EntryLayout::epochOffset);
  entries = EntriesOp::create(b, b.getMonoid(), b.workspace(), epoch,
                              b.launchNumber(), b.getI64IntegerAttr(1))
                .getEntries();
}

void Windows::draw(Value place) {
  b.onlyFirstThread([&] {
    c.shared.store(c.layout.drawn, place, DrawTileOp::create(b, entries));
  });
}

void Windows::build() {
  open();
  b.onlyFirstThread([&] { OpenTilesOp::create(b, entries); });
  SmallVector<Value> carried;
  for (int64_t i = 0; i <= ahead; ++i) {
    draw(b.i32(i % 2));
    gpu::BarrierOp::create(b);
    carried.push_back(c.shared.load(c.layout.drawn, b.i32(i % 2)));
  }
  for (int64_t i = 0; i < ahead; ++i)
    c.placeChains(find(carried[i]).strip, b.i32(i));
  gpu::BarrierOp::create(b);
  for (int64_t i = 0; i < ahead; ++i) {
    const Drawn drawn = find(carried[i]);
    c.enter(drawn.strip, b.i32(i));
    c.fetch(b.add(c.firstStep, b.mul(drawn.tile, c.tileSteps)), b.i32(i));
  }
  carried.append({b.i32(0), b.i32(0), b.i32(0)});

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
  // Each block draws until it has one number more than are ahead that is no
  // tile's.
  Value last =
      b.sub(b.add(tiles, b.mul(b.blockCount(), b.i64(ahead + 1))), b.i64(1));
  Value isLast =
      b.compare(arith::CmpIPredicate::eq, loop.getResult(ahead), last);
  b.onlyIf(isLast, [&] {
    b.onlyFirstThread([&] { CloseTilesOp::create(b, entries, tiles); });
  });
}

void Windows::scanTile(ValueRange carried) {
  ValueRange numbers = carried.take_front(ahead + 1);
  Value slot = carried[ahead + 1], places = carried[ahead + 2],
        parity = carried[ahead + 3];
  const int64_t slots = c.layout.ring.count, placeSlots = c.layout.placeSlots;
  const Drawn own = find(numbers.front()), next = find(numbers.back());
  Value nextPlaces = further(places, ahead, placeSlots);
  c.placeChains(next.strip, nextPlaces);
  draw(parity);
  AwaitChainsOp::create(b, ahead - 1);
  c.enter(own.strip, places);
  const StripContext::Tile tile =
      c.reduce(b.add(c.firstStep, b.mul(own.tile, c.tileSteps)), slot, parity);
  gpu::BarrierOp::create(b);

  Value another = c.shared.load(c.layout.drawn, parity);
  c.enter(next.strip, nextPlaces);
  c.fetch(b.add(c.firstStep, b.mul(next.tile, c.tileSteps)),
          further(slot, ahead, slots));
  c.enter(own.strip, places);
  auto [beforeWarp, all] = c.scanWarps(tile);
  Value inWindow = b.both(own.tile, b.sub(windowTiles, b.i64(1)));
  Value isLastOfWindow = b.compare(arith::CmpIPredicate::eq,
                                   b.add(inWindow, b.i64(1)), windowTiles);
  Value isFirstWarp = b.isZero(b.warpId());
  b.onlyIf(isFirstWarp, [&, &all = all] {
    awaitReaders(own);
    b.onlyIf(b.both(c.isFirstFollower(), b.isNot(isLastOfWindow)),
             [&] { post(own, all, /*isPrefix=*/false); });
  });
  gather(own);
  gpu::BarrierOp::create(b);

  b.onlyFirstThread([&] {
    MarkTileOp::create(b, entries, own.number, placeOf(own.tile, own.strip),
                       memory.marks);
  });
  const SmallVector<State> before = prefixesOf();
  const SmallVector<State> upTo = c.combine(before, all);
  Value isPosting = b.both(isFirstWarp, c.isFirstFollower());
  b.onlyIf(b.both(isPosting, isLastOfWindow),
           [&] { post(own, upTo, /*isPrefix=*/true); });
  c.scan(tile, c.combine(before, beforeWarp));
  if (ScanOp scan = c.source.scan; scan.hasEmptyKernel()) {
    Value isLast = b.compare(arith::CmpIPredicate::eq,
                             b.add(own.tile, b.i64(1)), tilesOfStrip);
    b.onlyIf(isLast, [&] { c.finish(upTo); });
  }

  SmallVector<Value> following(numbers.drop_front());
  following.append({another, further(slot, 1, slots),
                    further(places, 1, placeSlots), b.sub(b.i32(1), parity)});
  scf::YieldOp::create(b, following);
}

void Windows::post(const Drawn &own, ArrayRef<State> states, bool isPrefix) {
  PostAcrossOp::create(b, StripContext::flat(states), entries, own.number,
                       indexOf(own.tile, own.strip), isPrefix, memory.states,
                       memory.count);
}

void Windows::awaitReaders(const Drawn &own) {
  Value ring = arith::ShLIOp::create(b, windowTiles, b.i64(2));
  Value isAgain = b.compare(arith::CmpIPredicate::uge, own.tile, ring);
  b.onlyIf(isAgain, [&] {
    // The first tile of the window whose places this one's has.
    Value inWindow = b.both(own.tile, b.sub(windowTiles, b.i64(1)));
    Value first = b.sub(b.sub(own.tile, inWindow), ring);
    Value count = b.add(windowTiles, windowTiles);
    SmallVector<Value> numbers, indices, exist;
    const int64_t most = 2 * c.skeleton.getWarps() * top.getItems();
    for (int64_t at = 0; at < most; at += 32) {
      Value which = b.toI64(b.add(b.laneId(), b.i32(at)));
      Value tile = b.add(first, which);
      numbers.push_back(numberOf(tile, own.strip));
      indices.push_back(placeOf(tile, own.strip));
      exist.push_back(b.compare(arith::CmpIPredicate::ult, which, count));
    }
    AwaitMarksOp::create(b, entries, numbers, indices, exist, memory.marks);
  });
}

void Windows::gather(const Drawn &own) {
  Value inWindow = b.both(own.tile, b.sub(windowTiles, b.i64(1)));
  Value window = b.sub(own.tile, inWindow);
  b.onlyIf(c.isFirstFollower(), [&] {
    SmallVector<Value> numbers, indices, exist;
    const int64_t each = top.getItems();
    for (int64_t i = 0; i < each; ++i) {
      Value which = b.toI64(b.add(b.mul(b.warpId(), b.i32(each)), b.i32(i)));
      Value tile = b.add(window, which);
      numbers.push_back(numberOf(tile, own.strip));
      indices.push_back(indexOf(tile, own.strip));
      exist.push_back(b.compare(arith::CmpIPredicate::ult, which, inWindow));
    }
    SmallVector<Type> types;
    for (int64_t state = 0; state < each * c.rows(); ++state)
      llvm::append_range(types, b.getStateTypes());
    const SmallVector<State> found =
        c.split(GatherAcrossOp::create(
                    b, types, entries, numbers, indices, exist,
                    /*prefix=*/false, memory.states, memory.count, c.rows())
                    .getStates());
    for (int64_t row = 0; row < c.rows(); ++row) {
      SmallVector<State> ofChain;
      for (int64_t i = 0; i < each; ++i)
        ofChain.push_back(found[i * c.rows() + row]);
      Value place =
          b.add(b.mul(c.chainOf(row), b.i32(c.layout.pitch)), b.warpId());
      c.shared.store(c.layout.gathered, place,
                     b.reduceTotals(top, b.acrossRows(ofChain)).state);
    }
    b.onlyIf(b.isZero(b.warpId()), [&] { gatherCarry(own, window); });
  });
}

void Windows::gatherCarry(const Drawn &own, Value window) {
  SmallVector<Type> types;
  for (int64_t row = 0; row < c.rows(); ++row)
    llvm::append_range(types, b.getStateTypes());
  Value isFirst = b.compare(arith::CmpIPredicate::eq, window, b.i64(0));
  auto branch = scf::IfOp::create(b, types, isFirst, /*addThenBlock=*/true,
                                  /*addElseBlock=*/true);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(branch.thenBlock());
    scf::YieldOp::create(b, StripContext::flat(c.startOfChains()));
    b.setInsertionPointToStart(branch.elseBlock());
    Value last = b.sub(window, b.i64(1));
    scf::YieldOp::create(
        b, GatherAcrossOp::create(b, types, entries,
                                  ValueRange(numberOf(last, own.strip)),
                                  ValueRange(indexOf(last, own.strip)),
                                  ValueRange(b.boolean(true)), /*prefix=*/true,
                                  memory.states, memory.count, c.rows())
               .getStates());
  }
  for (auto [row, state] : llvm::enumerate(c.split(branch.getResults())))
    c.shared.store(c.layout.carries, c.chainOf(row), state);
}

SmallVector<State> Windows::prefixesOf() {
  SmallVector<State> states;
  for (int64_t row = 0; row < c.rows(); ++row) {
    Value chain = c.chainOf(row);
    State carry = c.shared.load(c.layout.carries, chain);
    State own = b.scanGroup(c.skeleton, c.shared.named(c.layout.gathered),
                            b.mul(chain, b.i32(c.layout.pitch)), b.warpId(),
                            /*cuts=*/{}, /*byLanes=*/false)
                    .second.state;
    states.push_back(b.combine(carry, own));
  }
  return states;
}

} // namespace

void buildWindows(const ScanSource &source) { Windows(source).build(); }

} // namespace scanc::prefix
