//===- Affine.h - An exact operator that does not commute -------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The maps y -> a*y + b modulo 2^32, the low one applied first. Any operand out
// of order, dropped or taken twice changes the result, and every result is
// exact: what the free monoid is to circuits, this is to kernels.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TEST_UNIT_SEMANTICS_AFFINE_H
#define SCANC_TEST_UNIT_SEMANTICS_AFFINE_H

#include "Check.h"

namespace scanc::test {

struct Affine {
  uint32_t a = 1, b = 0;
  bool operator==(const Affine &) const = default;
};

inline std::ostream &operator<<(std::ostream &os, const Affine &map) {
  return os << "(" << map.a << ", " << map.b << ")";
}

/// The operator as a user writes it.
inline const char *const kAffineMonoid = R"mlir(
prefix.monoid @affine identity {
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  prefix.yield %one, %zero : i32, i32
} combine (%a0: i32, %b0: i32), (%a1: i32, %b1: i32) {
  %a = arith.muli %a1, %a0 : i32
  %t = arith.muli %a1, %b0 : i32
  %b = arith.addi %t, %b1 : i32
  prefix.yield %a, %b : i32, i32
}
)mlir";

inline Affine combineAffine(const Affine &low, const Affine &high) {
  return {high.a * low.a, high.a * low.b + high.b};
}

inline Reference<Affine, Affine> affineReference(Order<Affine> order) {
  return [=](const std::vector<Affine> &in) {
    return serialScan<Affine>(in, combineAffine, Affine(), order);
  };
}

/// Maps with odd factors, so that no product vanishes.
inline std::vector<Affine> affineData(uint64_t n) {
  std::mt19937 random(11);
  std::vector<Affine> in(n);
  for (Affine &map : in)
    map = {static_cast<uint32_t>(random()) | 1,
           static_cast<uint32_t>(random())};
  return in;
}

/// The text of a scan of Affine by @affine.
inline std::string affineScan(const std::string &name,
                              const Order<Affine> &order,
                              const std::string &plan) {
  std::string text = "prefix.scan @" + name;
  text += order.inclusive ? " inclusive" : " exclusive";
  text += order.reverse ? " reverse" : "";
  text += " @affine";
  if (order.init)
    text += " init (" + std::to_string(static_cast<int32_t>(order.init->a)) +
            " : i32, " + std::to_string(static_cast<int32_t>(order.init->b)) +
            " : i32)";
  text += " : (i32, i32) -> (i32, i32)";
  return text + (plan.empty() ? "" : " plan <" + plan + ">") + "\n";
}

} // namespace scanc::test

#endif // SCANC_TEST_UNIT_SEMANTICS_AFFINE_H
