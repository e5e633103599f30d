//===- BulkSkeleton.cpp - The data movement of a ring, by bulk copies -----===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A warp loads tiles into the ring by bulk copies; groups fold what is in a
// slot, or store it by bulk copies. Only whole runs of 16-byte vectors move.
// The warps of the other roles are there, and end at once.
//
//===----------------------------------------------------------------------===//

#include "../Attr.h"
#include "TileCopies.h"
#include "TileRing.h"

using namespace mlir;

namespace scanc::prefix {
namespace {

class BulkSkeleton {
public:
  BulkSkeleton(const ScanSource &source, KernelBuilder &b,
               SkeletonPattern pattern)
      : c(source, b, /*hasOneTile=*/false), b(b), down(c.down), ring(c),
        copies(c), work(WorkDivision::divide(c)), pattern(pattern) {}

  void build() {
    initBarriers();
    const int64_t warps = c.groups() * down.getWarps();
    const int64_t first =
        pattern == SkeletonPattern::In ? c.firstReducer() : c.firstScanner();
    Value warp = b.warpId();
    Value isLoader = isEqual(warp, 0);
    b.either(
        isLoader, [&] { loadTiles(); },
        [&] {
          Value fromFirst = b.sub(warp, b.i32(first));
          Value isMember =
              b.compare(arith::CmpIPredicate::ult, fromFirst, b.i32(warps));
          b.onlyIf(isMember, [&] {
            Value group =
                arith::DivUIOp::create(b, fromFirst, b.i32(down.getWarps()));
            Value own =
                arith::RemUIOp::create(b, fromFirst, b.i32(down.getWarps()));
            pattern == SkeletonPattern::In ? foldTiles(group, own)
                                           : storeTiles(group, own);
          });
        });
  }

private:
  Value isEqual(Value value, int64_t number) {
    return b.compare(arith::CmpIPredicate::eq, value, b.i32(number));
  }

  void initBarriers() {
    b.onlyIf(isEqual(b.threadId(), 0), [&] {
      c.shared.init(c.layout.full, 1);
      c.shared.init(c.layout.empty,
                    pattern == SkeletonPattern::In ? down.getWarps() : 1);
      NVVM::FenceMbarrierInitOp::create(b);
    });
    NVVM::BarrierOp::create(b);
  }

  void loadTiles() {
    b.onlyIf(isEqual(b.laneId(), 0), [&] {
      ring.forTiles(work, b.i32(0), 1, {}, [&](const Position &at, ValueRange) {
        Value isReused =
            b.compare(arith::CmpIPredicate::uge, at.k, b.i32(down.getStages()));
        b.onlyIf(isReused, [&] {
          c.shared.acquire(c.layout.empty, at.slot,
                           arith::XOrIOp::create(b, at.parity, b.i32(1)));
        });
        Tile tile = work.tileAt(at.k);
        SmallVector<Stretch> input = copies.inputOf(tile);
        c.shared.release(c.layout.full, at.slot, copies.bulkOf(input));
        for (const Stretch &from : input)
          b.onlyIf(copies.isNonzero(from.bulk), [&] {
            c.shared.copyIn(ring.inputPointer(at.slot, tile, from.region),
                            from.address, from.bulk, c.layout.full, at.slot);
          });
        return State();
      });
    });
  }

  /// Warp `own` of a group folds its runs of every tile that is the group's.
  void foldTiles(Value group, Value own) {
    Value warpStart =
        arith::MulIOp::create(b, own, b.i32(32 * down.getItems()));
    Value runStart =
        b.add(warpStart,
              arith::MulIOp::create(b, b.laneId(), b.i32(down.getItems())));
    Value runEnd = b.add(runStart, b.i32(down.getItems()));
    State folded = b.identity();
    const size_t fields = folded.size();
    auto loop =
        forTilesOf(group, folded, [&](const Position &at, ValueRange before) {
          Tile tile = work.tileAt(at.k);
          c.shared.acquire(c.layout.full, at.slot, at.parity);
          Place in = ring.inputIn(at.slot, tile);
          Value isWhole = b.compare(arith::CmpIPredicate::ule, runEnd,
                                    b.toI32(tile.elements));
          auto branch = scf::IfOp::create(b, b.getStateTypes(), isWhole,
                                          /*addThenBlock=*/true,
                                          /*addElseBlock=*/true);
          {
            OpBuilder::InsertionGuard guard(b);
            b.setInsertionPointToStart(branch.thenBlock());
            Part run = b.reduceRun(down, in.load(b, down, b.toI64(warpStart)));
            scf::YieldOp::create(b, b.combine(before, run.state));
            b.setInsertionPointToStart(branch.elseBlock());
            scf::YieldOp::create(b, before);
          }
          NVVM::SyncWarpOp::create(b, b.i32(-1));
          b.onlyIf(isEqual(b.laneId(), 0),
                   [&] { c.shared.release(c.layout.empty, at.slot); });
          return State(branch.getResults());
        });
    const int64_t warps =
        1 + c.spine.getWarps() + 2 * c.groups() * down.getWarps();
    storeWarpTotal(b, down, warps, ValueRange(loop).take_back(fields));
  }

  /// The first thread of a group stores the group's tiles.
  void storeTiles(Value group, Value own) {
    Value isFirst =
        arith::AndIOp::create(b, isEqual(own, 0), isEqual(b.laneId(), 0));
    b.onlyIf(isFirst, [&] {
      forTilesOf(group, {}, [&](const Position &at, ValueRange) {
        Tile tile = work.tileAt(at.k);
        c.shared.acquire(c.layout.full, at.slot, at.parity);
        for (auto [to, from] :
             llvm::zip_equal(copies.outputOf(tile), c.layout.inRegions))
          b.onlyIf(copies.isNonzero(to.bulk), [&, &to = to, &from = from] {
            c.shared.copyOut(to.address, ring.inputPointer(at.slot, tile, from),
                             to.bulk);
            NVVM::CpAsyncBulkCommitGroupOp::create(b);
            NVVM::CpAsyncBulkWaitGroupOp::create(b, 0, b.getUnitAttr());
          });
        c.shared.release(c.layout.empty, at.slot);
        return State();
      });
      NVVM::CpAsyncBulkWaitGroupOp::create(b, 0, UnitAttr());
    });
  }

  /// The block's tiles that a group takes in turn; gives the last carry.
  State forTilesOf(Value group, ValueRange carry, TileRing::Body body) {
    return ring.forTiles(work, group, c.groups(), carry, body);
  }

  const StreamContext c;
  KernelBuilder &b;
  const SkeletonAttr down;
  const TileRing ring;
  const TileCopies copies;
  const WorkDivision work;
  const SkeletonPattern pattern;
};

} // namespace

LogicalResult buildBulkSkeleton(ScanSource source, SkeletonPattern pattern) {
  if (failed(checkSkeletonSource(source)))
    return failure();
  // No spine keeps one group from being a ring ahead of another.
  const SkeletonAttr scan = source.plan.getScan();
  if (scan.getStages() % getGroups(scan))
    return source.scan.emitError()
           << "a skeleton's stages must be a multiple of its "
           << getGroups(scan) << " groups, got " << scan.getStages();
  KernelBuilder b = source.open("stream");
  BulkSkeleton(source, b, pattern).build();
  return success();
}

} // namespace scanc::prefix
