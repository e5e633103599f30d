//===- EverySecond.cpp - Every second element -----------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EverySecond.h"

#include "scanc/Conversion/Access/Domain.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace scanc;
using namespace scanc::prefix;

#define GET_ATTRDEF_CLASSES
#include "EverySecond/EverySecond.h.inc"
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#define GET_ATTRDEF_CLASSES
#include "EverySecond/EverySecond.cpp.inc"
#pragma GCC diagnostic pop

StringRef EverySecondAttr::getName() const { return getMnemonic(); }

StringRef EverySecondAttr::getSummary() const {
  return "every second element of an array";
}

ArrayRef<StringLiteral> EverySecondAttr::getSizeNames() const {
  static constexpr StringLiteral names[] = {"length"};
  return names;
}

bool EverySecondAttr::isContiguous() const { return false; }

namespace {

class EverySecond : public Domain {
public:
  using Domain::Domain;

  Value length() const override { return sizes.front(); }
  RunOrder runOrder() const override { return RunOrder::Apart; }

  /// Of the first element alone: the others do not lie side by side.
  Value startInMemory(Builder &b, const Span &span) const override {
    auto i64 = [&](int64_t value) -> Value {
      return arith::ConstantIntOp::create(b, value, 64);
    };
    Value element = span.first;
    if (isReversed) {
      Value last = arith::SubIOp::create(b, length(), i64(1));
      element = arith::SubIOp::create(b, last, element);
    }
    return arith::MulIOp::create(b, element, i64(2));
  }

  Value anchor(Builder &) const override { return {}; }

  std::unique_ptr<Domain> ofTile(Value elements) const override {
    return std::make_unique<EverySecond>(attribute, elements, isReversed);
  }
};

} // namespace

std::unique_ptr<Domain> EverySecondAttr::open(ValueRange sizes,
                                              bool isReversed) const {
  return std::make_unique<EverySecond>(*this, sizes, isReversed);
}

namespace {
struct EverySecondExtension
    : DialectExtension<EverySecondExtension, PrefixDialect> {
  void apply(MLIRContext *, PrefixDialect *dialect) const final {
    dialect->addDomain<EverySecondAttr>();
  }
};
} // namespace

void scanc::prefix::registerEverySecond(DialectRegistry &registry) {
  registry.addExtensions<EverySecondExtension>();
}
