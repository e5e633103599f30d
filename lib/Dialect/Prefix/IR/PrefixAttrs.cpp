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

SmallVector<MapArgumentsAttr::Neighbour>
MapArgumentsAttr::listNeighbours() const {
  SmallVector<Neighbour> all;
  for (unsigned i = 0; i < countNeighbours(); ++i) {
    const int64_t code = getNeighbours()[i];
    all.push_back({static_cast<unsigned>(code / 2), code % 2 == 1,
                   cast<TypedAttr>(getOutside()[i])});
  }
  return all;
}

#include "scanc/Dialect/Prefix/IR/PrefixEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "scanc/Dialect/Prefix/IR/PrefixAttrs.cpp.inc"

#include "scanc/Dialect/Prefix/IR/DomainAttrInterface.cpp.inc"
#include "scanc/Dialect/Prefix/IR/StrategyAttrInterface.cpp.inc"

void PrefixDialect::registerAttrs() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "scanc/Dialect/Prefix/IR/PrefixAttrs.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Strategies and domains, which other libraries add
//===----------------------------------------------------------------------===//

const PrefixDialect::KnownAttribute *
PrefixDialect::findKnown(ArrayRef<KnownAttribute> known, StringRef name) {
  const auto *found = llvm::find_if(
      known, [&](const KnownAttribute &one) { return one.name == name; });
  return found == known.end() ? nullptr : found;
}

void PrefixDialect::printKnown(ArrayRef<KnownAttribute> known,
                               Attribute attribute, AsmPrinter &printer) {
  for (const KnownAttribute &one : known)
    if (Attribute own = one.attribute;
        own.getTypeID() == attribute.getTypeID()) {
      printer << one.name;
      one.print(attribute, printer);
    }
}

/// The attributes of `known` as `InterfaceT`.
template <class InterfaceT, class KnownT>
static std::vector<InterfaceT> attributesOf(const KnownT &known) {
  std::vector<InterfaceT> result;
  for (const auto &one : known)
    result.push_back(cast<InterfaceT>(one.attribute));
  return result;
}

Attribute PrefixDialect::parseAttribute(DialectAsmParser &parser,
                                        Type type) const {
  StringRef mnemonic;
  Attribute attribute;
  const SMLoc loc = parser.getCurrentLocation();
  OptionalParseResult result =
      generatedAttributeParser(parser, &mnemonic, type, attribute);
  if (result.has_value())
    return attribute;
  for (ArrayRef<KnownAttribute> known :
       {ArrayRef(strategies), ArrayRef(domains)})
    if (const KnownAttribute *found = findKnown(known, mnemonic))
      return found->parse(parser);
  parser.emitError(loc) << "unknown attribute '" << mnemonic
                        << "' in dialect 'prefix'";
  return {};
}

void PrefixDialect::printAttribute(Attribute attribute,
                                   DialectAsmPrinter &printer) const {
  if (succeeded(generatedAttributePrinter(attribute, printer)))
    return;
  printKnown(strategies, attribute, printer);
  printKnown(domains, attribute, printer);
}

std::vector<StrategyAttrInterface> PrefixDialect::getStrategies() const {
  return attributesOf<StrategyAttrInterface>(strategies);
}

StrategyAttrInterface PrefixDialect::findStrategy(StringRef name) const {
  const KnownAttribute *found = findKnown(strategies, name);
  return found ? cast<StrategyAttrInterface>(found->attribute)
               : StrategyAttrInterface();
}

std::vector<DomainAttrInterface> PrefixDialect::getDomains() const {
  std::vector<DomainAttrInterface> all =
      attributesOf<DomainAttrInterface>(domains);
  llvm::erase_if(
      all, [](DomainAttrInterface domain) { return domain.getColumns() > 1; });
  return all;
}

DomainAttrInterface PrefixDialect::findDomain(StringRef name) const {
  const KnownAttribute *found = findKnown(domains, name);
  return found ? cast<DomainAttrInterface>(found->attribute)
               : DomainAttrInterface();
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
  if (const KnownAttribute *found = findKnown(strategies, name)) {
    Attribute parsed = found->parse(parser);
    if (!parsed)
      return failure();
    return cast<StrategyAttrInterface>(parsed);
  }
  return parser.emitError(loc)
         << "unknown strategy '" << name << "'; expected " << listStrategies();
}

void PrefixDialect::printStrategy(StrategyAttrInterface strategy,
                                  AsmPrinter &printer) const {
  printKnown(strategies, strategy, printer);
}
