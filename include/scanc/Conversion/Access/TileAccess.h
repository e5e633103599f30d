//===- TileAccess.h - The runs of a tile in memory --------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A run is `items` elements in a row, `items * size` bytes. Where the array is
// aligned for it, a run moves by the widest accesses that divide it, up to 16
// bytes, and fields are cut out of words in registers; where it is not, field
// by field. Which of the two is decided once per tile, at run time, by a test
// that all threads agree on.
//
// Where the array ends within the tile, whole runs still move by wide accesses;
// of a run cut short, reads are clamped to the last element and masked by the
// identity, writes are predicated.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_CONVERSION_ACCESS_TILEACCESS_H
#define SCANC_CONVERSION_ACCESS_TILEACCESS_H

#include "scanc/Conversion/Access/StructArray.h"
#include "scanc/Conversion/Operators/StateBuilder.h"

namespace scanc::prefix {

/// Addresses of one tile op's runs. A run is named by the index of its first
/// element in scan order (i64).
class TileAccess {
public:
  using Values = llvm::SmallVector<mlir::Value>;
  using RunValues = llvm::function_ref<Values(mlir::Value run)>;
  using ItemValues =
      llvm::function_ref<Values(int64_t item, mlir::Value element)>;

  /// `op` is a `load_tile` or a `store_tile`, `fields` its memory types.
  template <class TileOp>
  TileAccess(mlir::ImplicitLocOpBuilder &b, TileOp op, mlir::ArrayAttr fields)
      : TileAccess(b, op.getBases(), op.getFirst(), op.getValid(), op.getWalk(),
                   fields, op.getRows(), op.getItems(), op.getAligned(),
                   op.getStreamed()) {}

  /// The elements that a `store_tile`'s map takes: the same runs as `op`'s.
  static TileAccess ofInputs(mlir::ImplicitLocOpBuilder &b, StoreTileOp op) {
    return TileAccess(b, op.getInputs(), op.getFirst(), op.getValid(),
                      op.getInputWalk(), *op.getElement(), op.getRows(),
                      op.getItems(), op.getAligned(), op.getStreamed());
  }

  /// Elements beside the runs of `op`, whose elements have such types: single
  /// ones, of the arrays in memory.
  template <class TileOp>
  static TileAccess around(mlir::ImplicitLocOpBuilder &b, TileOp op,
                           mlir::ArrayAttr element) {
    return TileAccess(b, op.getAround(), /*first=*/{}, /*valid=*/{},
                      op.getAroundWalk(), element, /*rows=*/1, /*items=*/1,
                      /*isKnownAligned=*/true, /*isStreamed=*/false);
  }

  llvm::ArrayRef<mlir::Type> getTypes() const { return types; }
  mlir::Value getValid() const { return valid; }

  /// The first element of the lane's run in row `row`.
  mlir::Value runOf(mlir::Value lane, int64_t row);
  Values runsOf(mlir::Value lane);
  /// Whether element `item` of the run exists; only with a `valid` count.
  mlir::Value exists(mlir::Value run, int64_t item);

  /// What `wide` gives of each run where runs move by wide accesses, `scalar`
  /// where they do not: values of `types` for a run, run after run.
  Values loadRuns(llvm::ArrayRef<mlir::Value> runs, mlir::TypeRange types,
                  RunValues wide, RunValues scalar);
  /// Runs move by wide accesses only where those of `other` can, too.
  void alignWith(const TileAccess &other);
  /// `wide` where `run` moves by wide accesses, `scalar` where it does not.
  void storeRun(mlir::Value run, llvm::function_ref<void()> wide,
                llvm::function_ref<void()> scalar);

  /// The words of a run of one field, as StructArray has them.
  Values loadWords(mlir::Value run);
  void storeWords(mlir::Value run, llvm::ArrayRef<mlir::Value> words);

  /// The fields of each item of a run, item by item.
  Values loadWide(mlir::Value run);
  Values loadScalar(mlir::Value run);
  void storeWide(mlir::Value run, llvm::ArrayRef<mlir::Value> values);
  void storeScalar(mlir::Value run, llvm::ArrayRef<mlir::Value> values);
  /// Of one element that exists (i64).
  Values loadElement(mlir::Value element);
  /// Stores what `valuesOf` gives of each item that exists.
  void storeEach(mlir::Value run, ItemValues valuesOf);

private:
  TileAccess(mlir::ImplicitLocOpBuilder &b, mlir::ValueRange bases,
             mlir::Value first, mlir::Value valid, mlir::Value walk,
             mlir::ArrayAttr fields, int64_t rows, int64_t items,
             bool isKnownAligned, bool isStreamed);

  /// Whether the run moves by wide accesses; null if it does in any case.
  mlir::Value isWide(mlir::Value run);

  mlir::Value i32(int64_t value);
  mlir::Value i64(int64_t value);

  mlir::ImplicitLocOpBuilder &b;
  mlir::Value first, valid;
  std::unique_ptr<Domain> domain; // null: elements in their order
  llvm::SmallVector<mlir::Type> types;
  /// One of all fields, or one of each.
  llvm::SmallVector<StructArray, 1> arrays;
  int64_t rows, items;
  mlir::Value isAligned;
};

} // namespace scanc::prefix

#endif // SCANC_CONVERSION_ACCESS_TILEACCESS_H
