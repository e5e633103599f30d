//===- Line.cpp - One element after another -------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Attr.h"

#include "scanc/Domains/Line.h"

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
#include "Line/Line.cpp.inc"
#pragma GCC diagnostic pop

StringRef LineAttr::getName() const { return getMnemonic(); }

StringRef LineAttr::getSummary() const {
  return "the elements of an array, one after another";
}

ArrayRef<StringLiteral> LineAttr::getSizeNames() const {
  static constexpr StringLiteral names[] = {"length"};
  return names;
}

bool LineAttr::isContiguous() const { return true; }

namespace {

class Line : public Domain {
public:
  using Domain::Domain;

  Value length() const override { return sizes.front(); }

  RunOrder runOrder() const override {
    return isReversed ? RunOrder::Backward : RunOrder::Forward;
  }

  bool isPlain() const override { return !isReversed; }

  Value startInMemory(Builder &b, const Span &span) const override {
    if (!isReversed)
      return span.first;
    if (span.end)
      return arith::SubIOp::create(b, length(), span.end);
    Value left = arith::SubIOp::create(b, length(), span.first);
    return arith::SubIOp::create(b, left, span.elements);
  }

  Value anchor(Builder &) const override {
    return isReversed ? length() : Value();
  }

  std::unique_ptr<Domain> ofTile(Value elements) const override {
    return std::make_unique<Line>(attribute, elements, isReversed);
  }
};

} // namespace

std::unique_ptr<Domain> LineAttr::open(ValueRange sizes,
                                       bool isReversed) const {
  return std::make_unique<Line>(*this, sizes, isReversed);
}

namespace {
struct LineExtension : DialectExtension<LineExtension, PrefixDialect> {
  void apply(MLIRContext *, PrefixDialect *dialect) const final {
    dialect->addDomain<LineAttr>();
  }
};
} // namespace

void scanc::prefix::registerLine(DialectRegistry &registry) {
  registry.addExtensions<LineExtension>();
}
