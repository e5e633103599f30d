//===- StreamTiles.h - The tiles of a streaming block -----------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What all roles of one-launch streaming know: which tiles are the block's, and
// where each lies, in memory and in a slot of the ring. Tiles are named by k,
// their number among the block's; the block's tile k is tile k * C + b.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_STREAMTILES_H
#define SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_STREAMTILES_H

#include "../StreamLayout.h"
#include "scanc/Conversion/Kernels/RelaxedAccess.h"
#include "scanc/Conversion/Kernels/SharedMemory.h"

#include "scanc/Conversion/Kernels/ScanSource.h"

#include "scanc/Dialect/Prefix/Analysis/CombineCost.h"
#include "scanc/Dialect/Prefix/IR/StructLayout.h"

namespace scanc::prefix {

class StreamTiles {
protected:
  using Value = mlir::Value;
  using ValueRange = mlir::ValueRange;

  StreamTiles(ScanSource source, KernelBuilder &b)
      : source(source), b(b), down(source.plan.getScan()),
        types(ScanTypes::of(source.scan, source.monoid)),
        layout(StreamLayout::of(down, types)), piece(getRunPiece(down)),
        reducesByPiece(isOfPiece(source.plan.getReduce())),
        scansByPiece(isOfPiece(down)),
        loopsOverPieces(
            !source.hasOneTile || reducesByPiece || scansByPiece ||
            isVeryDear(costOfStates(source.scan, source.monoid).combine)),
        shared(b) {}

  Value compare(mlir::arith::CmpIPredicate predicate, Value x, Value y) {
    return mlir::arith::CmpIOp::create(b, predicate, x, y);
  }
  Value add(Value x, Value y) { return b.add(x, y); }
  Value toI32(Value value) {
    return mlir::arith::TruncIOp::create(b, b.getI32Type(), value);
  }

  void either(Value condition, llvm::function_ref<void()> then,
              llvm::function_ref<void()> otherwise) {
    auto branch =
        mlir::scf::IfOp::create(b, condition, /*withElseRegion=*/true);
    mlir::OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(branch.thenBlock());
    then();
    b.setInsertionPointToStart(branch.elseBlock());
    otherwise();
  }

  /// Where a role is: its tile of the block's, and the tile's slot of the ring
  /// with the parity of the slot's use; i32 all.
  struct Position {
    Value k, slot, parity;
  };

  Position advance(Position at, Value step) {
    Value slot = add(at.slot, step);
    Value stages = b.i32(down.getStages());
    Value wraps = compare(mlir::arith::CmpIPredicate::uge, slot, stages);
    Value flip = mlir::arith::ExtUIOp::create(b, b.getI32Type(), wraps);
    return {add(at.k, step),
            mlir::arith::SelectOp::create(b, wraps, b.sub(slot, stages), slot),
            mlir::arith::XOrIOp::create(b, at.parity, flip)};
  }

  /// For the block's tiles from `first` on, every `step`th; `carry` goes along.
  /// Gives the last carry. `first` is 0 where there is one tile.
  State forTiles(Value first, int64_t step, ValueRange carry,
                 llvm::function_ref<State(Position, ValueRange)> body) {
    if (source.hasOneTile)
      return body({b.i32(0), b.i32(0), b.i32(0)}, carry);
    Position at = advance({b.i32(0), b.i32(0), b.i32(0)}, first);
    return State(
        ValueRange(forTiles(at, ownTiles, step, carry, body)).drop_front(3));
  }

  /// The same from `at` on and up to tile `end` (i32); gives the position that
  /// comes next, too.
  State forTiles(Position at, Value end, int64_t step, ValueRange carry,
                 llvm::function_ref<State(Position, ValueRange)> body) {
    llvm::SmallVector<Value> start = {at.k, at.slot, at.parity};
    llvm::append_range(start, carry);
    auto loop = mlir::scf::ForOp::create(b, at.k, end, b.i32(step), start);
    mlir::OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    ValueRange carried = loop.getRegionIterArgs();
    at = {loop.getInductionVar(), carried[1], carried[2]};
    State next = body(at, carried.drop_front(3));
    Position then = advance(at, b.i32(step));
    llvm::SmallVector<Value> yielded = {then.k, then.slot, then.parity};
    llvm::append_range(yielded, next);
    mlir::scf::YieldOp::create(b, yielded);
    return State(loop.getResults());
  }

  /// A tile as threads and bulk copies see it.
  struct Tile {
    Value elements; // i64, that exist
    Value start;    // i64, index of its first element in memory
  };

  /// The block's tile `k` (i32).
  Tile tileAt(Value k) { return tileOf(add(b.mul(b.toI64(k), blocks), block)); }

  /// Tile `index` (i64) of the launch.
  Tile tileOf(Value index) {
    const Span span = b.domain().tile(b, index, tileLength);
    return {span.elements, b.domain().startInMemory(b, span)};
  }

  /// Where a slot's tile is, for those who would otherwise keep all that it is
  /// computed from.
  void note(const Tile &tile, Value slot) {
    mlir::LLVM::StoreOp::create(b, tile.start,
                                shared.pointer(layout.starts, slot, 8), 8);
    mlir::LLVM::StoreOp::create(b, toI32(tile.elements),
                                shared.pointer(layout.lengths, slot, 4), 4);
  }
  Tile noted(Value slot) {
    auto load = [&](mlir::Type type, int64_t offset, int64_t bytes) -> Value {
      return mlir::LLVM::LoadOp::create(
          b, type, shared.pointer(offset, slot, bytes), bytes);
    };
    return {b.toI64(load(b.getI32Type(), layout.lengths, 4)),
            load(b.getI64Type(), layout.starts, 8)};
  }

  Value length() { return b.length(); }
  /// The launch's number (i32).
  Value launch() { return recalledLaunch ? recalledLaunch : launchNumber(b); }

  static int64_t sizeOf(llvm::ArrayRef<TileRegion> regions) {
    int64_t size = 0;
    for (const TileRegion &region : regions)
      size += region.size;
    return size;
  }

  /// A tile of one array, in memory: its address, and how many of its bytes
  /// (i32) bulk copies can move.
  struct Stretch {
    TileRegion region;
    Value address, bulk;
  };

  /// A tile of all arrays of `place`.
  llvm::SmallVector<Stretch> stretchesOf(const Place &place, const Tile &tile,
                                         llvm::ArrayRef<TileRegion> regions) {
    llvm::SmallVector<Stretch> stretches;
    for (auto [array, region] : llvm::enumerate(regions)) {
      Value address = place.address(b, array, tile.start);
      stretches.push_back({region, address, bulkBytes(address, tile, region)});
    }
    return stretches;
  }
  llvm::SmallVector<Stretch> inputOf(const Tile &tile) {
    return stretchesOf(b.input(), tile, layout.inRegions);
  }
  llvm::SmallVector<Stretch> outputOf(const Tile &tile) {
    return stretchesOf(b.output(), tile, layout.outRegions);
  }

  /// What bulk copies can move, of all arrays (i32).
  Value bulkOf(llvm::ArrayRef<Stretch> stretches) {
    Value bytes = stretches.front().bulk;
    for (const Stretch &stretch : stretches.drop_front())
      bytes = add(bytes, stretch.bulk);
    return bytes;
  }
  Value isNonzero(Value value) {
    return compare(mlir::arith::CmpIPredicate::ne, value, b.i32(0));
  }

  Value offsetBy(Value base, Value byte) { return b.offsetBy(base, byte); }

  Value bulkBytes(Value address, const Tile &tile, const TileRegion &region) {
    Value number = mlir::LLVM::PtrToIntOp::create(b, b.getI64Type(), address);
    Value bytes = toI32(b.mul(tile.elements, b.i64(region.size)));
    // A tile that ends where a full one does begins where its length says.
    if (isBackward())
      number = mlir::arith::OrIOp::create(b, number, b.toI64(bytes));
    Value rest = mlir::arith::AndIOp::create(b, number, b.i64(15));
    Value isAligned = compare(mlir::arith::CmpIPredicate::eq, rest, b.i64(0));
    bytes = mlir::arith::AndIOp::create(b, bytes, b.i32(~15));
    return mlir::arith::SelectOp::create(b, isAligned, bytes, b.i32(0));
  }

  /// Copies by the threads of a group what is left of a tile after its first
  /// `bulk` bytes. The group meets at `barrier` then, if there is one.
  void copyRest(Value to, Value from, Value bulk, const Tile &tile,
                const TileRegion &region, Value thread, Value barrier) {
    const int64_t unit = region.alignment;
    Value bytes = toI32(b.mul(tile.elements, b.i64(region.size)));
    Value isLeft = compare(mlir::arith::CmpIPredicate::ult, bulk, bytes);
    b.onlyIf(isLeft, [&] {
      Value first =
          add(bulk, mlir::arith::MulIOp::create(b, thread, b.i32(unit)));
      auto loop = mlir::scf::ForOp::create(b, first, bytes,
                                           b.i32(unit * down.getThreads()));
      {
        mlir::OpBuilder::InsertionGuard guard(b);
        b.setInsertionPointToStart(loop.getBody());
        Value byte = loop.getInductionVar();
        Value word = mlir::LLVM::LoadOp::create(b, b.getIntegerType(8 * unit),
                                                offsetBy(from, byte), unit);
        mlir::LLVM::StoreOp::create(b, word, offsetBy(to, byte), unit);
      }
      if (barrier)
        waitForGroup(barrier);
    });
  }

  void waitForGroup(Value barrier) {
    mlir::NVVM::BarrierOp::create(b, mlir::TypeRange(), barrier,
                                  b.i32(down.getThreads()),
                                  mlir::NVVM::BarrierReductionAttr(), Value());
  }

  /// Where the tile's input begins in its slot: at the beginning of its region,
  /// or, where runs are counted from the end, so that it ends where a full one
  /// does.
  Value inputPointer(Value slot, const Tile &tile, const TileRegion &region) {
    return tilePointer(
        shared.pointer(layout.ring + region.offset, slot, layout.slotBytes),
        tile, region);
  }
  /// The same of its outputs, in the input's place or in the group's.
  Value outputPointer(const Position &at, const Tile &tile,
                      const TileRegion &region) {
    if (!layout.outputPlaces)
      return inputPointer(at.slot, tile, region);
    Value place = mlir::arith::RemUIOp::create(
        b, at.k, b.i32(static_cast<int32_t>(layout.outputPlaces)));
    return tilePointer(shared.pointer(layout.outputs + region.offset, place,
                                      layout.outputBytes),
                       tile, region);
  }
  /// The scan's input and output, with a tile of them in shared memory.
  Place inputIn(Value slot, const Tile &tile) {
    return inShared(b.input(), tile, layout.inRegions,
                    [&](const TileRegion &region) {
                      return inputPointer(slot, tile, region);
                    });
  }
  Place outputIn(const Position &at, const Tile &tile) {
    return inShared(b.output(), tile, layout.outRegions,
                    [&](const TileRegion &region) {
                      return outputPointer(at, tile, region);
                    });
  }
  Place inShared(Place place, const Tile &tile,
                 llvm::ArrayRef<TileRegion> regions,
                 llvm::function_ref<Value(const TileRegion &)> find) {
    place.bases = llvm::map_to_vector(regions, find);
    place.walk = b.domain().ofTile(tile.elements)->walk(b);
    place.isAligned = true;
    return place;
  }
  /// Whether the walk goes through a tile from its end. Then it lies at the end
  /// of its slot.
  bool isBackward() { return b.domain().runOrder() == RunOrder::Backward; }
  Value tilePointer(Value start, const Tile &tile, const TileRegion &region) {
    if (!isBackward())
      return start;
    Value missing = b.sub(b.i64(down.getTile()), tile.elements);
    return offsetBy(start, b.mul(missing, b.i64(region.size)));
  }

  /// What a launch of the same size has written just before is still in L2, and
  /// not yet in memory. Reads that evict it have memory write while all blocks
  /// wait for the first totals; lines that were read are there to be evicted
  /// instead. Long launches write all the time: there L2 is to pass on what is
  /// written, in order, and not what was read before.
  void chooseCachePolicy() {
    const int64_t bytes = sizeOf(layout.inRegions) + sizeOf(layout.outRegions);
    Value isShort = compare(mlir::arith::CmpIPredicate::ule, length(),
                            b.i64(StreamLayout::mostBytesEvictedFirst / bytes));
    loadPolicy = mlir::arith::SelectOp::create(b, isShort,
                                               b.i64(CachePolicy::evictFirst),
                                               b.i64(CachePolicy::evictLast));
    storePolicy = b.i64(CachePolicy::evictFirst);
  }

  /// The block's tiles, one in each cycle but for the last cycle. The first
  /// loads wait for this: hence no division where one cycle does.
  void divideWork() {
    blocks = b.toI64(b.streamingBlocks());
    block = b.blockId();
    Value longest = b.mul(blocks, b.i64(down.getTile()));
    Value before =
        source.hasOneTile ? b.i64(0) : countCyclesBeforeLast(longest);
    Value cycles = add(before, b.i64(1));
    Value tiles = b.mul(blocks, cycles);
    pieces = countPieces(tiles, length());
    tileLength = b.toI64(toI32(findTileLength(tiles)));
    // With tiles of at most `longest / C`, only the last cycle can lack some.
    Value last = b.mul(add(b.mul(before, blocks), block), tileLength);
    Value isLong = compare(mlir::arith::CmpIPredicate::ult, last, length());
    ownTiles = toI32(mlir::arith::SelectOp::create(b, isLong, cycles, before));
    isAlone = compare(mlir::arith::CmpIPredicate::ule, length(), tileLength);
  }

  /// How many pieces the runs of full threads have at most.
  int64_t mostPieces() { return down.getItems() / piece; }
  /// The elements of a run (i32).
  Value runLength() {
    if (mostPieces() == 1)
      return b.i32(down.getItems());
    return mlir::arith::MulIOp::create(b, pieces, b.i32(piece));
  }
  /// The fewest pieces of a run (i32), an odd number or all, or one or all,
  /// with which so many tiles hold so many elements (i64 both).
  Value countPieces(Value tiles, Value elements) {
    const int64_t most = mostPieces();
    Value count = b.i32(most);
    const int64_t fewest = loopsOverPieces ? most - 1 - most % 2 : most > 1;
    for (int64_t fewer = fewest; fewer > 0; fewer -= 2) {
      Value room = b.mul(tiles, b.i64(down.getThreads() * piece * fewer));
      Value isEnough = compare(mlir::arith::CmpIPredicate::uge, room, elements);
      count = mlir::arith::SelectOp::create(b, isEnough, b.i32(fewer), count);
    }
    return count;
  }

  /// The elements of the block's cycle `k` (i32 both): of as many tiles as
  /// there are blocks, or of those that are left.
  Value cycleLength(Value k) {
    Value whole = b.mul(blocks, tileLength);
    Value rest = b.sub(length(), b.mul(b.toI64(k), whole));
    return toI32(mlir::arith::MinUIOp::create(b, rest, whole));
  }
  /// Whether so many blocks (i32) are all that have tiles.
  Value areAll(Value count) {
    Value end = mlir::arith::MulIOp::create(b, count, toI32(tileLength));
    return compare(mlir::arith::CmpIPredicate::uge, end, cycleLength(b.i32(0)));
  }
  /// Whether the launch has a tile of that number (i64).
  Value hasTile(Value number) {
    return compare(mlir::arith::CmpIPredicate::ult, b.mul(number, tileLength),
                   length());
  }
  /// The cycles of the launch (i32), by a block that has tiles: as many as it
  /// has, or one more where it has none in the last one.
  Value countCycles() {
    Value isMore = hasTile(b.mul(b.toI64(ownTiles), blocks));
    return add(ownTiles,
               mlir::arith::ExtUIOp::create(b, b.getI32Type(), isMore));
  }

private:
  /// Whether the circuit of a thread is that of a piece, and not of a run.
  bool isOfPiece(SkeletonAttr skeleton) {
    return b.networkOf(skeleton.getThread()).width != skeleton.getItems();
  }

protected:
  ScanSource source;
  KernelBuilder &b;
  SkeletonAttr down;
  ScanTypes types;
  StreamLayout layout;
  /// Elements of what the runs of short launches have fewer of.
  const int64_t piece;
  /// Whether a thread always goes from piece to piece, with a circuit for each.
  const bool reducesByPiece, scansByPiece;
  /// Whether runs can have several pieces and not all. A loop takes longer than
  /// whole runs do, but for combines that take longer than anything else.
  const bool loopsOverPieces;
  SharedMemory shared;
  Value blocks, block, tileLength; // i64
  Value ownTiles;                  // i32
  Value pieces;                    // i32, of a run
  Value isAlone;                   // i1, one tile is all
  Value loadPolicy, storePolicy;   // i64
  Value recalledLaunch;            // i32, or none (StreamStandIn.h)

private:
  /// The least multiple of the granule of which `count` (i64) tiles hold
  /// everything, bit by bit.
  Value findTileLength(Value count) {
    Value granule = b.i64(layout.granule / mostPieces());
    if (mostPieces() > 1)
      granule = b.mul(granule, b.toI64(pieces));
    Value step = b.mul(count, granule);
    Value tooShort = b.i64(0); // in granules
    const int64_t most = down.getTile() / layout.granule;
    for (int64_t bit = llvm::PowerOf2Ceil(most) / 2; bit; bit /= 2) {
      Value longer = add(tooShort, b.i64(bit));
      Value isTooShort = compare(mlir::arith::CmpIPredicate::ult,
                                 b.mul(step, longer), length());
      tooShort = mlir::arith::SelectOp::create(b, isTooShort, longer, tooShort);
    }
    return b.mul(add(tooShort, b.i64(1)), granule);
  }

  /// ceil(length / longest) - 1.
  Value countCyclesBeforeLast(Value longest) {
    Value isOne = compare(mlir::arith::CmpIPredicate::ule, length(), longest);
    auto branch = mlir::scf::IfOp::create(b, b.getI64Type(), isOne,
                                          /*withElseRegion=*/true);
    mlir::OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(branch.thenBlock());
    mlir::scf::YieldOp::create(b, b.i64(0));
    b.setInsertionPointToStart(branch.elseBlock());
    mlir::scf::YieldOp::create(b, b.udiv(b.sub(length(), b.i64(1)), longest));
    return branch.getResult(0);
  }
};

} // namespace scanc::prefix

#endif // SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_STREAMTILES_H
