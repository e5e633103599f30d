//===- Domain.cpp - Where the elements of a walk lie ----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Conversion/Access/Domain.h"

using namespace mlir;

namespace scanc::prefix {

Restarts::~Restarts() = default;

Value Restarts::anyOfEach(Builder &b, Value first, Value count,
                          int64_t stretches) const {
  Value bits = arith::ConstantIntOp::create(b, 0, 32);
  for (int64_t i = 0; i < stretches; ++i) {
    Value isCut =
        arith::ExtUIOp::create(b, b.getI32Type(), any(b, first, count));
    Value place = arith::ConstantIntOp::create(b, i, 32);
    bits =
        arith::OrIOp::create(b, bits, arith::ShLIOp::create(b, isCut, place));
    first = arith::AddIOp::create(b, first, count);
  }
  return bits;
}

Domain::~Domain() = default;

std::unique_ptr<Domain> Domain::of(ScanOp scan, ValueRange sizes) {
  std::unique_ptr<Domain> domain =
      cast<DomainWalk>(scan.getDomain()).open(sizes, scan.getReverse());
  domain->inputs = scan.getInput().count();
  domain->outputs = scan.getOutput().count();
  return domain;
}

std::unique_ptr<Domain> Domain::of(WalkOp walk) {
  if (walk.getDomain().hasStrides())
    return prepared(walk);
  return cast<DomainWalk>(walk.getDomain())
      .open(walk.getSizes(), walk.getReverse());
}

std::unique_ptr<Domain> Domain::prepared(WalkOp walk) {
  std::unique_ptr<Domain> domain =
      cast<DomainWalk>(walk.getDomain())
          .open(walk.getSizes(), walk.getReverse());
  ImplicitLocOpBuilder b(walk.getLoc(), walk);
  b.setInsertionPointAfter(walk);
  domain->prepare(b);
  return domain;
}

Value Domain::numberAt(Builder &b, Value start, Value elements) const {
  if (!isReversed)
    return start;
  Value end = arith::AddIOp::create(b, start, elements);
  return arith::SubIOp::create(b, length(), end);
}

Value Domain::chainOf(Builder &b, Value) const {
  return arith::ConstantIntOp::create(b, 0, 64);
}

Value Domain::countChains(Builder &b) const {
  return arith::ConstantIntOp::create(b, 1, 64);
}

SmallVector<Value> Domain::placesOfChain(Builder &, Value, bool) const {
  llvm_unreachable("no chains lie side by side");
}

Value Domain::stepOf(Builder &, size_t) const {
  llvm_unreachable("no chains lie side by side");
}

Value Domain::chainsOfStretch(Builder &b) const {
  return arith::ConstantIntOp::create(b, 0, 64);
}

Value Domain::areSideBySide(Builder &, int64_t) const {
  llvm_unreachable("no chains lie side by side");
}

SmallVector<Value> Domain::placesInChain(Builder &b, Value first,
                                         int64_t items) const {
  // One chain. What lies behind its end, where a run is cut short, has the
  // place of the last element.
  Value last = arith::SubIOp::create(b, length(),
                                     arith::ConstantIntOp::create(b, 1, 64));
  SmallVector<Value> places;
  for (int64_t item = 0; item < items; ++item) {
    Value offset = arith::ConstantIntOp::create(b, item, 64);
    Value number = arith::AddIOp::create(b, first, offset);
    number = arith::MinUIOp::create(b, number, last);
    places.push_back(isReversed ? arith::SubIOp::create(b, last, number)
                                : number);
  }
  return places;
}

Value Domain::walk(Builder &b, Side side) const {
  return isPlain() ? Value() : bind(b, side);
}

TypedValue<WalkType> Domain::bind(Builder &b, Side side) const {
  ArrayRef<Value> all = sizes;
  SmallVector<Value> own(all.take_front(attribute.getSizeNames().size()));
  // Strides of the input's arrays come first, then those of the output's, and
  // last those of states.
  ArrayRef<Value> strides = all.drop_front(own.size());
  assert((strides.empty() || inputs) && "made of a scan");
  if (const size_t each = attribute.countStrides()) {
    const size_t first = side == Side::Input    ? 0
                         : side == Side::Output ? inputs
                                                : inputs + outputs;
    const size_t count = side == Side::Input    ? inputs
                         : side == Side::Output ? outputs
                                                : 1;
    llvm::append_range(own, strides.slice(first * each, count * each));
  }
  return WalkOp::create(b, attribute, isReversed, own).getWalk();
}

Value Domain::countTiles(Builder &b, int64_t tile) const {
  auto i64 = [&](int64_t value) -> Value {
    return arith::ConstantIntOp::create(b, value, 64);
  };
  Value up = arith::AddIOp::create(b, length(), i64(tile - 1));
  return arith::DivUIOp::create(b, up, i64(tile));
}

Span Domain::tile(Builder &b, Value index, Value tileLength) const {
  Value first = arith::MulIOp::create(b, index, tileLength);
  Value rest = arith::SubIOp::create(b, length(), first);
  return {first, arith::MinUIOp::create(b, rest, tileLength)};
}

} // namespace scanc::prefix

#include "scanc/Conversion/DomainWalk.cpp.inc"
