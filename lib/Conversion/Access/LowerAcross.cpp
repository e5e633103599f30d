//===- LowerAcross.cpp - Chains that lie side by side ---------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A lane has `rows` chains beside each other and goes `items` steps along all
// of them. Where its chains lie side by side, a step is one access for all of
// them. That depends on strides and addresses, which all threads agree on; and
// where chains end, or there are no more of them, lanes go element by element.
//
// Elements go through shared memory, a lane's own to a place that nobody else
// reads or writes. So it waits for its own copies, and for no barrier.
//
// An element that does not exist is never read, nor is another in its place
// that belongs to another lane: outputs may be written where inputs lie.
//
//===----------------------------------------------------------------------===//

#include "LowerAcross.h"

#include "ElementMap.h"

#include "scanc/Conversion/Access/StructArray.h"
#include "scanc/Conversion/Operators/FieldConversion.h"
#include "scanc/Conversion/Operators/StateBuilder.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;

namespace scanc::prefix {
namespace {

using Values = SmallVector<Value>;

/// A chain by itself, for maps that depend on where elements are in it.
class OneChain final : public Domain {
public:
  OneChain(Value elements, bool isReversed)
      : Domain({}, ValueRange(elements), isReversed) {}

  Value length() const override { return sizes.front(); }
  RunOrder runOrder() const override { return RunOrder::Apart; }
  Value startInMemory(Builder &, const Span &) const override {
    llvm_unreachable("the chain lies in several arrays");
  }
  Value anchor(Builder &) const override { return {}; }
  std::unique_ptr<Domain> ofTile(Value) const override {
    llvm_unreachable("the chain is not moved by tiles");
  }
};

/// A lane's chains in the arrays of one side, in memory. Steps are i64.
class ChainAccess {
public:
  ChainAccess(ValueBuilder &b, ValueRange bases, ValueRange places, Value walk,
              ArrayAttr fields, int64_t rows)
      : b(b), places(places), rows(rows) {
    auto bound = walk.getDefiningOp<WalkOp>();
    domain = Domain::prepared(bound);
    const ElementArrays all{llvm::to_vector(fields.getAsValueRange<TypeAttr>()),
                            bases.size() == fields.size()};
    types = all.fields();
    for (auto [number, base] : llvm::enumerate(bases))
      arrays.emplace_back(b, base, all.fieldsOf(number), rows,
                          /*domain=*/nullptr, number, /*isStreamed=*/true);

    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointAfter(bound);
    for (auto [number, array] : llvm::enumerate(arrays)) {
      steps.push_back(domain->stepOf(b, number));
      stepBytes.push_back(b.mul(steps.back(), b.i64(array.getSize())));
    }
    if (rows > 1)
      isWide = domain->areSideBySide(b, rows);
    for (StructArray &array : arrays) {
      Value own = array.isAligned();
      isWide = isWide ? b.both(isWide, own) : own;
    }
  }

  ArrayRef<Type> getTypes() const { return types; }
  Value areWide() const { return isWide; }
  /// Elements of each chain in the walk.
  Value chainLength() { return domain->chainLength(b); }
  bool isBackward() const { return domain->isBackward(); }
  MutableArrayRef<StructArray> getArrays() { return arrays; }

  /// Where step `step` of chain `row` is in an array.
  Value elementOf(int64_t row, size_t array, Value step) {
    return b.add(places[row * arrays.size() + array],
                 b.mul(step, steps[array]));
  }
  /// The same of a chain that exists: `row`, or else the first.
  Value elementNear(int64_t row, Value exists, size_t array, Value step) {
    Value element = elementOf(row, array, step);
    return row == 0 ? element
                    : arith::SelectOp::create(b, exists, element,
                                              elementOf(0, array, step));
  }

  Values loadElement(int64_t row, Value exists, Value step) {
    Values values;
    for (auto [number, array] : llvm::enumerate(arrays))
      llvm::append_range(
          values, array.loadElement(elementNear(row, exists, number, step)));
    return values;
  }

  /// Where step `step` of the first chain is in each array. From one step to
  /// the next, an addition: products of the stride would all be kept in
  /// registers.
  Values pointersAt(Value step) {
    Values pointers;
    for (auto [number, array] : llvm::enumerate(arrays))
      pointers.push_back(array.addressOf(elementOf(0, number, step), 0));
    return pointers;
  }
  void advance(Values &pointers) {
    for (auto [pointer, bytes] : llvm::zip_equal(pointers, stepBytes))
      pointer = LLVM::GEPOp::create(b, pointer.getType(), b.getI8Type(),
                                    pointer, ArrayRef<LLVM::GEPArg>{bytes});
  }

  /// The fields of each chain, chain after chain.
  void storeStep(ValueRange pointers, ArrayRef<Value> values) {
    size_t before = 0;
    for (auto [number, array] : llvm::enumerate(arrays)) {
      Values own;
      for (int64_t row = 0; row < rows; ++row)
        llvm::append_range(own, values.slice(row * types.size() + before,
                                             array.countFields()));
      array.at(pointers[number]).storeRun(b.i64(0), own);
      before += array.countFields();
    }
  }

  void storeElement(int64_t row, Value step, ArrayRef<Value> values) {
    for (auto [number, array] : llvm::enumerate(arrays)) {
      array.storeElement(elementOf(row, number, step),
                         values.take_front(array.countFields()));
      values = values.drop_front(array.countFields());
    }
  }

private:
  ValueBuilder &b;
  SmallVector<Value> places;
  int64_t rows;
  std::unique_ptr<Domain> domain;
  SmallVector<Type> types;
  SmallVector<StructArray, 1> arrays;
  SmallVector<Value> steps; // from element to element of each array
  SmallVector<Value> stepBytes;
  Value isWide;
};

/// The executing lane's place in a slot: see `fetch_chains`.
class LaneSlot {
public:
  /// `op` is in a kernel.
  LaneSlot(ValueBuilder &b, Operation *op, Value slot, size_t countArrays,
           ArrayAttr fields, int64_t rows, int64_t items)
      : b(b), rows(rows) {
    const ElementArrays all{llvm::to_vector(fields.getAsValueRange<TypeAttr>()),
                            countArrays == fields.size()};
    types = all.fields();
    const int64_t threads =
        op->getParentOfType<gpu::GPUFuncOp>().getKnownBlockSize()->front();
    pitch = threads * rows;
    Value thread = arith::IndexCastOp::create(
        b, b.getI64Type(), gpu::ThreadIdOp::create(b, gpu::Dimension::x));
    int64_t before = 0;
    for (size_t number = 0; number < countArrays; ++number) {
      const SmallVector<Type> own = all.fieldsOf(number);
      const int64_t size = StructLayout::of(own).size;
      Value byte = b.add(b.mul(thread, b.i64(rows * size)), b.i64(before));
      bases.push_back(LLVM::GEPOp::create(b, slot.getType(), b.getI8Type(),
                                          slot, ArrayRef<LLVM::GEPArg>{byte}));
      arrays.emplace_back(b, bases.back(), own, rows, /*domain=*/nullptr,
                          number, /*isStreamed=*/false);
      before += items * pitch * size;
    }
  }

  ArrayRef<Type> getTypes() const { return types; }
  MutableArrayRef<StructArray> getArrays() { return arrays; }

  /// Where step `item` of chain `row` is, in elements of each array.
  Value place(int64_t row, int64_t item) { return b.i64(item * pitch + row); }
  Value place(int64_t row, Value item) {
    return b.add(b.mul(item, b.i64(pitch)), b.i64(row));
  }
  /// The address of the same, of all chains.
  Value address(size_t array, int64_t item, int64_t size, int64_t byte) {
    return LLVM::GEPOp::create(b, bases[array].getType(), b.getI8Type(),
                               bases[array],
                               ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(
                                   item * pitch * size + byte)});
  }

  /// The fields of each chain at a step, chain after chain.
  Values loadStep(int64_t item) {
    SmallVector<Values> perArray;
    for (StructArray &array : arrays)
      perArray.push_back(array.loadRun(place(0, item)));
    Values values;
    for (int64_t row = 0; row < rows; ++row)
      for (const Values &loaded : perArray) {
        const size_t fields = loaded.size() / rows;
        llvm::append_range(values,
                           ArrayRef(loaded).slice(row * fields, fields));
      }
    return values;
  }

  Values loadElement(int64_t row, int64_t item) {
    Values values;
    for (StructArray &array : arrays)
      llvm::append_range(values, array.loadElement(place(row, item)));
    return values;
  }

private:
  ValueBuilder &b;
  int64_t rows, pitch;
  SmallVector<Type> types;
  SmallVector<Value> bases;
  SmallVector<StructArray, 1> arrays;
};

/// What a lane has, and what of it exists.
class Lane {
public:
  Lane(ValueBuilder &b, Value step, Value chains, int64_t rows, int64_t items,
       Value end)
      : b(b), rows(rows), items(items), step(step), chains(chains), end(end) {}

  Value isWhole() {
    Value behind = b.add(step, b.i64(items));
    Value areAll = b.compare(arith::CmpIPredicate::ule, behind, end);
    return b.both(areAll,
                  b.compare(arith::CmpIPredicate::eq, chains, b.i32(rows)));
  }
  /// Whether there is anything.
  Value isAny() {
    return b.both(b.compare(arith::CmpIPredicate::ult, step, end),
                  b.compare(arith::CmpIPredicate::ne, chains, b.i32(0)));
  }
  Value hasChain(int64_t row) {
    return b.compare(arith::CmpIPredicate::ugt, chains, b.i32(row));
  }
  Value at(int64_t item) { return b.add(step, b.i64(item)); }
  Value hasStep(int64_t item) {
    return b.compare(arith::CmpIPredicate::ult, at(item), end);
  }
  /// The last that exists, if there is any, in place of one that does not.
  Value near(Value item) {
    return arith::MinUIOp::create(b, b.add(step, item), b.sub(end, b.i64(1)));
  }

  ValueBuilder &b;
  int64_t rows, items;
  Value step, chains, end;
};

/// The arrays that a walk goes over.
size_t countArrays(Value walk) {
  auto bound = walk.getDefiningOp<WalkOp>();
  return (bound.getSizes().size() - bound.getDomain().getSizeNames().size()) /
         bound.getDomain().countStrides();
}

/// An op's map, if it has one; `length` are the elements of a chain.
template <class ChainsOp>
std::optional<ElementMap> mapOf(ValueBuilder &b, ChainsOp op, Value length,
                                bool isBackward) {
  if (!op.getMap())
    return {};
  ElementMap map(
      b, SymbolTable::lookupNearestSymbolFrom<MapOp>(op, op.getMapAttr()));
  if (map.takes().isPlaced())
    map.place(std::make_unique<OneChain>(length, isBackward), b.i64(0),
              /*until=*/{});
  return map;
}

/// Has the map read neighbours in chain `row`, in memory.
void lookAround(ElementMap &map, ChainAccess *around, int64_t row,
                Value exists) {
  if (map.takes().countNeighbours())
    map.readAround(
        [=](Value number) { return around->loadElement(row, exists, number); });
}

Values unusedReader(Value) {
  llvm_unreachable("elements beside a lane's are read from memory");
}

/// Copies by the widest accesses, which an asynchronous copy has 4, 8 or 16
/// bytes for.
constexpr int64_t leastAsyncBytes = 4;

void lowerFetch(FetchChainsOp op) {
  ValueBuilder b(op.getLoc(), op);
  const int64_t rows = op.getRows(), items = op.getItems();
  ChainAccess from(b, op.getBases(), op.getPlaces(), op.getWalk(),
                   op.getElement(), rows);
  LaneSlot to(b, op, op.getSlot(), op.getBases().size(), op.getElement(), rows,
              items);
  Lane lane(b, op.getStep(), op.getChains(), rows, items, from.chainLength());
  // Few registers are worth more here than loads side by side.
  auto copyOneByOne = [&] {
    auto loop = scf::ForOp::create(b, b.i64(0), b.i64(items), b.i64(1));
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value item = loop.getInductionVar(), step = lane.near(item);
    for (int64_t row = 0; row < rows; ++row)
      for (auto [number, arrays] :
           llvm::enumerate(llvm::zip_equal(from.getArrays(), to.getArrays()))) {
        auto &[source, target] = arrays;
        Value element = from.elementNear(row, lane.hasChain(row), number, step);
        target.storeElement(to.place(row, item), source.loadElement(element));
      }
  };
  const bool isAsync =
      llvm::all_of(from.getArrays(), [](const StructArray &array) {
        return array.getAccessBytes() >= leastAsyncBytes;
      });
  if (!isAsync) {
    b.onlyIf(lane.isAny(), copyOneByOne);
  } else {
    auto branch = scf::IfOp::create(b, b.both(from.areWide(), lane.isWhole()),
                                    /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(branch.thenBlock());
    Values pointers = from.pointersAt(lane.step);
    for (int64_t item = 0; item < items; ++item) {
      for (auto [number, array] : llvm::enumerate(from.getArrays()))
        for (int64_t byte = 0; byte < rows * array.getSize();
             byte += array.getAccessBytes()) {
          const bool isWhole = array.getAccessBytes() == 16;
          NVVM::CpAsyncOp::create(
              b, to.address(number, item, array.getSize(), byte),
              array.at(pointers[number]).addressOf(b.i64(0), byte),
              static_cast<uint32_t>(array.getAccessBytes()),
              isWhole ? NVVM::LoadCacheModifierKind::CG
                      : NVVM::LoadCacheModifierKind::CA,
              /*cpSize=*/Value());
        }
      from.advance(pointers);
    }
    b.setInsertionPointToStart(branch.elseBlock());
    b.onlyIf(lane.isAny(), copyOneByOne);
  }
  NVVM::CpAsyncCommitGroupOp::create(b);
  op.erase();
}

void lowerAwait(AwaitChainsOp op) {
  ValueBuilder b(op.getLoc(), op);
  NVVM::CpAsyncWaitGroupOp::create(b, static_cast<uint32_t>(op.getGroups()));
  op.erase();
}

class Loading {
public:
  explicit Loading(LoadChainsOp op)
      : op(op), b(op, op.getMonoidAttr()),
        domain(Domain::prepared(op.getWalk().getDefiningOp<WalkOp>())),
        around(op.getAround().empty()
                   ? nullptr
                   : new ChainAccess(b, op.getAround(), op.getPlaces(),
                                     op.getWalk(), op.getElement(),
                                     op.getRows())),
        slot(b, op, op.getSlot(), countArrays(op.getWalk()), op.getElement(),
             op.getRows(), op.getItems()),
        lane(b, op.getStep(), op.getChains(), op.getRows(), op.getItems(),
             domain->chainLength(b)),
        map(mapOf(b, op, domain->chainLength(b), domain->isBackward())) {}

  void run() {
    SmallVector<Type> types;
    for (int64_t item = 0; item < lane.rows * lane.items; ++item)
      llvm::append_range(types, b.getStateTypes());
    auto branch = scf::IfOp::create(b, types, lane.isAny(),
                                    /*addThenBlock=*/true,
                                    /*addElseBlock=*/true);
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(branch.thenBlock());
      scf::YieldOp::create(b, loadSome());
      b.setInsertionPointToStart(branch.elseBlock());
      Values none;
      State identity = b.identity();
      for (int64_t item = 0; item < lane.rows * lane.items; ++item)
        llvm::append_range(none, identity);
      scf::YieldOp::create(b, none);
    }
    Values results;
    const size_t fields = b.getStateTypes().size();
    for (int64_t row = 0; row < lane.rows; ++row)
      for (size_t field = 0; field < fields; ++field) {
        Values values;
        for (int64_t item = 0; item < lane.items; ++item)
          values.push_back(
              branch.getResult((row * lane.items + item) * fields + field));
        auto type = VectorType::get(lane.items, b.getStateTypes()[field]);
        results.push_back(vector::FromElementsOp::create(b, type, values));
      }
    op.replaceAllUsesWith(results);
    op.erase();
  }

private:
  Values loadSome() {
    SmallVector<Values> perStep;
    for (int64_t item = 0; item < lane.items; ++item)
      perStep.push_back(slot.loadStep(item));
    const size_t perItem = slot.getTypes().size();
    Values states;
    for (int64_t row = 0; row < lane.rows; ++row) {
      Values fields;
      for (const Values &step : perStep)
        llvm::append_range(fields,
                           ArrayRef(step).slice(row * perItem, perItem));
      llvm::append_range(states, statesOf(row, fields));
    }
    return states;
  }

  /// The states of chain `row`, of its fields at each step.
  Values statesOf(int64_t row, ArrayRef<Value> fields) {
    const size_t perItem = slot.getTypes().size();
    SmallVector<Values> placed;
    if (map) {
      lookAround(*map, around.get(), row, lane.hasChain(row));
      placed = map->placed(lane.step, lane.items, fields, slot.getTypes(),
                           unusedReader);
    }
    State identity;
    if (op.getMasked())
      identity = b.identity();
    Values states;
    for (int64_t item = 0; item < lane.items; ++item) {
      ArrayRef<Value> own = fields.slice(item * perItem, perItem);
      Values mapped;
      if (map)
        mapped = map->apply({}, own, slot.getTypes(), placed[item]);
      for (size_t field = 0; field < b.getStateTypes().size(); ++field) {
        Value value = map ? mapped[field]
                          : convertField(b, own[field], slot.getTypes()[field],
                                         b.getStateTypes()[field]);
        if (op.getMasked())
          value = arith::SelectOp::create(b, lane.hasStep(item), value,
                                          identity[field]);
        states.push_back(value);
      }
    }
    return states;
  }

  LoadChainsOp op;
  StateBuilder b;
  std::unique_ptr<Domain> domain;
  std::unique_ptr<ChainAccess> around; // where a map looks at neighbours
  LaneSlot slot;
  Lane lane;
  std::optional<ElementMap> map;
};

class Storing {
public:
  explicit Storing(StoreChainsOp op)
      : op(op), b(op.getLoc(), op),
        access(b, op.getBases(), op.getPlaces(), op.getWalk(), op.getOutput(),
               op.getRows()),
        around(op.getAround().empty()
                   ? nullptr
                   : new ChainAccess(b, op.getAround(), op.getAroundPlaces(),
                                     op.getInputWalk(), *op.getElement(),
                                     op.getRows())),
        lane(b, op.getStep(), op.getChains(), op.getRows(), op.getItems(),
             op.getLonger() ? b.add(access.chainLength(), b.i64(1))
                            : access.chainLength()),
        map(mapOf(b, op, access.chainLength(), access.isBackward())),
        stateTypes(llvm::to_vector(op.getState().getAsValueRange<TypeAttr>())) {
    if (!op.getSlot())
      return;
    inputs.emplace(b, op, op.getSlot(), countArrays(op.getInputWalk()),
                   *op.getElement(), op.getRows(), op.getItems());
  }

  void run() {
    auto branch = scf::IfOp::create(b, b.both(access.areWide(), lane.isWhole()),
                                    /*withElseRegion=*/true);
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(branch.thenBlock());
      storeWhole();
      b.setInsertionPointToStart(branch.elseBlock());
      for (int64_t row = 0; row < lane.rows; ++row)
        for (int64_t item = 0; item < lane.items; ++item)
          b.onlyIf(b.both(lane.hasChain(row), lane.hasStep(item)),
                   [&] { storeOne(row, item); });
    }
    op.erase();
  }

private:
  ArrayRef<Type> inputTypes() {
    return inputs ? inputs->getTypes() : ArrayRef<Type>();
  }

  /// The fields of an output.
  Values fieldsOf(int64_t row, int64_t item, ArrayRef<Value> element,
                  ArrayRef<Value> placed) {
    const size_t perRow = op.getValues().size() / lane.rows;
    Values states;
    for (Value vector : op.getValues().slice(row * perRow, perRow))
      states.push_back(vector::ExtractOp::create(b, vector, item));
    if (map)
      return map->toFields(map->apply(states, element, inputTypes(), placed),
                           access.getTypes());
    Values fields;
    for (auto [state, from, to] :
         llvm::zip_equal(states, stateTypes, access.getTypes()))
      fields.push_back(convertField(b, state, from, to));
    return fields;
  }

  void storeWhole() {
    const size_t perItem = inputTypes().size();
    SmallVector<Values> ofRow(lane.rows);
    if (inputs)
      for (int64_t item = 0; item < lane.items; ++item) {
        const Values step = inputs->loadStep(item);
        for (int64_t row = 0; row < lane.rows; ++row)
          llvm::append_range(ofRow[row],
                             ArrayRef(step).slice(row * perItem, perItem));
      }
    SmallVector<SmallVector<Values>> placed(lane.rows,
                                            SmallVector<Values>(lane.items));
    for (int64_t row = 0; row < lane.rows && map; ++row) {
      lookAround(*map, around.get(), row, b.boolean(true));
      placed[row] = map->placed(lane.step, lane.items, ofRow[row], inputTypes(),
                                unusedReader);
    }
    Values pointers = access.pointersAt(lane.step);
    for (int64_t item = 0; item < lane.items; ++item) {
      Values fields;
      for (int64_t row = 0; row < lane.rows; ++row)
        llvm::append_range(fields,
                           fieldsOf(row, item,
                                    ArrayRef(ofRow[row])
                                        .slice(inputs ? item * perItem : 0,
                                               inputs ? perItem : 0),
                                    placed[row][item]));
      access.storeStep(pointers, fields);
      access.advance(pointers);
    }
  }

  void storeOne(int64_t row, int64_t item) {
    Values element, placed;
    if (inputs)
      element = inputs->loadElement(row, item);
    if (map) {
      lookAround(*map, around.get(), row, b.boolean(true));
      placed =
          map->placed(lane.at(item), 1, element, inputTypes(), unusedReader)
              .front();
    }
    access.storeElement(row, lane.at(item),
                        fieldsOf(row, item, element, placed));
  }

  StoreChainsOp op;
  ValueBuilder b;
  ChainAccess access;
  std::unique_ptr<ChainAccess> around; // where a map looks at neighbours
  std::optional<LaneSlot> inputs;      // where it takes the element
  Lane lane;
  std::optional<ElementMap> map;
  SmallVector<Type> stateTypes;
};

void lowerPlace(PlaceChainOp op) {
  std::unique_ptr<Domain> domain =
      Domain::prepared(op.getWalk().getDefiningOp<WalkOp>());
  ImplicitLocOpBuilder b(op.getLoc(), op);
  op.replaceAllUsesWith(
      domain->placesOfChain(b, op.getChain(), op.getLonger()));
  op.erase();
}

} // namespace

void lowerChainsAcross(Operation *root) {
  root->walk([](PlaceChainOp op) { lowerPlace(op); });
  root->walk(lowerFetch);
  root->walk(lowerAwait);
  root->walk([](LoadChainsOp op) { Loading(op).run(); });
  root->walk([](StoreChainsOp op) { Storing(op).run(); });
}

} // namespace scanc::prefix
