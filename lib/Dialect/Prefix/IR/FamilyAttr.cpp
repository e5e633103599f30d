//===- FamilyAttr.cpp - The name of a family in attributes ----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttrSyntax.h"

#include "scanc/Circuits/Families.h"

using namespace mlir;
using namespace scanc;
using namespace scanc::prefix;

/// The key of the list without a name: no name a parameter can have.
static constexpr StringLiteral unnamedList = "[..]";

static circuits::FamilySpec makeSpec(StringRef name,
                                     DictionaryAttr parameters) {
  circuits::FamilySpec spec{name.str(), {}};
  for (NamedAttribute entry : parameters) {
    std::vector<int64_t> values;
    if (auto integer = dyn_cast<IntegerAttr>(entry.getValue()))
      values.push_back(integer.getInt());
    else
      llvm::append_range(
          values, cast<DenseI64ArrayAttr>(entry.getValue()).asArrayRef());
    StringRef key = entry.getName();
    spec.params.emplace_back(key == unnamedList ? "" : key.str(),
                             std::move(values));
  }
  return spec;
}

circuits::FamilySpec FamilyAttr::getSpec() const {
  return makeSpec(getName(), getParameters());
}

circuits::Network FamilyAttr::buildNetwork() const {
  // The verifier has checked the spec.
  return llvm::cantFail(circuits::buildFamily(getSpec(), getWidth()));
}

LogicalResult FamilyAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 StringRef name, int64_t width,
                                 DictionaryAttr parameters) {
  if (llvm::Error error = circuits::checkFamily(makeSpec(name, parameters),
                                                width)) // family_c1
    return emitError() << llvm::toString(std::move(error));
  return success();
}

std::string FamilyAttr::getSymbolName() const {
  std::string symbol = (getName() + "_" + Twine(getWidth())).str();
  for (NamedAttribute entry : getParameters()) {
    if (entry.getName() != unnamedList)
      symbol += "_" + entry.getName().str();
    if (auto integer = dyn_cast<IntegerAttr>(entry.getValue()))
      symbol += std::to_string(integer.getInt());
    else
      for (int64_t value :
           cast<DenseI64ArrayAttr>(entry.getValue()).asArrayRef())
        symbol += "_" + std::to_string(value);
  }
  return symbol;
}

static ParseResult parseList(AsmParser &parser, Attribute &list) {
  SmallVector<int64_t> values;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
        return parseNumber(parser, values.emplace_back(),
                           "an integer of the list [..]");
      }))
    return failure();
  list = parser.getBuilder().getDenseI64ArrayAttr(values);
  return success();
}

/// `[1, 2]` or `l = 1`.
static ParseResult parseParameter(AsmParser &parser, NamedAttrList &given) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef key;
  Attribute value;
  if (succeeded(parser.parseOptionalKeyword(&key))) {
    if (parser.parseEqual())
      return failure();
    SMLoc valueLoc = parser.getCurrentLocation();
    if (succeeded(parser.parseOptionalLSquare()))
      return parser.emitError(valueLoc) << "expected an integer as '" << key
                                        << "', got a list: a list has no name";
    int64_t integer;
    if (parseNumber(parser, integer, "an integer as '" + key + "'"))
      return failure();
    value = parser.getBuilder().getI64IntegerAttr(integer);
  } else if (parseList(parser, value)) {
    return failure();
  }
  const StringRef name = key.empty() ? StringRef(unnamedList) : key;
  if (given.get(name))
    return parser.emitError(loc) << "'" << name << "' is given twice";
  given.append(name, value);
  return success();
}

ParseResult scanc::prefix::parseFamilyText(AsmParser &parser,
                                           FamilyAttr &family) {
  SMLoc loc = parser.getCurrentLocation();
  std::string name;
  int64_t width;
  NamedAttrList parameters;
  if (parser.parseKeywordOrString(&name) || parser.parseLess() ||
      parseNumber(parser, width, "an integer as the width"))
    return failure();
  while (succeeded(parser.parseOptionalComma()))
    if (parseParameter(parser, parameters))
      return failure();
  if (parser.parseGreater())
    return failure();
  family = FamilyAttr::getChecked(
      [&] { return parser.emitError(loc); }, parser.getContext(),
      StringRef(name), width, parameters.getDictionary(parser.getContext()));
  return success(family != nullptr);
}

void scanc::prefix::printFamilyText(AsmPrinter &printer, FamilyAttr family) {
  printer << family.getName() << "<" << family.getWidth();
  for (NamedAttribute entry : family.getParameters()) {
    printer << ", ";
    if (entry.getName() != unnamedList)
      printer << entry.getName().strref() << " = ";
    if (auto integer = dyn_cast<IntegerAttr>(entry.getValue())) {
      printer << integer.getInt();
      continue;
    }
    printer << "[";
    llvm::interleaveComma(
        cast<DenseI64ArrayAttr>(entry.getValue()).asArrayRef(), printer);
    printer << "]";
  }
  printer << ">";
}

Attribute FamilyAttr::parse(AsmParser &parser, Type) {
  FamilyAttr family;
  if (parser.parseLess() || parseFamilyText(parser, family) ||
      parser.parseGreater())
    return {};
  return family;
}

void FamilyAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printFamilyText(printer, *this);
  printer << ">";
}

ParseResult scanc::prefix::parseCircuitText(AsmParser &parser, StringRef what,
                                            Attribute &circuit) {
  SMLoc loc = parser.getCurrentLocation();
  SymbolRefAttr symbol;
  OptionalParseResult parsed = parser.parseOptionalAttribute(symbol);
  if (parsed.has_value()) {
    if (failed(*parsed))
      return failure();
    if (!isa<FlatSymbolRefAttr>(symbol))
      return parser.emitError(loc)
             << what << " must be a symbol of the module, got " << symbol;
    circuit = symbol;
    return success();
  }
  FamilyAttr family;
  if (parseFamilyText(parser, family))
    return failure();
  circuit = family;
  return success();
}

void scanc::prefix::printCircuitText(AsmPrinter &printer, Attribute circuit) {
  if (auto family = dyn_cast<FamilyAttr>(circuit))
    printFamilyText(printer, family);
  else
    printer << circuit;
}
