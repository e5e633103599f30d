//===- LowerEntries.cpp - Entries of the tiles that blocks draw -----------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks draw tiles from a counter, so that a tile depends only on tiles that a
// block in flight has, and post what others need to know of them:
//
//   workspace:  counter | epoch | word 0 of every entry | word 1 | ...
//   word:       a tag and a part of the state (TaggedWords.h)
//   tag:        lap (14 bits) | launch (16 bits) | kind (2 bits)
//   kind:       1, the state is the tile's total; 2, it is the inclusive
//   prefix,
//               of everything from the beginning to the end of the tile
//
// An entry is valid when all of its words have the tag of the same kind.
//
// *Laps.* The tiles of all launches are numbered through. Tile t of a launch
// has number s = epoch + t, and its entry is slot s mod E of the E = 8 W in the
// ring, lap s / E. Counting is mod 2^32, of which E times 2^14 is a divisor, so
// nothing happens when the epoch wraps. What a slot held before is of the lap
// before, or zero: never this tile's tag. A launch that was stopped leaves the
// epoch as it was, and entries of laps to come; the next launch numbers its
// tiles alike but is another launch, which the tag says too. Replays of a graph
// are one launch by its number, and differ in their epoch.
//
// *The counter* is the launch's number (24 bits) and how many tiles it has
// drawn (40 bits). A block that finds another launch's number there puts its
// own, by one compare-and-swap, which fails only where a block of this launch
// has done so. Every block draws until it gets a number that is no tile's. So
// the last to draw is number tiles + blocks - 1: then all blocks have read the
// epoch, and every tile has its prefix posted. That block adds the tiles to the
// epoch and clears the counter, for the next replay.
//
// *Chained.* Tile t waits for the prefix of t - 1, then posts its own. It has
// read t - 1's, which was posted after t - 1 read t - 2's, and so on: all
// before t have read what they wait for, so that nobody reads the entry that t
// overwrites, of t - E or of another launch.
//
// *Look-back.* Tile t looks at the window of W tiles that ends with it, for the
// last prefix and the totals after it. Before it posts its total into the slot
// of u = t - E, it waits until all of the window u to u + W - 1 have posted
// their prefixes; with so long a ring they mostly have. A tile that has done so
// looks at nothing any more, and u is looked at only by u + 1 to u + W - 1: so
// no entry that somebody still needs is overwritten, and u's own words are all
// there. Conversely, what t looks at, v > t - W, is there until v + E has
// waited for t.
//
// While t waits for v to post its prefix, v + E may overwrite it: having waited
// for v itself. It will not be overwritten twice: v + 2 E waits for v + E, and
// v + E >= t: a prefix after t contains t's total, which t posts after it
// waited. Hence v's prefix, or any entry of v + E, ends the wait for v.
//
// *Progress.* Of the tiles without a prefix, the first waits for nobody: all
// before it have theirs, which are not overwritten before its own is posted.
//
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "RelaxedAccess.h"
#include "TaggedState.h"

#include "scanc/Dialect/Prefix/IR/ExchangeLayout.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace scanc::prefix {
namespace {

using Rewriter = ConversionPatternRewriter;

constexpr int64_t kindBits = 2, launchBits = 16;
constexpr int64_t lapShift = kindBits + launchBits;

enum class Kind { Total = 1, Prefix = 2 };

/// The entries that an op names, where it is lowered. Tiles are i64 throughout.
class Entries {
public:
  Entries(Operation *op, TypedValue<EntriesType> entries, Rewriter &rewriter)
      : source(entries.getDefiningOp<EntriesOp>()),
        b(rewriter, op, source.getMonoidAttr()),
        layout(source.getPerLane(), b.getStateTypes()), tagged(b) {}

  void openCounter();
  Value draw();
  void finish(Value tiles);
  void post(Kind kind, Value tile, ValueRange state);
  State readPrefix(Value tile);
  void waitForReaders(Value tile);
  Values lookBack(Value tile, ValueRange start);

private:
  /// The number of a tile among those of all launches, as i32.
  Value number(Value tile);
  /// Its tag but for the kind.
  Value tag(Value number);
  Value wordPointer(Value number, int64_t word);
  Value headerPointer(int64_t offset) {
    return behind(b, source.getWorkspace(), offset);
  }
  /// The position of a lane's entry `j` in a window (i32).
  Value position(int64_t j);

  /// Whether all words' tags are of `kind`.
  Value areAll(ValueRange words, Value tag, Kind kind);
  /// Reads words until `isReady` holds, which may compute further values; gives
  /// the words, then those.
  SmallVector<Value>
  poll(ArrayRef<Value> pointers, TypeRange others,
       function_ref<Value(ValueRange words, SmallVectorImpl<Value> &)> isReady);
  Value ofAllLanes(Value condition) {
    return NVVM::VoteSyncOp::create(b, b.getI1Type(), b.i32(-1), condition,
                                    NVVM::VoteSyncKind::all);
  }

  EntriesOp source;
  StateBuilder b;
  EntryLayout layout;
  TaggedState tagged;
};

// The counter
//===----------------------------------------------------------------------===//

void Entries::openCounter() {
  Value counter = headerPointer(EntryLayout::counterOffset);
  Value own = arith::ShLIOp::create(b, b.toI64(source.getLaunch()),
                                    b.i64(EntryLayout::countBits));
  Value found = loadRelaxed(b, b.getI64Type(), counter);
  // The launch's number, but for its upper bits.
  Value difference = arith::ShRUIOp::create(
      b, arith::XOrIOp::create(b, found, own), b.i64(EntryLayout::countBits));
  Value isOther = b.compare(arith::CmpIPredicate::ne, difference, b.i64(0));
  b.onlyIf(isOther, [&] {
    LLVM::AtomicCmpXchgOp::create(b, counter, found, own,
                                  LLVM::AtomicOrdering::monotonic,
                                  LLVM::AtomicOrdering::monotonic, deviceScope);
  });
}

Value Entries::draw() {
  Value drawn = LLVM::AtomicRMWOp::create(
      b, LLVM::AtomicBinOp::add, headerPointer(EntryLayout::counterOffset),
      b.i64(1), LLVM::AtomicOrdering::monotonic, deviceScope);
  return b.both(drawn, b.i64((int64_t(1) << EntryLayout::countBits) - 1));
}

void Entries::finish(Value tiles) {
  storeRelaxed(b, number(tiles), headerPointer(EntryLayout::epochOffset));
  storeRelaxed(b, b.i64(0), headerPointer(EntryLayout::counterOffset));
}

//===----------------------------------------------------------------------===//
// Entries
//===----------------------------------------------------------------------===//

Value Entries::number(Value tile) {
  Value low = arith::TruncIOp::create(b, b.getI32Type(), tile);
  return b.add(source.getEpoch(), low);
}

Value Entries::tag(Value number) {
  const unsigned bits = llvm::Log2_64(layout.entries());
  Value lap = arith::ShRUIOp::create(b, number, b.i32(bits));
  lap = arith::ShLIOp::create(b, lap, b.i32(lapShift));
  Value own = b.both(source.getLaunch(), b.i32((int64_t(1) << launchBits) - 1));
  own = arith::ShLIOp::create(b, own, b.i32(kindBits));
  return b.oneOf(lap, own);
}

/// The entries of a lane are side by side in number, so that a lane combines
/// neighbours, and far apart in memory, so that a warp reads whole lines,
/// wherever a window begins.
Value Entries::wordPointer(Value number, int64_t word) {
  const int64_t perLane = layout.perLane, entries = layout.entries();
  Value slot = b.both(number, b.i32(entries - 1));
  Value column = arith::ShRUIOp::create(b, slot, b.i32(llvm::Log2_64(perLane)));
  Value row = b.both(slot, b.i32(perLane - 1));
  Value index = b.add(b.mul(row, b.i32(entries / perLane)), column);
  constexpr int64_t wordBytes = TaggedWords::bytes;
  Value byte =
      b.add(b.mul(index, b.i32(wordBytes)),
            b.i32(EntryLayout::headerBytes + word * entries * wordBytes));
  return behind(b, source.getWorkspace(), b.toI64(byte));
}

Value Entries::position(int64_t j) {
  return b.add(b.mul(b.laneId(), b.i32(layout.perLane)), b.i32(j));
}

void Entries::post(Kind kind, Value tile, ValueRange state) {
  Value own = number(tile);
  Value raised =
      tagged.raise(b.add(tag(own), b.i32(static_cast<int64_t>(kind))));
  for (auto [word, value] : llvm::enumerate(tagged.pack(raised, state)))
    storeRelaxed(b, value, wordPointer(own, word));
}

Value Entries::areAll(ValueRange words, Value tag, Kind kind) {
  Value expected = b.add(tag, b.i32(static_cast<int64_t>(kind))), all;
  for (Value word : words) {
    Value is =
        b.compare(arith::CmpIPredicate::eq, tagged.tagOf(word), expected);
    all = all ? b.both(all, is) : is;
  }
  return all;
}

SmallVector<Value> Entries::poll(
    ArrayRef<Value> pointers, TypeRange others,
    function_ref<Value(ValueRange, SmallVectorImpl<Value> &)> isReady) {
  SmallVector<Type> types(pointers.size(), tagged.type());
  llvm::append_range(types, others);
  SmallVector<Location> locations(types.size(), b.getLoc());
  auto loop = scf::WhileOp::create(b, types, ValueRange());
  OpBuilder::InsertionGuard guard(b);
  b.createBlock(&loop.getBefore());
  SmallVector<Value> values;
  for (Value pointer : pointers)
    values.push_back(loadRelaxed(b, tagged.type(), pointer));
  Value ready = isReady(SmallVector<Value>(values), values);
  scf::ConditionOp::create(b, b.isNot(ready), values);
  b.createBlock(&loop.getAfter(), {}, types, locations);
  scf::YieldOp::create(b);
  return SmallVector<Value>(loop.getResults());
}

State Entries::readPrefix(Value tile) {
  Value own = number(tile), expected = tag(own);
  SmallVector<Value> pointers;
  for (int64_t word = 0; word < layout.words; ++word)
    pointers.push_back(wordPointer(own, word));
  return tagged.stateOf(poll(pointers, {}, [&](ValueRange words, auto &) {
    return areAll(words, expected, Kind::Prefix);
  }));
}

void Entries::waitForReaders(Value tile) {
  const int64_t window = layout.window();
  Value isLate = b.compare(arith::CmpIPredicate::ugt, tile,
                           b.i64(layout.entries() - window));
  b.onlyIf(isLate, [&] {
    Value first = b.sub(tile, b.i64(layout.entries()));
    SmallVector<Value> pointers, expected, exists;
    for (int64_t j = 0; j < layout.perLane; ++j) {
      Value other = b.add(first, b.toI64(position(j)));
      exists.push_back(b.compare(arith::CmpIPredicate::sge, other, b.i64(0)));
      Value own = number(other);
      expected.push_back(tag(own));
      for (int64_t word = 0; word < layout.words; ++word)
        pointers.push_back(wordPointer(own, word));
    }
    poll(pointers, {}, [&](ValueRange words, auto &) {
      Value ready;
      for (auto [index, word] : llvm::enumerate(words)) {
        const size_t j = index / layout.words;
        // Its prefix, or an entry a lap later, of either kind.
        Value lead = b.sub(tagged.tagOf(word), expected[j]);
        Value is = b.compare(arith::CmpIPredicate::eq, lead,
                             b.i32(static_cast<int64_t>(Kind::Prefix)));
        Value beyond = b.sub(lead, b.i32((int64_t(1) << lapShift) + 1));
        Value isLater = b.compare(arith::CmpIPredicate::ult, beyond, b.i32(2));
        is = b.oneOf(is, isLater);
        is = b.oneOf(is, b.isNot(exists[j]));
        ready = ready ? b.both(ready, is) : is;
      }
      return ofAllLanes(ready);
    });
  });
}

SmallVector<Value> Entries::lookBack(Value tile, ValueRange start) {
  const int64_t window = layout.window(), perLane = layout.perLane,
                count = layout.words;
  Value first = b.sub(tile, b.i64(window - 1));
  SmallVector<Value> pointers, tags, exists, isStart, isOwn, places;
  for (int64_t j = 0; j < perLane; ++j) {
    Value at = position(j);
    Value other = b.add(first, b.toI64(at));
    places.push_back(b.add(at, b.i32(1)));
    isOwn.push_back(b.compare(arith::CmpIPredicate::eq, at, b.i32(window - 1)));
    Value isBelow = b.compare(arith::CmpIPredicate::slt, other, b.i64(0));
    exists.push_back(b.isNot(b.oneOf(isBelow, isOwn[j])));
    isStart.push_back(b.compare(arith::CmpIPredicate::eq, other, b.i64(-1)));
    Value own = number(other);
    tags.push_back(tag(own));
    for (int64_t word = 0; word < layout.words; ++word)
      pointers.push_back(wordPointer(own, word));
  }

  // Words, then the place of the last prefix, from 1 on.
  SmallVector<Value> polled =
      poll(pointers, b.getI32Type(), [&](ValueRange words, auto &others) {
        SmallVector<Value> isThere;
        Value last = b.i32(0);
        for (int64_t j = 0; j < perLane; ++j) {
          ValueRange own = words.slice(j * count, count);
          Value isPrefix = arith::AndIOp::create(
              b, exists[j], areAll(own, tags[j], Kind::Prefix));
          isPrefix = b.oneOf(isPrefix, isStart[j]);
          Value isTotal = arith::AndIOp::create(
              b, exists[j], areAll(own, tags[j], Kind::Total));
          Value is = b.oneOf(isPrefix, isTotal);
          isThere.push_back(b.oneOf(is, isOwn[j]));
          last = arith::SelectOp::create(b, isPrefix, places[j], last);
        }
        last = NVVM::ReduxOp::create(b, b.getI32Type(), last,
                                     NVVM::ReduxKind::UMAX, b.i32(-1));
        Value ready = b.compare(arith::CmpIPredicate::ne, last, b.i32(0));
        for (int64_t j = 0; j < perLane; ++j) {
          Value isBefore =
              b.compare(arith::CmpIPredicate::ult, places[j], last);
          ready =
              arith::AndIOp::create(b, ready, b.oneOf(isThere[j], isBefore));
        }
        others.push_back(last);
        return ofAllLanes(ready);
      });

  State identity = b.identity();
  SmallVector<State> entries;
  for (int64_t j = 0; j < perLane; ++j) {
    Value counts =
        b.compare(arith::CmpIPredicate::uge, places[j], polled.back());
    counts = b.both(counts, b.isNot(isOwn[j]));
    State state = tagged.stateOf(ValueRange(polled).slice(j * count, count));
    state = b.select(isStart[j], start, state);
    entries.push_back(b.select(counts, state, identity));
  }
  Values vectors;
  for (auto [field, type] : llvm::enumerate(b.getStateTypes())) {
    auto values = llvm::map_to_vector(
        entries, [field = field](const State &state) { return state[field]; });
    vectors.push_back(vector::FromElementsOp::create(
        b, VectorType::get(perLane, type), values));
  }
  return vectors;
}

Values lowerOpenTiles(OpenTilesOp op, Rewriter &rewriter) {
  Entries(op, op.getEntries(), rewriter).openCounter();
  return {};
}

Values lowerDrawTile(DrawTileOp op, Rewriter &rewriter) {
  return {Entries(op, op.getEntries(), rewriter).draw()};
}

Values lowerCloseTiles(CloseTilesOp op, Rewriter &rewriter) {
  Entries(op, op.getEntries(), rewriter).finish(op.getTiles());
  return {};
}

Values lowerPostTile(PostTileOp op, Rewriter &rewriter) {
  Entries(op, op.getEntries(), rewriter)
      .post(op.getPrefix() ? Kind::Prefix : Kind::Total, op.getTile(),
            op.getState());
  return {};
}

Values lowerReadPrefix(ReadPrefixOp op, Rewriter &rewriter) {
  return Values(
      Entries(op, op.getEntries(), rewriter).readPrefix(op.getTile()));
}

Values lowerAwaitReaders(AwaitReadersOp op, Rewriter &rewriter) {
  Entries(op, op.getEntries(), rewriter).waitForReaders(op.getTile());
  return {};
}

Values lowerLookBack(LookBackOp op, Rewriter &rewriter) {
  return Entries(op, op.getEntries(), rewriter)
      .lookBack(op.getTile(), op.getStart());
}

} // namespace

void addTileEntryPatterns(RewritePatternSet &patterns) {
  lowerBy(patterns, lowerOpenTiles);
  lowerBy(patterns, lowerDrawTile);
  lowerBy(patterns, lowerCloseTiles);
  lowerBy(patterns, lowerPostTile);
  lowerBy(patterns, lowerReadPrefix);
  lowerBy(patterns, lowerAwaitReaders);
  lowerBy(patterns, lowerLookBack);
}

} // namespace scanc::prefix
