//===- PrefixOps.cpp - Source-level ops of the prefix dialect -------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpSyntax.h"
#include "SpanScope.h"
#include "VerifyMaps.h"

#include "scanc/Dialect/Prefix/IR/ScalarTypes.h"
#include "scanc/Dialect/Prefix/IR/StructLayout.h"
#include "scanc/Dialect/Prefix/Prelude/Prelude.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace scanc::prefix;

//===----------------------------------------------------------------------===//
// Yield
//===----------------------------------------------------------------------===//

ParseResult YieldOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::UnresolvedOperand> values;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOperandList(values))
    return failure();
  SpanScope *circuit = SpanScope::current();
  const bool typed =
      circuit ? succeeded(parser.parseOptionalColon()) : !values.empty();
  SmallVector<Type> types;
  if (!typed) {
    if (circuit && circuit->resolve(parser, values, result.operands))
      return failure();
  } else if ((!circuit && parser.parseColon()) || parser.parseTypeList(types) ||
             parser.resolveOperands(values, types, loc, result.operands)) {
    return failure();
  }
  return parser.parseOptionalAttrDict(result.attributes);
}

void YieldOp::print(OpAsmPrinter &printer) {
  if (getNumOperands())
    printer << " " << getValues();
  if (getNumOperands() && !isa<CircuitOp>((*this)->getParentOp()))
    printer << " : " << getOperandTypes();
  printer.printOptionalAttrDict((*this)->getAttrs());
}

//===----------------------------------------------------------------------===//
// Monoid
//===----------------------------------------------------------------------===//

SmallVector<Type> MonoidOp::getStateTypes() {
  TypeRange types = getCombine().getArgumentTypes();
  return llvm::to_vector(types.take_front(types.size() / 2));
}

/// `low` and `high`, or `low0`, `low1`, ... where a state has several values.
void MonoidOp::getAsmBlockArgumentNames(Region &region,
                                        OpAsmSetValueNameFn setName) {
  const unsigned fields = region.getNumArguments() / 2;
  for (BlockArgument argument : region.getArguments()) {
    const unsigned index = argument.getArgNumber();
    std::string name = index < fields ? "low" : "high";
    setName(argument,
            fields > 1 ? name + std::to_string(index % fields) : name);
  }
}

ParseResult MonoidOp::parse(OpAsmParser &parser, OperationState &result) {
  StringAttr name;
  if (parser.parseSymbolName(name, SymbolTable::getSymbolAttrName(),
                             result.attributes))
    return failure();
  for (StringRef property : {"commutative", "idempotent"})
    if (succeeded(parser.parseOptionalKeyword(property)))
      result.addAttribute(property, parser.getBuilder().getUnitAttr());
  if (parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();

  Region *identity = result.addRegion();
  Region *combine = result.addRegion();
  SmallVector<OpAsmParser::Argument> low, high;
  SMLoc loc;
  if (parser.parseKeyword("identity") ||
      parseYieldingRegion(parser, *identity, {}, "'identity'",
                          "the values of a state") ||
      parser.parseKeyword("combine") || parser.getCurrentLocation(&loc) ||
      parseState(parser, low) || parser.parseComma() ||
      parseState(parser, high))
    return failure();
  auto typesOf = [](ArrayRef<OpAsmParser::Argument> arguments) {
    return llvm::map_to_vector(arguments, [](const auto &a) { return a.type; });
  };
  if (typesOf(low) != typesOf(high)) // monoid_c1
    return parser.emitError(loc)
           << "the low state (" << typesOf(low) << ") and the high state ("
           << typesOf(high) << ") must have the same types";
  low.append(high);
  return parseYieldingRegion(parser, *combine, low, "'combine'",
                             "the values of a state");
}

void MonoidOp::print(OpAsmPrinter &printer) {
  printer << " ";
  printer.printSymbolName(getSymName());
  if (getCommutative())
    printer << " commutative";
  if (getIdempotent())
    printer << " idempotent";
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(), {"sym_name", "commutative", "idempotent"});
  printer.printNewline();
  printer << "identity ";
  printer.printRegion(getIdentity(), /*printEntryBlockArgs=*/false);
  printer << " combine ";
  ArrayRef<BlockArgument> arguments = getCombine().getArguments();
  printState(printer, arguments.take_front(arguments.size() / 2));
  printer << ", ";
  printState(printer, arguments.drop_front(arguments.size() / 2));
  printer << " ";
  printer.printRegion(getCombine(), /*printEntryBlockArgs=*/false);
}

/// Whether the GPU, and the executor, compute with `type`.
static bool isComputable(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type))
    return integer.getWidth() <= 64;
  return type.isIndex() || scalarOf(type);
}

/// Whether the GPU, and the executor, can compute what a body does: it has no
/// effect, and ends with a yield.
static LogicalResult verifyBody(Operation *owner, StringRef name,
                                Region &region) {
  if (region.empty() || region.front().empty() ||
      !isa<YieldOp>(region.front().back()))
    return owner->emitOpError("'") << name << "' must end with 'prefix.yield'";
  for (Operation &op : region.front().without_terminator())
    if (!isa_and_nonnull<arith::ArithDialect, math::MathDialect>(
            op.getDialect()))
      return (owner->emitOpError("'")
              << name << "' must hold only ops of the arith and math dialects")
                 .attachNote(op.getLoc())
             << "got '" << op.getName() << "'";
  for (Operation &op : region.front().without_terminator())
    for (Type type : op.getResultTypes())
      if (!isComputable(type))
        return (owner->emitOpError("'")
                << name << "' must compute with integers of at most 64 bits, "
                << "index, " << scanc::machine::listFloats())
                   .attachNote(op.getLoc())
               << "got " << type;
  return success();
}

LogicalResult MonoidOp::verifyRegions() {
  TypeRange arguments = getCombine().getArgumentTypes();
  SmallVector<Type> state = getStateTypes();
  if (arguments.size() % 2 ||
      !llvm::equal(state, arguments.drop_front(state.size()))) // monoid_c1
    return emitOpError("the low state and the high state must have the same "
                       "types, got ")
           << arguments;
  const size_t most = (*this)->hasAttr(PrefixDialect::partsAttrName) ? 9 : 8;
  if (state.empty() || state.size() > most) // monoid_c2
    return emitOpError("a state must have 1 to 8 values, got ") << state.size();
  for (Type type : state)
    if (!getFieldBytes(type) ||
        !(type.isSignlessInteger() || isa<FloatType>(type)))
      return emitOpError("a state value must be i1, i8, i16, i32, i64, ")
             << scanc::machine::listFloats() << ", got " << type;
  if (unsigned size = StructLayout::of(state).size;
      size > 64 && most == 8) // monoid_c3
    return emitOpError("a state must take at most 64 bytes, got ") << size;
  if (getIdentity().getNumArguments()) // monoid_c4
    return emitOpError("'identity' must take no argument, got ")
           << getIdentity().getNumArguments();
  for (auto [name, region] :
       {std::pair<StringRef, Region *>{"identity", &getIdentity()},
        {"combine", &getCombine()}}) {
    if (failed(verifyBody(*this, name, *region))) // monoid_c6, monoid_c7
      return failure();
    Operation *yield = region->front().getTerminator();
    if (!llvm::equal(yield->getOperandTypes(), state)) // monoid_c4, monoid_c5
      return (emitOpError("'") << name << "' must yield a state (" << state
                               << "), got (" << yield->getOperandTypes() << ")")
                 .attachNote(yield->getLoc())
             << "yielded here";
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Scan
//===----------------------------------------------------------------------===//

SmallVector<DomainAttrInterface> ScanOp::getAllDomains() {
  if (getDomains())
    return llvm::to_vector(getDomains()->getAsRange<DomainAttrInterface>());
  return {getContext()->getLoadedDialect<PrefixDialect>()->findDomain("line")};
}

DomainAttrInterface ScanOp::getDomain() {
  SmallVector<DomainAttrInterface> all = getAllDomains();
  assert(all.size() == 1 && "the circuit phase makes a scan of each");
  return all.front();
}

StringRef ScanOp::getApiName() {
  return withoutSuffix(getSymName(), getDomain());
}

StringRef scanc::prefix::withoutSuffix(StringRef name,
                                       DomainAttrInterface domain) {
  const StringRef suffix = domain ? domain.getSuffix() : "";
  StringRef shorter = name;
  if (!suffix.empty() && shorter.consume_back(suffix) &&
      shorter.consume_back("_") && !shorter.empty())
    return shorter;
  return name;
}

/// `before0`, `after0`, `x0`, .. and `i`.
static void nameMapArguments(Region &region, MapArgumentsAttr arguments,
                             OpAsmSetValueNameFn setName) {
  ValueRange left = region.getArguments();
  if (left.size() != arguments.count())
    return;
  auto nameNext = [&](StringRef name, unsigned count) {
    for (unsigned i = 0; i < count; ++i)
      setName(left[i], count > 1 ? (name + Twine(i)).str() : name.str());
    left = left.drop_front(count);
  };
  nameNext("before", arguments.getBefore());
  nameNext("after", arguments.getAfter());
  nameNext("x", arguments.getIn());
  nameNext("beside", arguments.countNeighbours());
  nameNext("i", arguments.getIndex());
}

LogicalResult ScanOp::verify() {
  if (getDomains()) {
    llvm::SmallDenseSet<Attribute> known;
    for (Attribute domain : getDomainsAttr())
      if (!isa<DomainAttrInterface>(domain))
        return emitOpError("expected domains, got ") << domain;
      else if (!known.insert(domain).second) // scan_c7
        return emitOpError("names the domain '")
               << cast<DomainAttrInterface>(domain).getName() << "' twice";
    if (known.empty())
      return emitOpError("expected a domain, got an empty list");
  }
  const ArrayRef<Type> in = getFunctionType().getInputs(),
                       out = getFunctionType().getResults();
  for (auto [side, mapped] : {std::pair{in, hasLoad()}, {out, hasStore()}})
    if (!mapped && side.size() > 1 &&
        llvm::any_of(side, llvm::IsaPred<StructType>))
      return emitOpError("a struct must be all of an element or an output, not "
                         "a field");       // scan_c6
  if (getSoa() && hasLoad() && hasStore()) // scan_c10
    return emitOpError("'soa' says nothing where there are a 'load' and a "
                       "'store': each type is that of an array");
  if (getTotal() && (isInclusive() || hasStore())) // scan_c13
    return emitOpError(isInclusive()
                           ? "'total' needs an exclusive scan"
                           : "'total' needs outputs without a 'store'");
  llvm::SmallDenseMap<StringAttr, StructType> structs;
  for (ArrayRef<Type> side : {in, out})
    for (Type type : side) {
      auto own = dyn_cast<StructType>(type);
      if (!own || !own.isNamed())
        continue;
      StructType &known = structs.try_emplace(own.getName(), own).first->second;
      if (known != own) // scan_c6
        return emitOpError("element and output must not both be a struct '")
               << own.getName().getValue()
               << "' with different fields: " << known << " and " << own;
    }
  for (const auto &[what, arrays, mapped] :
       {std::tuple<StringRef, ElementArrays, bool>{"element", getInput(),
                                                   hasLoad()},
        {"output", getOutput(), hasStore()}}) {
    const SmallVector<Type> types = arrays.fields();
    for (Type type : types)
      if (!getFieldBytes(type)) // scan_c2
        return emitOpError()
               << what
               << " fields must be integers of 1, 8, 16, 32 or 64 bits, "
               << scanc::machine::listFloats() << ", got " << type;
    if (mapped && (arrays.types.empty() || arrays.count() > 8)) // scan_c11
      return emitOpError() << what << " must lie in 1 to 8 arrays, got "
                           << arrays.count();
    if (!mapped && (types.empty() || types.size() > 8))
      return emitOpError() << what << " must have 1 to 8 fields, got "
                           << types.size();
    if (unsigned size = arrays.apart ? arrays.together().size
                                     : StructLayout::of(types).size;
        size > 64) // scan_c5
      return emitOpError() << "an " << what
                           << " must take at most 64 bytes, got " << size;
  }
  return success();
}

LogicalResult ScanOp::verifyRegions() {
  for (auto [name, body, arguments] :
       {std::tuple<StringRef, Region *, std::optional<MapArgumentsAttr>>{
            "load", &getLoad(), getLoadArguments()},
        {"store", &getStore(), getStoreArguments()}}) {
    if (body->empty() != !arguments)
      return emitOpError("'") << name << "' must say what its arguments are";
    if (arguments &&
        failed(verifyMapArguments(*this, name == "load", *arguments, *body)))
      return failure();
    if (arguments && failed(verifyBody(*this, name, *body))) // scan_c9
      return failure();
  }
  return success();
}

SmallVector<int64_t> ScanOp::getKeptArrays() {
  SmallVector<int64_t> arrayOf; // of each value
  const ElementArrays input = getInput();
  for (size_t array = 0; array < input.count(); ++array)
    arrayOf.append(input.fieldsOf(array).size(), static_cast<int64_t>(array));
  llvm::SmallSetVector<int64_t, 8> kept;
  for (std::optional<MapArgumentsAttr> map :
       {getLoadArguments(), getStoreArguments()})
    if (map)
      for (const auto &beside : map->listNeighbours())
        kept.insert(arrayOf[beside.value]);
  return kept.takeVector();
}

ScanOutputs ScanOp::getStored() {
  // The states between elements and at both ends are, in memory, those after
  // elements and one more where the scan goes backwards.
  if (!hasStore())
    return isInclusive() || (getTotal() && getReverse()) ? ScanOutputs::After
                                                         : ScanOutputs::Before;
  const MapArgumentsAttr takes = *getStoreArguments();
  if (!takes.getBefore())
    return ScanOutputs::After;
  return takes.getAfter() ? ScanOutputs::Both : ScanOutputs::Before;
}

ScanOutputs ScanOp::getScanOutputs() {
  const ScanOutputs stored = getStored();
  return stored == ScanOutputs::Before && (getFinal() || getTotal())
             ? ScanOutputs::Both
             : stored;
}

/// `load0`, .. for the values of an element, and so on.
void ScanOp::getAsmBlockArgumentNames(Region &region,
                                      OpAsmSetValueNameFn setName) {
  const std::optional<MapArgumentsAttr> arguments =
      &region == &getLoad() ? getLoadArguments() : getStoreArguments();
  if (arguments)
    nameMapArguments(region, *arguments, setName);
}

void MapOp::getAsmBlockArgumentNames(Region &region,
                                     OpAsmSetValueNameFn setName) {
  nameMapArguments(region, getMapArguments(), setName);
}

LogicalResult MapOp::verifyRegions() {
  if (failed(verifyMapArguments(*this, getMapArguments().getIsLoad(),
                                getMapArguments(), getBody()))) // map_c1
    return failure();
  return verifyBody(*this, getMapArguments().getIsLoad() ? "load" : "store",
                    getBody());
}

static bool isInPrelude(MonoidOp monoid) {
  auto place = monoid.getLoc()->findInstanceOf<FileLineColLoc>();
  return place && place.getFilename() == preludeFileName;
}

LogicalResult ScanOp::verifySymbolUses(SymbolTableCollection &symbols) {
  Operation *symbol = symbols.lookupNearestSymbolFrom(*this, getMonoidAttr());
  if (!symbol) {
    if (isPreludeMonoid(getMonoid()))
      return success();
    return emitOpError("unknown monoid '@") << getMonoid() << "'"; // scan_c1
  }
  auto monoid = dyn_cast<MonoidOp>(symbol);
  if (!monoid) {
    InFlightDiagnostic diag = emitOpError("'@")
                              << getMonoid() << "' must be a monoid";
    diag.attachNote(symbol->getLoc())
        << "it is a '" << symbol->getName() << "'";
    return diag;
  }

  SmallVector<Type> state = monoid.getStateTypes();
  auto fail = [&](const Twine &message) -> LogicalResult {
    InFlightDiagnostic diag = emitOpError(message);
    // A built-in monoid has no place that its user knows.
    if (isInPrelude(monoid))
      return diag << "; the state of '@" << getMonoid() << "' is (" << state
                  << ")";
    diag.attachNote(monoid.getLoc())
        << "the state of '@" << getMonoid() << "' is (" << state << ")";
    return diag;
  };
  // What of a state there must be a field for, side by side.
  auto checkCount = [&](StringRef what, size_t fields) -> LogicalResult {
    if (fields == state.size())
      return success();
    return fail("must have one " + what + " field per state value, where no '" +
                (what == "element" ? "load" : "store") + "' says more: " +
                Twine(state.size()) + " expected, got " + Twine(fields));
  };
  const SmallVector<Type> element = getElementTypes(),
                          output = getOutputTypes();
  if (!hasLoad() && !hasStore() &&
      (element.size() != state.size() || output.size() != state.size()))
    return fail("must have one element and one output field per state value: " +
                Twine(state.size()) + " expected, got " +
                Twine(element.size()) + " and " + Twine(output.size()));
  if (!hasLoad()) {
    if (failed(checkCount("element", element.size()))) // scan_c2
      return failure();
    for (auto [index, value] : llvm::enumerate(state))
      if (isa<FloatType>(element[index]) && !isa<FloatType>(value)) // scan_c3
        return fail("floating-point element field #" + Twine(index) +
                    " needs a floating-point state value: integers are "
                    "converted to floats, floats to floats only");
  } else if (failed(verifyLoad(*this, getLoad(), *getLoadArguments(), element,
                               state))) {
    return failure();
  }
  if (!hasStore()) {
    if (failed(checkCount("output", output.size()))) // scan_c2
      return failure();
    for (auto [index, value] : llvm::enumerate(state))
      if (isa<FloatType>(value) && !isa<FloatType>(output[index]))
        return fail("floating-point state value #" + Twine(index) +
                    " needs a floating-point output field: integers are "
                    "converted to floats, floats to floats only");
  } else if (failed(verifyStore(*this, getStore(), *getStoreArguments(),
                                element, state, output))) {
    return failure();
  }
  if (!getInit())
    return success();
  if (getInit()->size() != state.size()) // scan_c4
    return fail(
        "'init' must give one value per state value: " + Twine(state.size()) +
        " expected, got " + Twine(getInit()->size()));
  for (auto [index, value] : llvm::enumerate(*getInit())) {
    auto typed = dyn_cast<TypedAttr>(value);
    if (!typed || typed.getType() != state[index] ||
        !isa<IntegerAttr, FloatAttr>(value))
      return fail("'init' value #" + Twine(index) +
                  " must have the type of its state value");
  }
  return success();
}

#define GET_OP_CLASSES
#include "scanc/Dialect/Prefix/IR/PrefixOps.cpp.inc"
