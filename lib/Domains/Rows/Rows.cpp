//===- Rows.cpp - Rows of a matrix, each by itself ------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The walk is that of a line, in either direction; a chain begins with each
// element whose number is a multiple of a row's length. Tiles are those of a
// line, too: they hold many rows, or a part of one, and cross from one to the
// next.
//
// Which elements these are is a remainder. A division takes as long as the
// memory takes for several elements, so it is done once a kernel, by what is
// divided by all the time:
//
//   m = floor((2^w - 1) / n)     q = floor(x m / 2^w)     r = x - q n
//
// For x < 2^w, x / n - x m / 2^w < 1, so that q is the quotient or one less,
// and r the remainder or n more.
//
// Rows that lie apart are walked alike. Element x of the walk over the rows
// lies where it would without gaps, and q gaps further.
//
//===----------------------------------------------------------------------===//

#include "Attr.h"

#include "scanc/Domains/Rows.h"

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
#include "Rows/Rows.cpp.inc"
#pragma GCC diagnostic pop

StringRef RowsAttr::getName() const { return getMnemonic(); }

StringRef RowsAttr::getSummary() const {
  return "the rows of a matrix, each a scan of its own";
}

ArrayRef<StringLiteral> RowsAttr::getSizeNames() const {
  static constexpr StringLiteral names[] = {"length", "row"};
  return names;
}

bool RowsAttr::isContiguous() const { return true; }

StringRef RowsAttr::getChainSize() const { return getSizeNames()[1]; }

StringRef RowsAttr::getSuffix() const { return "rows"; }

SmallVector<Attribute> RowsAttr::getForms() const {
  return {*this, StridedRowsAttr::get(getContext())};
}

StringRef StridedRowsAttr::getName() const { return getMnemonic(); }

StringRef StridedRowsAttr::getSummary() const {
  return "the rows of a matrix that lie apart, each a scan of its own";
}

ArrayRef<StringLiteral> StridedRowsAttr::getSizeNames() const {
  return RowsAttr::get(getContext()).getSizeNames();
}

bool StridedRowsAttr::isContiguous() const { return false; }

StringRef StridedRowsAttr::getChainSize() const { return getSizeNames()[1]; }

size_t StridedRowsAttr::countStrides() const { return 1; }

bool StridedRowsAttr::isSecondary() const { return true; }

StringRef StridedRowsAttr::getSuffix() const { return "rows_strided"; }

namespace {

using Builder = mlir::ImplicitLocOpBuilder;

Value constant(Builder &b, Type type, int64_t value) {
  return arith::ConstantIntOp::create(b, type, value);
}
Value add(Builder &b, Value x, Value y) {
  return arith::AddIOp::create(b, x, y);
}
Value sub(Builder &b, Value x, Value y) {
  return arith::SubIOp::create(b, x, y);
}

/// A number that others are divided by again and again: i32 or i64.
struct Divisor {
  Value number, reciprocal;

  static Divisor of(Builder &b, Value number) {
    Value most = constant(b, number.getType(), -1);
    return {number, arith::DivUIOp::create(b, most, number)};
  }

  Value remainder(Builder &b, Value dividend) const {
    Value rest = nearRemainder(b, dividend).second;
    // Below 0 is a large number.
    return arith::MinUIOp::create(b, rest, sub(b, rest, number));
  }

  Value quotient(Builder &b, Value dividend) const {
    auto [quotient, rest] = nearRemainder(b, dividend);
    Value isLess =
        arith::CmpIOp::create(b, arith::CmpIPredicate::uge, rest, number);
    return add(b, quotient,
               arith::ExtUIOp::create(b, dividend.getType(), isLess));
  }

private:
  /// The quotient or one less, and what then is left.
  std::pair<Value, Value> nearRemainder(Builder &b, Value dividend) const {
    auto product = arith::MulUIExtendedOp::create(b, dividend, reciprocal);
    Value rest =
        sub(b, dividend, arith::MulIOp::create(b, product.getHigh(), number));
    return {product.getHigh(), rest};
  }
};

/// From `element` on, how many elements come before the next one that begins a
/// row, if those after `before` others (modulo the length of a row) do.
Value distance(Builder &b, const Divisor &row, Value element, Value before) {
  Value last = sub(b, row.number, constant(b, element.getType(), 1));
  Value after = add(b, element, sub(b, last, before));
  return sub(b, last, row.remainder(b, after));
}

/// `mask` moved up by `by` bits, of which none are left from `most` (at most
/// 32) on; i32 all.
Value shifted(Builder &b, Value mask, Value by, int64_t most) {
  Value bits = constant(b, b.getI32Type(), most);
  Value none = constant(b, b.getI32Type(), 0);
  Value isShort = arith::CmpIOp::create(b, arith::CmpIPredicate::ult, by, bits);
  Value shift = arith::SelectOp::create(b, isShort, by, none);
  Value moved = arith::ShLIOp::create(b, mask, shift);
  return arith::SelectOp::create(b, isShort, moved, none);
}

/// The bits whose numbers are multiples of `row`; i32 both.
Value multiplesOf(Builder &b, Value row) {
  Value mask = constant(b, b.getI32Type(), 1), step = row;
  Value bits = constant(b, b.getI32Type(), 32);
  for (int known = 1; known < 32; known *= 2) {
    mask = arith::OrIOp::create(b, mask, shifted(b, mask, step, 32));
    step = arith::MinUIOp::create(b, add(b, step, step), bits);
  }
  return mask;
}

/// A row's length in a tile: no shorter than any tile, no longer than sums of
/// it with places in a tile can be.
constexpr int64_t longestInTile = 1 << 30;

/// The length of rows within a tile, whose elements are numbered with 32 bits.
struct RowsInTile {
  Divisor row;
  Value multiples; // of the length, a bit each

  static RowsInTile of(Builder &b, Value row) {
    return {Divisor::of(b, row), multiplesOf(b, row)};
  }

  /// Bit `first`, and those that are multiples of a row above it, of `items`;
  /// i32 all.
  Value maskFrom(Builder &b, Value first, int64_t items) const {
    const int64_t all = (int64_t(1) << items) - 1;
    return arith::AndIOp::create(
        b, shifted(b, multiples, first, items),
        constant(b, b.getI32Type(), static_cast<int32_t>(all)));
  }
};

/// The rows of a tile.
class RowsOfTile : public Restarts {
public:
  RowsOfTile(const RowsInTile &rows, Value before)
      : rows(rows), before(before) {}

  Value mask(Builder &b, Value first, int64_t items) const override {
    return rows.maskFrom(b, toNext(b, first), items);
  }
  Value any(Builder &b, Value first, Value count) const override {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::ult, toNext(b, first),
                                 narrow(b, count));
  }
  Value note(Builder &b, Value first) const override {
    return toNext(b, first);
  }
  std::unique_ptr<Restarts> inTile(Value note) const override {
    return std::make_unique<RowsOfTile>(rows, note);
  }

private:
  static Value narrow(Builder &b, Value value) {
    return arith::TruncIOp::create(b, b.getI32Type(), value);
  }
  Value toNext(Builder &b, Value first) const {
    return distance(b, rows.row, narrow(b, first), before);
  }

  RowsInTile rows;
  Value before; // elements before the first that begins a row
};

class RowsOfAll : public Restarts {
public:
  /// By a kernel, where it begins.
  RowsOfAll(Builder &b, Value length) : row(Divisor::of(b, length)) {
    Value longest = constant(b, b.getI64Type(), longestInTile);
    Value inTile = arith::MinUIOp::create(b, length, longest);
    inTiles =
        RowsInTile::of(b, arith::TruncIOp::create(b, b.getI32Type(), inTile));
  }

  Value mask(Builder &b, Value first, int64_t items) const override {
    return inTiles.maskFrom(b, note(b, first), items);
  }
  Value any(Builder &b, Value first, Value count) const override {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::ult, toNext(b, first),
                                 count);
  }
  /// With one remainder for all: from stretch to stretch, the next row is
  /// `count` nearer, modulo the length of a row.
  Value anyOfEach(Builder &b, Value first, Value count,
                  int64_t stretches) const override {
    Value nearer = row.remainder(b, count), distance = toNext(b, first);
    Value bits = constant(b, b.getI32Type(), 0), none = bits;
    for (int64_t i = 0; i < stretches; ++i) {
      Value isCut =
          arith::CmpIOp::create(b, arith::CmpIPredicate::ult, distance, count);
      Value bit =
          constant(b, b.getI32Type(), static_cast<int32_t>(int64_t(1) << i));
      bits = arith::OrIOp::create(b, bits,
                                  arith::SelectOp::create(b, isCut, bit, none));
      // Below 0 is a large number.
      Value next = sub(b, distance, nearer);
      distance = arith::MinUIOp::create(b, next, add(b, next, row.number));
    }
    return bits;
  }
  Value note(Builder &b, Value first) const override {
    Value last =
        sub(b, arith::ExtUIOp::create(b, first.getType(), inTiles.row.number),
            constant(b, first.getType(), 1));
    Value least = arith::MinUIOp::create(b, toNext(b, first), last);
    return arith::TruncIOp::create(b, b.getI32Type(), least);
  }
  std::unique_ptr<Restarts> inTile(Value note) const override {
    return std::make_unique<RowsOfTile>(inTiles, note);
  }

  /// Where element `number` is in its row, in the order of the walk.
  Value placeInRow(Builder &b, Value number) const {
    return row.remainder(b, number);
  }
  /// Which row the element at place `place` is in, of rows without gaps.
  Value rowOf(Builder &b, Value place) const { return row.quotient(b, place); }
  Value length() const { return row.number; }

private:
  Value toNext(Builder &b, Value first) const {
    return distance(b, row, first, constant(b, first.getType(), 0));
  }

  Divisor row;
  RowsInTile inTiles;
};

class Rows : public Domain {
public:
  using Domain::Domain;

  void prepare(Builder &b) override { all.emplace(b, sizes[1]); }

  Value length() const override { return sizes.front(); }

  RunOrder runOrder() const override {
    return isReversed ? RunOrder::Backward : RunOrder::Forward;
  }

  bool isPlain() const override { return !isReversed; }

  Value startInMemory(Builder &b, const Span &span) const override {
    if (!isReversed)
      return span.first;
    Value end = span.end ? span.end : add(b, span.first, span.elements);
    return sub(b, length(), end);
  }

  Value anchor(Builder &) const override {
    return isReversed ? length() : Value();
  }

  std::unique_ptr<Domain> ofTile(Value elements) const override {
    return std::make_unique<Rows>(attribute, ValueRange{elements, sizes[1]},
                                  isReversed);
  }

  const Restarts *restarts() const override { return all ? &*all : nullptr; }

  Value chainLength(Builder &) const override { return all->length(); }
  Value chainOf(Builder &b, Value number) const override {
    Value last = sub(b, length(), constant(b, b.getI64Type(), 1));
    return all->rowOf(b, isReversed ? sub(b, last, number) : number);
  }
  Value countChains(Builder &b) const override {
    return all->rowOf(b, length());
  }

  SmallVector<Value> placesInChain(Builder &b, Value first,
                                   int64_t items) const override {
    Value one = constant(b, b.getI64Type(), 1);
    Value zero = constant(b, b.getI64Type(), 0);
    Value last = sub(b, all->length(), one);
    SmallVector<Value> places;
    Value place = all->placeInRow(b, first);
    for (int64_t item = 0; item < items; ++item) {
      places.push_back(isReversed ? sub(b, last, place) : place);
      Value isLast =
          arith::CmpIOp::create(b, arith::CmpIPredicate::eq, place, last);
      place = arith::SelectOp::create(b, isLast, zero, add(b, place, one));
    }
    return places;
  }

protected:
  std::optional<RowsOfAll> all; // once prepared
};

class StridedRows final : public Rows {
public:
  using Rows::Rows;

  RunOrder runOrder() const override { return RunOrder::Apart; }

  bool isPlain() const override { return false; }

  Value startInMemory(Builder &, const Span &) const override {
    llvm_unreachable("each array has a stride of its own");
  }

  Value startInArray(Builder &b, const Span &span,
                     size_t array) const override {
    Value place = Rows::startInMemory(b, span);
    Value gap = sub(b, sizes[2 + array], all->length());
    return add(b, place, arith::MulIOp::create(b, all->rowOf(b, place), gap));
  }

  Value anchor(Builder &) const override { return {}; }

  std::unique_ptr<Domain> ofTile(Value) const override {
    llvm_unreachable("a tile of rows that lie apart has no place of its own");
  }
};

} // namespace

std::unique_ptr<Domain> RowsAttr::open(ValueRange sizes,
                                       bool isReversed) const {
  return std::make_unique<Rows>(*this, sizes, isReversed);
}

std::unique_ptr<Domain> StridedRowsAttr::open(ValueRange sizes,
                                              bool isReversed) const {
  return std::make_unique<StridedRows>(*this, sizes, isReversed);
}

namespace {
struct RowsExtension : DialectExtension<RowsExtension, PrefixDialect> {
  void apply(MLIRContext *, PrefixDialect *dialect) const final {
    dialect->addDomain<RowsAttr>();
    dialect->addDomain<StridedRowsAttr>();
  }
};
} // namespace

void scanc::prefix::registerRows(DialectRegistry &registry) {
  registry.addExtensions<RowsExtension>();
}
