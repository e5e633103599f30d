//===- PrefixOps.cpp - Source-level ops of the prefix dialect -------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpSyntax.h"
#include "SpanScope.h"

#include "scanc/Dialect/Prefix/IR/ScalarTypes.h"
#include "scanc/Dialect/Prefix/IR/StructLayout.h"
#include "scanc/Dialect/Prefix/Prelude/Prelude.h"

#include "mlir/Dialect/Math/IR/Math.h"

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

/// `(%low0: f32, %low1: i32)`
static ParseResult
parseState(OpAsmParser &parser,
           SmallVectorImpl<OpAsmParser::Argument> &arguments) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, [&] {
    OpAsmParser::Argument &argument = arguments.emplace_back();
    return failure(parser.parseArgument(argument) || parser.parseColon() ||
                   parseScalarType(parser, argument.type));
  });
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
  auto printState = [&](ArrayRef<BlockArgument> state) {
    printer << "(";
    llvm::interleaveComma(state, printer, [&](BlockArgument value) {
      printer.printRegionArgument(value);
    });
    printer << ")";
  };
  ArrayRef<BlockArgument> arguments = getCombine().getArguments();
  printState(arguments.take_front(arguments.size() / 2));
  printer << ", ";
  printState(arguments.drop_front(arguments.size() / 2));
  printer << " ";
  printer.printRegion(getCombine(), /*printEntryBlockArgs=*/false);
}

/// Whether the GPU, and the executor, compute with `type`.
static bool isComputable(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type))
    return integer.getWidth() <= 64;
  return type.isIndex() || scalarOf(type);
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
    for (Operation &op : region->front().without_terminator())
      if (!isa_and_nonnull<arith::ArithDialect, math::MathDialect>(
              op.getDialect())) // monoid_c6
        return (emitOpError("'")
                << name
                << "' must hold only ops of the arith and math dialects")
                   .attachNote(op.getLoc())
               << "got '" << op.getName() << "'";
    for (Operation &op : region->front().without_terminator())
      for (Type type : op.getResultTypes())
        if (!isComputable(type)) // monoid_c7
          return (emitOpError("'")
                  << name << "' must compute with integers of at most 64 bits, "
                  << "index, " << scanc::machine::listFloats())
                     .attachNote(op.getLoc())
                 << "got " << type;
    Operation *yield = &region->front().back();
    if (!isa<YieldOp>(yield))
      return emitOpError("'") << name << "' must end with 'prefix.yield'";
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
  for (ArrayRef<Type> side : {in, out})
    if (side.size() > 1 && llvm::any_of(side, llvm::IsaPred<StructType>))
      return emitOpError("a struct must be all of an element or an output, not "
                         "a field"); // scan_c6
  if (StructType inStruct = StructType::getOnly(in),
      outStruct = StructType::getOnly(out);
      inStruct && outStruct && inStruct.isNamed() && inStruct != outStruct &&
      inStruct.getName() == outStruct.getName()) // scan_c6
    return emitOpError("element and output must not both be a struct '")
           << inStruct.getName().getValue()
           << "' with different fields: " << inStruct << " and " << outStruct;
  for (auto [what, types] :
       {std::pair<StringRef, ArrayRef<Type>>{"element", getElementTypes()},
        {"output", getOutputTypes()}}) {
    for (Type type : types)
      if (!getFieldBytes(type)) // scan_c2
        return emitOpError()
               << what
               << " fields must be integers of 1, 8, 16, 32 or 64 bits, "
               << scanc::machine::listFloats() << ", got " << type;
    if (types.empty() || types.size() > 8)
      return emitOpError() << what << " must have 1 to 8 fields, got "
                           << types.size();
    if (unsigned size = StructLayout::of(types).size; size > 64) // scan_c5
      return emitOpError() << "an " << what
                           << " must take at most 64 bytes, got " << size;
  }
  return success();
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
  if (getElementTypes().size() != state.size() ||
      getOutputTypes().size() != state.size()) // scan_c2
    return fail("must have one element and one output field per state value: " +
                Twine(state.size()) + " expected, got " +
                Twine(getElementTypes().size()) + " and " +
                Twine(getOutputTypes().size()));
  for (auto [index, value] : llvm::enumerate(state)) {
    if (isa<FloatType>(getElementTypes()[index]) &&
        !isa<FloatType>(value)) // scan_c3
      return fail("floating-point element field #" + Twine(index) +
                  " needs a floating-point state value: integers are converted "
                  "to floats, floats to floats only");
    if (isa<FloatType>(value) && !isa<FloatType>(getOutputTypes()[index]))
      return fail("floating-point state value #" + Twine(index) +
                  " needs a floating-point output field: integers are "
                  "converted to floats, floats to floats only");
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
