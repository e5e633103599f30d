//===- Access.cpp - How elements become states ----------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Conversion/Access/Access.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace scanc::prefix {

/// What a map of the scan is called beside its kernels.
static constexpr StringLiteral loadName = "load", storeName = "store";

void addMaps(ScanOp scan, gpu::GPUModuleOp module) {
  SymbolTable symbols(module);
  auto add = [&](StringRef name, Region &body,
                 std::optional<MapArgumentsAttr> arguments) {
    if (!arguments)
      return;
    OpBuilder builder(module.getBodyRegion());
    auto map = MapOp::create(builder, scan.getLoc(), name, *arguments);
    IRMapping mapping;
    body.cloneInto(&map.getBody(), mapping);
    symbols.insert(map);
  };
  add(loadName, scan.getLoad(), scan.getLoadArguments());
  add(storeName, scan.getStore(), scan.getStoreArguments());
}

MapOp findMap(gpu::GPUModuleOp module, bool isLoad) {
  for (auto map : module.getOps<MapOp>())
    if (map.getMapArguments().getIsLoad() == isLoad)
      return map;
  return {};
}

Access Access::of(ScanOp scan, MonoidOp monoid, gpu::GPUModuleOp module) {
  SmallVector<Type> states = monoid.getStateTypes();
  // An integer state has the signedness of its element.
  if (!scan.hasLoad())
    for (auto [state, element] :
         llvm::zip_equal(states, scan.getElementTypes()))
      if (state.isInteger() && element.isUnsignedInteger())
        state =
            IntegerType::get(scan.getContext(), state.getIntOrFloatBitWidth(),
                             IntegerType::Unsigned);
  return {{scan.getInput(), states, findMap(module, /*isLoad=*/true)},
          {scan.getOutput(), states, findMap(module, /*isLoad=*/false)},
          {{monoid.getStateTypes()}, states}};
}

Place Place::upTo(Value count) const {
  Place place = *this;
  place.valid = count;
  return place;
}

Place Place::streamed() const {
  Place place = *this;
  place.isStreamed = true;
  return place;
}

Place Place::keptBy(Value policy) const {
  Place place = *this;
  place.policy = policy;
  return place;
}

static FlatSymbolRefAttr nameOf(MapOp map) {
  return map ? FlatSymbolRefAttr::get(map.getSymNameAttr())
             : FlatSymbolRefAttr();
}

SmallVector<Value> Place::load(StateBuilder &b, SkeletonAttr skeleton,
                               Value first) const {
  SmallVector<Type> types;
  for (int64_t row = 0; row < skeleton.getRows(); ++row)
    for (Type type : b.getStateTypes())
      types.push_back(VectorType::get(skeleton.getItems(), type));
  auto tile = LoadTileOp::create(
      b, types, b.getMonoid(), bases, first, valid, walk, nameOf(form.map),
      numbers.walk, numbers.origin, numbers.until, around.bases, around.walk,
      b.getTypeArrayAttr(form.arrays.types),
      b.getI64IntegerAttr(skeleton.getRows()),
      b.getI64IntegerAttr(skeleton.getItems()),
      isAligned ? b.getUnitAttr() : UnitAttr(),
      isStreamed ? b.getUnitAttr() : UnitAttr());
  if (!chains.initial)
    return SmallVector<Value>(tile.getValues());
  return startChains(b, skeleton, first, tile.getValues(), /*areBefore=*/false);
}

SmallVector<Value> Place::startChains(StateBuilder &b, SkeletonAttr skeleton,
                                      Value first, ValueRange rows,
                                      bool areBefore) const {
  auto started = StartChainsOp::create(
      b, rows.getTypes(), b.getMonoid(), rows, first,
      valid ? valid : chains.valid, numbers.walk, numbers.origin,
      chains.initial, chains.init, b.getI64IntegerAttr(skeleton.getRows()),
      b.getI64IntegerAttr(skeleton.getItems()),
      areBefore ? b.getUnitAttr() : UnitAttr());
  return SmallVector<Value>(started.getResults());
}

/// Of `rows`, which have both states of elements, those before them or those
/// after them.
static SmallVector<Value> oneOfBoth(ValueRange rows, size_t fields,
                                    bool areAfter) {
  SmallVector<Value> some;
  for (size_t row = 0; row < rows.size(); row += 2 * fields)
    llvm::append_range(some, rows.slice(row + areAfter * fields, fields));
  return some;
}

/// The states before elements begin with what chains start from, and those
/// after them end with what chains leave. Where there is no map that takes
/// them, states that are there for the latter are not stored.
SmallVector<Value> Place::endChains(StateBuilder &b, SkeletonAttr skeleton,
                                    Value first, ValueRange rows) const {
  const size_t fields = b.getStateTypes().size();
  const bool areBoth = given == ScanOutputs::Both;
  SmallVector<Value> before, after;
  if (given != ScanOutputs::After)
    before = areBoth ? oneOfBoth(rows, fields, /*areAfter=*/false)
                     : SmallVector<Value>(rows);
  if (given != ScanOutputs::Before)
    after = areBoth ? oneOfBoth(rows, fields, /*areAfter=*/true)
                    : SmallVector<Value>(rows);
  if (chains.initial && !before.empty())
    before = startChains(b, skeleton, first, before, /*areBefore=*/true);
  if (chains.final)
    EndChainsOp::create(b, b.getMonoid(), after, first,
                        valid ? valid : chains.valid, numbers.walk,
                        numbers.origin, chains.final,
                        b.getI64IntegerAttr(skeleton.getRows()),
                        b.getI64IntegerAttr(skeleton.getItems()));
  if (!chains.totals.bases.empty())
    StoreTotalsOp::create(b, b.getMonoid(), after, first,
                          valid ? valid : chains.valid, numbers.walk,
                          numbers.origin, chains.initial, chains.init,
                          chains.totals.bases, chains.totals.walk,
                          b.getTypeArrayAttr(form.states),
                          b.getTypeArrayAttr(chains.totals.form.types),
                          b.getI64IntegerAttr(skeleton.getRows()),
                          b.getI64IntegerAttr(skeleton.getItems()));
  if (before.empty())
    return after;
  if (MapOp map = form.map; !map || !map.getMapArguments().getAfter())
    return before;
  SmallVector<Value> both;
  for (size_t row = 0; row < before.size(); row += fields) {
    llvm::append_range(both, ArrayRef(before).slice(row, fields));
    llvm::append_range(both, ArrayRef(after).slice(row, fields));
  }
  return both;
}

void Place::store(StateBuilder &b, SkeletonAttr skeleton, Value first,
                  ValueRange rows) const {
  SmallVector<Value> ended;
  if (chains) {
    ended = endChains(b, skeleton, first, rows);
    rows = ended;
  }
  StoreTileOp::create(
      b, rows, bases, first, valid, walk, nameOf(form.map), numbers.walk,
      numbers.origin, numbers.until, around.bases, around.walk, inputs.bases,
      inputs.walk,
      inputs.bases.empty() ? ArrayAttr()
                           : b.getTypeArrayAttr(inputs.form.types),
      b.getTypeArrayAttr(form.states), b.getTypeArrayAttr(form.arrays.types),
      skeleton.getRows(), skeleton.getItems(), isAligned, isStreamed);
}

void Place::fetchAcross(StateBuilder &b, const LaneChains &lane,
                        Value slot) const {
  FetchChainsOp::create(b, bases, lane.places, lane.step, lane.chains, walk,
                        slot, policy, b.getTypeArrayAttr(form.arrays.types),
                        b.getI64IntegerAttr(lane.rows),
                        b.getI64IntegerAttr(lane.items));
}

void Place::fetchStretch(StateBuilder &b, const LaneChains &lane,
                         const WarpStretch &stretch, Value slot) const {
  FetchStretchOp::create(
      b, bases, stretch.origins, stretch.steps, stretch.exist, stretch.width,
      walk, slot, policy, b.getTypeArrayAttr(form.arrays.types),
      b.getI64IntegerAttr(lane.rows), b.getI64IntegerAttr(lane.items));
}

SmallVector<Value> Place::loadAcross(StateBuilder &b, const LaneChains &lane,
                                     const WarpStretch *stretch, Value slot,
                                     bool isMasked) const {
  SmallVector<Type> types;
  for (int64_t row = 0; row < lane.rows; ++row)
    for (Type type : b.getStateTypes())
      types.push_back(VectorType::get(lane.items, type));
  SmallVector<Value> lies;
  if (stretch)
    lies = {stretch->at, stretch->pitch, stretch->pad};
  const bool looksAround = !around.bases.empty();
  return SmallVector<Value>(
      LoadChainsOp::create(
          b, types, b.getMonoid(), slot, lane.step, lane.chains, walk, lies,
          stretch ? stretch->packed : Value(), nameOf(form.map), around.bases,
          looksAround ? ValueRange(lane.places) : ValueRange(),
          b.getTypeArrayAttr(form.arrays.types), b.getI64IntegerAttr(lane.rows),
          b.getI64IntegerAttr(lane.items),
          isMasked ? b.getUnitAttr() : UnitAttr())
          .getValues());
}

void Place::storeAcross(StateBuilder &b, const LaneChains &lane,
                        const WarpStretch *stretch, Value slot,
                        ValueRange inputPlaces, ValueRange rows,
                        bool isLonger) const {
  const bool takesElement = !inputs.bases.empty(),
             looksAround = !around.bases.empty();
  SmallVector<Value> origins, values;
  if (stretch) {
    origins = stretch->origins;
    values = {stretch->steps, stretch->exist, stretch->width,
              stretch->at,    stretch->pitch, stretch->pad};
  }
  StoreChainsOp::create(
      b, rows, bases, lane.places, lane.step, lane.chains, walk, isLonger,
      lane.isWhole, isStreamed, origins, values,
      stretch ? stretch->packed : Value(), stretch ? slot : Value(),
      isLonger ? FlatSymbolRefAttr() : nameOf(form.map),
      takesElement ? slot : Value(), inputs.walk,
      takesElement ? b.getTypeArrayAttr(inputs.form.types) : ArrayAttr(),
      around.bases, looksAround ? inputPlaces : ValueRange(),
      b.getTypeArrayAttr(form.states), b.getTypeArrayAttr(form.arrays.types),
      lane.rows, lane.items);
}

/// A tile of one element a lane, from the first warp's start on.
static SkeletonAttr oneElement(MLIRContext *context) {
  SkeletonParts one;
  one.warps = one.rows = one.items = one.stages = 1;
  return SkeletonAttr::get(context, one);
}

State Place::loadState(StateBuilder &b, Value index) const {
  State perLane;
  for (Value vector : load(b, oneElement(b.getContext()), index))
    perLane.push_back(vector::ExtractOp::create(b, vector, 0));
  return b.readLane(perLane, b.i32(0));
}

void Place::storeState(StateBuilder &b, Value index, ValueRange state) const {
  SmallVector<Value> vectors;
  for (Value value : state)
    vectors.push_back(vector::FromElementsOp::create(
        b, VectorType::get(1, value.getType()), value));
  // The state exists.
  upTo({}).store(b, oneElement(b.getContext()), index, vectors);
}

bool Place::mayBe(const Place &other) const {
  return llvm::any_of(
      llvm::zip(form.arrays.layouts(), other.form.arrays.layouts()),
      [](auto arrays) {
        return std::get<0>(arrays).size == std::get<1>(arrays).size;
      });
}

Value Place::address(StateBuilder &b, size_t array, Value start) const {
  const int64_t size = form.arrays.layouts()[array].size;
  Value byte = arith::MulIOp::create(b, start, b.i64(size));
  return OffsetOp::create(b, bases[array], byte);
}

} // namespace scanc::prefix
