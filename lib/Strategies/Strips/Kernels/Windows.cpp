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
// *Roles.* A block has warps that move and combine elements, one that draws,
// and scouts, which find out what comes before its tiles: a group of them for
// each of G tiles at once. A block's tiles are n0, n1, .., of which R are in
// shared memory. In turn i
//
//   scanners   scan and store tile i - G - 1; begin to copy the tile that takes
//              its place, i - G - 1 + R; reduce tile i
//   drawer     finds where the chains lie of the tile that comes R + 1 later
//              than the scanned one, which it drew in turn i - 1, and draws the
//              next, if that one is a tile
//
// Group i mod G meets them at the end: it has found out what comes before tile
// i - G, and goes on with tile i, for which it has G turns:
//
//   scouts     post the tile's totals; gather those of its window; look back
//
// So there is one barrier a turn, and while scouts wait, scanners work on other
// tiles. When memory is busy, a turn takes two or three microseconds, a load of
// L2 as long, and a fence three times as long. So a scout asks at once for all
// that it gathers, and again only for what was not there; a number is drawn a
// turn before it is used; and there are marks only where a ring comes round.
//
// Nobody else waits for what scanners do with a tile once it is reduced, and
// each group takes its tiles one after another. Thus scouts wait for tiles of
// lower numbers alone, and it does not matter which blocks are there.
//
// *The ring.* A strip has places for a ring of tiles, of 4 windows or more, one
// after another. What a tile posts is read by tiles of its window and of some
// that follow. So the tile that comes a ring later waits, before it posts
// there, until these wait no more: a block marks which of its tiles is the
// first that may wait, and has one mark for all of its tiles. The drawer marks
// it, once the scanners have met the scouts of those before. Those that are
// waited for have lower numbers, too. What a group has seen of marks will often
// do for its next tiles. What makes all up to the end of a window may be read
// by nobody; so it is there before the block marks another tile.
//
// *Registers.* Shared memory leaves little to the L1 cache. So registers that
// are spilled come from L2, behind all that memory is asked for, and a kernel
// that spills some is slow. That is why what is known of a tile is in shared
// memory, and why words of entries are no wider than they must be.
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
      : c(source, "windows", getDrawn(source.plan),
          StripLayout::ofDrawn(getDrawn(source.plan), source.plan.getTop(),
                               ScanTypes::of(source.scan, source.monoid))),
        b(c.b), top(source.plan.getTop()),
        memory(c.skeleton, top, b.getStateTypes()),
        atOnce(std::max<int64_t>(2, 256 / (memory.entryBytes * c.rows()))),
        slots(c.layout.slots), scanners(c.skeleton.getWarps()),
        scouts(top.getWarps()), groups(top.getStages()), lead(groups + 1) {}

  void build();

private:
  /// A tile of a strip, by its number, and as both are drawn; i64 all.
  struct Drawn {
    Value number, tile, strip;
  };
  /// What is told of a tile: that, its first step, and how many chains its
  /// strip has.
  enum Word { Number, Tile, Strip, Step, Chains };
  /// Counts of turns: the number of a tile of the block, modulo the places of
  /// rings that have different ones. i32 all.
  struct Counts {
    Value place, slot, totals, carry, group;
    // As many as are left until tile 0 is scanned; then 0.
    Value left;
  };

  void open();
  void chooseWindows();
  Value indexOfWord(Value place, Word word) {
    return b.add(b.mul(place, b.i32(StripLayout::wordsOfDrawn)), b.i32(word));
  }
  /// What the drawer has told there (i64).
  Value told(Value place, Word word) {
    return c.shared.load(c.layout.drawn, indexOfWord(place, word));
  }
  Drawn drawn(Value place) {
    return {told(place, Number), told(place, Tile), told(place, Strip)};
  }
  /// Its strip is the one that all below is of. Gives the lane's first step.
  Value enter(Value place) {
    c.enter(b.toI32(told(place, Chains)), place);
    return b.add(c.firstStep, told(place, Step));
  }
  Value isTile(Value number) {
    return b.compare(arith::CmpIPredicate::ult, number, tiles);
  }
  /// Whether a tile was told there, or nothing, unless `isTold`.
  Value isTileOrUntold(Value isTold, Value place) {
    return valueIf(
        isTold, [&] { return isTile(told(place, Number)); }, b.boolean(true));
  }
  /// What `body` gives, where `condition` holds; else `otherwise`.
  Value valueIf(Value condition, function_ref<Value()> body, Value otherwise);

  /// Turns `first`, `first` + `step`, .., as long as the block has a tile to
  /// scan: `body` has the counts of the tile that is reduced in the turn. It
  /// gives what it carries; so does the last one.
  Value forTurns(Value first, int64_t step, Value carried,
                 function_ref<Value(const Counts &, Value)> body);
  /// The end of a turn: all but the scouts of other groups.
  void endTurn(Value group);
  /// The place of a tile that comes `steps` later than the one of the turn.
  Value placeOf(const Counts &now, int64_t steps) {
    return further(now.place, steps, c.layout.placeSlots);
  }

  // What scanners do.
  void scan();
  void fetch(Value place, Value slot);
  void scanTile(const Counts &now);
  void reduceTile(const Counts &now);
  /// Where what comes before the lane in its warp is, of a tile that was
  /// reduced when `now.carry` was the same (i32).
  Value placeOfLane(const Counts &now, int64_t row) {
    Value first = b.add(b.mul(now.carry, b.i32(c.rows())), b.i32(row));
    return b.add(b.mul(first, b.i32(c.skeleton.getThreads())), b.threadId());
  }

  // What the drawer does.
  void draw();
  /// What the block draws after `number`, if that is a tile, or `isOver`; else
  /// `number`. In the first lane.
  Value drawBehind(Value number, Value isOver);
  /// Tells all warps, behind a barrier, what was drawn and where chains lie.
  void tell(Value number, Value place);
  /// Before the block draws, and when it has.
  void markFirst(Value number, bool isFirst);
  /// Marks the tile behind the one that is scanned, if one is, as the first
  /// that may wait.
  void mark(const Counts &now);

  // What scouts do.
  void scout();
  /// What comes before the tile of the turn, to shared memory. Gives from which
  /// number on tiles may still wait, as far as the group knows; `cleared`
  /// before.
  Value findCarry(const Counts &now, Value cleared);
  Value findCarry(const Counts &now, const Drawn &own, Value cleared);
  void gather(const Drawn &own);
  /// What tile `first` + `done` of the window and those that follow have,
  /// `count` in all, of those before the tile and the first `each` from `first`
  /// on: each chain's of a tile, then of the next.
  SmallVector<State> gatherSome(const Drawn &own, Value first, Value each,
                                int64_t done, int64_t count);
  /// Of each chain, what all scouts of the group have gathered.
  SmallVector<State> gathered();
  /// What comes before the window.
  SmallVector<State> lookBack(const Drawn &own);
  void post(const Drawn &own, ArrayRef<State> states, bool isWhole = false);
  /// By the last scout of a group: posts, unless the tile is the last of a
  /// window, once there is room. Gives from which number on tiles may still
  /// wait.
  Value postTotals(const Drawn &own, ArrayRef<State> all, Value cleared);
  /// The number before which tiles have to wait no more, so that there is room
  /// for what `tile` posts; 0 if there is in any case (i64).
  Value lastReader(const Drawn &tile);

  /// Where the lane's first state of a tile is: a strip's follow each other.
  Value indexOf(Value tile, Value strip) {
    Value place = b.toI32(b.add(shift(strip, ringLog), placeIn(tile, ringLog)));
    return b.add(b.mul(place, b.i32(c.layout.chains)), c.chainOf(0));
  }
  /// Tile `tile` of a strip among all (i64).
  Value numberOf(Value tile, Value strip) {
    return b.add(b.mul(tile, c.strips), strip);
  }
  /// Which scout of all, and of its group, it is, and which group is its own
  /// (i32).
  Value scoutOfAll() { return b.sub(b.warpId(), b.i32(scanners + 1)); }
  Value groupId() { return b.udiv(scoutOfAll(), b.i32(scouts)); }
  Value scoutId() {
    return b.sub(scoutOfAll(), b.mul(groupId(), b.i32(scouts)));
  }
  Value isLastScout() {
    return b.compare(arith::CmpIPredicate::eq, scoutId(), b.i32(scouts - 1));
  }
  /// Where what the group's scouts gather of a chain is (i32).
  Value placeOfGathered(int64_t row) {
    Value chain =
        b.add(b.mul(groupId(), b.i32(c.layout.chains)), c.chainOf(row));
    return b.mul(chain, b.i32(c.layout.gatheredPitch));
  }
  /// Where what comes before a tile is (i32).
  Value placeOfCarry(Value carry, int64_t row) {
    return b.add(b.mul(carry, b.i32(c.layout.chains)), c.chainOf(row));
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
  /// The place in a ring of `count` (i32) that is `steps` further.
  Value further(Value place, int64_t steps, int64_t count) {
    const int64_t own = (steps % count + count) % count;
    if (own == 0)
      return place;
    Value sum = b.add(place, b.i32(own));
    Value isOver = b.compare(arith::CmpIPredicate::uge, sum, b.i32(count));
    return arith::SelectOp::create(b, isOver, b.sub(sum, b.i32(count)), sum);
  }

  StripContext c;
  KernelBuilder &b;
  SkeletonAttr top;
  WindowLayout memory;
  /// Entries of a chain that a lane has asked for at once, at most.
  const int64_t atOnce;
  // Tiles in shared memory; warps that scan, and scouts of a group; groups of
  // scouts; turns from a tile's reduction to its scan.
  const int64_t slots, scanners, scouts, groups, lead;
  TypedValue<EntriesType> entries;
  Value tilesOfStrip, tiles; // i64
  // Tiles of a window, and of the ring of a strip (i32).
  Value windowLog, ringLog;
  Value comeRound; // whether a tile posts where another did (i1)
  Value reach;     // windows that a tile looks back at (i32)
};

void Windows::open() {
  c.keepEntries();
  tilesOfStrip =
      b.udiv(b.add(b.domain().chainLength(b), b.sub(c.tileSteps, b.i64(1))),
             c.tileSteps);
  tiles = b.mul(tilesOfStrip, c.strips);
  chooseWindows();
  b.waitForKernelBefore();
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
  comeRound = b.compare(arith::CmpIPredicate::ugt, tilesOfStrip,
                        shift(b.i64(1), ringLog));
  // There are at least 4 places for each strip. The more lanes have a chain,
  // the longer windows are, but not as many times: where they are long, tiles
  // wait for each other, and where they are short, for windows.
  Value wanted = b.add(
      b.i32(llvm::Log2_64(WindowLayout::shortest)),
      arith::ShRUIOp::create(b, b.add(c.followersLog, b.i32(1)), b.i32(1)));
  windowLog = arith::MinUIOp::create(
      b, b.sub(ringLog, b.i32(llvm::Log2_64(WindowLayout::windows))),
      arith::MinUIOp::create(
          b, wanted,
          b.add(b.i32(llvm::Log2_64(scouts * top.getItems())),
                c.followersLog)));
  Value half = shift32(b.i32(1), b.sub(b.sub(ringLog, windowLog), b.i32(1)));
  reach = arith::MinUIOp::create(b, half, b.i32(WindowLayout::reach));
}

void Windows::build() {
  open();
  b.roles({{"scanners", scanners, [&] { scan(); }},
           {"drawer", 1, [&] { draw(); }},
           {"scouts", groups * scouts, [&] { scout(); }}});
}

Value Windows::valueIf(Value condition, function_ref<Value()> body,
                       Value otherwise) {
  auto branch = scf::IfOp::create(b, TypeRange(otherwise.getType()), condition,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(b, body());
  b.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(b, otherwise);
  return branch.getResult(0);
}

Value Windows::forTurns(Value first, int64_t step, Value carried,
                        function_ref<Value(const Counts &, Value)> body) {
  // `first` is a number of a group, and less than all counts.
  SmallVector<Value> all(5, first);
  all.push_back(b.sub(b.i32(lead), first));
  if (carried)
    all.push_back(carried);
  const SmallVector<Type> types(TypeRange{ValueRange(all)});
  const SmallVector<Location> locations(types.size(), b.getLoc());
  auto loop = scf::WhileOp::create(b, types, all);
  OpBuilder::InsertionGuard guard(b);
  auto countsOf = [](ValueRange known) {
    return Counts{known[0], known[1], known[2], known[3], known[4], known[5]};
  };
  Block *before = b.createBlock(&loop.getBefore(), {}, types, locations);
  const Counts next = countsOf(before->getArguments());
  Value isOn = isTileOrUntold(b.isZero(next.left), placeOf(next, -lead));
  scf::ConditionOp::create(b, isOn, before->getArguments());
  Block *after = b.createBlock(&loop.getAfter(), {}, types, locations);
  const ValueRange known = after->getArguments();
  const Counts now = countsOf(known);
  Value yielded = body(now, carried ? known.back() : Value());
  Value fewer =
      b.sub(now.left, arith::MinUIOp::create(b, now.left, b.i32(step)));
  all = {placeOf(now, step),
         further(now.slot, step, slots),
         further(now.totals, step, lead + 1),
         further(now.carry, step, lead),
         further(now.group, step, groups),
         fewer};
  if (carried)
    all.push_back(yielded);
  scf::YieldOp::create(b, all);
  return carried ? loop.getResults().back() : Value();
}

void Windows::endTurn(Value group) {
  NVVM::BarrierOp::create(b, TypeRange(), b.add(group, b.i32(1)),
                          b.i32(32 * (scanners + 1 + scouts)),
                          NVVM::BarrierReductionAttr(), Value());
}

//===----------------------------------------------------------------------===//
// Scanners
//===----------------------------------------------------------------------===//

void Windows::scan() {
  for (int64_t i = 0; i <= slots - lead; ++i) {
    NVVM::BarrierOp::create(b);
    if (i < slots - lead)
      fetch(b.i32(i), b.i32(i));
  }
  forTurns(b.i32(0), 1, {}, [&](const Counts &now, Value) {
    b.onlyIf(b.isZero(now.left), [&] { scanTile(now); });
    fetch(placeOf(now, slots - lead), further(now.slot, -lead, slots));
    AwaitChainsOp::create(b, slots - lead);
    b.onlyIf(isTile(told(now.place, Number)), [&] { reduceTile(now); });
    endTurn(now.group);
    return Value();
  });
}

void Windows::fetch(Value place, Value slot) { c.fetch(enter(place), slot); }

void Windows::scanTile(const Counts &now) {
  Value step = enter(placeOf(now, -lead));
  const SmallVector<State> beforeWarp =
      c.scanWarps(c.placesOfTotals(further(now.totals, -lead, lead + 1))).first;
  SmallVector<State> before;
  for (int64_t row = 0; row < c.rows(); ++row) {
    const State lane = c.shared.load(c.layout.lanes, placeOfLane(now, row)),
                tile = c.shared.load(c.layout.carries,
                                     placeOfCarry(now.carry, row));
    before.push_back(b.combine(tile, b.combine(beforeWarp[row], lane)));
  }
  c.scan(c.load(step, further(now.slot, -lead, slots)), before);
}

void Windows::reduceTile(const Counts &now) {
  Value step = enter(now.place);
  const SmallVector<State> before =
      c.reduce(c.load(step, now.slot), c.placesOfTotals(now.totals));
  for (auto [row, lane] : llvm::enumerate(before))
    c.shared.store(c.layout.lanes, placeOfLane(now, row), lane);
}

//===----------------------------------------------------------------------===//
// The drawer
//===----------------------------------------------------------------------===//

void Windows::draw() {
  b.onlyIf(b.isFirstLane(), [&] { OpenTilesOp::create(b, entries); });
  markFirst(b.i64(0), /*isFirst=*/true);
  // One after another, so that no block has tiles that follow each other.
  Value number = b.i64(0);
  for (int64_t i = 0; i <= slots - lead; ++i) {
    number = drawBehind(number, b.boolean(i == 0));
    if (i == 0) // also where that is no tile: others wait for the mark
      markFirst(arith::MinUIOp::create(b, number, b.sub(tiles, b.i64(1))),
                /*isFirst=*/false);
    tell(number, b.i32(i));
    NVVM::BarrierOp::create(b);
  }
  // A number takes about as long as a turn, and is used in the next one. In the
  // block's last turn none of its scouts waits any more, and it draws again.
  Value drawn = forTurns(
      b.i32(0), 1, drawBehind(number, b.boolean(false)),
      [&](const Counts &now, Value number) {
        Value isTold = b.compare(arith::CmpIPredicate::ule, now.left, b.i32(1));
        Value isOver = b.isNot(isTileOrUntold(isTold, placeOf(now, 1 - lead)));
        Value next = drawBehind(number, isOver);
        mark(now);
        tell(number, placeOf(now, slots - lead + 1));
        endTurn(now.group);
        return next;
      });
  // Of each block, two numbers are no tiles.
  Value last = b.sub(b.add(tiles, b.mul(b.blockCount(), b.i64(2))), b.i64(1));
  Value isLast =
      b.both(b.isFirstLane(), b.compare(arith::CmpIPredicate::eq, drawn, last));
  b.onlyIf(isLast, [&] { CloseTilesOp::create(b, entries, tiles); });
}

Value Windows::drawBehind(Value number, Value isOver) {
  return valueIf(
      b.both(b.isFirstLane(), b.oneOf(isTile(number), isOver)),
      [&] { return DrawTileOp::create(b, entries).getResult(); }, number);
}

void Windows::tell(Value number, Value place) {
  b.onlyIf(b.isFirstLane(), [&] {
    Value tile = b.udiv(number, c.strips);
    Value strip = b.sub(number, b.mul(tile, c.strips));
    auto tellOne = [&](Word word, Value value) {
      c.shared.store(c.layout.drawn, indexOfWord(place, word), value);
    };
    tellOne(Number, number);
    tellOne(Tile, tile);
    tellOne(Strip, strip);
    tellOne(Step, b.mul(tile, c.tileSteps));
    tellOne(Chains, b.toI64(c.countChains(strip)));
  });
  NVVM::SyncWarpOp::create(b, b.i32(-1));
  c.placeChains(told(place, Strip), place, b.laneId(), 32, c.sides());
}

void Windows::markFirst(Value number, bool isFirst) {
  b.onlyIf(b.both(comeRound, b.isFirstLane()), [&] {
    MarkTileOp::create(b, entries, number, b.toI32(b.blockId()), isFirst,
                       memory.marks);
  });
}

void Windows::mark(const Counts &now) {
  // Scouts have met the others with all of the block's tiles before this one,
  // of which there is one.
  Value isLater = b.compare(arith::CmpIPredicate::ult, now.left, b.i32(1));
  b.onlyIf(b.both(comeRound, b.both(isLater, b.isFirstLane())), [&] {
    Value number = arith::MinUIOp::create(
        b, told(placeOf(now, 1 - lead), Number), b.sub(tiles, b.i64(1)));
    MarkTileOp::create(b, entries, number, b.toI32(b.blockId()),
                       /*first=*/false, memory.marks);
  });
}

//===----------------------------------------------------------------------===//
// Scouts
//===----------------------------------------------------------------------===//

void Windows::scout() {
  for (int64_t i = 0; i <= slots - lead; ++i)
    NVVM::BarrierOp::create(b);
  forTurns(groupId(), groups, b.i64(0), [&](const Counts &now, Value cleared) {
    endTurn(groupId());
    return findCarry(now, cleared);
  });
}

Value Windows::findCarry(const Counts &now, Value cleared) {
  const Drawn own = drawn(now.place);
  return valueIf(
      isTile(own.number), [&] { return findCarry(now, own, cleared); },
      cleared);
}

Value Windows::findCarry(const Counts &now, const Drawn &own, Value cleared) {
  enter(now.place);
  const SmallVector<State> all =
      c.scanWarps(c.placesOfTotals(now.totals)).second;
  Value known = postTotals(own, all, cleared);
  gather(own);
  if (scouts > 1)
    NVVM::BarrierOp::create(b, TypeRange(), b.add(groupId(), b.i32(1 + groups)),
                            b.i32(32 * scouts), NVVM::BarrierReductionAttr(),
                            Value());
  else
    NVVM::SyncWarpOp::create(b, b.i32(-1));
  b.onlyIf(b.both(isLastScout(), c.isFirstFollower()), [&] {
    Value isLastOfWindow = isLastOf(own.tile, windowLog);
    const SmallVector<State> inWindow = gathered(),
                             made = c.combine(inWindow, all);
    b.onlyIf(isLastOfWindow, [&] { post(own, made); });
    const SmallVector<State> before = lookBack(own),
                             carries = c.combine(before, inWindow),
                             upTo = c.combine(before, made);
    b.onlyIf(isLastOfWindow, [&] { post(own, upTo, /*isWhole=*/true); });
    for (auto [row, carry] : llvm::enumerate(carries))
      c.shared.store(c.layout.carries, placeOfCarry(now.carry, row), carry);
    if (ScanOp scan = c.source.scan; scan.hasEmptyKernel()) {
      Value isLast = b.compare(arith::CmpIPredicate::eq,
                               b.add(own.tile, b.i64(1)), tilesOfStrip);
      b.onlyIf(isLast, [&] { c.finish(upTo); });
    }
  });
  NVVM::SyncWarpOp::create(b, b.i32(-1));
  return known;
}

void Windows::gather(const Drawn &own) {
  // Of the window, as many tiles of each lane, one after another.
  Value lanesLog = b.add(b.i32(llvm::Log2_64(scouts)), c.followersLog);
  Value each =
      shift32(b.i32(1),
              b.sub(windowLog, arith::MinUIOp::create(b, windowLog, lanesLog)));
  Value lane = b.add(b.mul(scoutId(), c.followers), c.follower);
  Value first = b.mul(lane, each);
  SmallVector<SmallVector<State>> ofChains(c.rows());
  for (int64_t done = 0; done < top.getItems(); done += atOnce) {
    const int64_t count = std::min(atOnce, top.getItems() - done);
    const SmallVector<State> some = gatherSome(own, first, each, done, count);
    for (auto [number, state] : llvm::enumerate(some))
      ofChains[number % c.rows()].push_back(state);
  }
  SmallVector<State> ofLane;
  for (ArrayRef<State> ofChain : ofChains)
    ofLane.push_back(b.reduceTotals(top, b.acrossRows(ofChain)).state);
  SmallVector<Value> places;
  for (int64_t row = 0; row < c.rows(); ++row)
    places.push_back(placeOfGathered(row));
  c.storeTotals(c.layout.gathered, c.scanLanes(ofLane).second, places,
                scoutId());
}

SmallVector<State> Windows::gatherSome(const Drawn &own, Value first,
                                       Value each, int64_t done,
                                       int64_t count) {
  Value inWindow = placeIn(own.tile, windowLog);
  Value window = b.sub(own.tile, inWindow);
  SmallVector<Value> numbers, exist;
  for (int64_t i = done; i < done + count; ++i) {
    Value which = b.toI64(b.add(first, b.i32(i)));
    numbers.push_back(numberOf(b.add(window, which), own.strip));
    exist.push_back(
        b.both(b.compare(arith::CmpIPredicate::ult, which, inWindow),
               b.compare(arith::CmpIPredicate::ult, b.i32(i), each)));
  }
  const SmallVector<Value> nothing =
      StripContext::flat(SmallVector<State>(count * c.rows(), b.identity()));
  const TypeRange types{ValueRange(nothing)};
  Value index =
      indexOf(b.add(window, b.toI64(b.add(first, b.i32(done)))), own.strip);
  auto ask = [&](int64_t many) {
    SmallVector<Value> found = nothing;
    if (many > 0)
      llvm::copy(GatherAcrossOp::create(
                     b, types.take_front(many * nothing.size() / count),
                     entries, ArrayRef(numbers).take_front(many), index,
                     ArrayRef(exist).take_front(many), c.layout.chains,
                     /*eager=*/false, memory.states, memory.count, c.rows())
                     .getStates(),
                 found.begin());
    scf::YieldOp::create(b, found);
  };
  // Where a lane has half as many or fewer, it asks for no more.
  const int64_t fewer = done == 0 ? count / 2 : 0;
  auto branch = scf::IfOp::create(
      b, types, b.compare(arith::CmpIPredicate::ugt, each, b.i32(done + fewer)),
      /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  ask(count);
  b.setInsertionPointToStart(branch.elseBlock());
  ask(fewer);
  return c.split(branch.getResults());
}

SmallVector<State> Windows::gathered() {
  SmallVector<State> states;
  for (int64_t row = 0; row < c.rows(); ++row)
    states.push_back(b.scanGroup(top, c.shared.named(c.layout.gathered),
                                 placeOfGathered(row), scoutId(), /*cuts=*/{},
                                 /*byLanes=*/false)
                         .second.state);
  return states;
}

SmallVector<State> Windows::lookBack(const Drawn &own) {
  Value window = b.sub(own.tile, placeIn(own.tile, windowLog));
  Value before = arith::ShRUIOp::create(b, window, b.toI64(windowLog));
  SmallVector<Value> upTo = StripContext::flat(c.startOfChains());
  // Whether `upTo` is what comes before the windows that are looked at next.
  Value isKnown = b.compare(arith::CmpIPredicate::ule, before, b.toI64(reach));
  for (int64_t i = WindowLayout::reach; i > 0;) {
    SmallVector<Value> numbers, indices, exist;
    for (const int64_t end = std::max<int64_t>(0, i - atOnce); i > end; --i) {
      Value last =
          b.sub(b.sub(window, shift(b.i64(i - 1), windowLog)), b.i64(1));
      numbers.push_back(numberOf(last, own.strip));
      indices.push_back(indexOf(last, own.strip));
      exist.push_back(
          b.both(b.compare(arith::CmpIPredicate::uge, before, b.i64(i)),
                 b.compare(arith::CmpIPredicate::uge, reach, b.i32(i))));
    }
    // Nearer ones exist where farther ones do.
    Value areAny = exist.back();
    const SmallVector<Type> types(TypeRange{ValueRange(upTo)});
    upTo = SmallVector<Value>(
        LookAcrossOp::create(b, types, entries, numbers, indices, exist,
                             b.oneOf(isKnown, b.isNot(areAny)), upTo,
                             memory.states, memory.count)
            .getStates());
    isKnown = b.oneOf(isKnown, areAny);
  }
  return c.split(upTo);
}

void Windows::post(const Drawn &own, ArrayRef<State> states, bool isWhole) {
  PostAcrossOp::create(b, StripContext::flat(states), entries, own.number,
                       indexOf(own.tile, own.strip), isWhole, memory.states,
                       memory.count);
}

Value Windows::postTotals(const Drawn &own, ArrayRef<State> all,
                          Value cleared) {
  auto wait = [&](Value end) {
    return AwaitMarksOp::create(b, b.getI64Type(), entries, end,
                                b.toI32(b.blockCount()), memory.marks)
        .getEarliest();
  };
  auto postOnceCleared = [&]() -> Value {
    Value end = lastReader(own);
    Value known = valueIf(
        b.compare(arith::CmpIPredicate::ugt, end, cleared),
        [&] { return wait(end); }, cleared);
    b.onlyIf(
        b.both(c.isFirstFollower(), b.isNot(isLastOf(own.tile, windowLog))),
        [&] { post(own, all); });
    return known;
  };
  return valueIf(isLastScout(), postOnceCleared, cleared);
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

} // namespace

void buildWindows(const ScanSource &source) { Windows(source).build(); }

} // namespace scanc::prefix
