//===- Pairs.cpp - Two chains side by side --------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Attr.h"

#include "scanc/Domains/Pairs.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace scanc;
using namespace scanc::prefix;

// The parser and the printer of the folder are not used: the dialect has those
// of each attribute (PrefixDialect::addDomain).
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#define GET_ATTRDEF_CLASSES
#include "Pairs/Pairs.cpp.inc"
#pragma GCC diagnostic pop

/// What it is once a scan of pairs is one of two states.
static DomainAttrInterface lineOf(PairsAttr pairs) {
  return cast<PrefixDialect>(pairs.getDialect()).findDomain("line");
}

StringRef PairsAttr::getName() const { return getMnemonic(); }

StringRef PairsAttr::getSummary() const {
  return "two chains side by side: a line of pairs";
}

ArrayRef<StringLiteral> PairsAttr::getSizeNames() const {
  return lineOf(*this).getSizeNames();
}

bool PairsAttr::isContiguous() const { return true; }

size_t PairsAttr::getColumns() const { return 2; }

bool PairsAttr::isSecondary() const { return true; }

StringRef PairsAttr::getSuffix() const { return "axis_pairs"; }

std::unique_ptr<Domain> PairsAttr::open(ValueRange sizes,
                                        bool isReversed) const {
  return cast<DomainWalk>(lineOf(*this)).open(sizes, isReversed);
}

namespace {
struct PairsExtension : DialectExtension<PairsExtension, PrefixDialect> {
  void apply(MLIRContext *, PrefixDialect *dialect) const final {
    dialect->addDomain<PairsAttr>();
  }
};
} // namespace

void scanc::prefix::registerPairs(DialectRegistry &registry) {
  registry.addExtensions<PairsExtension>();
}
