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

using namespace mlir;
using namespace scanc;
using namespace scanc::prefix;

ParseResult scanc::prefix::parseFamily(OpAsmParser &parser,
                                       FamilyAttr &family) {
  return parseFamilyText(parser, family);
}
void scanc::prefix::printFamily(OpAsmPrinter &printer, Operation *,
                                FamilyAttr family) {
  printFamilyText(printer, family);
}

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
  if (parser.parseKeyword(&name))
    return failure();
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
// Figures
//===----------------------------------------------------------------------===//

ParseResult scanc::prefix::parseLimit(OpAsmParser &parser, IntegerAttr &limit) {
  int64_t value;
  if (parser.parseLess() || parser.parseEqual() || parser.parseInteger(value))
    return failure();
  limit = parser.getBuilder().getI64IntegerAttr(value);
  return success();
}
void scanc::prefix::printLimit(OpAsmPrinter &printer, Operation *,
                               IntegerAttr limit) {
  printer << "<= " << limit.getInt();
}

ParseResult scanc::prefix::parseExpect(OpAsmParser &parser,
                                       DictionaryAttr &expect) {
  Builder &builder = parser.getBuilder();
  NamedAttrList entries;
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
    if (parser.parseEqual() || parser.parseInteger(value))
      return failure();
    entries.append(key, builder.getI64IntegerAttr(value));
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces, parseEntry))
    return failure();
  expect = entries.getDictionary(parser.getContext());
  return success();
}

/// In the order of the figures, not of their names.
void scanc::prefix::printExpect(OpAsmPrinter &printer, Operation *,
                                DictionaryAttr expect) {
  StringRef separator = "";
  printer << "{";
  for (const circuits::Figure &figure : circuits::figures())
    if (auto value = expect.getAs<IntegerAttr>(figure.name))
      printer << std::exchange(separator, ", ") << figure.name << " = "
              << value.getInt();
  printer << "}";
}

//===----------------------------------------------------------------------===//
// Scans
//===----------------------------------------------------------------------===//

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
