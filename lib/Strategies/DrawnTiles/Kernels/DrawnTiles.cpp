//===- DrawnTiles.cpp - Blocks that draw their tiles ----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DrawnTiles.h"

using namespace mlir;

namespace scanc::prefix {

DrawnContext::DrawnContext(const ScanSource &source)
    : source(source), plan(source.plan), b(this->source.open("scan")),
      entries(b, plan.getTop()),
      layout(TileLayout::of(ScanTypes::of(source.scan, source.monoid))),
      shared(b) {}

void DrawnContext::putSeed(ValueRange seed) {
  shared.store(layout.seed, b.i32(0), seed);
}

void DrawnContext::onlyFirstWarp(function_ref<void()> body) {
  b.onlyIf(b.compare(arith::CmpIPredicate::eq, b.warpId(), b.i32(0)), body);
}

namespace {

class DrawnTiles {
public:
  DrawnTiles(const ScanSource &source, const TileExchange &exchange)
      : c(source), b(c.b), exchange(exchange) {}

  void build();

private:
  Value drawByFirstThread(bool isFirst);
  /// The tile that the first thread has drawn, in every thread.
  Value shareTile(Value drawn);
  void scanTile(Value tile);
  /// Has L2 fetch the tile three quarters of a grid after `tile`, which will be
  /// drawn soon; one thread. So each tile but the first ones is fetched once.
  void fetchAhead(Value tile);
  /// What `build` builds, for a tile without or with an end of the array in it.
  SmallVector<Value>
  whereWhole(Value tile, TypeRange types,
             function_ref<SmallVector<Value>(Value valid)> build);

  DrawnContext c;
  KernelBuilder &b;
  const TileExchange &exchange;
};

void DrawnTiles::build() {
  Value tiles = b.domain().countTiles(b, c.plan.getScan().getTile());
  Value first = drawByFirstThread(/*isFirst=*/true);
  auto loop = scf::WhileOp::create(b, b.getI64Type(), first);
  {
    OpBuilder::InsertionGuard guard(b);
    Block *before =
        b.createBlock(&loop.getBefore(), {}, b.getI64Type(), b.getLoc());
    Value drawn = shareTile(before->getArgument(0));
    Value isTile =
        arith::CmpIOp::create(b, arith::CmpIPredicate::ult, drawn, tiles);
    scf::ConditionOp::create(b, isTile, drawn);
    Block *after =
        b.createBlock(&loop.getAfter(), {}, b.getI64Type(), b.getLoc());
    scanTile(after->getArgument(0));
  }
  Value last = b.sub(b.add(tiles, b.blockCount()), b.i64(1));
  Value isLast = arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                       loop.getResult(0), last);
  b.onlyIf(isLast, [&] { b.onlyFirstThread([&] { c.entries.close(tiles); }); });
}

Value DrawnTiles::drawByFirstThread(bool isFirst) {
  Value isDrawing = arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                          b.threadId(), b.i32(0));
  auto branch = scf::IfOp::create(b, b.getI64Type(), isDrawing,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  if (isFirst)
    c.entries.open();
  scf::YieldOp::create(b, c.entries.draw());
  b.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(b, b.i64(0));
  return branch.getResult(0);
}

Value DrawnTiles::shareTile(Value drawn) {
  b.onlyFirstThread([&] { c.shared.store(c.layout.tile, drawn); });
  gpu::BarrierOp::create(b);
  return c.shared.load(c.layout.tile);
}

SmallVector<Value>
DrawnTiles::whereWhole(Value tile, TypeRange types,
                       function_ref<SmallVector<Value>(Value valid)> build) {
  Value length = b.length();
  Value end = b.mul(b.add(tile, b.i64(1)), b.i64(c.plan.getScan().getTile()));
  Value isWhole =
      arith::CmpIOp::create(b, arith::CmpIPredicate::ule, end, length);
  auto branch = scf::IfOp::create(b, types, isWhole, /*addThenBlock=*/true,
                                  /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(b, build({}));
  b.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(b, build(length));
  return SmallVector<Value>(branch.getResults());
}

void DrawnTiles::scanTile(Value tile) {
  SkeletonAttr skeleton = c.plan.getScan();
  Value start = b.warpStart(skeleton, b.mul(tile, b.i64(skeleton.getTile())));
  SmallVector<Type> types;
  for (int64_t row = 0; row < skeleton.getRows(); ++row)
    for (Type type : b.getStateTypes())
      types.push_back(VectorType::get(skeleton.getItems(), type));
  SmallVector<Value> rows = whereWhole(tile, types, [&](Value valid) {
    return b.input().upTo(valid).streamed().load(b, skeleton, start);
  });
  if (c.source.scan.getDomain().isContiguous())
    b.onlyFirstThread([&] { fetchAhead(tile); });
  exchange.prepare(c, tile);
  SmallVector<Value> cuts = b.cuts(skeleton, start);
  TileTotals totals = b.scanTotals(skeleton, rows, cuts);
  exchange.exchange(c, tile, totals.block.next);
  gpu::BarrierOp::create(b);
  Value next = drawByFirstThread(/*isFirst=*/false);

  State seed = c.shared.load(c.layout.seed, b.i32(0));
  for (Part &before : totals.block.before)
    before.state = b.join(seed, before);
  SmallVector<Value> outputs =
      b.scanFrom(skeleton, rows, totals, c.source.outputs(), cuts);
  whereWhole(tile, {}, [&](Value valid) {
    b.output().upTo(valid).streamed().store(b, skeleton, start, outputs);
    return SmallVector<Value>();
  });
  scf::YieldOp::create(b, next);
}

void DrawnTiles::fetchAhead(Value tile) {
  Value blocks = b.blockCount();
  Value quarter = arith::ShRUIOp::create(b, blocks, b.i64(2));
  Value tileLength = b.i64(c.plan.getScan().getTile());
  Value next = b.add(b.add(tile, b.sub(blocks, quarter)), b.i64(1));
  Value end = b.mul(next, tileLength);
  // Addresses are rounded down to bulk copies' units, into another tile: a unit
  // has at most so many elements.
  constexpr int64_t unit = 16;
  Value exists = arith::CmpIOp::create(b, arith::CmpIPredicate::ule,
                                       b.add(end, b.i64(unit)), b.length());
  b.onlyIf(exists, [&] {
    const Place in = b.input();
    Value start =
        b.domain().startInMemory(b, {b.sub(end, tileLength), tileLength, end});
    for (auto [index, array] : llvm::enumerate(in.form.arrays.layouts())) {
      Value address = in.address(b, index, start);
      c.shared.prefetch(RoundDownOp::create(b, address),
                        b.i32(c.plan.getScan().getTile() * array.size),
                        b.i64(CachePolicy::evictLast));
    }
  });
}

} // namespace

void buildDrawnTiles(const ScanSource &source, const TileExchange &exchange) {
  DrawnTiles(source, exchange).build();
}

} // namespace scanc::prefix
