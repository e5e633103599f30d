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

Domain::~Domain() = default;

std::unique_ptr<Domain> Domain::of(ScanOp scan, ValueRange sizes) {
  return cast<DomainWalk>(scan.getDomain()).open(sizes, scan.getReverse());
}

std::unique_ptr<Domain> Domain::of(WalkOp walk) {
  return cast<DomainWalk>(walk.getDomain())
      .open(walk.getSizes(), walk.getReverse());
}

Value Domain::walk(Builder &b) const {
  if (isPlain())
    return {};
  return WalkOp::create(b, attribute, isReversed, sizes);
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
