//===- SecondHalf.cpp - The second half of an array -----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SecondHalf.h"

#include "scanc/Conversion/Access/Domain.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace scanc;
using namespace scanc::prefix;

#define GET_ATTRDEF_CLASSES
#include "SecondHalf/SecondHalf.h.inc"
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#define GET_ATTRDEF_CLASSES
#include "SecondHalf/SecondHalf.cpp.inc"
#pragma GCC diagnostic pop

StringRef SecondHalfAttr::getName() const { return getMnemonic(); }

StringRef SecondHalfAttr::getSummary() const {
  return "the second half of an array";
}

ArrayRef<StringLiteral> SecondHalfAttr::getSizeNames() const {
  static constexpr StringLiteral names[] = {"length"};
  return names;
}

bool SecondHalfAttr::isContiguous() const { return true; }

namespace {

class SecondHalf : public Domain {
public:
  using Domain::Domain;

  Value length() const override { return sizes.front(); }
  RunOrder runOrder() const override {
    return isReversed ? RunOrder::Backward : RunOrder::Forward;
  }

  Value startInMemory(Builder &b, const Span &span) const override {
    if (!isReversed)
      return arith::AddIOp::create(b, length(), span.first);
    Value left = arith::SubIOp::create(b, anchor(b), span.first);
    return arith::SubIOp::create(b, left, span.elements);
  }

  Value anchor(Builder &b) const override {
    return isReversed ? arith::AddIOp::create(b, length(), length()) : length();
  }

  /// A tile alone begins at its beginning.
  std::unique_ptr<Domain> ofTile(Value elements) const override {
    auto *dialect = attribute.getContext()->getLoadedDialect<PrefixDialect>();
    return cast<DomainWalk>(dialect->findDomain("line"))
        .open(elements, isReversed);
  }
};

} // namespace

std::unique_ptr<Domain> SecondHalfAttr::open(ValueRange sizes,
                                             bool isReversed) const {
  return std::make_unique<SecondHalf>(*this, sizes, isReversed);
}

namespace {
struct SecondHalfExtension
    : DialectExtension<SecondHalfExtension, PrefixDialect> {
  void apply(MLIRContext *, PrefixDialect *dialect) const final {
    dialect->addDomain<SecondHalfAttr>();
  }
};
} // namespace

void scanc::prefix::registerSecondHalf(DialectRegistry &registry) {
  registry.addExtensions<SecondHalfExtension>();
}
