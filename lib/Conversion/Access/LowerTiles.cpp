//===- LowerTiles.cpp - Tiles by 16-byte or scalar accesses ---------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Conversion/Access/TileAccess.h"
#include "scanc/Conversion/Operators/CloneBody.h"
#include "scanc/Conversion/Operators/FieldConversion.h"

using namespace mlir;

namespace scanc::prefix {
#define GEN_PASS_DEF_PREFIXLOWERTILESPASS
#include "scanc/Conversion/Passes.h.inc"

namespace {

/// A map, for the elements of one tile op.
class TileMap {
public:
  template <class TileOp>
  TileMap(ImplicitLocOpBuilder &b, TileOp op)
      : b(b),
        map(SymbolTable::lookupNearestSymbolFrom<MapOp>(op, op.getMapAttr())),
        origin(op.getOrigin()), until(op.getUntil()) {
    if (takes().isPlaced())
      domain =
          Domain::prepared(op.getNumbered().template getDefiningOp<WalkOp>());
    if (takes().countNeighbours())
      around.reset(new TileAccess(TileAccess::around(b, op, elementsOf(op))));
  }

  bool takesElement() { return takes().getIn(); }

  /// What there is beside the states and the values of each of the `items`
  /// elements from `run` on, whose values are `fields`, of `types`: values of
  /// their neighbours, and their indices. `here` is where the elements are.
  SmallVector<SmallVector<Value>>
  placed(Value run, int64_t items, ArrayRef<Value> fields, TileAccess *here) {
    SmallVector<SmallVector<Value>> all(items);
    if (!domain)
      return all;
    Value number = arith::AddIOp::create(b, origin, run);
    const SmallVector<Value> places = domain->placesInChain(b, number, items);
    addNeighbours({run, number, items}, places, fields, here, all);
    if (takes().getIndex())
      for (auto [own, place] : llvm::zip_equal(all, places))
        own.push_back(place);
    return all;
  }

  /// What it makes of `states`, which it takes, of the element's `fields` and
  /// of what placed() gives.
  SmallVector<Value> apply(ValueRange states, ValueRange fields,
                           ArrayRef<Type> types, ArrayRef<Value> placed) {
    // Where it takes no state, it is given one all the same.
    states = states.take_front(takes().getBefore() + takes().getAfter());
    SmallVector<Value> arguments(states);
    if (takesElement())
      for (auto [field, type, argument] : llvm::zip_equal(
               fields, types,
               map.getBody().getArguments().slice(states.size(), types.size())))
        arguments.push_back(convertField(b, field, type, argument.getType()));
    llvm::append_range(arguments, placed);
    return cloneBody(b, map.getBody(), arguments, b.getLoc());
  }

private:
  static ArrayAttr elementsOf(LoadTileOp op) { return op.getElement(); }
  static ArrayAttr elementsOf(StoreTileOp op) { return *op.getElement(); }

  MapArgumentsAttr takes() { return map.getMapArguments(); }

  Value i64(int64_t value) {
    return arith::ConstantIntOp::create(b, value, 64);
  }

  /// A run here, and the number of its first element along the walk.
  struct Run {
    Value first, number;
    int64_t items;
  };

  /// The values of element `number` of all, or of the last one.
  SmallVector<Value> elementAt(Value number) {
    Value last = arith::SubIOp::create(b, domain->length(), i64(1));
    return around->loadElement(arith::MinUIOp::create(b, number, last));
  }

  /// The values of the element before a run or behind it, in the order of the
  /// walk, from memory.
  SmallVector<Value> readAround(const Run &run, bool isLater) {
    if (isLater)
      return elementAt(arith::AddIOp::create(b, run.number, i64(run.items)));
    return elementAt(arith::SubIOp::create(
        b, arith::MaxUIOp::create(b, run.number, i64(1)), i64(1)));
  }

  /// The same from `here`, if it is known what lies here, and that does.
  SmallVector<Value> readBeside(const Run &run, bool isLater, TileAccess *here,
                                TypeRange types) {
    if (!until)
      return readAround(run, isLater);
    Value isHere, place;
    if (isLater) {
      Value count = arith::SubIOp::create(b, until, origin);
      place = arith::AddIOp::create(b, run.first, i64(run.items));
      isHere =
          arith::CmpIOp::create(b, arith::CmpIPredicate::ult, place, count);
    } else {
      place = arith::SubIOp::create(b, run.first, i64(1));
      isHere =
          arith::CmpIOp::create(b, arith::CmpIPredicate::ne, run.first, i64(0));
    }
    auto read = scf::IfOp::create(b, types, isHere, /*addThenBlock=*/true,
                                  /*addElseBlock=*/true);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(read.thenBlock());
    scf::YieldOp::create(b, here->loadElement(place));
    b.setInsertionPointToStart(read.elseBlock());
    scf::YieldOp::create(b, readAround(run, isLater));
    return SmallVector<Value>(read.getResults());
  }

  /// Those within the run are in registers; the one at either end is read from
  /// memory. Where the chain has none, some element is read, and not used.
  void addNeighbours(const Run &run, ArrayRef<Value> places,
                     ArrayRef<Value> fields, TileAccess *here,
                     SmallVector<SmallVector<Value>> &all) {
    if (!around)
      return;
    const size_t items = places.size();
    ArrayRef<Type> types = here->getTypes();
    Value last = arith::SubIOp::create(b, domain->chainLength(b), i64(1));
    SmallVector<Value> earlier, later; // in the order of the walk
    const size_t before =
        takes().getBefore() + takes().getAfter() + takes().getIn();
    for (auto [i, beside] : llvm::enumerate(takes().listNeighbours())) {
      const bool isLater = beside.isNext != domain->isBackward();
      if (SmallVector<Value> &end = isLater ? later : earlier; end.empty())
        end =
            readBeside(run, isLater, here,
                       ValueRange(fields.take_front(types.size())).getTypes());
      Type type = map.getBody().getArgument(before + i).getType();
      Value outside = arith::ConstantOp::create(b, beside.outside);
      for (size_t item = 0; item < items; ++item) {
        const bool isEnd = item == (isLater ? items - 1 : 0);
        const size_t other = isLater ? item + 1 : item - 1;
        Value value = !isEnd    ? fields[other * types.size() + beside.value]
                      : isLater ? later[beside.value]
                                : earlier[beside.value];
        Value isNone =
            arith::CmpIOp::create(b, arith::CmpIPredicate::eq, places[item],
                                  beside.isNext ? last : i64(0));
        value = convertField(b, value, types[beside.value], type);
        all[item].push_back(arith::SelectOp::create(b, isNone, outside, value));
      }
    }
  }

  ImplicitLocOpBuilder &b;
  MapOp map;
  Value origin, until;
  std::unique_ptr<Domain> domain;     // where it is placed
  std::unique_ptr<TileAccess> around; // where it looks at neighbours
};

/// Makes states of what lies in memory.
class Loading {
public:
  explicit Loading(LoadTileOp op)
      : op(op), b(op, op.getMonoidAttr()), access(b, op, op.getElement()) {
    if (op.getMap())
      map.emplace(b, op);
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
    const auto placed = map ? map->placed(run, op.getItems(), fields, &access)
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
  std::optional<TileMap> map;
};

/// Makes what lies in memory of states.
class Storing {
public:
  explicit Storing(StoreTileOp op)
      : op(op), b(op.getLoc(), op), access(b, op, op.getOutput()),
        stateTypes(llvm::to_vector(op.getState().getAsValueRange<TypeAttr>())) {
    if (!op.getMap())
      return;
    map.emplace(b, op);
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
      SmallVector<Value> values =
          map->apply(itemOf(vectors, item), fields, types, placed);
      for (auto [value, to] : llvm::zip_equal(values, access.getTypes()))
        value = convertField(b, value, signedLike(value.getType(), to), to);
      return values;
    };
    access.storeRun(
        run,
        [&] {
          const SmallVector<Value> all =
              inputs ? inputs->loadWide(run) : SmallVector<Value>();
          const auto placed = map->placed(run, items(), all, inputs.get());
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
            return valuesOf(item, own,
                            map->placed(element, 1, own, inputs.get()).front());
          });
        });
  }

  /// An integer has the sign of the field that it is stored in.
  static Type signedLike(Type type, Type field) {
    return type.isInteger() && field.isUnsignedInteger()
               ? IntegerType::get(type.getContext(),
                                  type.getIntOrFloatBitWidth(),
                                  IntegerType::Unsigned)
               : type;
  }

  StoreTileOp op;
  ImplicitLocOpBuilder b;
  TileAccess access;
  SmallVector<Type> stateTypes;
  std::optional<TileMap> map;
  std::unique_ptr<TileAccess> inputs; // where a map takes the element
};

struct PrefixLowerTilesPass
    : impl::PrefixLowerTilesPassBase<PrefixLowerTilesPass> {
  void runOnOperation() override {
    getOperation().walk([](LoadTileOp op) { Loading(op).run(); });
    getOperation().walk([](StoreTileOp op) { Storing(op).run(); });
    getOperation().walk([](WalkOp op) { op.erase(); });
  }
};

} // namespace
} // namespace scanc::prefix
