//===- PrefixAttrs.cpp - Attributes of the prefix dialect ---------- -*- C++
//-*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttrSyntax.h"

#include "scanc/Circuits/Families.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace scanc;
using namespace scanc::prefix;

#include "scanc/Dialect/Prefix/IR/PrefixEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "scanc/Dialect/Prefix/IR/PrefixAttrs.cpp.inc"

void PrefixDialect::registerAttrs() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "scanc/Dialect/Prefix/IR/PrefixAttrs.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Family
//===----------------------------------------------------------------------===//

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
    spec.params.emplace_back(entry.getName().str(), std::move(values));
  }
  return spec;
}

circuits::FamilySpec FamilyAttr::getSpec() const {
  return makeSpec(getName(), getParameters());
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

ParseResult scanc::prefix::parseFamilyText(AsmParser &parser,
                                           FamilyAttr &family) {
  Builder builder(parser.getContext());
  SMLoc loc = parser.getCurrentLocation();
  std::string name;
  int64_t width;
  SmallVector<NamedAttribute> parameters;
  if (parser.parseKeywordOrString(&name) || parser.parseLess() ||
      parser.parseInteger(width))
    return failure();
  while (succeeded(parser.parseOptionalComma())) {
    StringRef key;
    Attribute value;
    if (parser.parseKeyword(&key) || parser.parseEqual())
      return failure();
    if (succeeded(parser.parseOptionalLSquare())) {
      SmallVector<int64_t> values;
      if (parser.parseCommaSeparatedList(
              [&] { return parser.parseInteger(values.emplace_back()); }) ||
          parser.parseRSquare())
        return failure();
      value = builder.getDenseI64ArrayAttr(values);
    } else {
      int64_t integer;
      if (parser.parseInteger(integer))
        return failure();
      value = builder.getI64IntegerAttr(integer);
    }
    if (llvm::any_of(parameters, [&](NamedAttribute other) {
          return other.getName() == key;
        }))
      return parser.emitError(loc) << "'" << key << "' is given twice";
    parameters.push_back(builder.getNamedAttr(key, value));
  }
  if (parser.parseGreater())
    return failure();
  family = FamilyAttr::getChecked([&] { return parser.emitError(loc); },
                                  parser.getContext(), StringRef(name), width,
                                  builder.getDictionaryAttr(parameters));
  return success(family != nullptr);
}

void scanc::prefix::printFamilyText(AsmPrinter &printer, FamilyAttr family) {
  printer << family.getName() << "<" << family.getWidth();
  for (NamedAttribute entry : family.getParameters()) {
    printer << ", " << entry.getName().strref() << " = ";
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
