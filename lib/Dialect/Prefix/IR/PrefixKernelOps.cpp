//===- PrefixKernelOps.cpp - Verifiers of the kernel phase's ops ----------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifyMaps.h"
#include "VerifyStates.h"

#include "scanc/Dialect/Prefix/IR/StructLayout.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace scanc;
using namespace scanc::prefix;

#include "scanc/Dialect/Prefix/IR/LevelOpInterface.cpp.inc"

circuits::Network scanc::prefix::networkOf(Operation *op,
                                           FlatSymbolRefAttr name) {
  return SymbolTable::lookupNearestSymbolFrom<CircuitOp>(op, name).getNetwork();
}

FailureOr<SmallVector<Type>> scanc::prefix::stateOf(Operation *op,
                                                    FlatSymbolRefAttr name) {
  auto monoid = SymbolTable::lookupNearestSymbolFrom<MonoidOp>(op, name);
  if (!monoid)
    return op->emitOpError("unknown monoid '") << name << "'";
  return monoid.getStateTypes();
}

LogicalResult scanc::prefix::checkTypes(Operation *op, StringRef what,
                                        TypeRange got,
                                        ArrayRef<Type> expected) {
  if (llvm::equal(got, expected))
    return success();
  return op->emitOpError() << what << " must be (" << expected << "), got ("
                           << got << ")";
}

SmallVector<Type> scanc::prefix::repeat(ArrayRef<Type> types, int64_t times) {
  SmallVector<Type> result;
  for (int64_t i = 0; i < times; ++i)
    llvm::append_range(result, types);
  return result;
}

SmallVector<Type> scanc::prefix::vectorsOf(ArrayRef<Type> types,
                                           int64_t length) {
  return llvm::map_to_vector(
      types, [&](Type type) -> Type { return VectorType::get(length, type); });
}

LogicalResult IdentityOp::verify() {
  auto state = stateOf(*this, getMonoidAttr());
  return failure(failed(state) || failed(checkTypes(*this, "results",
                                                    getResultTypes(), *state)));
}

LogicalResult ApplyOp::verify() {
  auto state = stateOf(*this, getMonoidAttr());
  return failure(
      failed(state) ||
      failed(checkTypes(*this, "operands", getOperandTypes(),
                        repeat(*state, 2))) ||
      failed(checkTypes(*this, "results", getResultTypes(), *state)));
}

LogicalResult WalkOp::verify() {
  const size_t sizes = getDomain().getSizeNames().size();
  const size_t strides = getDomain().countStrides();
  if (strides ? getSizes().size() <= sizes ||
                    (getSizes().size() - sizes) % strides != 0
              : getSizes().size() != sizes) { // walk_c1
    InFlightDiagnostic error = emitOpError("must have the sizes of '")
                               << getDomain().getName() << "' (" << sizes
                               << ")";
    if (strides == 1)
      error << " and a stride for each array";
    else if (strides)
      error << " and " << strides << " strides for each array";
    return error << ", got " << getSizes().size();
  }
  return success();
}

/// The map of a tile op, if it has one and it is such.
template <typename OpT> static FailureOr<MapOp> verifyMap(OpT op, bool isLoad) {
  if (!op.getMap())
    return MapOp();
  auto map = SymbolTable::lookupNearestSymbolFrom<MapOp>(op, op.getMapAttr());
  if (!map || map.getMapArguments().getIsLoad() != isLoad) // tile_c9
    return op.emitOpError("'through' must name a ")
           << (isLoad ? "load" : "store") << " map";
  if (!op.getOrigin() != !op.getNumbered() ||
      (map.getMapArguments().isPlaced() && !op.getOrigin())) // tile_c9
    return op.emitOpError("must say where its elements are in the walk, for "
                          "their index");
  if (map.getMapArguments().countNeighbours() && op.getAround().empty())
    return op.emitOpError("must say where elements beside its runs are");
  if (op.getNumbered() &&
      !op.getNumbered().template getDefiningOp<WalkOp>()) // tile_c8
    return op.emitOpError("the walk must be what a 'prefix.walk' gives");
  return map;
}

SmallVector<Type> scanc::prefix::fieldsIn(size_t bases, ArrayAttr types) {
  return ElementArrays{llvm::to_vector(types.getAsValueRange<TypeAttr>()),
                       bases == types.size()}
      .fields();
}

/// What load_tile and store_tile have in common: where and how much.
template <typename OpT>
static LogicalResult verifyTile(OpT op, ArrayAttr fields) {
  const size_t bases = op.getBases().size();
  if (!bases || (bases != 1 && bases != fields.size())) // tile_c7
    return op.emitOpError("must have one base, or one for each field (")
           << fields.size() << "), got " << bases;
  for (Type base : op.getBases().getTypes()) { // tile_c1
    auto pointer = dyn_cast<LLVM::LLVMPointerType>(base);
    if (!pointer ||
        (pointer.getAddressSpace() != 1 && pointer.getAddressSpace() != 3))
      return op.emitOpError(
                 "the base must be !llvm.ptr<1> or !llvm.ptr<3>, got ")
             << base;
    if (base != op.getBases().front().getType())
      return op.emitOpError("the bases must have one type, got ")
             << op.getBases().front().getType() << " and " << base;
  }
  if (op.getWalk() && !op.getWalk().template getDefiningOp<WalkOp>()) // tile_c8
    return op.emitOpError("the walk must be what a 'prefix.walk' gives");
  if (op.getAligned() && op.getValid()) // tile_c6
    return op.emitOpError("'aligned' runs are whole: there is no 'valid'");
  const int64_t rows = op.getRows(), items = op.getItems();
  if (rows < 1 || items < 1) // tile_c2
    return op.emitOpError("'rows' and 'items' must be at least 1, got ")
           << rows << " and " << items;
  for (Type type : fieldsIn(bases, fields)) // tile_c3
    if (!getFieldBytes(type))
      return op.emitOpError("a field cannot be of type ") << type;
  return success();
}

LogicalResult LoadTileOp::verify() {
  if (failed(verifyTile(*this, getElement())))
    return failure();
  auto state = stateOf(*this, getMonoidAttr());
  FailureOr<MapOp> map = verifyMap(*this, /*isLoad=*/true);
  if (failed(state) || failed(map))
    return failure();
  if (MapOp own = *map)
    if (failed(verifyLoad(*this, own.getBody(), own.getMapArguments(),
                          fieldsIn(getBases().size(), getElement()), *state)))
      return failure();
  if (!*map && getElement().size() != state->size())
    return emitOpError("must have one element field per state value: ")
           << state->size() << " expected, got " << getElement().size();
  return checkTypes(*this, "results", getResultTypes(),
                    repeat(vectorsOf(*state, getItems()), getRows()));
}

LogicalResult StoreTileOp::verify() {
  FailureOr<MapOp> map = verifyMap(*this, /*isLoad=*/false);
  if (failed(verifyTile(*this, getOutput())) || failed(map))
    return failure();
  for (Type type : getState().getAsValueRange<TypeAttr>()) // tile_c3
    if (!getFieldBytes(type))
      return emitOpError("a field cannot be of type ") << type;
  if (!*map && getState().size() != getOutput().size())
    return emitOpError("must have one output field per state value: ")
           << getState().size() << " expected, got " << getOutput().size();
  size_t states = 1;
  if (MapOp own = *map) {
    const MapArgumentsAttr takes = own.getMapArguments();
    states = std::max(1, (takes.getBefore() != 0) + (takes.getAfter() != 0));
    const size_t inputs = getInputs().size();
    if (takes.getIn() && // store_tile_c1
        (!getElement() || !inputs ||
         (inputs != 1 && inputs != getElement()->size())))
      return emitOpError("must say where the elements are that its map takes");
  }
  if (getValues().size() != states * getState().size() * getRows())
    return emitOpError("must store one vector per row and state value: ")
           << states * getState().size() * getRows() << " expected, got "
           << getValues().size();
  SmallVector<Type> state;
  for (Type type : getState().getAsValueRange<TypeAttr>())
    state.push_back(
        type.isInteger()
            ? IntegerType::get(getContext(), type.getIntOrFloatBitWidth())
            : type);
  if (MapOp own = *map) {
    SmallVector<Type> element;
    if (getElement() && !getInputs().empty())
      element = fieldsIn(getInputs().size(), *getElement());
    if (!llvm::all_of(element, getFieldBytes) ||
        !llvm::all_of(getInputs().getTypes(),
                      llvm::IsaPred<LLVM::LLVMPointerType>) ||
        (getInputWalk() && !getInputWalk().getDefiningOp<WalkOp>()))
      return emitOpError("must say where the elements are that its map takes");
    if (failed(verifyStore(*this, own.getBody(), own.getMapArguments(), element,
                           state, fieldsIn(getBases().size(), getOutput()))))
      return failure();
  }
  return checkTypes(*this, "values", getValues().getTypes(),
                    repeat(vectorsOf(state, getItems()), states * getRows()));
}

/// What start_chains and end_chains have in common; gives the state's types.
template <typename OpT>
static FailureOr<SmallVector<Type>> verifyChains(OpT op) {
  const int64_t rows = op.getRows(), items = op.getItems();
  if (rows < 1 || items < 1) // start_chains_c2
    return op.emitOpError("'rows' and 'items' must be at least 1, got ")
           << rows << " and " << items;
  if (!op.getNumbered().template getDefiningOp<WalkOp>()) // start_chains_c5
    return op.emitOpError("the walk must be what a 'prefix.walk' gives");
  auto state = stateOf(op, op.getMonoidAttr());
  if (failed(state) ||
      failed(checkTypes(op, "values", op.getValues().getTypes(),
                        repeat(vectorsOf(*state, items), rows))))
    return failure();
  return state;
}

LogicalResult scanc::prefix::verifyInit(Operation *op,
                                        std::optional<ArrayAttr> init,
                                        ArrayRef<Type> state) {
  if (!init)
    return success();
  SmallVector<Type> types;
  for (Attribute value : *init) {
    auto typed = dyn_cast<TypedAttr>(value);
    types.push_back(typed ? typed.getType() : NoneType::get(op->getContext()));
  }
  return checkTypes(op, "'init'", types, state);
}

LogicalResult StartChainsOp::verify() {
  auto state = verifyChains(*this);
  if (failed(state) ||
      failed(verifyInit(*this, getInit(), *state))) // start_chains_c4
    return failure();
  return checkTypes(*this, "results", getResultTypes(),
                    repeat(vectorsOf(*state, getItems()), getRows()));
}

/// The arrays of outputs that ops beside store_tile write: states are converted
/// value by value.
template <typename OpT>
static LogicalResult verifyOutputs(OpT op, ArrayRef<Type> state) {
  const size_t bases = op.getBases().size(), outputs = op.getOutput().size();
  if (bases != 1 && bases != outputs)
    return op.emitOpError("must have one base, or one for each output (")
           << outputs << "), got " << bases;
  if (op.getState().size() != state.size() || outputs != state.size())
    return op.emitOpError(
               "'state' and 'output' must have one type per state value (")
           << state.size() << "), got " << op.getState().size() << " and "
           << outputs;
  for (ArrayAttr types : {op.getState(), op.getOutput()})
    for (Type type : types.template getAsValueRange<TypeAttr>())
      if (!getFieldBytes(type))
        return op.emitOpError("a field cannot be of type ") << type;
  return success();
}

LogicalResult StoreTotalsOp::verify() {
  auto state = verifyChains(*this);
  if (failed(state) || failed(verifyInit(*this, getInit(), *state)))
    return failure();
  if (getWalk() && !getWalk().getDefiningOp<WalkOp>()) // start_chains_c5
    return emitOpError("the walk must be what a 'prefix.walk' gives");
  return verifyOutputs(*this, *state); // store_totals_c1, store_totals_c2
}

LogicalResult PassStartsOp::verify() {
  auto state = stateOf(*this, getMonoidAttr());
  if (failed(state) ||
      failed(verifyInit(*this, getInit(), *state))) // pass_starts_c1
    return failure();
  if (!getStrides().empty() &&
      getStrides().size() != getBases().size()) // pass_starts_c2
    return emitOpError("must have a stride for each base (")
           << getBases().size() << ") or none, got " << getStrides().size();
  if (getBases().empty())
    return success();
  return verifyOutputs(*this, *state); // pass_starts_c2, pass_starts_c3
}

LogicalResult EndChainsOp::verify() {
  return failure(failed(verifyChains(*this)));
}

/// Operands and results of an op of a level, given its circuit's width.
template <typename OpT, typename OperandsFn, typename ResultsFn>
static LogicalResult verifyLevel(OpT op, std::optional<int64_t> width,
                                 OperandsFn operands, ResultsFn results) {
  auto state = stateOf(op, op.getMonoidAttr());
  if (failed(state))
    return failure();
  auto circuit =
      SymbolTable::lookupNearestSymbolFrom<CircuitOp>(op, op.getCircuitAttr());
  if (!circuit)
    return op.emitOpError("unknown circuit '") << op.getCircuitAttr() << "'";
  if (width && circuit.getWidth() != *width)
    return op.emitOpError("the circuit must have width ")
           << *width << ", got " << circuit.getWidth();
  return failure(failed(checkTypes(op, "operands", op.getValues().getTypes(),
                                   operands(*state, circuit.getWidth()))) ||
                 failed(checkTypes(op, "results", op->getResultTypes(),
                                   results(*state, circuit.getWidth()))));
}

/// What ops of a thread may have beside their values.
template <typename OpT> static LogicalResult verifyCuts(OpT op) {
  auto circuit =
      SymbolTable::lookupNearestSymbolFrom<CircuitOp>(op, op.getCircuitAttr());
  const size_t cuts = op.getCuts().size(),
               words = llvm::divideCeil(circuit.getWidth(), 32);
  if (cuts && cuts != words) // thread_c1
    return op.emitOpError("must have ")
           << words << " numbers of 'cuts' for " << circuit.getWidth()
           << " items, got " << cuts;
  if (op.getStart().empty())
    return success();
  if (!cuts) // thread_c2
    return op.emitOpError("'start' must come with 'cuts'");
  auto state = stateOf(op, op.getMonoidAttr());
  return checkTypes(op, "'start'", op.getStart().getTypes(), *state);
}

static SmallVector<Type> one(ArrayRef<Type> state, int64_t) {
  return llvm::to_vector(state);
}
LogicalResult ThreadReduceOp::verify() {
  return failure(failed(verifyLevel(*this, std::nullopt, vectorsOf, one)) ||
                 failed(verifyCuts(*this)));
}

LogicalResult ThreadScanOp::verify() {
  auto seedAndRun = [](ArrayRef<Type> state, int64_t width) {
    SmallVector<Type> types(state);
    llvm::append_range(types, vectorsOf(state, width));
    return types;
  };
  return failure(
      failed(verifyLevel(*this, std::nullopt, seedAndRun, vectorsOf)) ||
      failed(verifyCuts(*this)));
}

LogicalResult GroupScanOp::verify() {
  auto state = stateOf(*this, getMonoidAttr());
  if (failed(state))
    return failure();
  auto circuit =
      SymbolTable::lookupNearestSymbolFrom<CircuitOp>(*this, getCircuitAttr());
  if (!circuit)
    return emitOpError("unknown circuit '") << getCircuitAttr() << "'";
  if (circuit.getWidth() > 32) // group_c1
    return emitOpError("the circuit must have a width of at most 32, got ")
           << circuit.getWidth();
  auto states = getStates().getDefiningOp<StatesOp>();
  if (!states || states.getMonoidAttr() != getMonoidAttr()) // group_c2
    return emitOpError("the states must be what a 'prefix.states' gives, of ")
           << getMonoidAttr();
  SmallVector<Type> part(*state);
  if (getCuts())
    part.push_back(IntegerType::get(getContext(), 1));
  return checkTypes(*this, "results", getResultTypes(),
                    repeat(part, 2)); // group_c3
}

/// The states of each lane, for a circuit of whole warps.
static SmallVector<Type> folds(ArrayRef<Type> state, int64_t width) {
  return repeat(state, width / 32);
}

template <typename OpT> static LogicalResult checkLanes(OpT op) {
  auto circuit =
      SymbolTable::lookupNearestSymbolFrom<CircuitOp>(op, op.getCircuitAttr());
  if (!circuit)
    return success();
  const int64_t folds = circuit.getWidth() / 32;
  if (circuit.getWidth() % 32) // warp_c1
    return op.emitOpError("the circuit must have width 32 or a multiple of "
                          "it, got ")
           << circuit.getWidth();
  const auto cuts = static_cast<int64_t>(op.getCuts().size());
  if (cuts && cuts != folds) // warp_c2
    return op.emitOpError("must have 'cuts' for each state of a lane (")
           << folds << "), got " << cuts;
  return success();
}

LogicalResult WarpScanOp::verify() {
  auto foldsAndTotal = [](ArrayRef<Type> state, int64_t width) {
    return repeat(state, width / 32 + 1);
  };
  return failure(
      failed(checkLanes(*this)) ||
      failed(verifyLevel(*this, std::nullopt, folds, foldsAndTotal)));
}

LogicalResult WarpReduceOp::verify() {
  return failure(failed(checkLanes(*this)) ||
                 failed(verifyLevel(*this, std::nullopt, folds, one)));
}
