//===- LowerAcrossEntries.cpp - What tiles of chains tell each other ------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   word:   a tag and a part of a state (TaggedWords.h)
//   tag:    number (16 bits) | launch (16 bits)
//   mark:   launch (32 bits) | number (32 bits)
//
// The tiles of all launches are numbered through, as LowerEntries.cpp does:
// tile t has number epoch + t, mod 2^32.
//
// A place is given from tile to tile of the same launch, at most a ring of
// tiles apart, and whoever overwrites an entry has seen the marks of all who
// wait for it. So what a waiting tile can find in a place is its entry, the one
// before it, of the same launch, or what another launch left there. Entries of
// one launch that are so near differ in their number. Those of another launch
// differ in the launch; replays of a graph, which are one launch by its number,
// follow each other by as many numbers as the launch has tiles, and each leaves
// in a place its last entry there, which is less than a ring before the end.
//
// A whole (`prefix.post_across whole`) has the number before the tile's, by
// which it differs from what was posted there. That is no number of a tile of
// the place, since a ring has an even number of places.
//
// Marks are kept whole, since they are compared by order.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "RelaxedAccess.h"
#include "TaggedState.h"

#include "scanc/Dialect/Prefix/IR/ExchangeLayout.h"
#include "scanc/Dialect/Prefix/IR/Prefix.h"

using namespace mlir;

namespace scanc::prefix {
namespace {

using Rewriter = ConversionPatternRewriter;

constexpr int64_t launchBits = 16;

class Region {
public:
  template <class OpT>
  Region(OpT op, Rewriter &rewriter, int64_t at, int64_t count)
      : source(op.getEntries().template getDefiningOp<EntriesOp>()),
        b(rewriter, op, source.getMonoidAttr()),
        bytes(TaggedWords::narrowest(b.getStateTypes())), tagged(b, bytes),
        at(at), count(count) {}

  /// The words of the state `further` states behind `index`.
  SmallVector<Value> words(Value index, int64_t further) {
    SmallVector<Value> pointers;
    const int64_t perState = TaggedWords::count(b.getStateTypes());
    Value first =
        behind(b, source.getWorkspace(), b.mul(b.toI64(index), b.i64(bytes)));
    for (int64_t word = 0; word < perState; ++word)
      pointers.push_back(
          behind(b, first, at + (word * count + further) * bytes));
    return pointers;
  }
  /// Those of the lane's state of that row.
  SmallVector<Value> wordsOfRow(Value index, int64_t row) {
    return words(index, 32 * row);
  }

  /// The number of a tile (i32), and its tag.
  Value number(Value tile) { return b.add(source.getEpoch(), b.toI32(tile)); }
  Value tag(Value tile) { return tagOf(number(tile)); }
  Value tagOfWhole(Value tile) { return tagOf(b.sub(number(tile), b.i32(1))); }
  Value tagOf(Value number) {
    Value own = arith::ShLIOp::create(b, number, b.i32(launchBits));
    Value launch =
        b.both(source.getLaunch(), b.i32((int64_t(1) << launchBits) - 1));
    return b.oneOf(own, launch);
  }

  Value markPointer(Value index) {
    return behind(b, source.getWorkspace(),
                  b.add(b.mul(b.toI64(index), b.i64(8)), b.i64(at)));
  }
  Value mark(Value tile) {
    Value launch =
        arith::ShLIOp::create(b, b.toI64(source.getLaunch()), b.i64(32));
    return b.oneOf(launch, b.toI64(number(tile)));
  }

  /// Whether a word of an entry that exists is to be read once more: until it
  /// has that tag.
  Value isWanted(Value exists, Value word, Value tag) {
    return b.both(exists,
                  b.compare(arith::CmpIPredicate::ne, tagged.tagOf(word), tag));
  }
  /// Reads words until `isReady` of all holds; gives them. In each round, a
  /// word is read if `isWanted` holds of it as it was read last: reads that
  /// nobody needs delay those that somebody does. But of loads that depend on
  /// conditions, `ptxas` has one wait for another.
  SmallVector<Value> poll(ArrayRef<Value> pointers,
                          function_ref<Value(size_t, Value)> isWanted,
                          function_ref<Value(ValueRange)> isReady) {
    const SmallVector<Type> types(pointers.size(), tagged.type());
    const SmallVector<Location> locations(types.size(), b.getLoc());
    auto loop = scf::WhileOp::create(b, types, unread(pointers.size()));
    OpBuilder::InsertionGuard guard(b);
    Block *read = b.createBlock(&loop.getBefore(), {}, types, locations);
    SmallVector<Value> values;
    for (auto [word, pointer] : llvm::enumerate(pointers)) {
      Value known = read->getArgument(word);
      auto branch =
          scf::IfOp::create(b, TypeRange(tagged.type()), isWanted(word, known),
                            /*addThenBlock=*/true,
                            /*addElseBlock=*/true);
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(branch.elseBlock());
      scf::YieldOp::create(b, ValueRange(known));
      b.setInsertionPointToStart(branch.thenBlock());
      scf::YieldOp::create(b,
                           ValueRange(loadRelaxed(b, tagged.type(), pointer)));
      values.push_back(branch.getResult(0));
    }
    scf::ConditionOp::create(b, b.isNot(isReady(values)), values);
    Block *again = b.createBlock(&loop.getAfter(), {}, types, locations);
    scf::YieldOp::create(b, again->getArguments());
    return SmallVector<Value>(loop.getResults());
  }
  /// The same where all can be read in each round: none waits for another.
  SmallVector<Value> readAll(ArrayRef<Value> pointers,
                             function_ref<Value(ValueRange)> isReady) {
    const SmallVector<Type> types(pointers.size(), tagged.type());
    const SmallVector<Location> locations(types.size(), b.getLoc());
    auto loop = scf::WhileOp::create(b, types, ValueRange());
    OpBuilder::InsertionGuard guard(b);
    b.createBlock(&loop.getBefore());
    SmallVector<Value> values;
    for (Value pointer : pointers)
      values.push_back(loadRelaxed(b, tagged.type(), pointer));
    scf::ConditionOp::create(b, b.isNot(isReady(values)), values);
    b.createBlock(&loop.getAfter(), {}, types, locations);
    scf::YieldOp::create(b);
    return SmallVector<Value>(loop.getResults());
  }
  /// What stands for words that are not read yet: of no launch that is near.
  SmallVector<Value> unread(size_t count) {
    Value word = tagged.raise(arith::XOrIOp::create(
        b, source.getLaunch(), b.i32(1 << (launchBits - 1))));
    return SmallVector<Value>(count, word);
  }

  EntriesOp source;
  StateBuilder b;
  int64_t bytes; // of a word
  TaggedState tagged;
  int64_t at, count;
};

void fence(StateBuilder &b) {
  LLVM::FenceOp::create(b, LLVM::AtomicOrdering::acq_rel, "device");
}

Values lowerPostAcross(PostAcrossOp op, Rewriter &rewriter) {
  Region region(op, rewriter, op.getAt(), op.getCount());
  StateBuilder &b = region.b;
  const size_t fields = b.getStateTypes().size();
  Value raised =
      region.tagged.raise(op.getWhole() ? region.tagOfWhole(op.getTile())
                                        : region.tag(op.getTile()));
  for (size_t row = 0; row * fields < op.getStates().size(); ++row)
    for (auto [pointer, word] : llvm::zip_equal(
             region.wordsOfRow(op.getIndex(), row),
             region.tagged.pack(raised,
                                op.getStates().slice(row * fields, fields))))
      storeRelaxed(b, word, pointer);
  if (op.getWhole())
    fence(b);
  return {};
}

Values lowerGatherAcross(GatherAcrossOp op, Rewriter &rewriter) {
  Region region(op, rewriter, op.getAt(), op.getCount());
  StateBuilder &b = region.b;
  const auto rows = static_cast<int64_t>(op.getRows());
  const int64_t words = TaggedWords::count(b.getStateTypes());
  // One address and constants: many addresses would take registers.
  SmallVector<Value> pointers, tags;
  const auto apart = static_cast<int64_t>(op.getApart());
  for (auto [number, tile] : llvm::enumerate(op.getTiles())) {
    tags.push_back(region.tag(tile));
    for (int64_t row = 0; row < rows; ++row)
      llvm::append_range(
          pointers,
          region.words(op.getIndex(),
                       static_cast<int64_t>(number) * apart + 32 * row));
  }
  auto isWanted = [&](size_t word, Value value) {
    const size_t number = word / (rows * words);
    return region.isWanted(op.getExist()[number], value, tags[number]);
  };
  auto isReady = [&](ValueRange values) {
    Value any;
    for (auto [word, value] : llvm::enumerate(values)) {
      Value is = isWanted(word, value);
      any = any ? b.oneOf(any, is) : is;
    }
    return b.isNot(any);
  };
  const SmallVector<Value> found =
      op.getEager() ? region.readAll(pointers, isReady)
                    : region.poll(pointers, isWanted, isReady);
  State identity = b.identity();
  Values states;
  for (size_t number = 0; number < tags.size(); ++number)
    for (int64_t row = 0; row < rows; ++row)
      llvm::append_range(states,
                         b.select(op.getExist()[number],
                                  region.tagged.stateOf(ValueRange(found).slice(
                                      (number * rows + row) * words, words)),
                                  identity));
  return states;
}

Values lowerLookAcross(LookAcrossOp op, Rewriter &rewriter) {
  Region region(op, rewriter, op.getAt(), op.getCount());
  StateBuilder &b = region.b;
  const auto fields = static_cast<int64_t>(b.getStateTypes().size());
  const auto rows = static_cast<int64_t>(op.getStart().size()) / fields;
  const int64_t words = TaggedWords::count(b.getStateTypes());
  SmallVector<Value> pointers, tags, wholes;
  for (auto [tile, index] : llvm::zip_equal(op.getTiles(), op.getIndices())) {
    tags.push_back(region.tag(tile));
    wholes.push_back(region.tagOfWhole(tile));
    for (int64_t row = 0; row < rows; ++row)
      llvm::append_range(pointers, region.wordsOfRow(index, row));
  }
  auto wordsOf = [&](ValueRange found, size_t number, int64_t row) {
    return found.slice((number * rows + row) * words, words);
  };
  auto areAll = [&](ValueRange states, Value tag) {
    Value all;
    for (Value word : states) {
      Value is =
          b.compare(arith::CmpIPredicate::eq, region.tagged.tagOf(word), tag);
      all = all ? b.both(all, is) : is;
    }
    return all;
  };
  auto isWhole = [&](ValueRange found, size_t number, int64_t row) {
    return b.both(op.getExist()[number],
                  areAll(wordsOf(found, number, row), wholes[number]));
  };
  auto isWanted = [&](size_t word, Value value) {
    const size_t number = word / (rows * words);
    return region.isWanted(op.getExist()[number], value, wholes[number]);
  };
  SmallVector<Value> found =
      region.poll(pointers, isWanted, [&](ValueRange values) {
        Value ready;
        for (int64_t row = 0; row < rows; ++row) {
          Value isAny = op.getReaches();
          for (size_t number = 0; number < tags.size(); ++number) {
            Value whole = isWhole(values, number, row);
            Value is =
                b.oneOf(b.oneOf(whole, areAll(wordsOf(values, number, row),
                                              tags[number])),
                        b.isNot(op.getExist()[number]));
            ready = ready ? b.both(ready, is) : is;
            isAny = b.oneOf(isAny, whole);
          }
          ready = b.both(ready, isAny);
        }
        return ready;
      });
  Values states;
  for (int64_t row = 0; row < rows; ++row) {
    State upTo(op.getStart().slice(row * fields, fields));
    for (size_t number = 0; number < tags.size(); ++number) {
      State posted = region.tagged.stateOf(wordsOf(found, number, row));
      State joined = b.combine(upTo, posted);
      upTo =
          b.select(op.getExist()[number],
                   b.select(isWhole(found, number, row), posted, joined), upTo);
    }
    llvm::append_range(states, upTo);
  }
  return states;
}

Values lowerMarkTile(MarkTileOp op, Rewriter &rewriter) {
  Region region(op, rewriter, op.getAt(), /*count=*/0);
  storeRelaxed(region.b, region.mark(op.getTile()),
               region.markPointer(op.getIndex()));
  if (op.getFirst())
    fence(region.b);
  return {};
}

/// How many tiles were drawn (i32): a block that has drawn none by now draws
/// later ones. What is read next comes behind.
Value countDrawn(Region &region) {
  StateBuilder &b = region.b;
  Value counter = loadAcquire(
      b, b.getI64Type(),
      behind(b, region.source.getWorkspace(), EntryLayout::counterOffset));
  return b.toI32(
      b.both(counter, b.i64((int64_t(1) << EntryLayout::countBits) - 1)));
}

/// The earliest number that a block has marked, or else may draw, where so many
/// were drawn before (i32), the same in all lanes. A mark of another launch, or
/// of one before in a graph, is of a block that has not begun: each launch
/// numbers its tiles from its epoch on, behind those of all launches before.
/// Marks are not read at once: while others go on, a block may begin.
Value earliestMark(Region &region, Value blocks, Value drawn) {
  StateBuilder &b = region.b;
  auto loop =
      scf::ForOp::create(b, b.laneId(), blocks, b.i32(32), ValueRange(drawn));
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value found = loadAcquire(b, b.getI64Type(),
                              region.markPointer(loop.getInductionVar()));
    Value launch = arith::ShRUIOp::create(b, found, b.i64(32));
    Value tile = b.sub(b.toI32(found), region.source.getEpoch());
    Value isOwn = b.both(b.compare(arith::CmpIPredicate::eq, b.toI32(launch),
                                   region.source.getLaunch()),
                         b.compare(arith::CmpIPredicate::sge, tile, b.i32(0)));
    Value own = arith::SelectOp::create(b, isOwn, tile, drawn);
    scf::YieldOp::create(b, ValueRange(arith::MinUIOp::create(
                                b, own, loop.getRegionIterArgs().front())));
  }
  return NVVM::ReduxOp::create(b, b.getI32Type(), loop.getResult(0),
                               NVVM::ReduxKind::UMIN, b.i32(-1));
}

Values lowerAwaitMarks(AwaitMarksOp op, Rewriter &rewriter) {
  Region region(op, rewriter, op.getAt(), /*count=*/0);
  StateBuilder &b = region.b;
  Value awaited = b.toI32(op.getTile());
  Value drawn = countDrawn(region);
  auto wait = scf::WhileOp::create(b, TypeRange(b.getI32Type()), ValueRange());
  OpBuilder::InsertionGuard guard(b);
  b.createBlock(&wait.getBefore());
  Value earliest = earliestMark(region, op.getBlocks(), drawn);
  Value isEarly = b.compare(arith::CmpIPredicate::ult, earliest, awaited);
  scf::ConditionOp::create(b, isEarly, ValueRange(earliest));
  b.createBlock(&wait.getAfter(), {}, TypeRange(b.getI32Type()), {b.getLoc()});
  scf::YieldOp::create(b);
  b.setInsertionPointAfter(wait);
  // What is posted from here on comes behind, by whichever lane.
  NVVM::SyncWarpOp::create(b, b.i32(-1));
  return {b.toI64(wait.getResult(0))};
}

} // namespace

void addAcrossEntryPatterns(RewritePatternSet &patterns) {
  lowerBy(patterns, lowerPostAcross);
  lowerBy(patterns, lowerGatherAcross);
  lowerBy(patterns, lowerLookAcross);
  lowerBy(patterns, lowerMarkTile);
  lowerBy(patterns, lowerAwaitMarks);
}

} // namespace scanc::prefix
