//===- LowerTiles.cpp - Tiles by 16-byte or scalar accesses ---------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementMap.h"
#include "LowerAcross.h"

#include "scanc/Conversion/Access/TileAccess.h"
#include "scanc/Conversion/Operators/FieldConversion.h"

using namespace mlir;

namespace scanc::prefix {
#define GEN_PASS_DEF_PREFIXLOWERTILESPASS
#include "scanc/Conversion/Passes.h.inc"

namespace {

template <class TileOp> ArrayAttr elementsOf(TileOp op) {
  if constexpr (std::is_same_v<TileOp, LoadTileOp>)
    return op.getElement();
  else
    return *op.getElement();
}

/// The map of a tile op.
template <class TileOp> ElementMap mapOf(ImplicitLocOpBuilder &b, TileOp op) {
  ElementMap map(
      b, SymbolTable::lookupNearestSymbolFrom<MapOp>(op, op.getMapAttr()));
  if (map.takes().isPlaced())
    map.place(
        Domain::prepared(op.getNumbered().template getDefiningOp<WalkOp>()),
        op.getOrigin(), op.getUntil());
  if (map.takes().countNeighbours()) {
    std::shared_ptr<TileAccess> access(
        new TileAccess(TileAccess::around(b, op, elementsOf(op))));
    map.readAround(
        [access](Value number) { return access->loadElement(number); });
  }
  return map;
}

/// Makes states of what lies in memory.
class Loading {
public:
  explicit Loading(LoadTileOp op)
      : op(op), b(op, op.getMonoidAttr()), access(b, op, op.getElement()) {
    if (op.getMap())
      map.emplace(mapOf(b, op));
  }

  void run() {
    const int64_t items = op.getItems(), rows = op.getRows();
    SmallVector<Value> runs = access.runsOf(b.laneId());
    if (op.getValid())
      identity = b.identity();
    SmallVector<Type> types;
    for (int64_t item = 0; item < items; ++item)
      llvm::append_range(types, b.getStateTypes());
    SmallVector<Value> loaded = access.loadRuns(
        runs, types,
        [&](Value run) { return statesOf(run, access.loadWide(run), false); },
        [&](Value run) { return statesOf(run, access.loadScalar(run), true); });

    SmallVector<Value> results;
    const size_t fields = b.getStateTypes().size();
    for (int64_t row = 0; row < rows; ++row)
      for (size_t field = 0; field < fields; ++field) {
        SmallVector<Value> values;
        for (int64_t item = 0; item < items; ++item)
          values.push_back(loaded[(row * items + item) * fields + field]);
        auto type = VectorType::get(items, b.getStateTypes()[field]);
        results.push_back(vector::FromElementsOp::create(b, type, values));
      }
    op.replaceAllUsesWith(results);
    op.erase();
  }

private:
  /// Of the fields of a run's items. A run cut short is masked where it is read
  /// by scalar accesses.
  SmallVector<Value> statesOf(Value run, ArrayRef<Value> fields,
                              bool isMasked) {
    const size_t perItem = access.getTypes().size();
    const auto placed =
        map ? map->placed(run, op.getItems(), fields, access.getTypes(),
                          [&](Value k) { return access.loadElement(k); })
            : SmallVector<SmallVector<Value>>();
    SmallVector<Value> states;
    for (int64_t item = 0; item < static_cast<int64_t>(op.getItems()); ++item) {
      Value exists;
      if (isMasked && op.getValid())
        exists = access.exists(run, item);
      ArrayRef<Value> own = fields.slice(item * perItem, perItem);
      const SmallVector<Value> mapped =
          map ? map->apply({}, own, access.getTypes(), placed[item])
              : SmallVector<Value>();
      for (size_t field = 0; field < b.getStateTypes().size(); ++field) {
        Value value =
            map ? mapped[field]
                : convertField(b, own[field], access.getTypes()[field],
                               b.getStateTypes()[field]);
        if (exists)
          value = arith::SelectOp::create(b, exists, value, identity[field]);
        states.push_back(value);
      }
    }
    return states;
  }

  LoadTileOp op;
  StateBuilder b;
  TileAccess access;
  State identity; // where elements can be missing
  std::optional<ElementMap> map;
};

/// Makes what lies in memory of states.
class Storing {
public:
  explicit Storing(StoreTileOp op)
      : op(op), b(op.getLoc(), op), access(b, op, op.getOutput()),
        stateTypes(llvm::to_vector(op.getState().getAsValueRange<TypeAttr>())) {
    if (!op.getMap())
      return;
    map.emplace(mapOf(b, op));
    if (map->takesElement()) {
      inputs.reset(new TileAccess(TileAccess::ofInputs(b, op)));
      access.alignWith(*inputs);
    }
  }

  void run() {
    Value thread = arith::IndexCastOp::create(
        b, b.getI32Type(), gpu::ThreadIdOp::create(b, gpu::Dimension::x));
    Value lane = arith::AndIOp::create(b, thread,
                                       arith::ConstantIntOp::create(b, 31, 32));
    const size_t perRow = op.getValues().size() / op.getRows();
    for (int64_t row = 0; row < static_cast<int64_t>(op.getRows()); ++row) {
      ValueRange vectors = op.getValues().slice(row * perRow, perRow);
      if (map)
        storeMapped(access.runOf(lane, row), vectors);
      else
        storeConverted(lane, row, vectors);
    }
    op.erase();
  }

private:
  int64_t items() { return static_cast<int64_t>(op.getItems()); }

  SmallVector<Value> itemOf(ValueRange vectors, int64_t item) {
    return llvm::map_to_vector(vectors, [&](Value vector) -> Value {
      return vector::ExtractOp::create(b, vector, item);
    });
  }

  void storeConverted(Value lane, int64_t row, ValueRange vectors) {
    SmallVector<Value> values;
    for (int64_t item = 0; item < items(); ++item)
      for (auto [vector, from, to] :
           llvm::zip_equal(vectors, stateTypes, access.getTypes()))
        values.push_back(convertField(
            b, vector::ExtractOp::create(b, vector, item), from, to));
    Value run = access.runOf(lane, row);
    access.storeRun(
        run, [&] { access.storeWide(run, values); },
        [&] { access.storeScalar(run, values); });
  }

  /// The elements that a map takes are read in the branch that stores: of those
  /// that do not exist, none is.
  void storeMapped(Value run, ValueRange vectors) {
    const ArrayRef<Type> types = inputs ? inputs->getTypes() : ArrayRef<Type>();
    auto valuesOf = [&](int64_t item, ArrayRef<Value> fields,
                        ArrayRef<Value> placed) {
      return map->toFields(
          map->apply(itemOf(vectors, item), fields, types, placed),
          access.getTypes());
    };
    access.storeRun(
        run,
        [&] {
          const SmallVector<Value> all =
              inputs ? inputs->loadWide(run) : SmallVector<Value>();
          const auto placed = placedAt(run, items(), all);
          SmallVector<Value> values;
          for (int64_t item = 0; item < items(); ++item)
            llvm::append_range(
                values,
                valuesOf(item,
                         ArrayRef(all).slice(item * types.size(), types.size()),
                         placed[item]));
          access.storeWide(run, values);
        },
        [&] {
          access.storeEach(run, [&](int64_t item, Value element) {
            const SmallVector<Value> own =
                inputs ? inputs->loadElement(element) : SmallVector<Value>();
            return valuesOf(item, own, placedAt(element, 1, own).front());
          });
        });
  }

  SmallVector<SmallVector<Value>> placedAt(Value run, int64_t items,
                                           ArrayRef<Value> fields) {
    return map->placed(run, items, fields,
                       inputs ? inputs->getTypes() : ArrayRef<Type>(),
                       [&](Value k) { return inputs->loadElement(k); });
  }

  StoreTileOp op;
  ImplicitLocOpBuilder b;
  TileAccess access;
  SmallVector<Type> stateTypes;
  std::optional<ElementMap> map;
  std::unique_ptr<TileAccess> inputs; // where a map takes the element
};

struct PrefixLowerTilesPass
    : impl::PrefixLowerTilesPassBase<PrefixLowerTilesPass> {
  void runOnOperation() override {
    getOperation().walk([](LoadTileOp op) { Loading(op).run(); });
    getOperation().walk([](StoreTileOp op) { Storing(op).run(); });
    lowerChainsAcross(getOperation());
    getOperation().walk([](WalkOp op) { op.erase(); });
  }
};

} // namespace
} // namespace scanc::prefix
