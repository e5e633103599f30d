//===- OpSyntax.cpp - Custom directives of the ops' formats ---------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpSyntax.h"

#include "AttrSyntax.h"

#include "scanc/Circuits/Cost.h"
#include "scanc/Dialect/Prefix/IR/Expect.h"
#include "scanc/Machine/ScalarTypes.h"

#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace scanc;
using namespace scanc::prefix;

ParseResult scanc::prefix::parseCircuitName(OpAsmParser &parser,
                                            Attribute &circuit) {
  return parseCircuitText(parser, "a level of a composition", circuit);
}
void scanc::prefix::printCircuitName(OpAsmPrinter &printer, Operation *,
                                     Attribute circuit) {
  printCircuitText(printer, circuit);
}

//===----------------------------------------------------------------------===//
// Enumerations
//===----------------------------------------------------------------------===//

/// Reads a case of an enumeration, or says which there are.
template <typename EnumAttr, typename Symbolize>
static ParseResult parseCase(OpAsmParser &parser, StringRef what,
                             StringRef cases, Symbolize symbolize,
                             EnumAttr &attribute) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef name;
  if (failed(parser.parseOptionalKeyword(&name)))
    return parser.emitError(loc) << "expected " << cases;
  auto value = symbolize(name);
  if (!value)
    return parser.emitError(loc)
           << "unknown " << what << " '" << name << "'; expected " << cases;
  attribute = EnumAttr::get(parser.getContext(), *value);
  return success();
}

ParseResult scanc::prefix::parseKind(OpAsmParser &parser, ScanKindAttr &kind) {
  return parseCase(
      parser, "kind", "inclusive or exclusive",
      [](StringRef name) { return symbolizeScanKind(name); }, kind);
}
void scanc::prefix::printKind(OpAsmPrinter &printer, Operation *,
                              ScanKindAttr kind) {
  printer << stringifyScanKind(kind.getValue());
}

ParseResult scanc::prefix::parseSpace(OpAsmParser &parser, SpaceAttr &space) {
  return parseCase(
      parser, "place", "registers, warp or shared",
      [](StringRef name) { return symbolizeSpace(name); }, space);
}
void scanc::prefix::printSpace(OpAsmPrinter &printer, Operation *,
                               SpaceAttr space) {
  printer << stringifySpace(space.getValue());
}

ParseResult scanc::prefix::parseDomain(OpAsmParser &parser,
                                       DomainAttrInterface &domain) {
  const auto *dialect = parser.getContext()->getLoadedDialect<PrefixDialect>();
  const SMLoc loc = parser.getCurrentLocation();
  StringRef name;
  if (parser.parseKeyword(&name))
    return failure();
  domain = dialect->findDomain(name);
  if (domain)
    return success();
  InFlightDiagnostic error = parser.emitError(loc)
                             << "unknown domain '" << name << "'; expected ";
  llvm::interleaveComma(
      dialect->getDomains(), error,
      [&](DomainAttrInterface known) { error << known.getName(); });
  return error;
}

ParseResult scanc::prefix::parseDomains(OpAsmParser &parser,
                                        ArrayAttr &domains) {
  SmallVector<Attribute> all;
  do {
    DomainAttrInterface domain;
    if (parseDomain(parser, domain))
      return failure();
    all.push_back(domain);
  } while (succeeded(parser.parseOptionalComma()));
  domains = parser.getBuilder().getArrayAttr(all);
  return success();
}
void scanc::prefix::printDomains(OpAsmPrinter &printer, Operation *,
                                 ArrayAttr domains) {
  llvm::interleaveComma(
      domains.getAsRange<DomainAttrInterface>(), printer,
      [&](DomainAttrInterface domain) { printer << domain.getName(); });
}

void scanc::prefix::printDomain(OpAsmPrinter &printer, Operation *,
                                DomainAttrInterface domain) {
  printer << domain.getName();
}

ParseResult
scanc::prefix::parseRoles(OpAsmParser &parser, ArrayAttr &names,
                          DenseI64ArrayAttr &warps,
                          SmallVectorImpl<std::unique_ptr<Region>> &bodies) {
  SmallVector<Attribute> roles;
  SmallVector<int64_t> counts;
  std::string name;
  while (succeeded(parser.parseOptionalString(&name))) {
    roles.push_back(parser.getBuilder().getStringAttr(name));
    auto body = std::make_unique<Region>();
    if (parser.parseInteger(counts.emplace_back()) ||
        parser.parseRegion(*body, /*arguments=*/{}))
      return failure();
    if (body->empty())
      body->emplaceBlock();
    bodies.push_back(std::move(body));
  }
  names = parser.getBuilder().getArrayAttr(roles);
  warps = parser.getBuilder().getDenseI64ArrayAttr(counts);
  return success();
}
void scanc::prefix::printRoles(OpAsmPrinter &printer, Operation *,
                               ArrayAttr names, DenseI64ArrayAttr warps,
                               RegionRange bodies) {
  llvm::interleave(
      llvm::zip_equal(names, warps.asArrayRef(), bodies),
      [&](auto role) {
        auto [name, count, body] = role;
        printer << name << ' ' << count << ' ';
        printer.printRegion(*body, /*printEntryBlockArgs=*/false);
      },
      [&] { printer << ' '; });
}

ParseResult scanc::prefix::parseJoint(OpAsmParser &parser, JointAttr &joint) {
  return parseCase(
      parser, "joint", "scan_then_propagate or reduce_then_scan",
      [](StringRef name) { return symbolizeJoint(name); }, joint);
}
void scanc::prefix::printJoint(OpAsmPrinter &printer, Operation *,
                               JointAttr joint) {
  printer << stringifyJoint(joint.getValue());
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

ParseResult
scanc::prefix::parseYieldingRegion(OpAsmParser &parser, Region &region,
                                   ArrayRef<OpAsmParser::Argument> arguments,
                                   StringRef body, StringRef what) {
  Location start = parser.getEncodedSourceLoc(parser.getCurrentLocation());
  if (parser.parseRegion(region, arguments))
    return failure();
  // Of several blocks the verifier says that there must be one.
  if (region.getBlocks().size() > 1)
    return success();
  const bool isEmpty = region.empty() || region.front().empty();
  if (!isEmpty && isa<YieldOp>(region.front().back()))
    return success();
  return mlir::emitError(isEmpty ? start : region.front().back().getLoc())
         << "expected 'prefix.yield' at the end of " << body << ", with "
         << what;
}

ParseResult
scanc::prefix::parseState(OpAsmParser &parser,
                          SmallVectorImpl<OpAsmParser::Argument> &arguments) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, [&] {
    OpAsmParser::Argument &argument = arguments.emplace_back();
    return failure(parser.parseArgument(argument) || parser.parseColon() ||
                   parseScalarType(parser, argument.type));
  });
}

void scanc::prefix::printState(OpAsmPrinter &printer,
                               ArrayRef<BlockArgument> state) {
  printer << "(";
  llvm::interleaveComma(state, printer, [&](BlockArgument value) {
    printer.printRegionArgument(value);
  });
  printer << ")";
}

//===----------------------------------------------------------------------===//
// Maps
//===----------------------------------------------------------------------===//

/// `previous (%h of %d else 0.0 : f32)`, or `next`, or nothing, behind
/// `arguments`, of which the last `in` are the values of an element.
static ParseResult
parseNeighbours(OpAsmParser &parser, bool isNext, unsigned in,
                SmallVectorImpl<OpAsmParser::Argument> &arguments,
                SmallVectorImpl<int64_t> &neighbours,
                SmallVectorImpl<Attribute> &outside) {
  if (failed(parser.parseOptionalKeyword(isNext ? "next" : "previous")))
    return success();
  const size_t others = arguments.size() - neighbours.size();
  return parser.parseCommaSeparatedList(
      AsmParser::Delimiter::Paren, [&]() -> ParseResult {
        OpAsmParser::Argument own, of;
        SMLoc loc;
        if (parser.parseArgument(own) || parser.parseKeyword("of") ||
            parser.getCurrentLocation(&loc) || parser.parseArgument(of))
          return failure();
        ArrayRef<OpAsmParser::Argument> values =
            ArrayRef(arguments).take_front(others).take_back(in);
        const auto *value = llvm::find_if(values, [&](const auto &known) {
          return known.ssaName.name == of.ssaName.name &&
                 known.ssaName.number == of.ssaName.number;
        });
        if (value == values.end()) // scan_c12
          return parser.emitError(loc)
                 << "expected a value of the element, got " << of.ssaName.name;
        TypedAttr none;
        if (parser.parseKeyword("else") || parser.getCurrentLocation(&loc) ||
            parser.parseAttribute(none))
          return failure();
        own.type = none.getType();
        arguments.push_back(own);
        neighbours.push_back(2 * (value - values.begin()) + isNext);
        outside.push_back(none);
        return success();
      });
}

/// In front of a map's body: no part that belongs further in front.
static ParseResult refuseMisplaced(OpAsmParser &parser, bool isLoad) {
  SMLoc loc;
  if (parser.getCurrentLocation(&loc))
    return failure();
  for (StringRef part :
       {"before", "after", "in", "previous", "next", "index"}) {
    if (failed(parser.parseOptionalKeyword(part)))
      continue;
    auto error = parser.emitError(loc);
    error << "'" << part << "' comes twice or too late: parts of a '"
          << (isLoad ? "load" : "store") << "' come in the order of ";
    return error << (isLoad ? "its values" : "'before', 'after', 'in'")
                 << ", 'previous', 'next', 'index'";
  }
  return success();
}

/// What is behind `load` or `store`.
static ParseResult parseMapBody(OpAsmParser &parser, Region &body, bool isLoad,
                                MapArgumentsAttr &known) {
  SmallVector<OpAsmParser::Argument> arguments;
  auto parsePart = [&](unsigned &count) {
    const size_t before = arguments.size();
    if (failed(parseState(parser, arguments)))
      return failure();
    count = static_cast<unsigned>(arguments.size() - before);
    return success();
  };
  unsigned before = 0, after = 0, in = 0;
  if (isLoad) {
    if (failed(parsePart(in)))
      return failure();
  } else {
    for (auto [keyword, count] :
         {std::pair<StringRef, unsigned *>{"before", &before},
          {"after", &after},
          {"in", &in}})
      if (succeeded(parser.parseOptionalKeyword(keyword)) &&
          failed(parsePart(*count)))
        return failure();
  }
  SmallVector<int64_t> neighbours;
  SmallVector<Attribute> outside;
  for (bool isNext : {false, true})
    if (failed(parseNeighbours(parser, isNext, in, arguments, neighbours,
                               outside)))
      return failure();
  const bool hasIndex = succeeded(parser.parseOptionalKeyword("index"));
  if (hasIndex) {
    OpAsmParser::Argument &index = arguments.emplace_back();
    index.type = parser.getBuilder().getI64Type();
    SMLoc loc;
    Type given;
    if (parser.parseArgument(index))
      return failure();
    if (succeeded(parser.parseOptionalColon())) {
      if (parser.getCurrentLocation(&loc) || parseScalarType(parser, given))
        return failure();
      if (given != index.type) // scan_c8
        return parser.emitError(loc)
               << "an index is an i64, which holds that of every element, got "
               << given << "; convert it within the map";
    }
  }
  if (failed(refuseMisplaced(parser, isLoad)))
    return failure();
  Builder &b = parser.getBuilder();
  known = MapArgumentsAttr::get(
      parser.getContext(), isLoad, before, after, in, hasIndex,
      neighbours.empty() ? DenseI64ArrayAttr()
                         : b.getDenseI64ArrayAttr(neighbours),
      neighbours.empty() ? ArrayAttr() : b.getArrayAttr(outside));
  return parseYieldingRegion(
      parser, body, arguments, isLoad ? "'load'" : "'store'",
      isLoad ? "the values of a state" : "the values to store");
}

static void printMapBody(OpAsmPrinter &printer, Region &body,
                         MapArgumentsAttr arguments) {
  ArrayRef<BlockArgument> left = body.getArguments();
  auto printPart = [&](StringRef keyword, unsigned count) {
    printer << keyword;
    printState(printer, left.take_front(count));
    printer << " ";
    left = left.drop_front(count);
  };
  if (arguments.getIsLoad())
    printPart("", arguments.getIn());
  else
    for (auto [keyword, count] :
         {std::pair<StringRef, unsigned>{"before ", arguments.getBefore()},
          {"after ", arguments.getAfter()},
          {"in ", arguments.getIn()}})
      if (count)
        printPart(keyword, count);
  ArrayRef<BlockArgument> values =
      body.getArguments().drop_back(left.size()).take_back(arguments.getIn());
  const auto neighbours = arguments.listNeighbours();
  for (auto [i, beside] : llvm::enumerate(neighbours)) {
    // Those before come first.
    const bool isFirst = i == 0 || beside.isNext != neighbours[i - 1].isNext;
    printer << (!isFirst        ? ", "
                : beside.isNext ? "next ("
                                : "previous (")
            << left[i] << " of " << values[beside.value] << " else "
            << beside.outside;
    if (i + 1 == neighbours.size() || neighbours[i + 1].isNext != beside.isNext)
      printer << ") ";
  }
  left = left.drop_front(neighbours.size());
  if (arguments.getIndex()) {
    printer << "index ";
    printer.printRegionArgument(left.front(), {}, /*omitType=*/true);
    printer << " ";
  }
  printer.printRegion(body, /*printEntryBlockArgs=*/false);
}

ParseResult scanc::prefix::parseMap(OpAsmParser &parser, Region &body,
                                    MapArgumentsAttr &arguments) {
  const SMLoc loc = parser.getCurrentLocation();
  const bool isLoad = succeeded(parser.parseOptionalKeyword("load"));
  if (!isLoad && failed(parser.parseOptionalKeyword("store")))
    return parser.emitError(loc, "expected 'load' or 'store'");
  return parseMapBody(parser, body, isLoad, arguments);
}

void scanc::prefix::printMap(OpAsmPrinter &printer, Operation *, Region &body,
                             MapArgumentsAttr arguments) {
  printer << (arguments.getIsLoad() ? "load " : "store ");
  printMapBody(printer, body, arguments);
}

ParseResult scanc::prefix::parseLoad(OpAsmParser &parser, Region &body,
                                     MapArgumentsAttr &arguments) {
  return parseMapBody(parser, body, /*isLoad=*/true, arguments);
}
void scanc::prefix::printLoad(OpAsmPrinter &printer, Operation *, Region &body,
                              MapArgumentsAttr arguments) {
  printMapBody(printer, body, arguments);
}

ParseResult scanc::prefix::parseStore(OpAsmParser &parser, Region &body,
                                      MapArgumentsAttr &arguments) {
  return parseMapBody(parser, body, /*isLoad=*/false, arguments);
}
void scanc::prefix::printStore(OpAsmPrinter &printer, Operation *, Region &body,
                               MapArgumentsAttr arguments) {
  printMapBody(printer, body, arguments);
}

//===----------------------------------------------------------------------===//
// Figures
//===----------------------------------------------------------------------===//

ParseResult scanc::prefix::parseOptionalExpect(OpAsmParser &parser,
                                               OperationState &result) {
  if (failed(parser.parseOptionalKeyword("expect")))
    return success();
  Builder &builder = parser.getBuilder();
  NamedAttrList entries, places;
  auto parseEntry = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    StringRef key;
    int64_t value;
    if (parser.parseKeyword(&key))
      return failure();
    if (llvm::none_of(circuits::figures(), [&](const circuits::Figure &known) {
          return known.name == key;
        })) {
      InFlightDiagnostic diag = parser.emitError(loc)
                                << "unknown figure '" << key << "'; expected ";
      llvm::interleaveComma(circuits::figures(), diag,
                            [&](const auto &known) { diag << known.name; });
      return diag;
    }
    if (entries.get(key))
      return parser.emitError(loc) << "'" << key << "' is given twice";
    if (parser.parseEqual() ||
        parseNumber(parser, value, "an integer as '" + key + "'"))
      return failure();
    entries.append(key, builder.getI64IntegerAttr(value));
    places.append(key, LocationAttr(parser.getEncodedSourceLoc(loc)));
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces, parseEntry))
    return failure();
  MLIRContext *context = parser.getContext();
  result.addAttribute("expect", entries.getDictionary(context));
  result.location =
      withPlacesOfFigures(result.location, places.getDictionary(context));
  return success();
}

/// In the order of the figures, not of their names.
void scanc::prefix::printOptionalExpect(OpAsmPrinter &printer,
                                        DictionaryAttr expect) {
  if (!expect)
    return;
  StringRef separator = "";
  printer << " expect {";
  for (const circuits::Figure &figure : circuits::figures())
    if (auto value = expect.getAs<IntegerAttr>(figure.name))
      printer << std::exchange(separator, ", ") << figure.name << " = "
              << value.getInt();
  printer << "}";
}

//===----------------------------------------------------------------------===//
// Scans
//===----------------------------------------------------------------------===//

/// How MLIR writes what C, NumPy and Rust call `word`; empty if nothing is
/// known by that name.
static std::string spellType(StringRef word) {
  StringRef rest = word;
  rest.consume_back("_t");
  auto withBits = [&](StringRef prefix, StringRef type) -> std::string {
    unsigned bits;
    StringRef digits = rest;
    if (!digits.consume_front(prefix) || digits.getAsInteger(10, bits) ||
        !llvm::is_contained({8u, 16u, 32u, 64u}, bits))
      return "";
    std::string known = (type + Twine(bits)).str();
    return type.ends_with("f") && !scanc::machine::findScalarType(known)
               ? ""
               : known;
  };
  for (auto [prefix, type] : {std::pair<StringRef, StringRef>{"uint", "ui"},
                              {"u", "ui"},
                              {"sint", "si"},
                              {"s", "si"},
                              {"int", "i"},
                              {"bfloat", "bf"},
                              {"float", "f"},
                              {"fp", "f"}})
    if (std::string known = withBits(prefix, type); !known.empty())
      return known;
  return llvm::StringSwitch<std::string>(word)
      .Case("bool", "i1")
      .Cases({"char", "byte"}, "i8")
      .Case("short", "i16")
      .Cases({"int", "integer"}, "i32")
      .Case("long", "i64")
      .Cases({"unsigned", "uint"}, "ui32")
      .Case("half", "f16")
      .Cases({"float", "single"}, "f32")
      .Case("double", "f64")
      .Default("");
}

ParseResult scanc::prefix::parseScalarType(AsmParser &parser, Type &type) {
  SMLoc loc = parser.getCurrentLocation();
  OptionalParseResult parsed = parser.parseOptionalType(type);
  if (parsed.has_value())
    return *parsed;
  StringRef word;
  if (failed(parser.parseOptionalKeyword(&word)))
    return parser.emitError(loc) << "expected a type";
  InFlightDiagnostic diag = parser.emitError(loc)
                            << "unknown type '" << word << "'; ";
  if (std::string known = spellType(word); !known.empty())
    return diag << "MLIR writes " << known;
  return diag << "expected an integer such as i32 or ui8, "
              << scanc::machine::listFloats();
}

ParseResult scanc::prefix::parseScanTypes(OpAsmParser &parser,
                                          TypeAttr &types) {
  // What is behind an opening parenthesis.
  auto parseFields = [&](SmallVectorImpl<Type> &fields) {
    if (succeeded(parser.parseOptionalRParen()))
      return ParseResult(success());
    return ParseResult(failure(parser.parseCommaSeparatedList([&] {
      return parseScalarType(parser, fields.emplace_back());
    }) || parser.parseRParen()));
  };
  // A type alone stands for both sides, if it is a struct.
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<Type> elements, outputs;
  bool areBoth = false;
  if (succeeded(parser.parseOptionalLParen())) {
    if (parseFields(elements) || parser.parseArrow())
      return failure();
  } else {
    Type type;
    if (parseScalarType(parser, type))
      return failure();
    // An alias may stand for both.
    if (isa<FunctionType>(type)) {
      types = TypeAttr::get(type);
      return success();
    }
    if (!isa<StructType>(type))
      return parser.emitError(loc)
             << "expected types as in (i32) -> (i32), got " << type;
    elements.push_back(type);
    areBoth = failed(parser.parseOptionalArrow());
  }
  if (areBoth)
    outputs = elements;
  else if (succeeded(parser.parseOptionalLParen())
               ? parseFields(outputs)
               : parseScalarType(parser, outputs.emplace_back()))
    return failure();
  types =
      TypeAttr::get(FunctionType::get(parser.getContext(), elements, outputs));
  return success();
}
void scanc::prefix::printScanTypes(OpAsmPrinter &printer, Operation *,
                                   TypeAttr types) {
  auto type = cast<FunctionType>(types.getValue());
  StructType element = StructType::getOnly(type.getInputs());
  if (!element) {
    printer << type;
    return;
  }
  printer << element;
  if (type.getResults() != type.getInputs())
    printer.printArrowTypeList(type.getResults());
}

ParseResult scanc::prefix::parsePlan(OpAsmParser &parser, PlanAttr &plan) {
  return parsePlanText(parser, plan);
}
void scanc::prefix::printPlan(OpAsmPrinter &printer, Operation *,
                              PlanAttr plan) {
  printPlanText(printer, plan);
}

ParseResult scanc::prefix::parseInit(OpAsmParser &parser, ArrayAttr &init) {
  SmallVector<Attribute> values;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, [&] {
        return parser.parseAttribute(values.emplace_back());
      }))
    return failure();
  init = parser.getBuilder().getArrayAttr(values);
  return success();
}
void scanc::prefix::printInit(OpAsmPrinter &printer, Operation *,
                              ArrayAttr init) {
  printer << "(";
  llvm::interleaveComma(init, printer);
  printer << ")";
}
