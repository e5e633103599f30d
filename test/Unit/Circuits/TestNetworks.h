//===- TestNetworks.h - Networks that the tests share -----------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TEST_UNIT_CIRCUITS_TESTNETWORKS_H
#define SCANC_TEST_UNIT_CIRCUITS_TESTNETWORKS_H

#include "scanc/Circuits/Families.h"

#include "llvm/Support/Error.h"

#include "gtest/gtest.h"

namespace scanc::circuits::test {

inline int64_t floorLg(int64_t n) {
  int64_t result = -1;
  for (; n > 0; n /= 2)
    ++result;
  return result;
}
inline int64_t ceilLg(int64_t n) { return n == 1 ? 0 : floorLg(n - 1) + 1; }

/// A family without parameters or, where it must have a list, with one of ones,
/// for which every family is strict.
inline FamilySpec plainSpec(llvm::StringRef family, int64_t width) {
  FamilySpec spec{family.str()};
  const FamilyInfo *info = lookupFamily(family);
  if (info && info->checkList)
    spec.params.push_back({"", std::vector<int64_t>(ceilLg(width), 1)});
  return spec;
}

/// The network of `plainSpec`; the test fails if there is none.
inline Network build(llvm::StringRef family, int64_t width) {
  llvm::Expected<Network> network =
      buildFamily(plainSpec(family, width), width);
  if (!network) {
    ADD_FAILURE() << llvm::toString(network.takeError());
    return {};
  }
  return std::move(*network);
}

/// x0 . x1 . x2 . x3 as Sklansky has it, to be broken in one place.
inline Network sklansky4() {
  return {4, {{0, 1}, {2, 3}, {4, 2}, {4, 5}}, {0, 4, 6, 7}};
}

/// Knowles's network [1, 2]: in the second stage columns 2 and 3 both read
/// column 1, so that 0..1 meets 1..2: right for an idempotent operator only.
inline Network knowles4() {
  return {4, {{0, 1}, {1, 2}, {2, 3}, {4, 5}, {4, 6}}, {0, 4, 7, 8}};
}

/// Reads 1..2 in stage 3, when column 2 has moved on to 0..2, so one cell a
/// column is not enough.
inline Network notInPlace4() {
  return {4,
          {{1, 2}, {0, 4}, {4, 3}, {0, 6}, {0, 1}},
          {0, 8, 5, 7},
          {1, 2, 3, 4, 1}};
}

/// floor(lg(a/b)) of positive numbers, below 0 too.
inline int64_t floorLgRatio(int64_t a, int64_t b) {
  int64_t result = 0;
  for (; a < b; a *= 2)
    --result;
  for (; a >= 2 * b; b *= 2)
    ++result;
  return result;
}

} // namespace scanc::circuits::test

#endif // SCANC_TEST_UNIT_CIRCUITS_TESTNETWORKS_H
