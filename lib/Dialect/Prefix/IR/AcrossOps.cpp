//===- AcrossOps.cpp - Ops of chains that lie side by side ----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each check names the constraint that it checks, as the op's description has
// it: `load_chains_c2` is (C2) of `load_chains`.
//
//===----------------------------------------------------------------------===//

#include "VerifyMaps.h"
#include "VerifyStates.h"

#include "scanc/Dialect/Prefix/IR/StructLayout.h"

using namespace mlir;

namespace scanc::prefix {

/// Whether `walk` is one of a domain whose chains lie side by side.
static LogicalResult verifyWalk(Operation *op, Value walk) {
  auto bound = walk.getDefiningOp<WalkOp>();
  if (bound && bound.getDomain().isAcross()) // place_chain_c1, load_chains_c7
    return success();
  return op->emitOpError("the walk must be what a 'prefix.walk' gives, of a "
                         "domain whose chains lie side by side");
}

/// How many arrays a walk goes over.
static size_t countArrays(WalkOp walk) {
  return (walk.getSizes().size() - walk.getDomain().getSizeNames().size()) /
         walk.getDomain().countStrides();
}

LogicalResult PlaceChainOp::verify() {
  if (failed(verifyWalk(*this, getWalk())))
    return failure();
  const size_t arrays = countArrays(getWalk().getDefiningOp<WalkOp>());
  if (getPlaces().size() != arrays) // place_chain_c2
    return emitOpError("must give a place for each array: ")
           << arrays << " expected, got " << getPlaces().size();
  return success();
}

/// How much there is, and of what.
template <typename OpT>
static LogicalResult verifySize(OpT op, ArrayRef<Type> fields) {
  const int64_t rows = op.getRows(), items = op.getItems();
  if (rows < 1 || items < 1) // fetch_chains_c1
    return op.emitOpError("'rows' and 'items' must be at least 1, got ")
           << rows << " and " << items;
  for (Type type : fields) // fetch_chains_c2
    if (!getFieldBytes(type))
      return op.emitOpError("a field cannot be of type ") << type;
  return success();
}

/// Whether there is a place for each base of each row, in a walk of as many
/// arrays as there are bases, of all `fields`.
static LogicalResult verifyPlaces(Operation *op, ValueRange bases,
                                  ValueRange places, Value walk, int64_t rows,
                                  ArrayAttr fields) {
  const size_t count = bases.size();
  if (!count || (count != 1 && count != fields.size())) // fetch_chains_c3
    return op->emitOpError("must have one base, or one for each field (")
           << fields.size() << "), got " << count;
  if (failed(verifyWalk(op, walk))) // fetch_chains_c4
    return failure();
  if (countArrays(walk.getDefiningOp<WalkOp>()) != count ||
      static_cast<int64_t>(places.size()) != // fetch_chains_c3
          static_cast<int64_t>(count) * rows)
    return op->emitOpError("must have a place for each base of each row, in a "
                           "walk of as many arrays: ")
           << count * rows << " expected, got " << places.size();
  return success();
}

LogicalResult FetchChainsOp::verify() {
  return failure(
      failed(verifySize(*this, fieldsIn(getBases().size(), getElement()))) ||
      failed(verifyPlaces(*this, getBases(), getPlaces(), getWalk(), getRows(),
                          getElement())));
}

LogicalResult FetchStretchOp::verify() {
  if (failed(verifySize(*this, fieldsIn(getBases().size(), getElement()))))
    return failure();
  return verifyPlaces(*this, getBases(), getOrigins(), getWalk(), /*rows=*/1,
                      getElement());
}

LogicalResult AwaitChainsOp::verify() {
  if (static_cast<int64_t>(getGroups()) < 0) // await_chains_c1
    return emitOpError("'but' must not be negative, got ")
           << static_cast<int64_t>(getGroups());
  return success();
}

/// The map of an op, if it has one and it is such.
template <typename OpT> static FailureOr<MapOp> findMap(OpT op, bool isLoad) {
  if (!op.getMap())
    return MapOp();
  auto map = SymbolTable::lookupNearestSymbolFrom<MapOp>(op, op.getMapAttr());
  if (!map || map.getMapArguments().getIsLoad() != isLoad) // load_chains_c6
    return op.emitOpError("'through' must name a ")
           << (isLoad ? "load" : "store") << " map";
  if (map.getMapArguments().countNeighbours() && op.getAround().empty())
    return op.emitOpError("must say where elements beside its chains' are");
  return map;
}

/// The fields of elements in a slot that lie in the arrays of a walk.
static SmallVector<Type> fieldsAlong(Value walk, ArrayAttr types) {
  return fieldsIn(countArrays(walk.getDefiningOp<WalkOp>()), types);
}

LogicalResult LoadChainsOp::verify() {
  if (failed(verifyWalk(*this, getWalk()))) // load_chains_c5
    return failure();
  const SmallVector<Type> element = fieldsAlong(getWalk(), getElement());
  if (failed(verifySize(*this, element)))
    return failure();
  if (getLies().size() != (getPacked() ? 3 : 0)) // load_chains_c7
    return emitOpError("'lies' must have three values, and 'packed' with them");
  auto state = stateOf(*this, getMonoidAttr());
  FailureOr<MapOp> map = findMap(*this, /*isLoad=*/true);
  if (failed(state) || failed(map) ||
      (!getAround().empty() &&
       failed(verifyPlaces(*this, getAround(), getPlaces(), getWalk(),
                           getRows(), getElement()))))
    return failure();
  if (MapOp own = *map)
    if (failed(verifyLoad(*this, own.getBody(), own.getMapArguments(), element,
                          *state)))
      return failure();
  if (!*map && element.size() != state->size()) // load_chains_c3
    return emitOpError("must have one element field per state value: ")
           << state->size() << " expected, got " << element.size();
  return checkTypes(*this, "results", getResultTypes(), // load_chains_c4
                    repeat(vectorsOf(*state, getItems()), getRows()));
}

LogicalResult StoreChainsOp::verify() {
  FailureOr<MapOp> map = findMap(*this, /*isLoad=*/false);
  const SmallVector<Type> output = fieldsIn(getBases().size(), getOutput());
  if (failed(map) || failed(verifySize(*this, output)) ||
      failed(verifyPlaces(*this, getBases(), getPlaces(), getWalk(), getRows(),
                          getOutput())))
    return failure();
  const bool isStretch = !getStretch().empty();
  if ((isStretch && getStretch().size() != 6) || isStretch != !!getPacked() ||
      isStretch != !!getStaging() ||
      getOrigins().size() !=
          (isStretch ? getBases().size() : 0)) // store_chains_c8
    return emitOpError("'stretch' must have six values, and with them "
                       "'packed', 'staging' and an origin for each base");
  if (getWhole() && (isStretch || getLonger())) // store_chains_c9
    return emitOpError("what is 'whole' is no 'stretch', and not 'longer'");
  SmallVector<Type> state;
  for (Type type : getState().getAsValueRange<TypeAttr>()) {
    if (!getFieldBytes(type)) // store_chains_c2
      return emitOpError("a field cannot be of type ") << type;
    state.push_back(
        type.isInteger()
            ? IntegerType::get(getContext(), type.getIntOrFloatBitWidth())
            : type);
  }
  if (!*map && state.size() != output.size()) // store_chains_c4
    return emitOpError("must have one output field per state value: ")
           << state.size() << " expected, got " << output.size();
  size_t states = 1;
  if (MapOp own = *map) {
    const MapArgumentsAttr takes = own.getMapArguments();
    states = std::max(1, (takes.getBefore() != 0) + (takes.getAfter() != 0));
    if (takes.getIn() || getSlot()) // store_chains_c7
      if (!getSlot() || !getInputWalk() || !getElement())
        return emitOpError(
            "must say where the elements are that its map takes");
    SmallVector<Type> element;
    if (getSlot()) {
      if (failed(verifyWalk(*this, getInputWalk()))) // store_chains_c6
        return failure();
      element = fieldsAlong(getInputWalk(), *getElement());
      if (failed(verifySize(*this, element)) ||
          (!getAround().empty() &&
           failed(verifyPlaces(*this, getAround(), getAroundPlaces(),
                               getInputWalk(), getRows(), *getElement()))))
        return failure();
    }
    if (failed(
            verifyStore(*this, own.getBody(), takes, element, state, output)))
      return failure();
  }
  return checkTypes(*this, "values", getValues().getTypes(), // store_chains_c5
                    repeat(vectorsOf(state, getItems()), states * getRows()));
}

/// What both ops of states have in common; `states` are the lane's.
template <typename OpT>
static LogicalResult verifyStates(OpT op, StringRef what, TypeRange states) {
  auto state = stateOf(op, op.getMonoidAttr());
  if (failed(state))
    return failure();
  if (op.getPlaces().empty()) // start_across_c1, end_across_c1
    return op.emitOpError("must have at least one row, and a place for each");
  return checkTypes(op, what, states, // start_across_c3, end_across_c2
                    repeat(*state, op.getPlaces().size()));
}

LogicalResult StartAcrossOp::verify() {
  if (failed(verifyStates(*this, "results", getStates().getTypes())))
    return failure();
  return verifyInit(*this, getInit(), // start_across_c2
                    *stateOf(*this, getMonoidAttr()));
}

LogicalResult EndAcrossOp::verify() {
  return verifyStates(*this, "values", getStates().getTypes());
}

//===----------------------------------------------------------------------===//
// What tiles of chains tell each other
//===----------------------------------------------------------------------===//

/// The entries' op, if they are of one; else says so.
template <typename OpT> static EntriesOp findEntries(OpT op) {
  auto entries = op.getEntries().template getDefiningOp<EntriesOp>();
  if (!entries) // post_across_c1, gather_across_c1, look_across_c1,
                // mark_tile_c1, await_marks_c1
    op.emitOpError("the entries must be what a 'prefix.entries' gives");
  return entries;
}

/// Whether a region can hold states.
template <typename OpT> static LogicalResult verifyRegion(OpT op) {
  const auto at = static_cast<int64_t>(op.getAt()),
             count = static_cast<int64_t>(op.getCount());
  if (at >= 0 && at % 16 == 0 && count > 0) // post_across_c3, gather_across_c4,
                                            // look_across_c4
    return success();
  return op.emitOpError("a region must begin at a multiple of 16 bytes and "
                        "have a state, got ")
         << count << " at " << at;
}

/// The values of a state that a region holds, or says what is wrong with it.
template <typename OpT>
static FailureOr<SmallVector<Type>> stateInRegion(OpT op) {
  EntriesOp entries = findEntries(op);
  if (!entries || failed(verifyRegion(op)))
    return failure();
  return stateOf(op, entries.getMonoidAttr());
}

LogicalResult PostAcrossOp::verify() {
  auto state = stateInRegion(*this);
  if (failed(state))
    return failure();
  const size_t rows = std::max<size_t>(1, getStates().size() / state->size());
  return checkTypes(*this, "values", getStates().getTypes(), // post_across_c2
                    repeat(*state, rows));
}

LogicalResult GatherAcrossOp::verify() {
  auto state = stateInRegion(*this);
  if (failed(state))
    return failure();
  const auto rows = static_cast<int64_t>(getRows());
  if (getTiles().empty() || rows < 1) // gather_across_c2
    return emitOpError("must have a tile and a row at least");
  return checkTypes(*this, "results", getResultTypes(), // gather_across_c3
                    repeat(*state, getTiles().size() * rows));
}

LogicalResult LookAcrossOp::verify() {
  auto state = stateInRegion(*this);
  if (failed(state))
    return failure();
  const size_t tiles = getTiles().size();
  if (tiles == 0 || getIndices().size() != tiles || // look_across_c2
      getExist().size() != tiles || getStates().empty())
    return emitOpError("must have a row, and as many tiles, at least one, as "
                       "indices and conditions");
  const size_t rows = std::max<size_t>(1, getStates().size() / state->size());
  const SmallVector<Type> types = repeat(*state, rows);
  return failure(failed(checkTypes(*this, "start", getStart().getTypes(),
                                   types)) || // look_across_c3
                 failed(checkTypes(*this, "results", getResultTypes(), types)));
}

/// Whether marks can be at such a place.
template <typename OpT> static LogicalResult verifyMarks(OpT op) {
  const auto at = static_cast<int64_t>(op.getAt());
  if (at >= 0 && at % 8 == 0) // mark_tile_c2, await_marks_c2
    return success();
  return op.emitOpError("marks must begin at a multiple of 8 bytes, got ")
         << at;
}

LogicalResult MarkTileOp::verify() {
  return failure(!findEntries(*this) || failed(verifyMarks(*this)));
}

LogicalResult AwaitMarksOp::verify() {
  return failure(!findEntries(*this) || failed(verifyMarks(*this)));
}

} // namespace scanc::prefix
