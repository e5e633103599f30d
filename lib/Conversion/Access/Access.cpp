//===- Access.cpp - How elements become states ----------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Conversion/Access/Access.h"

using namespace mlir;

namespace scanc::prefix {

Access Access::of(ScanOp scan, MonoidOp monoid) {
  // An integer state has the signedness of its element.
  SmallVector<Type> states;
  for (auto [state, element] :
       llvm::zip_equal(monoid.getStateTypes(), scan.getElementTypes()))
    states.push_back(state.isInteger() && element.isUnsignedInteger()
                         ? IntegerType::get(scan.getContext(),
                                            state.getIntOrFloatBitWidth(),
                                            IntegerType::Unsigned)
                         : state);
  return {{llvm::to_vector(scan.getElementTypes()), states, scan.getSoa()},
          {llvm::to_vector(scan.getOutputTypes()), states, scan.getSoa()},
          {monoid.getStateTypes(), states, /*isSoa=*/false}};
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

SmallVector<Value> Place::load(StateBuilder &b, SkeletonAttr skeleton,
                               Value first) const {
  SmallVector<Type> types;
  for (int64_t row = 0; row < skeleton.getRows(); ++row)
    for (Type type : b.getStateTypes())
      types.push_back(VectorType::get(skeleton.getItems(), type));
  auto tile = LoadTileOp::create(b, types, b.getMonoid(), bases, first, valid,
                                 walk, b.getTypeArrayAttr(form.fields),
                                 b.getI64IntegerAttr(skeleton.getRows()),
                                 b.getI64IntegerAttr(skeleton.getItems()),
                                 isAligned ? b.getUnitAttr() : UnitAttr(),
                                 isStreamed ? b.getUnitAttr() : UnitAttr());
  return SmallVector<Value>(tile.getValues());
}

void Place::store(StateBuilder &b, SkeletonAttr skeleton, Value first,
                  ValueRange rows) const {
  StoreTileOp::create(b, rows, bases, first, valid, walk,
                      b.getTypeArrayAttr(form.states),
                      b.getTypeArrayAttr(form.fields), skeleton.getRows(),
                      skeleton.getItems(), isAligned, isStreamed);
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
      llvm::zip_equal(form.arrays(), other.form.arrays()), [](auto arrays) {
        return std::get<0>(arrays).size == std::get<1>(arrays).size;
      });
}

Value Place::address(StateBuilder &b, size_t array, Value start) const {
  const int64_t size = form.arrays()[array].size;
  Value byte = arith::MulIOp::create(b, start, b.i64(size));
  return OffsetOp::create(b, bases[array], byte);
}

} // namespace scanc::prefix
