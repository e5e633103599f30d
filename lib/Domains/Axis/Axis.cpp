//===- Axis.cpp - Chains along an axis of a tensor ------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where chain c begins is found by division, a dimension after another, the
// last one first:
//
//   for d = 6 to 1:   k = c mod extent d;  c = c / extent d;  place += k stride
//                     place += c stride 0
//
// Most tensors have fewer dimensions: as soon as all that are left have extent
// 1, which all threads agree on, nothing is divided any more.
//
//===----------------------------------------------------------------------===//

#include "Attr.h"

#include "scanc/Domains/Axis.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace scanc;
using namespace scanc::prefix;

// The parser and the printer of the folder are not used: the dialect has those
// of each attribute (PrefixDialect::addDomain).
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#define GET_ATTRDEF_CLASSES
#include "Axis/Axis.cpp.inc"
#pragma GCC diagnostic pop

/// Dimensions beside the axis, and where their extents begin.
static constexpr size_t otherDimensions = 7, firstExtent = 3;

StringRef AxisAttr::getName() const { return getMnemonic(); }

StringRef AxisAttr::getSummary() const {
  return "the elements along an axis of a tensor, wherever they lie";
}

ArrayRef<StringLiteral> AxisAttr::getSizeNames() const {
  static constexpr StringLiteral names[] = {
      "chains",  "axis",    "stretch", "extent0", "extent1",
      "extent2", "extent3", "extent4", "extent5", "extent6"};
  static_assert(std::size(names) == firstExtent + otherDimensions);
  return names;
}

bool AxisAttr::isContiguous() const { return false; }

size_t AxisAttr::countStrides() const { return 1 + otherDimensions; }

StringRef AxisAttr::getChainSize() const { return getSizeNames()[1]; }

StringRef AxisAttr::getStretchSize() const { return getSizeNames()[2]; }

bool AxisAttr::isAcross() const { return true; }

bool AxisAttr::isSecondary() const { return true; }

StringRef AxisAttr::getSuffix() const { return "axis"; }

/// Where the elements of each chain lie side by side, and one chain behind
/// another, they are rows; where the chains are two that lie side by side,
/// without gaps, they are pairs.
SmallVector<Attribute> AxisAttr::getForms() const {
  auto &dialect = cast<PrefixDialect>(getDialect());
  return {dialect.findDomain("rows"), dialect.findDomain("pairs"), *this};
}

namespace {

class Axis final : public Domain {
public:
  using Domain::Domain;

  void prepare(Builder &b) override {
    // Whether there is something before dimension d.
    Value one = i64(b, 1), before = one;
    for (size_t d = 0; d < otherDimensions; ++d) {
      areMore.push_back(
          arith::CmpIOp::create(b, arith::CmpIPredicate::ne, before, one));
      before =
          d == 0 ? extent(d) : arith::MaxUIOp::create(b, before, extent(d));
    }
  }

  /// The number of chains: no lane asks how many elements there are in all.
  Value length() const override { return sizes.front(); }
  RunOrder runOrder() const override { return RunOrder::Apart; }
  Value startInMemory(Builder &, const Span &) const override {
    llvm_unreachable("each array has strides of its own");
  }
  Value anchor(Builder &) const override { return {}; }
  std::unique_ptr<Domain> ofTile(Value) const override {
    llvm_unreachable("a tile of chains that lie apart has no place of its own");
  }
  Value chainLength(Builder &) const override { return sizes[1]; }
  Value countChains(Builder &) const override { return sizes.front(); }
  Value chainsOfStretch(Builder &) const override { return sizes[2]; }

  SmallVector<Value> placesOfChain(Builder &b, Value chain,
                                   bool isLonger) const override {
    SmallVector<Value> places = offsetsOf(b, chain, otherDimensions - 1);
    if (!isReversed)
      return places;
    Value last = isLonger ? sizes[1] : sub(b, sizes[1], i64(b, 1));
    for (auto [array, place] : llvm::enumerate(places))
      place = add(b, place, mul(b, last, stride(array, 0)));
    return places;
  }

  Value stepOf(Builder &b, size_t array) const override {
    Value own = stride(array, 0);
    return isReversed ? sub(b, i64(b, 0), own) : own;
  }

  Value areSideBySide(Builder &b, int64_t count) const override {
    Value one = i64(b, 1), zero = i64(b, 0);
    // All that must be a multiple of `count`, a power of two.
    Value all = extent(otherDimensions - 1), areUnit;
    for (size_t array = 0; array < countArrays(); ++array) {
      Value isUnit = arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                           stride(array, otherDimensions), one);
      areUnit = areUnit ? arith::AndIOp::create(b, areUnit, isUnit) : isUnit;
      for (size_t d = 0; d < otherDimensions; ++d)
        all = arith::OrIOp::create(b, all, stride(array, d));
    }
    Value rest = arith::AndIOp::create(b, all, i64(b, count - 1));
    Value areWhole =
        arith::CmpIOp::create(b, arith::CmpIPredicate::eq, rest, zero);
    return arith::AndIOp::create(b, areUnit, areWhole);
  }

private:
  static Value i64(Builder &b, int64_t value) {
    return arith::ConstantIntOp::create(b, value, 64);
  }
  static Value add(Builder &b, Value x, Value y) {
    return arith::AddIOp::create(b, x, y);
  }
  static Value sub(Builder &b, Value x, Value y) {
    return arith::SubIOp::create(b, x, y);
  }
  static Value mul(Builder &b, Value x, Value y) {
    return arith::MulIOp::create(b, x, y);
  }

  static constexpr size_t firstStride = firstExtent + otherDimensions;

  Value extent(size_t dimension) const {
    return sizes[firstExtent + dimension];
  }
  size_t countArrays() const {
    return (sizes.size() - firstStride) / (1 + otherDimensions);
  }
  /// 0: the axis'; from 1 on: those of the other dimensions.
  Value stride(size_t array, size_t which) const {
    return sizes[firstStride + array * (1 + otherDimensions) + which];
  }

  /// Where chain `rest` of dimensions 0 to `last` is in each array.
  SmallVector<Value> offsetsOf(Builder &b, Value rest, size_t last) const {
    const size_t arrays = countArrays();
    auto times = [&](Value index) {
      SmallVector<Value> offsets;
      for (size_t array = 0; array < arrays; ++array)
        offsets.push_back(mul(b, index, stride(array, 1 + last)));
      return offsets;
    };
    if (last == 0)
      return times(rest);
    SmallVector<Type> types(arrays, b.getI64Type());
    auto branch = scf::IfOp::create(b, types, areMore[last],
                                    /*addThenBlock=*/true,
                                    /*addElseBlock=*/true);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(branch.thenBlock());
    Value quotient = arith::DivUIOp::create(b, rest, extent(last));
    Value index = sub(b, rest, mul(b, quotient, extent(last)));
    SmallVector<Value> offsets = times(index);
    for (auto [offset, further] :
         llvm::zip_equal(offsets, offsetsOf(b, quotient, last - 1)))
      offset = add(b, offset, further);
    scf::YieldOp::create(b, offsets);
    b.setInsertionPointToStart(branch.elseBlock());
    scf::YieldOp::create(b, times(rest));
    return SmallVector<Value>(branch.getResults());
  }

  // Once prepared.
  SmallVector<Value> areMore; // of each dimension, whether others go before it
};

} // namespace

std::unique_ptr<Domain> AxisAttr::open(ValueRange sizes,
                                       bool isReversed) const {
  return std::make_unique<Axis>(*this, sizes, isReversed);
}

namespace {
struct AxisExtension : DialectExtension<AxisExtension, PrefixDialect> {
  void apply(MLIRContext *, PrefixDialect *dialect) const final {
    dialect->addDomain<AxisAttr>();
  }
};
} // namespace

void scanc::prefix::registerAxis(DialectRegistry &registry) {
  registry.addExtensions<AxisExtension>();
}
