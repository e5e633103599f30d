//===- StreamTiles.h - The tiles of a streaming block -----------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What all roles of one-launch streaming know: how the input is divided into
// tiles, and where each lies, in memory and in a slot of the ring.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_CONVERSION_PREFIXTOGPU_STREAMTILES_H
#define SCANC_LIB_CONVERSION_PREFIXTOGPU_STREAMTILES_H

#include "SharedMemory.h"
#include "Strategies.h"

#include "scanc/Dialect/Prefix/IR/StructLayout.h"

namespace scanc::prefix {

class StreamTiles {
protected:
  using Value = mlir::Value;
  using ValueRange = mlir::ValueRange;

  StreamTiles(ScanSource source, KernelBuilder &b)
      : source(source), b(b), down(source.plan.getScan()),
        types(ScanTypes::of(source.scan, source.monoid)),
        layout(StreamLayout::of(down, types)), shared(b) {}

  Value compare(mlir::arith::CmpIPredicate predicate, Value x, Value y) {
    return mlir::arith::CmpIOp::create(b, predicate, x, y);
  }
  Value add(Value x, Value y) { return b.add(x, y); }
  Value toI32(Value value) {
    return mlir::arith::TruncIOp::create(b, b.getI32Type(), value);
  }
  Value ceilDiv(Value x, Value y) {
    return b.udiv(b.sub(add(x, y), b.i64(1)), y);
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

  /// Where a role is: the number of its job, and the job's slot of the ring
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

  /// A tile as threads and bulk copies see it.
  struct Tile {
    Value elements; // i64, that exist
    Value start;    // i64, index of its first element in memory
  };

  /// The number in the launch of the block's tile `k` (i32) where all blocks
  /// are there.
  Value ownTile(Value k) { return add(b.mul(b.toI64(k), blocks), block); }

  /// Tile `index` (i64) of the launch; behind the last one there are no
  /// elements.
  Tile tileAt(Value index) {
    Value first = b.mul(index, tileLength);
    Value rest =
        mlir::arith::MaxSIOp::create(b, b.sub(length(), first), b.i64(0));
    Value elements = mlir::arith::MinUIOp::create(b, rest, tileLength);
    if (!source.scan.getReverse())
      return {elements, first};
    return {elements, b.sub(rest, elements)};
  }

  Value length() { return b.getParameters().length; }

  static int64_t sizeOf(llvm::ArrayRef<mlir::Type> fields) {
    return StructLayout::of(fields).size;
  }

  /// The address of a tile in an array of such elements.
  Value addressOf(Value base, const Tile &tile,
                  llvm::ArrayRef<mlir::Type> fields) {
    Value byte = b.mul(tile.start, b.i64(sizeOf(fields)));
    return mlir::LLVM::GEPOp::create(b, base.getType(), b.getI8Type(), base,
                                     llvm::ArrayRef<mlir::LLVM::GEPArg>{byte});
  }

  /// How many of a tile's bytes (i32) bulk copies can move.
  Value bulkBytes(Value address, const Tile &tile,
                  llvm::ArrayRef<mlir::Type> fields) {
    Value number = mlir::LLVM::PtrToIntOp::create(b, b.getI64Type(), address);
    Value bytes = toI32(b.mul(tile.elements, b.i64(sizeOf(fields))));
    // A tile that ends where a full one does begins where its length says.
    if (source.scan.getReverse())
      number = mlir::arith::OrIOp::create(b, number, b.toI64(bytes));
    Value rest = mlir::arith::AndIOp::create(b, number, b.i64(15));
    Value isAligned = compare(mlir::arith::CmpIPredicate::eq, rest, b.i64(0));
    bytes = mlir::arith::AndIOp::create(b, bytes, b.i32(~15));
    return mlir::arith::SelectOp::create(b, isAligned, bytes, b.i32(0));
  }

  /// Copies by the threads of a group what is left of a tile after its first
  /// `bulk` bytes, and has the group wait for it; unless `mayCopy`, where
  /// given, says that it may not (i1). Whether the tile is complete (i1).
  Value copyRest(Value to, Value from, Value bulk, const Tile &tile,
                 llvm::ArrayRef<mlir::Type> fields, Value thread, Value barrier,
                 llvm::function_ref<Value()> mayCopy = {}) {
    const int64_t unit = StructLayout::of(fields).alignment;
    Value bytes = toI32(b.mul(tile.elements, b.i64(sizeOf(fields))));
    Value isLeft = compare(mlir::arith::CmpIPredicate::ult, bulk, bytes);
    Value yes = mlir::arith::ConstantIntOp::create(b, 1, 1);
    auto branch = mlir::scf::IfOp::create(b, b.getI1Type(), isLeft,
                                          /*withElseRegion=*/true);
    mlir::OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(branch.elseBlock());
    mlir::scf::YieldOp::create(b, yes);
    b.setInsertionPointToStart(branch.thenBlock());
    Value may = mayCopy ? mayCopy() : yes;
    Value first =
        add(bulk, mlir::arith::MulIOp::create(b, thread, b.i32(unit)));
    Value end = mlir::arith::SelectOp::create(b, may, bytes, b.i32(0));
    auto loop = mlir::scf::ForOp::create(b, first, end,
                                         b.i32(unit * down.getThreads()));
    {
      mlir::OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(loop.getBody());
      Value byte = loop.getInductionVar();
      auto at = [&](Value base) -> Value {
        return mlir::LLVM::GEPOp::create(
            b, base.getType(), b.getI8Type(), base,
            llvm::ArrayRef<mlir::LLVM::GEPArg>{byte});
      };
      Value word = mlir::LLVM::LoadOp::create(b, b.getIntegerType(8 * unit),
                                              at(from), unit);
      mlir::LLVM::StoreOp::create(b, word, at(to), unit);
    }
    waitForGroup(barrier);
    mlir::scf::YieldOp::create(b, may);
    return branch.getResult(0);
  }

  void waitForGroup(Value barrier) {
    mlir::NVVM::BarrierOp::create(b, mlir::TypeRange(), barrier,
                                  b.i32(down.getThreads()),
                                  mlir::NVVM::BarrierReductionAttr(), Value());
  }

  /// Where a tile of such elements begins in a slot: at its beginning, or,
  /// where runs are counted from the end, so that it ends where a full one
  /// does.
  Value slotPointer(Value slot, const Tile &tile,
                    llvm::ArrayRef<mlir::Type> fields, int64_t offset) {
    Value start = shared.pointer(layout.ring + offset, slot, layout.slotBytes);
    if (!source.scan.getReverse())
      return start;
    Value missing = b.sub(b.i64(down.getTile()), tile.elements);
    Value byte = b.mul(missing, b.i64(sizeOf(fields)));
    return mlir::LLVM::GEPOp::create(b, start.getType(), b.getI8Type(), start,
                                     llvm::ArrayRef<mlir::LLVM::GEPArg>{byte});
  }

  /// Every block has floor or ceil of tiles / C tiles.
  void divideWork() {
    blocks = b.toI64(b.getParameters().blocks);
    block = b.blockId();
    Value longest = b.mul(blocks, b.i64(down.getTile()));
    Value cycles = ceilDiv(length(), longest);
    Value even = ceilDiv(length(), b.mul(blocks, cycles));
    Value granule = b.i64(layout.granule);
    tileLength = b.mul(ceilDiv(even, granule), granule);
    tiles = ceilDiv(length(), tileLength);
    // Blocks behind the last tile have none.
    Value behind = b.sub(add(tiles, b.sub(blocks, b.i64(1))), block);
    ownTiles = toI32(b.udiv(behind, blocks));
  }

  ScanSource source;
  KernelBuilder &b;
  SkeletonAttr down;
  ScanTypes types;
  StreamLayout layout;
  SharedMemory shared;
  Value blocks, block, tileLength, tiles; // i64
  Value ownTiles;                         // i32
};

} // namespace scanc::prefix

#endif // SCANC_LIB_CONVERSION_PREFIXTOGPU_STREAMTILES_H
