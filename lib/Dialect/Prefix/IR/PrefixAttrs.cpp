//===- PrefixAttrs.cpp - Attributes of the prefix dialect -----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttrSyntax.h"

#include "scanc/Dialect/Prefix/IR/PlannedKernels.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace scanc::prefix;

#include "scanc/Dialect/Prefix/IR/PrefixEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "scanc/Dialect/Prefix/IR/PrefixAttrs.cpp.inc"

#include "scanc/Dialect/Prefix/IR/StrategyAttrInterface.cpp.inc"

void PrefixDialect::registerAttrs() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "scanc/Dialect/Prefix/IR/PrefixAttrs.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Strategies, which other libraries add
//===----------------------------------------------------------------------===//

Attribute PrefixDialect::parseAttribute(DialectAsmParser &parser,
                                        Type type) const {
  StringRef mnemonic;
  Attribute attribute;
  const SMLoc loc = parser.getCurrentLocation();
  OptionalParseResult result =
      generatedAttributeParser(parser, &mnemonic, type, attribute);
  if (result.has_value())
    return attribute;
  for (const KnownStrategy &known : strategies)
    if (cast<StrategyAttrInterface>(known.attribute).getName() == mnemonic)
      return known.parse(parser);
  parser.emitError(loc) << "unknown attribute '" << mnemonic
                        << "' in dialect 'prefix'";
  return {};
}

void PrefixDialect::printAttribute(Attribute attribute,
                                   DialectAsmPrinter &printer) const {
  if (succeeded(generatedAttributePrinter(attribute, printer)))
    return;
  printStrategy(cast<StrategyAttrInterface>(attribute), printer);
}

std::vector<StrategyAttrInterface> PrefixDialect::getStrategies() const {
  std::vector<StrategyAttrInterface> result;
  for (const KnownStrategy &known : strategies)
    result.push_back(cast<StrategyAttrInterface>(known.attribute));
  return result;
}

StrategyAttrInterface PrefixDialect::findStrategy(StringRef name) const {
  for (StrategyAttrInterface strategy : getStrategies())
    if (strategy.getName() == name)
      return strategy;
  return {};
}

std::string PrefixDialect::listStrategies() const {
  return llvm::join(llvm::map_range(getStrategies(),
                                    [](StrategyAttrInterface strategy) {
                                      return strategy.getName();
                                    }),
                    ", ");
}

FailureOr<StrategyAttrInterface>
PrefixDialect::parseStrategy(AsmParser &parser) const {
  const SMLoc loc = parser.getCurrentLocation();
  StringRef name;
  if (parser.parseKeyword(&name))
    return failure();
  for (const KnownStrategy &known : strategies)
    if (cast<StrategyAttrInterface>(known.attribute).getName() == name) {
      Attribute parsed = known.parse(parser);
      if (!parsed)
        return failure();
      return cast<StrategyAttrInterface>(parsed);
    }
  return parser.emitError(loc)
         << "unknown strategy '" << name << "'; expected " << listStrategies();
}

void PrefixDialect::printStrategy(StrategyAttrInterface strategy,
                                  AsmPrinter &printer) const {
  printer << strategy.getName();
  for (const KnownStrategy &known : strategies)
    if (Attribute(known.attribute).getTypeID() == strategy.getTypeID())
      known.print(strategy, printer);
}
