//===- ThreadRuns.cpp - What a thread does to its run of a tile -----------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadRuns.h"

using namespace mlir;

namespace scanc::prefix {

Member Member::of(const StreamContext &c, int64_t firstWarp) {
  KernelBuilder &b = c.b;
  Value warp = b.sub(b.warpId(), b.i32(firstWarp));
  Value group = arith::DivUIOp::create(b, warp, b.i32(c.down.getWarps()));
  Value first = b.mul(group, b.i32(c.down.getWarps()));
  Value own = b.sub(warp, first);
  Value thread = b.mul(own, b.i32(32));
  return {group, own, b.add(thread, b.laneId())};
}

/// The first element of the thread's run (i32).
Value ThreadRuns::firstOf(const Member &member) const {
  return b.mul(member.thread, work.runLength());
}

Value ThreadRuns::warpStart(const Member &member) const {
  Value perWarp = b.mul(work.runLength(), b.i32(32));
  return b.toI64(b.mul(member.warp, perWarp));
}

/// How many elements there are from the thread's first one on; 0 if none.
Value ThreadRuns::count(const Member &member, const Tile &tile) const {
  Value elements = b.toI32(tile.elements);
  return b.sub(elements, arith::MinUIOp::create(b, firstOf(member), elements));
}

Value ThreadRuns::exist(const Member &member, const Tile &tile) const {
  return b.compare(arith::CmpIPredicate::ult, warpStart(member), tile.elements);
}

void ThreadRuns::fillLast(const Position &at, const Member &member,
                          const Tile &tile) const {
  // Whole tiles are whole runs, and need no division by their length.
  Value isShort =
      b.compare(arith::CmpIPredicate::ne, tile.elements, work.tileLength);
  b.onlyIf(isShort, [&] {
    Value items = work.runLength();
    Value rest = arith::RemUIOp::create(b, b.toI32(tile.elements), items);
    Value missing = arith::SelectOp::create(b, b.isZero(rest), b.i32(0),
                                            b.sub(items, rest));
    for (const TileRegion &region : c.layout.inRegions)
      fillBehind(ring.inputPointer(at.slot, tile, region), missing, member,
                 tile, region);
  });
}

/// Copies an element of the tile at `start` to `missing` (i32) places behind
/// its last one.
void ThreadRuns::fillBehind(Value start, Value missing, const Member &member,
                            const Tile &tile, const TileRegion &region) const {
  const int64_t unit = region.alignment, units = region.size / unit;
  // Runs are counted from the other end, too.
  Value behind =
      c.isBackward()
          ? b.sub(b.i64(0), b.mul(b.toI64(missing), b.i64(region.size)))
          : b.mul(tile.elements, b.i64(region.size));
  Value end = b.offsetBy(start, behind);
  auto loop = scf::ForOp::create(b, member.thread, b.mul(missing, b.i32(units)),
                                 b.i32(c.down.getThreads()));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  auto byteOf = [&](Value index) { return b.toI64(b.mul(index, b.i32(unit))); };
  Value index = loop.getInductionVar();
  Value ofElement = arith::RemUIOp::create(b, index, b.i32(units));
  Value word = LLVM::LoadOp::create(b, b.getIntegerType(8 * unit),
                                    b.offsetBy(start, byteOf(ofElement)), unit);
  LLVM::StoreOp::create(b, word, b.offsetBy(end, byteOf(index)), unit);
}

State ThreadRuns::reduce(const Position &at, const Member &member,
                         const Tile &tile) const {
  Place in = ring.inputIn(at.slot, tile);
  Value isWhole = b.compare(arith::CmpIPredicate::uge, count(member, tile),
                            work.runLength());
  return b.choose(
      isWhole,
      [&] {
        auto reduceWhole = [&] {
          return b.reduceRun(c.up, in.load(b, c.up, warpStart(member)));
        };
        if (c.pieces.most == 1)
          return reduceWhole();
        if (c.pieces.areReduced)
          return reducePieces(in, member);
        return b.choose(work.areWhole(), reduceWhole,
                        [&] { return reducePieces(in, member); });
      },
      [&] { return b.identity(); });
}

void ThreadRuns::scan(const Position &at, const Member &member,
                      const Tile &tile, ValueRange seed) const {
  Place in = ring.inputIn(at.slot, tile), out = ring.outputIn(at, tile);
  Value exists =
      b.compare(arith::CmpIPredicate::ne, count(member, tile), b.i32(0));
  auto scanWhole = [&] {
    Value start = warpStart(member);
    out.store(b, c.down, start, scanInThread(in.load(b, c.down, start), seed));
  };
  b.onlyIf(exists, [&] {
    if (c.pieces.most == 1)
      return scanWhole();
    if (c.pieces.areScanned)
      return scanPieces(in, out, member, seed);
    b.either(work.areWhole(), scanWhole,
             [&] { scanPieces(in, out, member, seed); });
  });
}

SmallVector<Value> ThreadRuns::scanInThread(ValueRange fields,
                                            ValueRange seed) const {
  SmallVector<Value> seeded(seed);
  llvm::append_range(seeded, fields);
  auto scanned =
      ThreadScanOp::create(b, TypeRange(fields), b.getMonoid(),
                           cast<FlatSymbolRefAttr>(c.down.getThread()), seeded,
                           c.isExclusive() ? b.getUnitAttr() : UnitAttr());
  return SmallVector<Value>(scanned.getResults());
}

//===----------------------------------------------------------------------===//
// Piece by piece
//===----------------------------------------------------------------------===//

SkeletonAttr ThreadRuns::pieceSkeleton() const {
  SkeletonParts parts;
  parts.warps = c.down.getWarps();
  parts.items = c.pieces.length;
  parts.rows = parts.stages = 1;
  return SkeletonAttr::get(b.getContext(), parts);
}

/// Where the warp's pieces would begin if those of its lanes were side by side.
Value ThreadRuns::pieceStart(const Member &member, Value number) const {
  Value inRun = b.mul(number, b.i32(c.pieces.length));
  Value inLanes = b.mul(b.laneId(), b.i32(c.pieces.length));
  return b.sub(b.toI64(b.add(firstOf(member), inRun)), b.toI64(inLanes));
}

SmallVector<State> ThreadRuns::statesOfPiece(ValueRange fields) const {
  SmallVector<State> states(c.pieces.length);
  for (Value vector : fields)
    for (auto [i, state] : llvm::enumerate(states))
      state.push_back(
          vector::ExtractOp::create(b, vector, static_cast<int64_t>(i)));
  return states;
}

State ThreadRuns::reducePieces(const Place &in, const Member &member) const {
  auto reduce = [&](Value number) {
    SmallVector<Value> fields =
        in.load(b, pieceSkeleton(), pieceStart(member, number));
    if (c.pieces.areReduced)
      return b.reduceRun(c.up, fields);
    SmallVector<State> states = statesOfPiece(fields);
    State all = states.front();
    for (const State &state : ArrayRef(states).drop_front())
      all = b.combine(all, state);
    return all;
  };
  State first = reduce(b.i32(0));
  if (!c.pieces.areLooped)
    return first;
  auto loop = scf::ForOp::create(b, b.i32(1), work.pieces, b.i32(1), first);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  State next = reduce(loop.getInductionVar());
  scf::YieldOp::create(b, b.combine(State(loop.getRegionIterArgs()), next));
  return State(loop.getResults());
}

void ThreadRuns::scanPieces(const Place &in, const Place &out,
                            const Member &member, ValueRange seed) const {
  auto scan = [&](Value number, State before) {
    Value start = pieceStart(member, number);
    SmallVector<Value> fields = in.load(b, pieceSkeleton(), start);
    if (c.pieces.areScanned) {
      SmallVector<Value> scanned = scanInThread(fields, before);
      out.store(b, pieceSkeleton(), start, scanned);
      State last = statesOfPiece(scanned).back();
      return c.isExclusive() ? b.combine(last, statesOfPiece(fields).back())
                             : last;
    }
    SmallVector<State> outputs;
    for (const State &item : statesOfPiece(fields)) {
      State upTo = b.combine(before, item);
      outputs.push_back(c.isExclusive() ? before : upTo);
      before = upTo;
    }
    out.store(b, pieceSkeleton(), start, b.acrossRows(outputs));
    return before;
  };
  if (!c.pieces.areLooped) {
    scan(b.i32(0), State(seed));
    return;
  }
  auto loop = scf::ForOp::create(b, b.i32(0), work.pieces, b.i32(1), seed);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  State next = scan(loop.getInductionVar(), State(loop.getRegionIterArgs()));
  scf::YieldOp::create(b, next);
}

} // namespace scanc::prefix
