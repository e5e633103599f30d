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
// reads or writes. So it waits for its own copies, and for no barrier. Where
// chains are few and fill a stretch of memory, a warp copies that as it lies,
// and lanes find their elements there: see `fetch_stretch`.
//
// An element that does not exist is never read, nor is another in its place
// that belongs to another warp: outputs may be written where inputs lie.
//
//===----------------------------------------------------------------------===//

#include "LowerAcross.h"

#include "AsyncCopy.h"
#include "ChainAccess.h"
#include "ChainSlot.h"
#include "ElementMap.h"
#include "StretchCopy.h"
#include "WarpPieces.h"

#include "scanc/Conversion/Operators/FieldConversion.h"
#include "scanc/Conversion/Operators/StateBuilder.h"
#include "scanc/Dialect/Prefix/IR/StretchLayout.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Matchers.h"

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

void either(ValueBuilder &b, Value condition, function_ref<void()> then,
            function_ref<void()> otherwise) {
  auto branch = scf::IfOp::create(b, condition, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  then();
  b.setInsertionPointToStart(branch.elseBlock());
  otherwise();
}

class Fetching {
public:
  explicit Fetching(FetchChainsOp op)
      : op(op), b(op.getLoc(), op), rows(op.getRows()), items(op.getItems()),
        from(b, op.getBases(), op.getPlaces(), op.getWalk(), op.getElement(),
             rows),
        to(b, op, op.getSlot(), op.getBases().size(), op.getElement(), rows,
           items),
        lane(b, op.getStep(), op.getChains(), rows, items, from.chainLength()) {
  }

  void lower() {
    // The warp has read what was there.
    NVVM::SyncWarpOp::create(b, b.i32(-1));
    WarpPieces pieces(b, from, lane);
    if (pieces.areAny())
      either(
          b, pieces.areWhole(), [&] { copyTogether(pieces); },
          [&] { copyAlone(); });
    else
      copyAlone();
    NVVM::CpAsyncCommitGroupOp::create(b);
    op.erase();
  }

private:
  void copyTogether(WarpPieces &pieces) {
    for (size_t number = 0; number < from.getArrays().size(); ++number)
      pieces.forEach(number, to, [&](Value memory, Value place) {
        copyAsync(b, place, memory, WarpPieces::bytes, op.getPolicy());
      });
  }

  void copyAlone() {
    const bool isAsync =
        llvm::all_of(from.getArrays(), [](const StructArray &array) {
          return array.getAccessBytes() >= leastAsyncBytes;
        });
    auto copyAny = [&] { b.onlyIf(lane.isAny(), [&] { copyOneByOne(); }); };
    if (isAsync)
      either(
          b, b.both(from.areWide(), lane.isWhole()), [&] { copyWide(); },
          copyAny);
    else
      copyAny();
  }

  void copyWide() {
    Values pointers = from.pointersAt(lane.step);
    for (int64_t item = 0; item < items; ++item) {
      for (auto [number, array] : llvm::enumerate(from.getArrays()))
        for (int64_t byte = 0; byte < rows * array.getSize();
             byte += array.getAccessBytes())
          copyAsync(b, to.address(number, item, array.getSize(), byte),
                    array.at(pointers[number]).addressOf(b.i64(0), byte),
                    array.getAccessBytes(), op.getPolicy());
      from.advance(pointers);
    }
  }

  /// Few registers are worth more here than loads side by side.
  void copyOneByOne() {
    auto loop = scf::ForOp::create(b, b.i64(0), b.i64(items), b.i64(1));
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value item = loop.getInductionVar(), step = lane.near(item);
    for (int64_t row = 0; row < rows; ++row)
      for (auto [number, arrays] :
           llvm::enumerate(llvm::zip_equal(from.getArrays(), to.getArrays()))) {
        auto &[source, target] = arrays;
        Value element = from.elementNear(row, lane.hasChain(row), number, step);
        target.storeWhole(to.place(row, item), source.loadElement(element));
      }
  }

  FetchChainsOp op;
  ValueBuilder b;
  const int64_t rows, items;
  ChainAccess from;
  ChainSlot to;
  Lane lane;
};

void lowerFetch(FetchChainsOp op) { Fetching(op).lower(); }

void lowerFetchStretch(FetchStretchOp op) {
  ValueBuilder b(op.getLoc(), op);
  const int64_t rows = op.getRows(), items = op.getItems();
  const bool isBackward =
      Domain::prepared(op.getWalk().getDefiningOp<WalkOp>())->isBackward();
  const WarpSteps warp{op.getSteps(), op.getExist(), op.getWidth(),
                       rows,          items,         isBackward};
  // The warp has read what was there.
  NVVM::SyncWarpOp::create(b, b.i32(-1));
  const ElementArrays all{
      llvm::to_vector(op.getElement().getAsValueRange<TypeAttr>()),
      op.getBases().size() == op.getElement().size()};
  int64_t before = 0;
  for (auto [number, base] : llvm::enumerate(op.getBases())) {
    const SmallVector<Type> fields = all.fieldsOf(number);
    const StructArray array(b, base, fields, /*items=*/1, /*domain=*/nullptr,
                            number, /*isStreamed=*/false);
    Value region = LLVM::GEPOp::create(
        b, op.getSlot().getType(), b.getI8Type(), op.getSlot(),
        ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(before)});
    StretchCopy(b, warp, array, fields, op.getOrigins()[number], region)
        .fetch(op.getPolicy());
    before += StretchLayout::bytesOf(rows, items, array.getSize());
  }
  NVVM::CpAsyncCommitGroupOp::create(b);
  op.erase();
}

void lowerAwait(AwaitChainsOp op) {
  ValueBuilder b(op.getLoc(), op);
  NVVM::CpAsyncWaitGroupOp::create(b, static_cast<uint32_t>(op.getGroups()));
  NVVM::SyncWarpOp::create(b, b.i32(-1));
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
             op.getRows(), op.getItems(), liesOf(op)),
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
  static LaneLies liesOf(LoadChainsOp op) {
    if (op.getLies().empty())
      return {};
    return {op.getLies()[0], op.getLies()[1], op.getLies()[2], op.getPacked()};
  }

  Values loadSome() {
    const SmallVector<Values> perStep = slot.loadSteps(lane.haveChains());
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
  ChainSlot slot;
  Lane lane;
  std::optional<ElementMap> map;
};

class Storing {
public:
  explicit Storing(StoreChainsOp op)
      : op(op), b(op.getLoc(), op),
        access(b, op.getBases(), op.getPlaces(), op.getWalk(), op.getOutput(),
               op.getRows(), op.getStreamed()),
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
    if (!op.getStretch().empty())
      lies = {op.getStretch()[3], op.getStretch()[4], op.getStretch()[5],
              op.getPacked()};
  }

  void run() {
    if (lies) // all lanes of the warp, or none
      b.onlyIf(b.isNot(b.isZero(op.getStretch()[1])), [&] { storeStretch(); });
    else
      storeApart();
    op.erase();
  }

private:
  void openInputs() {
    if (op.getSlot())
      inputs.emplace(b, op, op.getSlot(), countArrays(op.getInputWalk()),
                     *op.getElement(), op.getRows(), op.getItems(), lies);
  }

  void storeApart() {
    openInputs();
    if (op.getWhole())
      return storeWhole();
    auto branch = scf::IfOp::create(b, b.both(access.areWide(), lane.isWhole()),
                                    /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(branch.thenBlock());
    storeWhole();
    b.setInsertionPointToStart(branch.elseBlock());
    if (matchPattern(lane.chains, m_Constant())) {
      // All chains exist, or none of a step.
      for (int64_t item = 0; item < lane.items; ++item)
        b.onlyIf(lane.hasStep(item), [&] {
          for (int64_t row = 0; row < lane.rows; ++row)
            b.onlyIf(lane.hasChain(row), [&] { storeOne(row, item); });
        });
      return;
    }
    for (int64_t row = 0; row < lane.rows; ++row)
      for (int64_t item = 0; item < lane.items; ++item)
        b.onlyIf(b.both(lane.hasChain(row), lane.hasStep(item)),
                 [&] { storeOne(row, item); });
  }

  void storeWhole() {
    Values pointers = access.pointersAt(lane.step);
    forEachStep([&](int64_t, const Values &fields) {
      access.storeStep(pointers, fields);
      access.advance(pointers);
    });
  }

  /// Through the warp's region: all lanes of it are here.
  void storeStretch() {
    ValueRange stretch = op.getStretch();
    const WarpSteps warp{stretch[0], stretch[1], stretch[2],
                         lane.rows,  lane.items, access.isBackward()};
    openInputs();
    SmallVector<Values> steps;
    forEachStep(
        [&](int64_t, const Values &fields) { steps.push_back(fields); });
    ChainSlot staging(b, op, op.getStaging(), op.getBases().size(),
                      op.getOutput(), op.getRows(), op.getItems(), lies,
                      /*areInTurn=*/true);
    const ElementArrays all{
        llvm::to_vector(op.getOutput().getAsValueRange<TypeAttr>()),
        op.getBases().size() == op.getOutput().size()};
    staging.storeSteps(steps, lane.haveChains(), [&](size_t array) {
      const SmallVector<Type> fields = all.fieldsOf(array);
      const StructArray target(b, op.getBases()[array], fields, /*items=*/1,
                               /*domain=*/nullptr, array, op.getStreamed());
      StretchCopy(b, warp, target, fields, op.getOrigins()[array],
                  op.getStaging())
          .store(op.getStreamed());
    });
  }

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

  /// The fields of the outputs of each step, chain after chain.
  void forEachStep(function_ref<void(int64_t, const Values &)> store) {
    const size_t perItem = inputTypes().size();
    SmallVector<Values> ofRow(lane.rows);
    if (inputs)
      for (const Values &step : inputs->loadSteps(lane.haveChains()))
        for (int64_t row = 0; row < lane.rows; ++row)
          llvm::append_range(ofRow[row],
                             ArrayRef(step).slice(row * perItem, perItem));
    SmallVector<SmallVector<Values>> placed(lane.rows,
                                            SmallVector<Values>(lane.items));
    for (int64_t row = 0; row < lane.rows && map; ++row) {
      lookAround(*map, around.get(), row,
                 lies ? lane.hasChain(row) : b.boolean(true));
      placed[row] = map->placed(lane.step, lane.items, ofRow[row], inputTypes(),
                                unusedReader);
    }
    for (int64_t item = 0; item < lane.items; ++item) {
      Values fields;
      for (int64_t row = 0; row < lane.rows; ++row)
        llvm::append_range(fields,
                           fieldsOf(row, item,
                                    ArrayRef(ofRow[row])
                                        .slice(inputs ? item * perItem : 0,
                                               inputs ? perItem : 0),
                                    placed[row][item]));
      store(item, fields);
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
  LaneLies lies;                       // in a stretch
  std::optional<ChainSlot> inputs;     // where it takes the element
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
  root->walk(lowerFetchStretch);
  root->walk(lowerAwait);
  root->walk([](LoadChainsOp op) { Loading(op).run(); });
  root->walk([](StoreChainsOp op) { Storing(op).run(); });
}

} // namespace scanc::prefix
