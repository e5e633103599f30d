//===- JoinColumns.cpp - Several chains as one of larger states -----------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An element of the joined scan is, in each array, an element of the first
// chain and behind it one of the next. A joined state is a state of each chain,
// one behind the other. So a load from two arrays, to a state of two values,
//
//   load (%a, %b) { yield %s, %t }
//
// becomes, where the values of the second chain have a dash:
//
//   load (%a, %a', %b, %b') { yield %s, %t, %s', %t' }
//
//===----------------------------------------------------------------------===//

#include "scanc/Dialect/Prefix/Transforms/Passes.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace scanc::prefix {
#define GEN_PASS_DEF_PREFIXJOINCOLUMNSPASS
#include "scanc/Dialect/Prefix/Transforms/Passes.h.inc"

/// The most values of a struct, and the most bytes of an element and a state.
static constexpr size_t mostValues = 8, mostBytes = 64;

static constexpr StringLiteral elements = "prefix.elements";

template <typename T>
static SmallVector<T> repeat(ArrayRef<T> values, size_t times) {
  SmallVector<T> all;
  for (size_t copy = 0; copy < times; ++copy)
    llvm::append_range(all, values);
  return all;
}

/// Whether a struct of so many copies of the fields has them where structs of
/// the fields have theirs that lie one behind another.
static bool areJoined(ArrayRef<Type> fields, size_t times) {
  const StructLayout one = StructLayout::of(fields),
                     all = StructLayout::of(repeat(fields, times));
  if (all.offsets.size() > mostValues || all.size > mostBytes ||
      all.size != one.size * times)
    return false;
  for (auto [index, offset] : llvm::enumerate(all.offsets))
    if (offset !=
        index / fields.size() * one.size + one.offsets[index % fields.size()])
      return false;
  return true;
}

/// Where value by value of an element of chain `chain` is among those of the
/// joined element.
static SmallVector<size_t> placesOf(const ElementArrays &side, size_t chain,
                                    size_t columns) {
  SmallVector<size_t> places;
  for (size_t array = 0; array < side.count(); ++array) {
    const size_t own = side.fieldsOf(array).size(), before = places.size();
    for (size_t field = 0; field < own; ++field)
      places.push_back(before * columns + chain * own + field);
  }
  return places;
}

namespace {
/// Makes a scan of so many chains as one.
class Joiner {
public:
  Joiner(ScanOp scan, size_t columns)
      : scan(scan), columns(columns), input(scan.getInput()),
        output(scan.getOutput()), builder(scan.getContext()) {}

  /// Whether there is such a scan.
  bool isPossible(MonoidOp monoid) const {
    // A structure of several arrays, without a map.
    if (scan->hasAttr(ScanOp::getSoaAttrName(scan->getName())) &&
        ((!input.apart || input.count() > 1) ||
         (!output.apart || output.count() > 1)))
      return false;
    for (const ElementArrays &side : {input, output}) {
      for (size_t array = 0; array < side.count(); ++array)
        if (!areJoined(side.fieldsOf(array), columns))
          return false;
      if (side.apart && side.together().size * columns > mostBytes)
        return false;
    }
    return areJoined(monoid.getStateTypes(), columns);
  }

  void join(StringRef joined) {
    MapArgumentsAttr load = scan.getLoadArgumentsAttr(),
                     store = scan.getStoreArgumentsAttr();
    if (load) {
      joinMap(scan.getLoad(), load, nullptr);
      scan.setLoadArgumentsAttr(join(load));
    }
    if (store) {
      joinMap(scan.getStore(), store, &output);
      scan.setStoreArgumentsAttr(join(store));
    }
    scan.setFunctionType(builder.getFunctionType(
        join(input, load != nullptr), join(output, store != nullptr)));
    joinElements();
    scan.setSoa(false);
    scan.setMonoid(joined);
    if (scan.getInit())
      scan.setInitAttr(
          builder.getArrayAttr(repeat(scan.getInit()->getValue(), columns)));
  }

private:
  /// Those that `verify` is to draw: each beside the next of the list. A list
  /// that is none is left for `verify` to refuse.
  void joinElements() {
    auto list = scan->getAttrOfType<ArrayAttr>(elements);
    if (!list || llvm::any_of(list, [&](Attribute each) {
          auto values = dyn_cast<ArrayAttr>(each);
          return !values || values.size() != input.fields().size();
        }))
      return;
    SmallVector<Attribute> all;
    for (size_t index = 0; index < list.size(); ++index) {
      SmallVector<Attribute> values(input.fields().size() * columns);
      for (size_t chain = 0; chain < columns; ++chain)
        for (auto [value, place] : llvm::zip_equal(
                 cast<ArrayAttr>(list[(index + chain) % list.size()]),
                 placesOf(input, chain, columns)))
          values[place] = value;
      all.push_back(builder.getArrayAttr(values));
    }
    scan->setAttr(elements, builder.getArrayAttr(all));
  }

  /// A side of the function type.
  SmallVector<Type> join(const ElementArrays &side, bool isMapped) {
    if (!isMapped)
      return repeat<Type>(side.fields(), columns);
    SmallVector<Type> structs;
    for (size_t array = 0; array < side.count(); ++array) {
      const SmallVector<Type> fields =
          repeat<Type>(side.fieldsOf(array), columns);
      SmallVector<StringAttr> names;
      for (size_t field = 0; field < fields.size(); ++field)
        names.push_back(builder.getStringAttr("f" + Twine(field)));
      structs.push_back(StructType::get(
          builder.getContext(), builder.getStringAttr(""), names, fields));
    }
    return structs;
  }

  MapArgumentsAttr join(MapArgumentsAttr one) {
    SmallVector<int64_t> neighbours;
    for (size_t chain = 0; chain < columns && one.getNeighbours(); ++chain)
      for (const SmallVector<size_t> places = placesOf(input, chain, columns);
           int64_t own : one.getNeighbours().asArrayRef())
        neighbours.push_back(2 * places[own / 2] + own % 2);
    auto times = static_cast<unsigned>(columns);
    return MapArgumentsAttr::get(
        builder.getContext(), one.getIsLoad(), one.getBefore() * times,
        one.getAfter() * times, one.getIn() * times, one.getIndex(),
        one.getNeighbours() ? builder.getDenseI64ArrayAttr(neighbours)
                            : DenseI64ArrayAttr(),
        one.getOutside()
            ? builder.getArrayAttr(repeat(one.getOutside().getValue(), columns))
            : ArrayAttr());
  }

  /// Where argument by argument of a map is for chain `chain`.
  SmallVector<size_t> placesOfArguments(MapArgumentsAttr takes,
                                        size_t chain) const {
    SmallVector<size_t> places;
    auto addAll = [&](unsigned count) {
      const size_t before = places.size();
      for (unsigned i = 0; i < count; ++i)
        places.push_back(before * columns + chain * count + i);
    };
    addAll(takes.getBefore());
    addAll(takes.getAfter());
    const size_t before = places.size();
    if (takes.getIn())
      for (size_t place : placesOf(input, chain, columns))
        places.push_back(before * columns + place);
    addAll(takes.countNeighbours());
    if (takes.getIndex()) // one for all chains
      places.push_back(places.size() * columns);
    return places;
  }

  /// `yields`: the arrays of what is yielded; null: that is a state.
  void joinMap(Region &map, MapArgumentsAttr takes,
               const ElementArrays *yields) {
    Block &one = map.front();
    Block *all = builder.createBlock(&map);
    const MapArgumentsAttr joined = join(takes);
    SmallVector<std::pair<Type, Location>> kinds(
        joined.count(), {Type(), builder.getUnknownLoc()});
    for (size_t chain = 0; chain < columns; ++chain)
      for (auto [argument, place] :
           llvm::zip_equal(one.getArguments(), placesOfArguments(takes, chain)))
        kinds[place] = {argument.getType(), argument.getLoc()};
    for (auto [type, location] : kinds)
      all->addArgument(type, location);
    Operation *end = one.getTerminator();
    SmallVector<Value> values(end->getNumOperands() * columns);
    for (size_t chain = 0; chain < columns; ++chain) {
      IRMapping copies;
      for (auto [argument, place] :
           llvm::zip_equal(one.getArguments(), placesOfArguments(takes, chain)))
        copies.map(argument, all->getArgument(place));
      for (Operation &op : one.without_terminator())
        builder.clone(op, copies);
      SmallVector<size_t> places;
      if (yields)
        places = placesOf(*yields, chain, columns);
      for (auto [index, value] : llvm::enumerate(end->getOperands()))
        values[yields ? places[index] : chain * end->getNumOperands() + index] =
            copies.lookupOrDefault(value);
    }
    YieldOp::create(builder, end->getLoc(), values);
    one.erase();
  }

  ScanOp scan;
  size_t columns;
  ElementArrays input, output;
  OpBuilder builder;
};

struct PrefixJoinColumnsPass
    : impl::PrefixJoinColumnsPassBase<PrefixJoinColumnsPass> {
  void runOnOperation() override {
    joined.clear(); // of another module
    SymbolTable symbols(getOperation());
    for (auto scan :
         llvm::make_early_inc_range(getOperation().getOps<ScanOp>())) {
      const size_t columns = scan.getDomain().getColumns();
      if (columns == 1)
        continue;
      auto monoid = symbols.lookup<MonoidOp>(scan.getMonoid());
      Joiner joiner(scan, columns);
      if (!monoid || !joiner.isPossible(monoid))
        symbols.erase(scan);
      else
        joiner.join(join(monoid, columns, symbols));
    }
  }

private:
  /// The name of a monoid of so many states, each by itself.
  StringRef join(MonoidOp one, size_t columns, SymbolTable &symbols) {
    StringAttr &known = joined[{one, columns}];
    if (known)
      return known;
    OpBuilder builder(one);
    MonoidOp all = cast<MonoidOp>(builder.cloneWithoutRegions(*one));
    joinBody(one.getIdentity(), all.getIdentity(), columns, builder);
    joinBody(one.getCombine(), all.getCombine(), columns, builder);
    all->remove();
    all.setSymName((one.getSymName() + "_x" + Twine(columns)).str());
    return known = symbols.insert(all, Block::iterator(one));
  }

  /// Of a body, which takes states and yields one.
  static void joinBody(Region &one, Region &all, size_t columns,
                       OpBuilder &builder) {
    OpBuilder::InsertionGuard guard(builder);
    Block *body = builder.createBlock(&all);
    Operation *end = one.front().getTerminator();
    const size_t state = end->getNumOperands();
    const auto taken = one.getArguments();
    for (size_t first = 0; first < taken.size(); first += state)
      for (size_t chain = 0; chain < columns; ++chain)
        for (BlockArgument argument : taken.slice(first, state))
          body->addArgument(argument.getType(), argument.getLoc());
    SmallVector<Value> values;
    for (size_t chain = 0; chain < columns; ++chain) {
      IRMapping copies;
      for (auto [index, argument] : llvm::enumerate(taken))
        copies.map(argument,
                   body->getArgument((index / state * columns + chain) * state +
                                     index % state));
      for (Operation &op : one.front().without_terminator())
        builder.clone(op, copies);
      for (Value value : end->getOperands())
        values.push_back(copies.lookupOrDefault(value));
    }
    YieldOp::create(builder, end->getLoc(), values);
  }

  DenseMap<std::pair<Operation *, size_t>, StringAttr> joined;
};
} // namespace
} // namespace scanc::prefix
