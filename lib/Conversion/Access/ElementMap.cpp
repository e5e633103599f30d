//===- ElementMap.cpp - What a map makes of elements ----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementMap.h"

#include "scanc/Conversion/Operators/CloneBody.h"
#include "scanc/Conversion/Operators/FieldConversion.h"

using namespace mlir;

namespace scanc::prefix {

SmallVector<ElementMap::Values>
ElementMap::placed(Value run, int64_t items, ArrayRef<Value> fields,
                   ArrayRef<Type> types, function_ref<Values(Value)> here) {
  SmallVector<Values> all(items);
  if (!domain)
    return all;
  Value number = arith::AddIOp::create(b, origin, run);
  const Values places = domain->placesInChain(b, number, items);
  if (around)
    addNeighbours({run, number, items}, places, fields, types, here, all);
  if (takes().getIndex())
    for (auto [own, place] : llvm::zip_equal(all, places))
      own.push_back(place);
  return all;
}

ElementMap::Values ElementMap::apply(ValueRange states, ValueRange fields,
                                     ArrayRef<Type> types,
                                     ArrayRef<Value> placed) {
  // Where it takes no state, it is given one all the same.
  states = states.take_front(takes().getBefore() + takes().getAfter());
  Values arguments(states);
  if (takesElement())
    for (auto [field, type, argument] : llvm::zip_equal(
             fields, types,
             map.getBody().getArguments().slice(states.size(), types.size())))
      arguments.push_back(convertField(b, field, type, argument.getType()));
  llvm::append_range(arguments, placed);
  return cloneBody(b, map.getBody(), arguments, b.getLoc());
}

/// An integer has the sign of the field that it is stored in.
static Type signedLike(Type type, Type field) {
  return type.isInteger() && field.isUnsignedInteger()
             ? IntegerType::get(type.getContext(), type.getIntOrFloatBitWidth(),
                                IntegerType::Unsigned)
             : type;
}

ElementMap::Values ElementMap::toFields(Values values, ArrayRef<Type> types) {
  for (auto [value, to] : llvm::zip_equal(values, types))
    value = convertField(b, value, signedLike(value.getType(), to), to);
  return values;
}

/// The values of element `number` of all, or of the last one.
ElementMap::Values ElementMap::elementAt(Value number) {
  Value last = arith::SubIOp::create(b, domain->length(), i64(1));
  return around(arith::MinUIOp::create(b, number, last));
}

/// The values of the element before a run or behind it, in the order of the
/// walk, from memory.
ElementMap::Values ElementMap::readAround(const Run &run, bool isLater) {
  if (isLater)
    return elementAt(arith::AddIOp::create(b, run.number, i64(run.items)));
  return elementAt(arith::SubIOp::create(
      b, arith::MaxUIOp::create(b, run.number, i64(1)), i64(1)));
}

/// The same from `here`, if it is known what lies here, and that does.
ElementMap::Values ElementMap::readBeside(const Run &run, bool isLater,
                                          TypeRange types,
                                          function_ref<Values(Value)> here) {
  if (!until)
    return readAround(run, isLater);
  Value isHere, place;
  if (isLater) {
    Value count = arith::SubIOp::create(b, until, origin);
    place = arith::AddIOp::create(b, run.first, i64(run.items));
    isHere = arith::CmpIOp::create(b, arith::CmpIPredicate::ult, place, count);
  } else {
    place = arith::SubIOp::create(b, run.first, i64(1));
    isHere =
        arith::CmpIOp::create(b, arith::CmpIPredicate::ne, run.first, i64(0));
  }
  auto read = scf::IfOp::create(b, types, isHere, /*addThenBlock=*/true,
                                /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(read.thenBlock());
  scf::YieldOp::create(b, here(place));
  b.setInsertionPointToStart(read.elseBlock());
  scf::YieldOp::create(b, readAround(run, isLater));
  return Values(read.getResults());
}

/// Those within the run are in registers; the one at either end is read from
/// memory. Where the chain has none, some element is read, and not used.
void ElementMap::addNeighbours(const Run &run, ArrayRef<Value> places,
                               ArrayRef<Value> fields, ArrayRef<Type> types,
                               function_ref<Values(Value)> here,
                               SmallVector<Values> &all) {
  const size_t items = places.size();
  Value last = arith::SubIOp::create(b, domain->chainLength(b), i64(1));
  Values earlier, later; // in the order of the walk
  const size_t before =
      takes().getBefore() + takes().getAfter() + takes().getIn();
  for (auto [i, beside] : llvm::enumerate(takes().listNeighbours())) {
    const bool isLater = beside.isNext != domain->isBackward();
    if (Values &end = isLater ? later : earlier; end.empty())
      end = readBeside(run, isLater,
                       ValueRange(fields.take_front(types.size())).getTypes(),
                       here);
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

} // namespace scanc::prefix
