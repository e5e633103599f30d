//===- PrefixTypes.cpp - Types of the prefix dialect ----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpSyntax.h"

#include "scanc/Dialect/Prefix/IR/Prefix.h"
#include "scanc/Dialect/Prefix/IR/StructLayout.h"
#include "scanc/Machine/ScalarTypes.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace scanc::prefix;

#define GET_TYPEDEF_CLASSES
#include "scanc/Dialect/Prefix/IR/PrefixTypes.cpp.inc"

LogicalResult SpanType::verify(function_ref<InFlightDiagnostic()> emitError,
                               int64_t lo, int64_t hi) {
  if (lo < 0 || hi < lo) // span_c1
    return emitError() << "span must satisfy 0 <= first <= last, got <" << lo
                       << ", " << hi << ">";
  return success();
}

//===----------------------------------------------------------------------===//
// Structs
//===----------------------------------------------------------------------===//

StructType StructType::getOnly(ArrayRef<Type> types) {
  return types.size() == 1 ? dyn_cast<StructType>(types.front()) : nullptr;
}

ArrayRef<Type> StructType::flatten(ArrayRef<Type> types) {
  StructType only = getOnly(types);
  return only ? only.getFieldTypes() : types;
}

/// `<Best, score: f32, index: ui32>`
Type StructType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  std::string name;
  SmallVector<StringAttr> fieldNames;
  SmallVector<Type> fieldTypes;
  auto parseMember = [&]() -> ParseResult {
    std::string word;
    SMLoc wordLoc = parser.getCurrentLocation();
    if (failed(parser.parseOptionalKeywordOrString(&word)))
      return parser.emitError(wordLoc, "expected 'NAME: TYPE', a field");
    if (failed(parser.parseOptionalColon())) {
      if (!name.empty() || !fieldNames.empty() || word.empty())
        return parser.emitError(wordLoc)
               << "expected ':' and a type behind the field's name '" << word
               << "'";
      name = word;
      return success();
    }
    fieldNames.push_back(parser.getBuilder().getStringAttr(word));
    return parseScalarType(parser, fieldTypes.emplace_back());
  };
  if (parser.parseLess())
    return Type();
  if (failed(parser.parseOptionalGreater()) &&
      (parser.parseCommaSeparatedList(parseMember) || parser.parseGreater()))
    return Type();
  return StructType::getChecked(
      [&] { return parser.emitError(loc); }, parser.getContext(),
      parser.getBuilder().getStringAttr(name), fieldNames, fieldTypes);
}

void StructType::print(AsmPrinter &printer) const {
  printer << '<';
  if (isNamed()) {
    printer.printKeywordOrString(getName());
    printer << ", ";
  }
  llvm::interleaveComma(llvm::zip_equal(getFieldNames(), getFieldTypes()),
                        printer, [&](auto field) {
                          printer.printKeywordOrString(
                              std::get<0>(field).getValue());
                          printer << ": " << std::get<1>(field);
                        });
  printer << '>';
}

static bool isIdentifier(StringRef name) {
  return !name.empty() && !llvm::isDigit(name.front()) &&
         llvm::all_of(name,
                      [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

LogicalResult StructType::verify(function_ref<InFlightDiagnostic()> emitError,
                                 StringAttr name,
                                 ArrayRef<StringAttr> fieldNames,
                                 ArrayRef<Type> fieldTypes) {
  if (!name.getValue().empty() && !isIdentifier(name)) // struct_c3
    return emitError() << "'" << name.getValue()
                       << "' cannot name a struct: it is no identifier of C";
  if (fieldTypes.empty() || fieldTypes.size() > 8) // struct_c1
    return emitError() << "a struct must have 1 to 8 fields, got "
                       << fieldTypes.size();
  llvm::SmallDenseSet<StringAttr> known;
  for (auto [field, type] : llvm::zip_equal(fieldNames, fieldTypes)) {
    if (!isIdentifier(field)) // struct_c3
      return emitError() << "'" << field.getValue()
                         << "' cannot name a field: it is no identifier of C";
    if (!known.insert(field).second) // struct_c3
      return emitError() << "two fields are named '" << field.getValue() << "'";
    if (!getFieldBytes(type)) // struct_c2
      return emitError() << "field '" << field.getValue()
                         << "' must be an integer of 1, 8, 16, 32 or 64 bits, "
                         << scanc::machine::listFloats() << ", got " << type;
  }
  return success();
}

void PrefixDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "scanc/Dialect/Prefix/IR/PrefixTypes.cpp.inc"
      >();
}
