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
  auto member = MemberOp::create(c.b, firstWarp, c.down.getWarps(), Value());
  return {member.getGroup(), member.getWarp(), member.getThread()};
}

Member Member::anew(const StreamContext &c, int64_t firstWarp) {
  auto member = MemberOp::create(c.b, firstWarp, c.down.getWarps(),
                                 c.shared.named(c.layout.mode));
  return {member.getGroup(), member.getWarp(), member.getThread()};
}

/// The first element of the thread's run (i32).
Value ThreadRuns::firstOf(const Member &member) const {
  return b.mul(member.thread, work.runLength());
}

Value ThreadRuns::warpStart(const Member &member) const {
  return WarpStartOp::create(b, member.warp, work.runLength());
}

/// How many elements there are from the thread's first one on; 0 if none.
Value ThreadRuns::count(const Member &member, const Tile &tile) const {
  Value elements = b.toI32(tile.elements);
  return RunElementsOp::create(b, elements, member.thread, work.runLength());
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
    Value run = work.runLength();
    for (const TileRegion &region : c.layout.inRegions)
      FillOp::create(b, ring.inputPointer(at.slot, tile, region), tile.elements,
                     run, member.thread, c.down.getThreads(), region.size,
                     region.alignment, c.isBackward());
  });
}

std::unique_ptr<Restarts> ThreadRuns::restartsOf(const Tile &tile) const {
  return tile.chains ? b.domain().restarts()->inTile(tile.chains) : nullptr;
}

/// Which of the `items` elements from `first` (i32) of the tile on begin
/// chains; nothing where there is one chain.
SmallVector<Value> ThreadRuns::cutsFrom(const Tile &tile, Value first,
                                        int64_t items) const {
  std::unique_ptr<Restarts> restarts = restartsOf(tile);
  return restarts ? b.cuts(*restarts, b.toI64(first), items)
                  : SmallVector<Value>();
}

SmallVector<Value> ThreadRuns::cutsOfRun(const Member &member,
                                         const Tile &tile) const {
  if (c.pieces.most > 1 && c.pieces.areReduced)
    return {};
  return cutsFrom(tile, firstOf(member), c.up.getItems());
}

Part ThreadRuns::reduce(const Position &at, const Member &member,
                        const Tile &tile, ValueRange cuts) const {
  Place in = ring.inputIn(at.slot, tile);
  Value isWhole = b.compare(arith::CmpIPredicate::uge, count(member, tile),
                            work.runLength());
  using Parts = KernelBuilder::Parts;
  return b
      .choose(
          isWhole,
          [&] {
            auto reduceWhole = [&] {
              SmallVector<Value> run = in.load(b, c.up, warpStart(member));
              return Parts{b.reduceRun(c.up, run, SmallVector<Value>(cuts))};
            };
            auto reducePieces = [&] {
              return Parts{this->reducePieces(in, member, tile)};
            };
            if (c.pieces.most == 1)
              return reduceWhole();
            if (c.pieces.areReduced)
              return reducePieces();
            return b.choose(work.areWhole(), reduceWhole, reducePieces);
          },
          [&] { return Parts{Part(b.identity())}; })
      .front();
}

State ThreadRuns::seedOf(const Member &member, const Tile &tile,
                         ValueRange seed, ValueRange before) const {
  Part own{State(before)};
  if (std::unique_ptr<Restarts> restarts = restartsOf(tile))
    own.cut = restarts->any(b, b.i64(0), b.toI64(firstOf(member)));
  return b.join(seed, own);
}

void ThreadRuns::scan(const Position &at, const Member &member,
                      const Tile &tile, ValueRange seed) const {
  Place in = ring.inputIn(at.slot, tile), out = ring.outputIn(at, tile);
  Value exists =
      b.compare(arith::CmpIPredicate::ne, count(member, tile), b.i32(0));
  auto scanWhole = [&] {
    Value start = warpStart(member);
    SmallVector<Value> run = in.load(b, c.down, start);
    out.store(b, c.down, start,
              b.scanRun(c.down, run, seed, c.outputs(),
                        cutsFrom(tile, firstOf(member), c.down.getItems())));
  };
  b.onlyIf(exists, [&] {
    if (c.pieces.most == 1)
      return scanWhole();
    if (c.pieces.areScanned)
      return scanPieces(in, out, member, tile, seed);
    b.either(work.areWhole(), scanWhole,
             [&] { scanPieces(in, out, member, tile, seed); });
  });
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

Value ThreadRuns::firstOfPiece(const Member &member, Value number) const {
  return b.add(firstOf(member), b.mul(number, b.i32(c.pieces.length)));
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

/// The same with what `cuts` says of them: an item that begins a chain has what
/// all chains begin with in front.
SmallVector<Part> ThreadRuns::partsOfPiece(ValueRange fields,
                                           ValueRange cuts) const {
  SmallVector<Part> parts;
  const State start = cuts.empty() ? State() : b.startOfChains();
  for (auto [i, state] : llvm::enumerate(statesOfPiece(fields))) {
    Part part(state);
    if (!cuts.empty()) {
      const auto bit = static_cast<int32_t>(uint32_t(1) << (i % 32));
      part.cut = b.isAnyIn(b.both(cuts[i / 32], b.i32(bit)));
      if (!start.empty())
        part.state = b.select(part.cut, b.combine(start, state), state);
    }
    parts.push_back(part);
  }
  return parts;
}

Part ThreadRuns::reducePieces(const Place &in, const Member &member,
                              const Tile &tile) const {
  auto reduce = [&](Value number) {
    SmallVector<Value> fields =
        in.load(b, pieceSkeleton(), pieceStart(member, number));
    SmallVector<Value> cuts =
        cutsFrom(tile, firstOfPiece(member, number), c.pieces.length);
    if (c.pieces.areReduced)
      return b.reduceRun(c.up, fields, cuts);
    SmallVector<Part> parts = partsOfPiece(fields, cuts);
    Part all = parts.front();
    for (const Part &part : ArrayRef(parts).drop_front())
      all = b.join(all, part);
    return all;
  };
  Part first = reduce(b.i32(0));
  if (!c.pieces.areLooped)
    return first;
  SmallVector<Value> carry{ValueRange(first.state)};
  if (first.cut)
    carry.push_back(first.cut);
  auto loop = scf::ForOp::create(b, b.i32(1), work.pieces, b.i32(1), carry);
  auto partOf = [&](ValueRange values) {
    const size_t fields = b.getStateTypes().size();
    return Part(State(values.take_front(fields)),
                first.cut ? values.back() : Value());
  };
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Part next = reduce(loop.getInductionVar());
  Part joined = b.join(partOf(loop.getRegionIterArgs()), next);
  SmallVector<Value> yielded{ValueRange(joined.state)};
  if (joined.cut)
    yielded.push_back(joined.cut);
  scf::YieldOp::create(b, yielded);
  return partOf(loop.getResults());
}

void ThreadRuns::scanPieces(const Place &in, const Place &out,
                            const Member &member, const Tile &tile,
                            ValueRange seed) const {
  auto scan = [&](Value number, State before) {
    Value start = pieceStart(member, number);
    SmallVector<Value> fields = in.load(b, pieceSkeleton(), start);
    SmallVector<Value> cuts =
        cutsFrom(tile, firstOfPiece(member, number), c.pieces.length);
    if (c.pieces.areScanned) {
      SmallVector<Value> scanned =
          b.scanRun(c.down, fields, before, c.outputs(), cuts);
      out.store(b, pieceSkeleton(), start, scanned);
      // Of both, those after the elements come last.
      State last =
          statesOfPiece(ValueRange(scanned).take_back(fields.size())).back();
      return c.outputs() == ScanOutputs::Before
                 ? b.combine(last, statesOfPiece(fields).back())
                 : last;
    }
    SmallVector<State> befores, afters;
    for (const Part &item : partsOfPiece(fields, cuts)) {
      State upTo = b.join(before, item);
      // What comes before the first element of a chain.
      if (c.outputs() != ScanOutputs::After && item.cut)
        before = b.select(item.cut, b.start(), before);
      befores.push_back(before);
      afters.push_back(upTo);
      before = upTo;
    }
    SmallVector<Value> scanned;
    if (c.outputs() != ScanOutputs::After)
      scanned = b.acrossRows(befores);
    if (c.outputs() != ScanOutputs::Before)
      llvm::append_range(scanned, b.acrossRows(afters));
    out.store(b, pieceSkeleton(), start, scanned);
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
